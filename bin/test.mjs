import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

/** Runs the suites in CI mode and returns jest's exit code. */
const run = (args, environment = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...JEST, '--ci', ...args], {
      ...{ cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...environment } },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });

/** The red suites that the reporter of the budget hands over to be run again. */
const handedOver = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);

/**
 * Every suite; then, once and by themselves, the few suites of screens that were red. Both answers are printed: a suite that
 * was red once has a fault, in itself or in the product (docs/decisions/0112).
 */
const test = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-test-'));
  try {
    const file = join(folder, 'red.json');
    const code = await run([], { PRUMO_SECOND_RUN: file });
    const red = handedOver(file);
    if (code === 0 || red.length === 0) return code;
    console.log(`\nRED ONCE, run again alone: ${red.join(', ')}\n`);
    const again = await run(['--runInBand', ...red]);
    console.log(`\n${again === 0 ? 'RED ONCE, green alone' : 'RED TWICE'}: ${red.join(', ')}`);
    return again;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

process.exitCode = await test();
