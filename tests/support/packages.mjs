import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Packages of hundreds of small modules, by import specifier. Jest loads every module anew for every suite, and these are
 * 1,250 of the 2,200 that a suite with the services loads. One file each, they save about half a second a suite.
 */
const PACKAGES = [
  'date-fns-tz',
  'kysely',
  'typebox',
  'typebox/compile',
  'typebox/format',
  'typebox/system',
  'typebox/value',
];

const lock = readFileSync(join(ROOT, 'package-lock.json'));
const version = createHash('sha256').update(lock).update(PACKAGES.join()).digest('hex').slice(0, 16);
/** Below node_modules, whose files Jest does not transform. */
const FOLDER = join(ROOT, 'node_modules', '.cache', 'prumo-tests', version);

const fileOf = (specifier) => `${specifier.replaceAll('/', '-')}.js`;

/** Jest's `moduleNameMapper` for the bundled packages. */
export const bundledPackages = Object.fromEntries(
  PACKAGES.map((specifier) => [`^${specifier}$`, join(FOLDER, fileOf(specifier))]),
);

/** Bundles the packages once per state of package-lock.json. Shared modules go into chunks, so that each exists once. */
export const bundlePackages = async () => {
  if (existsSync(FOLDER)) return;
  mkdirSync(dirname(FOLDER), { recursive: true });
  const unfinished = mkdtempSync(`${FOLDER}-`);
  await build({
    entryPoints: PACKAGES.map((specifier) => ({ in: specifier, out: fileOf(specifier).replace(/\.js$/, '') })),
    outdir: unfinished,
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  writeFileSync(join(unfinished, 'package.json'), '{ "type": "module" }\n');
  try {
    renameSync(unfinished, FOLDER);
  } catch (error) {
    // Another run was first.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(FOLDER)) throw error;
  }
};
