import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { CACHE, handedOn, putInPlace, ROOT } from './packages.mjs';

/** The product's folders that run on the server. They are loaded once for each worker, as one module each. */
const FOLDERS = ['domain', 'schema', 'services', 'gateway'];

const filesIn = (folder, pattern) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();

/** What the bundles are made of; generated modules, which may not be there yet, are made of the documents. */
const sources = [
  ...FOLDERS.flatMap((folder) => filesIn(folder, /\.ts$/)).filter((file) => !file.includes('/generated/')),
  ...['schema', 'web'].flatMap((folder) => filesIn(folder, /\.graphql$/)),
  ...['bin/codegen.mjs', 'package-lock.json', 'tests/support/packages.mjs', 'tests/support/product.mjs'],
];
const version = createHash('sha256');
for (const file of sources)
  version
    .update(file)
    .update('\0')
    .update(readFileSync(join(ROOT, file)))
    .update('\0');
/** Below node_modules, whose files Jest does not transform. One for each state of the sources: runs may overlap. */
const FOLDER = join(CACHE, `product-${version.digest('hex').slice(0, 16)}`);

/** Jest's `moduleNameMapper` for the product's modules. */
export const bundledProduct = { [`^#(${FOLDERS.join('|')})/(.+)\\.ts$`]: join(FOLDER, '$1', '$2.mjs') };

const PREFIX = 'folder:';

/** One module that exports all modules of a folder, each under its place in `modules`. */
const wholeFolders = (modules) => ({
  name: 'whole-folders',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: new RegExp(`^${PREFIX}`) }, ({ path }) => ({ path, namespace: 'folder' }));
    onLoad({ filter: /./, namespace: 'folder' }, ({ path }) => ({
      contents: modules
        .flatMap((module, index) =>
          module.startsWith(`${path.slice(PREFIX.length)}/`) ? [`export * as m${index} from './${module}';`] : [],
        )
        .join('\n'),
      resolveDir: ROOT,
    }));
  },
});

/** Modules find the files beside them where their source is. */
const ownAddresses = {
  name: 'own-addresses',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes('import.meta.')) return undefined;
      const contents = source
        .replaceAll(/import\.meta\.url\b/g, JSON.stringify(pathToFileURL(path).href))
        .replaceAll(/import\.meta\.dirname\b/g, JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
};

const COMMON = { absWorkingDir: ROOT, platform: 'node', format: 'esm', target: 'node20', logLevel: 'warning' };

/** A module of its own name for each source, which hands on what the bundle of its folder has of it. */
const writeModules = async (modules, unfinished) => {
  const { metafile } = await build({ ...COMMON, entryPoints: modules, outdir: FOLDER, write: false, metafile: true });
  const exported = new Map(Object.values(metafile.outputs).map((output) => [output.entryPoint, output.exports]));
  for (const [index, module] of modules.entries()) {
    const file = join(unfinished, module.replace(/\.ts$/, '.mjs'));
    mkdirSync(dirname(file), { recursive: true });
    const bundle = join(FOLDER, `${module.split('/')[0]}.mjs`);
    writeFileSync(file, handedOn(bundle, exported.get(module), `.m${index}`));
  }
};

/** Bundles the product's modules, also the generated ones, once per state of their sources. */
export const bundleProduct = async (generate) => {
  if (existsSync(FOLDER)) return;
  await generate();
  const modules = FOLDERS.flatMap((folder) => filesIn(folder, /\.ts$/));
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(`${FOLDER}-`);
  await build({
    ...COMMON,
    entryPoints: FOLDERS.map((folder) => ({ in: `${PREFIX}${folder}`, out: folder })),
    outdir: unfinished,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    plugins: [wholeFolders(modules), ownAddresses],
  });
  await writeModules(modules, unfinished);
  putInPlace(unfinished, FOLDER);
};
