import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Runner } from './place.ts';
import { reason, StartError } from './startError.ts';

/** Owner of the database; the application switches to prumo_app, a role without privileges. */
export const OWNER = 'prumo';

/**
 * LC_CTYPE of the server in order of preference: macOS lacks C.UTF-8. ICU (pt-BR) sorts and compares; this setting
 * decides which characters are letters for pg_trgm, and with plain C "ç" is not one.
 */
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/** Environment of the server, without the caller's, whose PG* variables it would use. */
export const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Returns the owner's password, generated once and readable by the starting user only. */
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
  let output = '';
  for (const type of CHARACTER_TYPES) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    own(folder, by);
    const { status, error, stderr } = runInitdb(bin, folder, passwordFile, type, by);
    if (status === 0) return;
    output = error ? error.message : stderr.trim();
    if (!output.includes('locale')) break;
  }
  throw new Error(output);
};

/**
 * Creates the database's files when they do not exist. Creates them in a temporary folder and renames it, so that an
 * interrupted first start leaves no incomplete database.
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
