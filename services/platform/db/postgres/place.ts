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

/** The user that runs PostgreSQL. It refuses to run as root, so root lends it the ids of "nobody". */
export interface Runner {
  uid: number;
  gid: number;
}

const NOBODY: Runner = { uid: 65534, gid: 65534 };

/** Folder for what root owns and PostgreSQL must reach, used where DATA_DIR or the binaries are in a closed folder. */
const SHARED = '/var/lib/prumo';

/** The ids to run PostgreSQL with: none of its own for an ordinary user. */
export const runner = (): Runner | undefined => (process.getuid?.() === 0 ? NOBODY : undefined);

/** Whether the runner may pass through every folder on the way to this path. */
export const isReachable = (path: string, by: Runner | undefined): boolean => {
  if (!by) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === by.uid ? 0o100 : gid === by.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (folder === dirname(folder)) return true;
  }
};

/** One by one from the root down: Node's own recursion never ends where a file system takes no folders (/proc). */
const makeFolder = (folder: string): void => {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  if (folder !== dirname(folder)) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another start of the same moment may have made it.
    if (codeOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
};

/** Makes a folder that others may pass through but not list, and says where it really is. */
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

/** A folder of root's that everybody may pass through. */
export const sharedFolder = (name: string): string => {
  openFolder(SHARED);
  return join(SHARED, name);
};

/**
 * Where the database of a DATA_DIR lies: in `DATA_DIR/postgres`, or, when root starts the system in a folder that
 * PostgreSQL's user cannot reach (a root home is closed to others), in a folder of its own that DATA_DIR names in
 * `postgres.location`. The name is random: a deleted DATA_DIR starts anew and never picks up, or harms, old data.
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
