import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** By path, because TypeScript 6, for lint, has a `tsc` too. */
const TYPES = 'typescript-native/bin/tsc --noEmit -p .';
const LINT = 'eslint/bin/eslint.js .';
/** The rules that need types, by the compiler of `TYPES`. */
const TYPED_LINT = 'oxlint/bin/oxlint';
const FORMAT = 'prettier/bin/prettier.cjs --check --log-level warn .';

/**
 * Runs a program of node_modules and returns its exit code. Prints a failed program's output in one piece at its end.
 */
const run = (command) =>
  new Promise((resolve, reject) => {
    const started = Date.now();
    const said = [];
    const [tool = '', ...args] = command.split(' ');
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', tool), ...args], {
      cwd: ROOT,
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

/** Two lanes of about the same length: the first has one core, the second takes what it gets of both. */
const texts = async () => [await run(LINT), await run(FORMAT)];
const types = async () => [await run(TYPES), await run(TYPED_LINT), await made(['web', 'graphiql', 'gallery'])];

/** All of them read what codegen writes, also by the names of types in gateway/, which are no input of its target. */
const codes = (await made(['codegen'], { anew: true })) ? [1] : (await Promise.all([texts(), types()])).flat();
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
