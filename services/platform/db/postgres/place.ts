import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, reason, StartError } from './startError.ts';

/** User and group that run PostgreSQL, which refuses to run as root; root uses those of "nobody". */
export interface Runner {
  uid: number;
  gid: number;
}

const UNPRIVILEGED_USER: Runner = { uid: 65534, gid: 65534 };

/** Folder for files that PostgreSQL must reach when DATA_DIR or its programs are in a folder closed to it. */
const SHARED = '/var/lib/prumo';

/** Returns the ids to run PostgreSQL with; undefined unless the process is root. */
export const runner = (): Runner | undefined => (process.getuid?.() === 0 ? UNPRIVILEGED_USER : undefined);

/** Returns true when the runner may traverse every folder of the path. */
export const isReachable = (path: string, by: Runner | undefined): boolean => {
  if (!by) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === by.uid ? 0o100 : gid === by.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (folder === dirname(folder)) return true;
  }
};

/**
 * Creates folders one by one from the root: Node's recursive mkdir never ends on a file system without folders (/proc).
 */
const makeFolder = (folder: string): void => {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  if (folder !== dirname(folder)) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // A concurrent start may have created it.
    if (codeOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
};

/** Creates a folder that other users may traverse but not list; returns its real path. */
export const openFolder = (folder: string): string => {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if (process.getuid?.() === 0) chmodSync(folder, statSync(folder).mode | 0o011);
    return realpathSync(folder);
  } catch (error) {
    throw new StartError(
      `Não consegui preparar a pasta ${folder} (${reason(error)}): dê permissão de escrita nela ou escolha outra com DATA_DIR.`,
    );
  }
};

/** Returns a path in a folder of root that every user may traverse. */
export const sharedFolder = (name: string): string => {
  openFolder(SHARED);
  return join(SHARED, name);
};

/**
 * Returns the database folder of a DATA_DIR: `DATA_DIR/postgres`, or, when root starts the product in a folder that
 * PostgreSQL's user cannot reach (such as root's home), a separate folder that `postgres.location` in DATA_DIR names.
 * Its name is random, so that a deleted DATA_DIR starts empty and never reuses or damages old data.
 */
export const clusterFolder = (dataDir: string, by: Runner | undefined): string => {
  const pointer = join(dataDir, 'postgres.location');
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
  const inside = join(dataDir, 'postgres');
  if (existsSync(inside) || isReachable(dataDir, by)) return inside;
  const outside = sharedFolder(`postgres-${randomBytes(8).toString('hex')}`);
  writeFileSync(pointer, `${outside}\n`, { mode: 0o600 });
  return outside;
};
