// Plain JavaScript without dependencies up to the checks, so that it can report missing packages.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const parts = (version) => version.replace(/^\D+/, '').split('.').map(Number);

const nodeProblem = () => {
  const [major, minor] = parts(process.versions.node);
  const [wantedMajor, wantedMinor] = parts(manifest.engines.node);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return undefined;
  return `O Prumo precisa do Node ${wantedMajor}.${wantedMinor} ou mais novo, e este é o ${process.versions.node}: instale outro e inicie de novo.`;
};

const installedVersion = (name) => {
  const file = join(ROOT, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
};

/** True after `npm ci --omit=dev`: what was built before is run, and nothing is built. */
const onlyRuns = installedVersion('vite') === undefined;

const packagesProblem = () => {
  const wanted = Object.entries({ ...manifest.dependencies, ...(onlyRuns ? {} : manifest.devDependencies) });
  // An alias ("npm:typescript@7.0.2") names another package before its version.
  const isInstalled = ([name, version]) => installedVersion(name) === version.replace(/^npm:.+@/, '');
  if (wanted.every(isInstalled)) return undefined;
  return 'Faltam dependências ou elas mudaram: rode "npm ci" nesta pasta e inicie de novo.';
};

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

const problem = nodeProblem() ?? packagesProblem();
if (problem) fail(problem);

const { build, isBuilt } = await import('./build.mjs');
if (!onlyRuns) await build((line) => console.log(line)).catch((error) => fail(error.message));
else if (!isBuilt())
  fail(
    'O que está em dist não foi construído destes arquivos com este Node: rode "npm ci" e "npm run build" nesta pasta, depois "npm ci --omit=dev".',
  );
// The program that further processes run (PROCESSES), without these checks.
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
process.argv[1] = main;
await import(main);
