import { sql } from 'kysely';
import type { BankAccount } from '#domain/financial/partners/bankAccounts.ts';
import type { PaymentAction } from '#domain/financial/partners/paymentChanges.ts';
import type { PixKey } from '#domain/financial/partners/pixKeys.ts';
import type { PartnerPaymentChange } from '#schema/financial/partnerPayment.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { notFound } from '../../../platform/errors.ts';
import { orderAndCut, readListQuery, withTotal, type ListKeys } from '../../../platform/register/lists.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';

type Row = Pick<PartnerPaymentChange, 'id' | 'at' | 'user'> & { action: PaymentAction } & (
    | { target: 'PIX_KEY'; before: PixKey | null; after: PixKey | null }
    | { target: 'BANK_ACCOUNT'; before: BankAccount | null; after: BankAccount | null }
  );

const NO_KEY = { pixKeyBefore: null, pixKeyAfter: null };
const NO_ACCOUNT = { bankAccountBefore: null, bankAccountAfter: null };

const answerOf = ({ id, at, user, action, ...row }: Row): PartnerPaymentChange => ({
  ...{ id, at, user, action, ...NO_KEY, ...NO_ACCOUNT },
  ...(row.target === 'PIX_KEY'
    ? { pixKeyBefore: row.before, pixKeyAfter: row.after }
    : { bankAccountBefore: row.before, bankAccountAfter: row.after }),
});

/** What may change of a key or an account without making it another one. */
const IDENTITY = sql`(c.after - 'preferred' - 'holderTaxId')`;

/** The latest change of each key and account that the partner has now. */
const latestOf = (accountId: number, partnerId: number) => sql`
  c.id in (
    select distinct on (c.target, ${IDENTITY}) c.id
      from partner_payment_changes c join partners p on p.account_id = c.account_id and p.id = c.partner_id
     where c.account_id = ${accountId} and c.partner_id = ${partnerId} and c.after is not null
       and (case c.target when 'PIX_KEY' then p.pix_keys else p.bank_accounts end) @> jsonb_build_array(${IDENTITY})
     order by c.target, ${IDENTITY}, c.id desc)`;

const rules = { sortable: { id: 'c.id' }, defaultSort: 'id:desc', key: 'c.id', maxSize: 200 };

const requirePartner = async (trx: Trx, accountId: number, id: number): Promise<void> => {
  const found = await trx
    .selectFrom('partners')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound('Parceiro não encontrado.');
};

/** Changes of what a partner is paid by, the latest first. @throws ServiceError 404 */
export const listPaymentChanges = async (
  trx: Trx,
  accountId: number,
  partnerId: number,
  { current = false, ...query }: Pick<ListKeys, 'page' | 'size'> & { current?: boolean | undefined },
): Promise<PageOf<PartnerPaymentChange>> => {
  await requirePartner(trx, accountId, partnerId);
  const list = readListQuery({ ...query, size: query.size ?? 50 }, rules);
  const from = sql`
    from partner_payment_changes c left join users u on u.account_id = c.account_id and u.id = c.user_id
   where c.account_id = ${accountId} and c.partner_id = ${partnerId} and ${current ? latestOf(accountId, partnerId) : sql`true`}`;
  const { rows } = await sql<Row>`
    select c.id, c.at, c.target, c.action, c.before, c.after,
           case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user
      ${from} ${orderAndCut(list)}`.execute(trx);
  const count = async () => {
    const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(trx);
    return counted[0]?.total ?? 0;
  };
  return withTotal(list, rows.map(answerOf), count);
};
