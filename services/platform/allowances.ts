import { sql } from 'kysely';
import { tooManyRequests } from './errors.ts';
import type { Platform } from './platform.ts';

/** Takes one use from a key's allowance; returns null, or the seconds to wait when it is exhausted. */
export const takeAllowance = async (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  bucket: string,
  key: string,
  allowed: { times: number; seconds: number },
): Promise<number | null> => {
  const { rows } = await sql<{ wait: number | null }>`
    select take_allowance(${bucket}, ${key}, ${allowed.times}::integer, ${allowed.seconds}::integer, ${clock.now()}) as wait`.execute(
    database.kysely,
  );
  return rows[0]?.wait ?? null;
};

/** @throws ServiceError 429 when the key's allowance is exhausted */
export const requireAllowance = async (...requested: Parameters<typeof takeAllowance>): Promise<void> => {
  const wait = await takeAllowance(...requested);
  if (wait !== null) throw tooManyRequests(wait);
};
