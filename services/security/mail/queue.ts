import type { Trx, Work } from '../../platform/unitOfWork.ts';
import type { MailKind } from '../tables.ts';

/** Notes a mail to a user, inside the command that is the reason for it: it is sent only if the command commits. */
export const queueMail = async (trx: Trx, work: Work, userId: number, kind: MailKind): Promise<void> => {
  const now = work.clock.now();
  await trx
    .insertInto('outgoing_mail')
    .values({
      account_id: work.session.accountId,
      user_id: userId,
      kind,
      created_at: now,
      next_attempt_at: now,
      sent_at: null,
      failed_at: null,
      last_error: null,
    })
    .execute();
};
