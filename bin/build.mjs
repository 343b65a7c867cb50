import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STAMPS = join(ROOT, 'dist', 'inputs.json');
const LOCK_FILE = join(ROOT, 'dist', 'building.pid');
const EVERYWHERE = ['package.json', 'package-lock.json', 'tsconfig.json', 'bin/build.mjs'];
const SKIPPED = new Set(['generated', 'node_modules']);

/** Build targets with their inputs and outputs. Order matters: codegen generates sources for the others. */
const TARGETS = {
  codegen: {
    inputs: ['bin/codegen.mjs', 'schema', 'web'],
    kind: /\.graphql$|codegen/,
    outputs: ['gateway/generated', 'web/generated'],
    title: 'tipos do GraphQL',
    run: () => run(process.execPath, ['bin/codegen.mjs']),
  },
  server: {
    inputs: ['bin', 'services', 'gateway', 'schema', 'domain'],
    outputs: ['dist/main.js'],
    title: 'servidor',
    run: () => bundleServer(),
  },
  web: {
    // The package is present only for licence holders, and changes the screens.
    inputs: ['web', 'schema', 'domain', 'node_modules/ag-grid-enterprise/package.json'],
    outputs: ['dist/web/index.html'],
    title: 'telas',
    run: async () => {
      await runTool('vite', ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn']);
      await packTexts('dist/web');
    },
  },
  graphiql: {
    inputs: ['web/graphiql', 'web/client/token.ts', 'web/client/storage.ts'],
    outputs: ['dist/graphiql/index.html'],
    title: 'GraphiQL',
    run: async () => {
      await runTool('vite', ['build', '--config', 'web/graphiql/vite.config.ts', '--logLevel', 'error']);
      await packTexts('dist/graphiql');
    },
  },
  // Only for tests: nothing serves it in production, and `npm run dev` shows it from the sources.
  gallery: {
    inputs: ['web/gallery', 'web/ui', 'domain'],
    outputs: ['dist/gallery/gallery/index.html'],
    title: 'galeria de componentes',
    run: () => runTool('vite', ['build', '--config', 'web/gallery/vite.config.ts', '--logLevel', 'error']),
  },
};

/** What the product itself consists of. */
const PRODUCT = Object.keys(TARGETS).filter((name) => name !== 'gallery');

const filesUnder = (path) => {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter(
      (file) =>
        !relative(path, file)
          .split('/')
          .some((part) => SKIPPED.has(part)),
    )
    .sort();
};

/** Hashes content instead of times: a clone, a copy or a branch switch sets arbitrary times. */
const stampOf = ({ inputs, kind }) => {
  const hash = createHash('sha256').update(process.version);
  const files = inputs.flatMap((input) => (/\.\w+$/.test(input) ? [join(ROOT, input)] : filesUnder(join(ROOT, input))));
  const wanted = files.filter((file) => existsSync(file) && (!kind || kind.test(relative(ROOT, file))));
  for (const file of [...EVERYWHERE.map((name) => join(ROOT, name)), ...wanted]) {
    hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
};

const run = (command, args) =>
  new Promise((resolve, reject) => {
    // A build started by tests must produce the production screens.
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (data) => (said += data));
    child.stderr.on('data', (data) => (said += data));
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(said.trim()))));
  });

/** Runs a package's command with the current Node, regardless of PATH. */
const runTool = (name, args) => {
  const folder = join(ROOT, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : bin[name];
  return run(process.execPath, [join(folder, file), ...args]);
};

const packed = promisify(brotliCompress);

/** Writes a brotli copy of each text file in a built folder, so that the gateway need not compress it for each response. */
const packTexts = async (folder) => {
  const texts = filesUnder(join(ROOT, folder)).filter((file) => /\.(js|css|svg)$/.test(file));
  // Quality 9 takes a tenth of the time of 11, the highest, and makes copies 7 % larger.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  await Promise.all(texts.map(async (file) => writeFile(`${file}.br`, await packed(await readFile(file), { params }))));
};

/**
 * Sources find neighbouring files (migrations, SDL) by import.meta, so the bundle in dist/ keeps each source's original
 * address.
 */
const keepAddresses = {
  name: 'keep-addresses',
  setup: (build) => {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes('import.meta.')) return undefined;
      const address = `new URL(${JSON.stringify(`../${relative(ROOT, path)}`)}, import.meta.url)`;
      const meta = {
        url: `${address}.href`,
        dirname: `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${address}))`,
      };
      const contents = source.replaceAll(/import\.meta\.(url|dirname)\b/g, (_, name) => `(${meta[name]})`);
      return { contents, loader: 'ts' };
    });
  },
};

