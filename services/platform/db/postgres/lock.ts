import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, startOf } from './processes.ts';
import { codeOf, StartError } from './startError.ts';

/** Process that uses a DATA_DIR; `address` is known once it listens. */
export interface Holder {
  pid: number;
  start: string;
  address?: string;
}

export interface Lock {
  /** Records the address, which the error of a second start shows. */
  announce(address: string): void;
  release(): void;
}

const path = (dataDir: string): string => join(dataDir, 'prumo.lock');

const read = (file: string): Holder | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const holds = (holder: Holder): boolean => isAlive(holder.pid) && startOf(holder.pid) === holder.start;

/** Returns the running process that holds this DATA_DIR, or undefined. */
export const holderOf = (dataDir: string): Holder | undefined => {
  const holder = read(path(dataDir));
  return holder && holds(holder) ? holder : undefined;
};

const refuse = ({ pid, address }: Holder, dataDir: string): never => {
  const where = address ? `, em ${address}` : '';
  throw new StartError(
    `O Prumo já está rodando nesta pasta de dados (${dataDir}): processo ${pid}${where}. Encerre-o ou escolha outra pasta com DATA_DIR.`,
  );
};

/** Creates the file atomically: a link fails when the name exists, and the content is complete before the name. */
const create = (file: string, holder: Holder): boolean => {
  const draft = `${file}.${holder.pid}`;
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o644 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
};

/**
 * Locks a DATA_DIR for this process. Throws a StartError with the process that holds it. Ignores the lock of a killed
 * process, even when another process has its id now.
 */
export const lockDataDir = async (dataDir: string): Promise<Lock> => {
  const file = path(dataDir);
  const mine: Holder = { pid: process.pid, start: startOf(process.pid) };
  for (let attempt = 0; !create(file, mine); attempt++) {
    const holder = holderOf(dataDir);
    if (holder) refuse(holder, dataDir);
    if (attempt === 3) throw new StartError(`Não consegui reservar ${file}: apague esse arquivo e inicie de novo.`);
    rmSync(file, { force: true });
  }
  // Of two starts that remove the same stale file at once, the one that lost its file finds the other's here.
  await sleep(30);
  const holder = read(file);
  if (holder && holder.pid !== mine.pid) refuse(holder, dataDir);
  return {
    announce: (address) => {
      writeFileSync(`${file}.new`, JSON.stringify({ ...mine, address }));
      renameSync(`${file}.new`, file);
    },
    release: () => {
      if (read(file)?.pid === mine.pid) rmSync(file, { force: true });
    },
  };
};
