import type { Actor, Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { MailKind } from '../tables.ts';
import { hasLogin } from '../users/store.ts';
import { queueMail, type Addressing } from './queue.ts';

/** Queues a mail to every administrator of the account who can log in, as `queueMail`. */
export const mailAdmins = async (
  trx: Trx,
  work: Work<Actor | Outsider>,
  kind: MailKind,
  addressing: Addressing = {},
): Promise<void> => {
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', work.session.accountId)
    .where('admin', '=', true)
    .where('active', '=', true)
    .where(hasLogin('users'))
    .orderBy('id')
    .execute();
  for (const { id } of admins) await queueMail(trx, work, id, kind, addressing);
};
