import { sql, type RawBuilder } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { BankEntry } from '#schema/financial/reconciliation/reconciliation.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { visibleRows } from '../transactions/visibility.ts';
import { type Clerk, seenBy } from './access.ts';

/** An entry as it is stored, with its whole value. */
interface EntryRow {
  kind: 'INSTALLMENT' | 'TRANSFER';
  id: number;
  transactionId: number | null;
  transactionVersion: number | null;
  type: 'CREDIT' | 'DEBIT' | null;
  partnerId: number | null;
  partnerName: string | null;
  documentNumber: string | null;
  description: string | null;
  number: number | null;
  count: number | null;
  dueDate: IsoDate | null;
  date: IsoDate | null;
  otherWalletId: number | null;
  otherWalletName: string | null;
  amount: string;
  visible: boolean;
}

const statusOf = ({ kind, date, dueDate }: EntryRow, today: IsoDate): BankEntry['status'] => {
  if (kind === 'TRANSFER') return 'TRANSFERRED';
  if (date !== null) return 'PAID';
  return dueDate !== null && dueDate < today ? 'OVERDUE' : 'OPEN';
};

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

export const entryOf = (row: EntryRow, today: IsoDate): BankEntry => ({
  kind: row.kind,
  id: row.id,
  transactionId: row.visible ? row.transactionId : null,
  transactionVersion: row.visible ? row.transactionVersion : null,
  type: row.type,
  partner: row.visible ? named(row.partnerId, row.partnerName) : null,
  documentNumber: row.visible ? row.documentNumber : null,
  description: row.visible ? row.description : null,
  number: row.visible ? row.number : null,
  count: row.visible ? row.count : null,
  dueDate: row.visible ? row.dueDate : null,
  date: row.date,
  otherWallet: named(row.otherWalletId, row.otherWalletName),
  status: statusOf(row, today),
  amount: row.amount,
  hidden: !row.visible,
});

const INSTALLMENT = sql`
  'INSTALLMENT' as kind, i.id, i.transaction_id as "transactionId", t.version as "transactionVersion", t.type,
  p.id as "partnerId", p.name as "partnerName", t.document_number as "documentNumber", t.description,
  i.number, t.installment_count as count, i.due_date as "dueDate", i.payment_date as date,
  null::bigint as "otherWalletId", null::text as "otherWalletName"`;

const OF_INSTALLMENT = sql`
  join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
  left join partners p on p.account_id = t.account_id and p.id = t.partner_id`;

const TRANSFER = sql`
  'TRANSFER' as kind, x.id, null::bigint as "transactionId", null::integer as "transactionVersion", null::text as type,
  null::bigint as "partnerId", null::text as "partnerName", null::text as "documentNumber", x.description,
  null::integer as number, null::integer as count, null::date as "dueDate", x.date,
  o.id as "otherWalletId", o.identifier as "otherWalletName"`;

const signed = (type: RawBuilder<unknown>, amount: RawBuilder<unknown>) =>
  sql`case ${type} when 'CREDIT' then ${amount} else -(${amount}) end`;

/** What lines answer of the installment `i`, and of the side of the transfer `x` that is in the wallet. */
const LINKED = sql`coalesce((
  select abs(sum(k.amount)) from bank_links k where k.account_id = i.account_id and k.installment_id = i.id), 0)`;
const linkedSide = (isSource: RawBuilder<unknown>) => sql`coalesce((
  select abs(sum(k.amount)) from bank_links k
   where k.account_id = x.account_id and k.transfer_id = x.id and (k.amount < 0) = ${isSource}), 0)`;

/** Which entries of a wallet are looked for. */
export interface EntryQuestion {
  walletId: number;
  from: IsoDate;
  to: IsoDate;
  /** Unsigned amounts; null for all. */
  amounts: readonly string[] | null;
  /** Partners whose installments of any amount are answered too. */
  partnerIds: readonly number[];
  search: string | null;
  /** Nearest to this day first. */
  near: IsoDate;
  limit: number;
}

/**
 * Entries that no line answers yet, or not wholly: open installments that the clerk may see, by their due date, and what is paid or
 * transferred in the wallet, by its day. One statement.
 */
