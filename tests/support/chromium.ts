import { execFile } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Replaces the package's own flags, which disable web security. Denies access to other hosts. */
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  // A page of a suite lives for seconds: optimizing its code takes a fifth of the time and is not repaid.
  '--js-flags=--single-threaded-gc,--no-opt,--no-maglev',
];

/** The npm package exists for this platform only; a headless shell costs a third of a full browser. */
const isPacked = process.platform === 'linux' && process.arch === 'x64';

const installed = (): string | undefined =>
  process.env.CHROMIUM_PATH || (isPacked ? undefined : SYSTEM.find((candidate) => existsSync(candidate)));

const packed = (): { bin: string; version: string } => {
  const root = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))));
  const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { bin: join(root, 'bin'), version: manifest.version };
};

const decompress = (packedFile: string, file: string, mode: number): Promise<void> =>
  pipeline(createReadStream(packedFile), createBrotliDecompress(), createWriteStream(file, { mode }));

const unpack = async (archive: string, folder: string): Promise<void> => {
  const plain = join(folder, basename(archive, '.br'));
  await decompress(archive, plain, 0o600);
  await promisify(execFile)('tar', ['-x', '--no-same-owner', '-f', plain, '-C', folder]);
  rmSync(plain);
};

/** The package's font configuration has a fixed folder; without fonts Chromium draws no text. */
const fontConfiguration = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fontcache</cachedir>
</fontconfig>
`;

/**
 * Unpacks the browser of the npm package, once per version, and returns its path; '' when a browser is installed. Only
 * globalSetup calls it, because two processes unpacking at once would corrupt the files.
 */
export const extractChromium = async (): Promise<string> => {
  if (installed()) return '';
  const { bin, version } = packed();
  const folder = join(process.cwd(), 'node_modules', '.cache', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    await Promise.all([
      decompress(join(bin, 'chromium.br'), join(draft, 'chromium'), 0o755),
      unpack(join(bin, 'fonts.tar.br'), draft),
      unpack(join(bin, 'swiftshader.tar.br'), draft),
      unpack(join(bin, 'al2023.tar.br'), draft),
    ]);
    writeFileSync(join(draft, 'fonts.conf'), fontConfiguration(folder));
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
};

const launch = (): Promise<Browser> => {
  const own = installed();
  if (own) return chromium.launch({ executablePath: own, args: ARGUMENTS });
  const folder = process.env.PRUMO_TEST_CHROMIUM;
  if (!folder) throw new Error('No Chromium for this run: tests/globalSetup.mjs unpacks it, or set CHROMIUM_PATH.');
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: ARGUMENTS,
    env: {
      ...process.env,
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      LD_LIBRARY_PATH: join(folder, 'lib'),
    },
  });
};

/**
 * Starts a headless Chromium: CHROMIUM_PATH, else the system's, else the npm package's. Close it in `afterAll`. One that dies
 * while it starts (SIGSEGV, seen once in some thousand starts) is started again. Throws with the browser's output when
 * it does not start.
 */
export const launchChromium = (): Promise<Browser> => launch().catch(launch);