/**
 * Packages to bundle and tree-shake: plain modules without files, native code or shared state. Opening their hundreds
 * of files took half of the services' start time. All other packages stay in node_modules.
 */
const INSIDE = new Set([
  'cpf-cnpj-validator',
  'date-fns',
  'date-fns-tz',
  'decimal.js',
  'kysely',
  'lossless-json',
  'typebox',
]);

const outside = () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !INSIDE.has(name));
};

const bundleServer = async () => {
  const { build } = await import('esbuild');
  const entries = ['main', 'services', 'gateway', 'verifyLedger', 'demo', 'backup', 'restore', 'distribute'].map(
    (name) => `bin/${name}.ts`,
  );
  for (const name of existsSync(join(ROOT, 'dist')) ? readdirSync(join(ROOT, 'dist')) : []) {
    if (/\.js(\.map)?$/.test(name)) rmSync(join(ROOT, 'dist', name));
  }
  await build({
    absWorkingDir: ROOT,
    entryPoints: entries.filter((entry) => existsSync(join(ROOT, entry))),
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: outside(),
    sourcemap: true,
    logLevel: 'silent',
    plugins: [keepAddresses],
  });
};

const readStamps = () => {
  try {
    return JSON.parse(readFileSync(STAMPS, 'utf8'));
  } catch {
    return {};
  }
};

const isFresh = (name, stamps) =>
  stamps[name] === stampOf(TARGETS[name]) && TARGETS[name].outputs.every((output) => existsSync(join(ROOT, output)));

/** Whether the product in dist/ was built of these files with this Node. Needs no package. */
export const isBuilt = () => {
  const stamps = readStamps();
  return PRODUCT.every((name) => isFresh(name, stamps));
};

const buildStale = async (log, only, anew) => {
  const stamps = readStamps();
  const make = async (name) => {
    if (!only.includes(name)) return;
    const target = TARGETS[name];
    if (!anew && isFresh(name, stamps)) return;
    const stamp = stampOf(target);
    const started = Date.now();
    log(`Construindo ${target.title}…`);
    await target.run().catch((error) => {
      throw new Error(`Não consegui construir ${target.title}:\n${error.message}`);
    });
    stamps[name] = stamp;
    mkdirSync(dirname(STAMPS), { recursive: true });
    writeFileSync(STAMPS, JSON.stringify(stamps, null, 2));
    log(`Pronto: ${target.title} (${Math.ceil((Date.now() - started) / 100) / 10} s)`.replace('.', ','));
  };
  await make('codegen');
  await Promise.all([make('server'), make('web')]);
  // Runs at most two bundlers at once, for two cores.
  await make('graphiql');
  await make('gallery');
};

const lockHolderIsAlive = () => {
  try {
    process.kill(Number(readFileSync(LOCK_FILE, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Allows one build at a time in a checkout: `npm start`, a test run and `npm run build` may overlap. */
const acquireBuildLock = async () => {
  mkdirSync(dirname(LOCK_FILE), { recursive: true });
  for (;;) {
    try {
      writeFileSync(LOCK_FILE, String(process.pid), { flag: 'wx' });
      return () => rmSync(LOCK_FILE, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!lockHolderIsAlive()) rmSync(LOCK_FILE, { force: true });
    await sleep(100);
  }
};

/**
 * Builds targets that are missing or older than their sources: GraphQL types first, then server and screens in
 * parallel. `only` selects targets; `anew` builds them even if they are not older. Throws an Error with a Portuguese first
 * line followed by the tool's output.
 */
export const build = async (log, only = PRODUCT, { anew = false } = {}) => {
  const release = await acquireBuildLock();
  try {
    await buildStale(log, only, anew);
  } finally {
    release();
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build((line) => console.log(line)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