export const openEntries = async (trx: Trx, clerk: Clerk, question: EntryQuestion): Promise<EntryRow[]> => {
  const { walletId, from, to, amounts, partnerIds, search, near, limit } = question;
  const { accountId } = clerk.session;
  const scope = (alias: string) =>
    sql`${sql.ref(`${alias}.account_id`)} = ${accountId} and ${sql.ref(`${alias}.company_id`)} = ${clerk.companyId}`;
  const days = (day: RawBuilder<unknown>) => sql`${day} between ${from}::date and ${to}::date`;
  /** Installments of which so much is not answered. */
  const installments = (rest: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
      select ${INSTALLMENT}, ${signed(sql`i.type`, rest)} as amount, true as visible
        from installments i ${OF_INSTALLMENT}
       where ${scope('i')} and ${where} and ${seenBy(clerk)(visibleRows)}
         and (${amounts}::numeric[] is null or t.partner_id = any(${[...partnerIds]}::bigint[])
           or ${rest} = any(${amounts}::numeric[]))
         and (${search}::text is null or search_key(coalesce(t.document_number, '') || ' ' || coalesce(t.description, '')
           || ' ' || coalesce(p.name, '') || ' ' || to_char(i.value, 'FM9999999999990D00')) like search_pattern(${search}))`;
  // Apart, so that each has the index of its days: what is open is answered by nothing.
  const { rows } = await sql<EntryRow>`
    select * from (
      ${installments(sql`i.value`, sql`i.forecast and ${days(sql`i.due_date`)}`)}
      union all
      ${installments(
        sql`(i.value - ${LINKED})`,
        sql`not i.forecast and i.wallet_id = ${walletId} and ${days(sql`i.payment_date`)} and i.value > ${LINKED}`,
      )}
      union all
      select ${TRANSFER}, case when x.source_wallet_id = ${walletId} then -1 else 1 end * (x.amount - ${linkedSide(sql`(x.source_wallet_id = ${walletId})`)}),
             true
        from transfers x
        join wallets o on o.account_id = x.account_id
          and o.id = case when x.source_wallet_id = ${walletId} then x.target_wallet_id else x.source_wallet_id end
       where ${scope('x')} and ${walletId} in (x.source_wallet_id, x.target_wallet_id) and ${days(sql`x.date`)}
         and (${amounts}::numeric[] is null or x.amount = any(${amounts}::numeric[]))
         and x.amount > ${linkedSide(sql`(x.source_wallet_id = ${walletId})`)}
         and (${search}::text is null or search_key(coalesce(x.description, '') || ' ' || o.identifier || ' '
           || to_char(x.amount, 'FM9999999999990D00')) like search_pattern(${search}))
    ) e
    order by abs(coalesce(e.date, e."dueDate") - ${near}::date), e.kind, e.id
    limit ${limit}`.execute(trx);
  return rows;
};

/** What lines are reconciled with, by line; documents that the clerk may not see without their words. */
export const linkedEntries = async (
  trx: Trx,
  clerk: Clerk,
  lineIds: readonly number[],
): Promise<Map<number, BankEntry[]>> => {
  if (lineIds.length === 0) return new Map();
  const { accountId } = clerk.session;
  const { rows } = await sql<EntryRow & { lineId: number }>`
    select k.line_id as "lineId", ${INSTALLMENT}, k.amount, ${seenBy(clerk)(visibleRows)} as visible
      from bank_links k
      join installments i on i.account_id = k.account_id and i.id = k.installment_id ${OF_INSTALLMENT}
     where k.account_id = ${accountId} and k.line_id = any(${[...lineIds]}::bigint[])
    union all
    select k.line_id, ${TRANSFER}, k.amount, true
      from bank_links k
      join transfers x on x.account_id = k.account_id and x.id = k.transfer_id
      join wallets o on o.account_id = x.account_id
        and o.id = case when k.amount < 0 then x.target_wallet_id else x.source_wallet_id end
     where k.account_id = ${accountId} and k.line_id = any(${[...lineIds]}::bigint[])
     order by 1, kind, number, id`.execute(trx);
  const entries = new Map<number, BankEntry[]>();
  for (const { lineId, ...row } of rows)
    entries.set(lineId, [...(entries.get(lineId) ?? []), entryOf(row, clerk.today)]);
  return entries;
};

export type { EntryRow };
