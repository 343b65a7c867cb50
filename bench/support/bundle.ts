import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './product.ts';

/** Two folders below the root, as sources are that look for files by their own address (the SDL). */
const FOLDER = 'dist/bench';

/** Makes a script of the measurements what the product's own parts are, JavaScript in one file; answers where it is. */
export const bundled = async (script: string): Promise<string> => {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [script],
    outdir: FOLDER,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'silent',
  });
  return join(ROOT, FOLDER, `${script.replace(/^.*\/|\.ts$/g, '')}.js`);
};
