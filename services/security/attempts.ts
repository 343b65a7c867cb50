import { sql } from 'kysely';
import { OAuthError } from '../platform/http/failures.ts';
import type { Platform } from '../platform/platform.ts';

/** Message of 429 when a login's attempts are exhausted. */
export const TOO_MANY_LOGIN_ATTEMPTS = 'Muitas tentativas de acesso. Aguarde alguns minutos e tente novamente.';

/** Takes an attempt from the allowance before the password is checked, so that parallel attempts cannot exceed it. */
export const reserveAttempt = async (
  { database, clock }: Platform,
  login: string,
  address: string,
): Promise<{ attempt: number } | { wait: number }> => {
  const { rows } = await sql<{ attempt_id: number | null; retry_after: number | null }>`
    select * from reserve_login_attempt(${login}, ${address}, ${clock.now()})`.execute(database.kysely);
  const [row] = rows;
  return row?.attempt_id ? { attempt: row.attempt_id } : { wait: row?.retry_after ?? 60 };
};

/** Takes an attempt of the token endpoint. @throws OAuthError 429 when the login's attempts are exhausted */
export const reserveLogin = async (platform: Platform, login: string, address: string): Promise<number> => {
  const reserved = await reserveAttempt(platform, login, address);
  if ('attempt' in reserved) return reserved.attempt;
  const headers = { 'retry-after': String(reserved.wait) };
  throw new OAuthError(429, 'temporarily_unavailable', TOO_MANY_LOGIN_ATTEMPTS, headers);
};
