import { sql, type Selectable } from 'kysely';
import { paymentChanges, type PaymentChange } from '#domain/financial/partners/paymentChanges.ts';
import { ruleBroken } from '../../../platform/errors.ts';
import { requireReauthentication } from '../../../platform/reauthentication.ts';
import type { Session } from '../../../platform/session.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import type { PartnerRow } from '../../tables.ts';
import { tellPaymentChanges } from './tell.ts';

type Partner = Selectable<PartnerRow>;

const detailsOf = (partner: Partner | null) => ({
  pixKeys: partner?.pix_keys ?? [],
  bankAccounts: partner?.bank_accounts ?? [],
});

const PLACES: Readonly<Record<PaymentChange['target'], string>> = { PIX_KEY: 'pixKeys', BANK_ACCOUNT: 'bankAccounts' };
const BY_A_PERSON =
  'Um programa não muda chaves Pix nem contas bancárias. Peça a uma pessoa que faça a mudança no cadastro do fornecedor.';

/**
 * Whoever changes where money goes was just asked who they are; a program has nothing to prove itself by.
 * @throws ServiceError 422 at each place that a program changes, 403 REAUTHENTICATION_REQUIRED
 */
const requireProof = async (trx: Trx, work: Work, session: Session, changes: readonly PaymentChange[]) => {
  if (session.token) {
    const places = [...new Set(changes.map(({ target }) => PLACES[target]))];
    throw ruleBroken(
      BY_A_PERSON,
      places.map((path) => ({ path, message: BY_A_PERSON })),
    );
  }
  await requireReauthentication(trx, work, session);
};

const insertChanges = async (
  trx: Trx,
  { session: { accountId, userId }, clock }: Work,
  partnerId: number,
  changes: readonly PaymentChange[],
): Promise<void> => {
  await sql`
    insert into partner_payment_changes (account_id, partner_id, at, user_id, target, action, before, after)
    select ${accountId}::bigint, ${partnerId}::bigint, ${clock.now()}::timestamptz, ${userId}::bigint, c.target, c.action, c.before, c.after
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as c (target text, action text, before jsonb, after jsonb)`.execute(trx);
};

/**
 * Asks for a proof of who changes what a supplier is paid by, keeps the change with who and when, in the history too, and
 * announces it: such a change is how invoices are paid to somebody else. The number of statements does not depend on how
 * much was changed. @throws ServiceError as `requireProof`
 */
export const keepPaymentChanges = async (
  trx: Trx,
  work: Work,
  session: Session,
  { before, after }: { before: Partner | null; after: Partner },
): Promise<void> => {
  const changes = paymentChanges(detailsOf(before), detailsOf(after));
  if (changes.length === 0) return;
  await requireProof(trx, work, session, changes);
  await insertChanges(trx, work, after.id, changes);
  // The keys themselves are in the entry of the supplier, whose values go with it.
  work.audit({
    action: 'update',
    entity: 'partnerPayment',
    entityId: after.id,
    details: { changes: changes.map(({ target, action }) => ({ target, action })) },
  });
  await tellPaymentChanges(trx, work, session, { partner: after, changes });
};
