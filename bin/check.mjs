import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const CODEGEN = '@graphql-codegen/cli/esm/bin.js --config codegen.ts';

/** Run after codegen, whose output all of them read. By path, because TypeScript 6, for lint, has a `tsc` too. */
const CHECKS = [
  'typescript-native/bin/tsc --noEmit -p .',
  'eslint/bin/eslint.js .',
  'prettier/bin/prettier.cjs --check --log-level warn .',
];

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

/** Runs types, lint and format in parallel, on one core each. */
const codes = (await run(CODEGEN)) ? [1] : await Promise.all(CHECKS.map(run));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
