// Restarts the server on every change of its sources; Vite serves the screens with hot reload; codegen watches the
// .graphql files.
import { spawn } from 'node:child_process';
import { build } from './build.mjs';

const log = (line) => console.log(line);
await build(log, ['codegen']).catch((error) => {
  console.error(error.message);
  process.exit(1);
});

const bin = (name) => `node_modules/.bin/${name}`;
const WATCHED = ['schema/**/*.graphql', 'services/migrations/*.sql'];
const children = [
  spawn(
    bin('tsx'),
    ['watch', '--clear-screen=false', ...WATCHED.flatMap((glob) => ['--include', glob]), 'bin/main.ts'],
    { stdio: 'inherit' },
  ),
  spawn(process.execPath, ['bin/codegen.mjs', '--watch'], { stdio: 'inherit' }),
  spawn(bin('vite'), ['--config', 'web/vite.config.ts'], { stdio: 'inherit' }),
];

let ending = false;
const end = (signal) => {
  if (ending) return;
  ending = true;
  for (const child of children) child.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal));
for (const child of children)
  child.once('exit', (code) => {
    if (!ending) process.exitCode = code ?? 1;
    end('SIGTERM');
  });
