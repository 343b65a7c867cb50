import type { Actor, Outsider, Trx, Work } from '../platform/db/unitOfWork.ts';

/** Revokes all tokens of a user. */
export const revokeTokens = (trx: Trx, work: Work<Actor | Outsider>, userId: number) =>
  trx
    .updateTable('access_tokens')
    .set({ revoked_at: work.clock.now() })
    .where('account_id', '=', work.session.accountId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
