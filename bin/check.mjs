import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Run after codegen, whose output all of them read. */
const CHECKS = ['tsc --noEmit -p .', 'eslint .', 'prettier --check --log-level warn .'];

/**
 * Runs a command of node_modules/.bin and returns its exit code. Prints a failed command's output in one piece at its
 * end.
 */
const run = (command) =>
  new Promise((resolve, reject) => {
    const started = Date.now();
    const said = [];
    const [tool = '', ...args] = command.split(' ');
    const child = spawn(join(ROOT, 'node_modules', '.bin', tool), args, {
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
const codes = (await run('graphql-codegen --config codegen.ts')) ? [1] : await Promise.all(CHECKS.map(run));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
