import { sql } from 'kysely';
import { formatMoment } from '#domain/dates.ts';
import { paymentChangeText, type PaymentChange } from '#domain/financial/partners/paymentChanges.ts';
import { postMessage } from '../../../assistant/postMessage.ts';
import type { Session } from '../../../platform/session.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import { namedUser } from '../../../platform/namedUser.ts';

/** Changes that a message tells one by one; it holds 2,000 characters. */
const MOST_TOLD = 10;

/** Active administrators, and who may pay anywhere in the account, but not who made the change. One statement. */
const payersOf = async (trx: Trx, { accountId, userId }: Session): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
     where u.account_id = ${accountId} and u.active and not u.service and u.id <> ${userId}
       and (u.admin or exists (
         select from user_permissions g
          where g.account_id = u.account_id and g.user_id = u.id and g.permission = 'DEBIT'))
     order by u.id`.execute(trx);
  return rows.map(({ id }) => id);
};

/** Tells everybody who may pay, masked. Of the account, so that nobody can switch it off. */
export const tellPaymentChanges = async (
  trx: Trx,
  work: Work,
  session: Session,
  { partner, changes }: { partner: { id: number; name: string }; changes: readonly PaymentChange[] },
): Promise<void> => {
  const told = changes.slice(0, MOST_TOLD).map((change) => `${paymentChangeText(change, { masked: true })}.`);
  const more = changes.length - told.length;
  const rest = more > 0 ? [`E mais ${more} ${more === 1 ? 'alteração' : 'alterações'}.`] : [];
  const when = formatMoment(work.clock.now(), session.timeZone);
  await postMessage(trx, work, {
    userIds: await payersOf(trx, session),
    kind: 'WARNING',
    title: 'Dados de pagamento alterados',
    text: [
      `${namedUser(session.userId)} alterou os dados de pagamento de ${partner.name} em ${when}.`,
      ...told,
      ...rest,
      'Confirme com o fornecedor antes de pagar.',
    ].join(' '),
    people: [session.userId],
    link: `/home/forms/supplier?id=${partner.id}`,
    linkLabel: partner.name.slice(0, 60),
  });
};
