import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** By path, because TypeScript 6, for lint, has a `tsc` too. */
const TYPES = 'typescript-native/bin/tsc --noEmit -p .';
const LINT = 'eslint/bin/eslint.js .';
const COMPONENTS = 'eslint/bin/eslint.js -c lint/components.js web';
const FORMAT = 'prettier/bin/prettier.cjs --check --log-level warn .';

/**
 * Runs a program of node_modules and returns its exit code. Prints a failed program's output in one piece at its end.
 */
const run = (command, env = {}) =>
  new Promise((resolve, reject) => {
    const started = Date.now();
    const said = [];
    const [tool = '', ...args] = command.split(' ');
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', tool), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (data) => said.push(data));
    child.stderr.on('data', (data) => said.push(data));
    child.once('error', reject);
    child.once('exit', (code) => {
      console.log(`${code === 0 ? 'ok' : 'FAILED'}: ${command} (${Math.round((Date.now() - started) / 1000)} s)`);
      if (code !== 0) console.log(Buffer.concat(said).toString());
      resolve(code ?? 1);
    });
  });

/** Builds targets; returns 0, or 1 with the tool's output printed. */
const made = (targets, options) =>
  build(console.log, targets, options).then(
    () => 0,
    (error) => {
      console.log(error.message);
      return 1;
    },
  );

/** Lint with types takes one core about as long as all the others take the other one in turn. */
const lint = () => run(LINT, { LINT_WITHOUT_COMPONENTS: 'yes' });
const others = async () => [
  await run(TYPES),
  await run(FORMAT),
  await run(COMPONENTS),
  await made(['web', 'graphiql', 'gallery']),
];

/** All of them read what codegen writes, also by the names of types in gateway/, which are no input of its target. */
const codes = (await made(['codegen'], { anew: true })) ? [1] : (await Promise.all([lint(), others()])).flat();
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
