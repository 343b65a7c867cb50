import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './product.ts';

/** Two folders below the root, at the depth of sources that locate the SDL relative to themselves. */
const FOLDER = 'dist/bench';

/** Bundles a script like the product's parts and returns its path. */
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
