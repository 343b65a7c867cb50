import { ServiceError } from './errors.ts';
import type { Session } from './session.ts';
import type { Trx, Work } from './db/unitOfWork.ts';

/** Validity of a reauthentication in milliseconds. */
export const REAUTHENTICATION_COUNTS = 15 * 60 * 1000;

/**
 * Requires a recent reauthentication for changes of access and of where money goes, so that a stolen token or an open
 * session does not suffice. A login does not count: the token may be stolen a minute later.
 * @throws ServiceError 403 REAUTHENTICATION_REQUIRED unless the session was reauthenticated in the last 15 minutes
 */
export const requireReauthentication = async (trx: Trx, work: Work, { tokenHash }: Session): Promise<void> => {
  const token = await trx
    .selectFrom('access_tokens')
    .select('reauthenticated_at')
    .where('account_id', '=', work.session.accountId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  const given = token?.reauthenticated_at;
  if (given && work.clock.now().getTime() - Date.parse(given) < REAUTHENTICATION_COUNTS) return;
  throw new ServiceError(403, 'REAUTHENTICATION_REQUIRED', 'Confirme a sua senha para continuar.');
};
