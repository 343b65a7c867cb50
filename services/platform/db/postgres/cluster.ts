import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Runner } from './place.ts';
import { reason, StartError } from './startError.ts';

/** Owner of the database; the application takes the role without privileges (prumo_app) on top of it. */
export const OWNER = 'prumo';

/**
 * Languages of the server's own text functions, best first: macOS lacks C.UTF-8. Sorting and comparing is ICU's
 * (pt-BR) in any case; this decides what pg_trgm takes for a letter, and with plain C "ç" is none.
 */
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/** Environment of the server: nothing of the caller's, whose PG* variables would be obeyed. */
export const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** The owner's password, made once and readable by the starting user alone. */
export const ownerPassword = (dataDir: string): string => {
  const file = join(dataDir, 'postgres.password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
};

const own = (path: string, by: Runner | undefined): void => {
  if (by) chownSync(path, by.uid, by.gid);
};

const runInitdb = (bin: string, folder: string, passwordFile: string, type: string, by: Runner | undefined) =>
  spawnSync(
    join(bin, 'initdb'),
    [
      `--pgdata=${folder}`,
      `--username=${OWNER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${type}`,
      '--locale-provider=icu',
      '--icu-locale=pt-BR',
      '--no-instructions',
    ],
    { ...by, env: environment, encoding: 'utf8', cwd: '/' },
  );

const initialise = (bin: string, folder: string, passwordFile: string, by: Runner | undefined): void => {
  let said = '';
  for (const type of CHARACTER_TYPES) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    own(folder, by);
    const { status, error, stderr } = runInitdb(bin, folder, passwordFile, type, by);
    if (status === 0) return;
    said = error ? error.message : stderr.trim();
    if (!said.includes('locale')) break;
  }
  throw new Error(said);
};

/**
 * Creates the database's files when there are none. They are made beside their place and renamed into it at the end,
 * so that an interrupted first start leaves nothing that looks like a database.
 */
export const ensureCluster = (bin: string, folder: string, password: string, by: Runner | undefined): void => {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const draft = `${folder}.new`;
  const passwordFile = `${folder}.pw`;
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    own(passwordFile, by);
    initialise(bin, draft, passwordFile, by);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } catch (error) {
    throw new StartError(
      `Não consegui criar o banco de dados em ${folder}: ${reason(error)}. Verifique espaço e permissões, ou escolha outra pasta com DATA_DIR.`,
    );
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
};
