import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { MailKind } from '../tables.ts';

/** What somebody is asked to come to us for; the others tell them what happened. */
const ASKING: ReadonlySet<MailKind> = new Set([
  'INVITATION',
  'RECOVERY',
  'CONFIRMATION',
  'ACTIVATION',
  'ALREADY_REGISTERED',
]);

/**
 * Whether a mail counts for the limit of its address. What somebody must learn does not: whoever wants it unread would
 * only have to use the limit up beforehand.
 */
export const isLimited = (kind: MailKind): boolean => ASKING.has(kind);

export interface Addressing {
  /** Where it goes, if not to the login of the moment in which it is sent. */
  address?: string;
  /** Whom it tells of. */
  aboutId?: number;
}

/** Whether the same is on its way already: waiting for its turn, it would only be said twice. */
const isQueued = async (trx: Trx, work: Work, userId: number, kind: MailKind, address: string | undefined) => {
  const queued = await trx
    .selectFrom('outgoing_mail')
    .select('id')
    .where('account_id', '=', work.session.accountId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('address', 'is not distinct from', address ?? null)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst();
  return queued !== undefined;
};

/** Notes a mail to a user, inside the command that is the reason for it: it is sent only if the command commits. */
export const queueMail = async (
  trx: Trx,
  work: Work,
  userId: number,
  kind: MailKind,
  { address, aboutId }: Addressing = {},
): Promise<void> => {
  if (isLimited(kind) && (await isQueued(trx, work, userId, kind, address))) return;
  const now = work.clock.now();
  await trx
    .insertInto('outgoing_mail')
    .values({
      account_id: work.session.accountId,
      user_id: userId,
      kind,
      address: address ?? null,
      about_id: aboutId ?? null,
      created_at: now,
      next_attempt_at: now,
      sent_at: null,
      failed_at: null,
      last_error: null,
    })
    .execute();
};
