import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Packages of hundreds of small modules, by import specifier. Jest loads every module anew for every suite, and these are
 * 1,500 of those that a suite with the servers loads. One file each, they save a second a suite. No other package may need
 * one of them, since it would get a copy of its own.
 */
const MODULES = [
  'date-fns-tz',
  'kysely',
  'typebox',
  'typebox/compile',
  'typebox/format',
  'typebox/system',
  'typebox/value',
];
/** Those that are written as CommonJS modules, whose names only running them tells. */
const COMMONJS = ['@fastify/http-proxy', 'fastify', 'prom-client', 'rate-limiter-flexible', 'undici'];
const PACKAGES = [...COMMONJS, ...MODULES];

const lock = readFileSync(join(ROOT, 'package-lock.json'));
const version = createHash('sha256')
  .update(lock)
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest('hex')
  .slice(0, 16);
/** Below node_modules, whose files Jest does not transform. */
export const CACHE = join(ROOT, 'node_modules', '.cache', 'prumo-tests');
const FOLDER = join(CACHE, version);

const fileOf = (specifier) => `${specifier.replaceAll('/', '-')}.js`;

/** Jest's `moduleNameMapper` for the bundled packages. */
export const bundledPackages = Object.fromEntries(
  PACKAGES.map((specifier) => [`^${specifier}$`, join(FOLDER, fileOf(specifier))]),
);

const require = createRequire(import.meta.url);

/** A module with the names of a CommonJS package. */
const namedExports = {
  name: 'named-exports',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'entry-point' && COMMONJS.includes(path) ? { path, namespace: 'commonjs' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'commonjs' }, ({ path }) => {
      const names = Object.keys(require(path)).filter((name) => /^[A-Za-z]\w*$/.test(name) && name !== 'default');
      return {
        contents: `import whole from '${path}'; export default whole; export const { ${names.join(', ')} } = whole;`,
        resolveDir: ROOT,
      };
    });
  },
};

/** What a CommonJS module expects to find around it. */
const SURROUNDINGS = [
  `import { createRequire as requireFrom } from 'node:module';`,
  'const require = requireFrom(import.meta.url);',
  'const { filename: __filename, dirname: __dirname } = import.meta;',
];

/** Makes a finished folder of ES modules the one that suites read. */
export const putInPlace = (unfinished, folder) => {
  writeFileSync(join(unfinished, 'package.json'), '{ "type": "module" }\n');
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run was first.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
};

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
    banner: { js: SURROUNDINGS.join('\n') },
    plugins: [namedExports],
    logLevel: 'warning',
  });
  putInPlace(unfinished, FOLDER);
};
