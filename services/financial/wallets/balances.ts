import { sql, type RawBuilder } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { WalletBalance } from '#schema/financial/wallets.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** SQL for a day: a value of the request, or a column. */
type Day = RawBuilder<unknown>;

/**
 * Paid movements and transfers of the wallet `w` of the outer statement, both days included; receipts are positive.
 * Evaluated for each wallet (lateral), so that each part is a range of an index on the wallet.
 */
export const movementsOfWallet = (from: Day, to: Day): RawBuilder<unknown> => sql`
  select i.payment_date as date, i.type as kind, i.id, case i.type when 'CREDIT' then i.value else -i.value end as amount,
         i.transaction_id, null::bigint as other_wallet_id, null::text as description
  from installments i
  where i.account_id = w.account_id and i.wallet_id = w.id and not i.forecast and i.payment_date between ${from} and ${to}
  union all
  select x.date, 'TRANSFER_OUT', x.id, -x.amount, null, x.target_wallet_id, x.description
  from transfers x where x.account_id = w.account_id and x.source_wallet_id = w.id and x.date between ${from} and ${to}
  union all
  select x.date, 'TRANSFER_IN', x.id, x.amount, null, x.source_wallet_id, x.description
  from transfers x where x.account_id = w.account_id and x.target_wallet_id = w.id and x.date between ${from} and ${to}`;

/** Payments summed by day and kind, as they are stored: a row may cancel another one. */
const paidSums = (from: Day, to: Day): RawBuilder<unknown> => sql`
  select s.payment_date as date, s.type as kind, s.count, case s.type when 'CREDIT' then s.value else -s.value end as amount
  from wallet_sums s where s.account_id = w.account_id and s.wallet_id = w.id and s.payment_date between ${from} and ${to}`;

const transferSums = (from: Day, to: Day): RawBuilder<unknown> => sql`
  select x.date, 'TRANSFER_OUT' as kind, 1 as count, -x.amount as amount
  from transfers x where x.account_id = w.account_id and x.source_wallet_id = w.id and x.date between ${from} and ${to}
  union all
  select x.date, 'TRANSFER_IN', 1, x.amount
  from transfers x where x.account_id = w.account_id and x.target_wallet_id = w.id and x.date between ${from} and ${to}`;

/**
 * The same movements summed by day and kind: a row covers `count` movements. A row may cancel another one, so the kind tells
 * receipts from payments, not the sign.
 */
export const sumsOfWallet = (from: Day, to: Day): RawBuilder<unknown> =>
  sql`${paidSums(from, to)} union all ${transferSums(from, to)}`;

/** Selects wallets of a company, and the day. */
export interface BalanceQuestion {
  accountId: number;
  companyId: number;
  at: IsoDate;
  /** Only these wallets; null for all. */
  ids?: readonly number[] | null;
  activeOnly?: boolean;
}

/**
 * Reads balances at the end of a day, sorted by identifier: initial balance plus all movements from balanceDate on.
 * Earlier movements do not count; their number is returned (domain.md §3). One statement for any number of wallets.
 */
export const walletBalances = async (trx: Trx, question: BalanceQuestion): Promise<WalletBalance[]> => {
  const { accountId, companyId, at, ids, activeOnly = false } = question;
  const until = (sums: typeof paidSums): RawBuilder<unknown> => sql`
    select coalesce(sum(m.amount) filter (where m.date >= w.balance_date), 0) as amount,
           coalesce(sum(m.count) filter (where m.date < w.balance_date), 0)::integer as ignored
      from (${sums(sql`'-infinity'::date`, sql`${at}::date`)}) m`;
  // Each sum by itself: many days are added up where they are read.
  const { rows } = await sql<WalletBalance>`
    select w.id, w.identifier, w.description, w.active, ${at}::date as at,
           w.initial_balance + paid.amount + moved.amount as balance, paid.ignored + moved.ignored as "ignoredMovements"
    from wallets w
    cross join lateral (${until(paidSums)}) paid
    cross join lateral (${until(transferSums)}) moved
    where w.account_id = ${accountId} and w.company_id = ${companyId}
      and ${ids ? sql`w.id = any(${[...ids]}::bigint[])` : sql`true`}
      and ${activeOnly ? sql`w.active` : sql`true`}
    order by search_key(w.identifier), w.id`.execute(trx);
  return rows;
};
