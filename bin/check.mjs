import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** After codegen, since all of them read what it writes. */
const CHECKS = ['tsc --noEmit -p .', 'eslint .', 'prettier --check --log-level warn .'];

/** Runs one command of node_modules/.bin and answers its exit code; what it says is shown when it has ended, in one piece. */
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

/** Types, lint and format side by side: each runs on one core. */
const codes = (await run('graphql-codegen --config codegen.ts')) ? [1] : await Promise.all(CHECKS.map(run));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
