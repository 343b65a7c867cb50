import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { StatementLine } from '#schema/financial/wallets.rest.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { expense, income } from '../transactions/kinds.ts';
import { viewOf, visibleRows } from '../transactions/visibility.ts';
import { movementsOfWallet, sumsOfWallet } from './balances.ts';

/** Days of a statement; none before the wallet's balanceDate counts (domain.md §3). */
export interface StatementQuestion {
  session: Session;
  companyId: number;
  walletId: number;
  from: IsoDate;
  to: IsoDate;
}

export interface StatementFigures {
  openingBalance: string;
  closingBalance: string;
  /** Within the period: opening + in − out = closing. */
  moneyIn: string;
  moneyOut: string;
  lines: number;
}

const wallet = ({ session, companyId, walletId }: StatementQuestion) => sql`
  select w.* from wallets w where w.account_id = ${session.accountId} and w.company_id = ${companyId} and w.id = ${walletId}`;

const comesIn = sql`(m.kind in ('CREDIT', 'TRANSFER_IN'))`;

/**
 * Reads the balances before the first day and after the last, and the sums between; undefined for an unknown wallet.
 */
export const statementFigures = async (
  trx: Trx,
  question: StatementQuestion,
): Promise<StatementFigures | undefined> => {
  const { from, to } = question;
  const { rows } = await sql<StatementFigures>`
    select w.initial_balance + coalesce(sum(m.amount) filter (where m.date < ${from}::date), 0) as "openingBalance",
           w.initial_balance + coalesce(sum(m.amount), 0) as "closingBalance",
           coalesce(sum(m.amount) filter (where m.date >= ${from}::date and ${comesIn}), 0)::numeric(15, 2) as "moneyIn",
           coalesce(-sum(m.amount) filter (where m.date >= ${from}::date and not ${comesIn}), 0)::numeric(15, 2) as "moneyOut",
           coalesce(sum(m.count) filter (where m.date >= ${from}::date), 0)::integer as lines
    from (${wallet(question)}) w
    left join lateral (${sumsOfWallet(sql`w.balance_date`, sql`${to}::date`)}) m on true
    group by w.id, w.initial_balance`.execute(trx);
  return rows[0];
};

type LineRow = Omit<StatementLine, 'otherWallet' | 'key'> & {
  id: number;
  otherWalletId: number | null;
  otherWalletName: string | null;
};

/** Condition for the transactions that a user may see behind the lines, by the grants of each kind (domain.md §2). */
const visibleTransactions = ({ session, companyId }: StatementQuestion) =>
  sql.join(
    [expense, income].map((kind) => sql`(t.type = ${kind.type} and ${visibleRows(viewOf(session, companyId, kind))})`),
    sql` or `,
  );

/** Lines of a day go by kind and key, so that pages never overlap. */
const OLDEST_FIRST = sql`date, kind, id`;
const NEWEST_FIRST = sql`date desc, kind desc, id desc`;

/**
 * Reads the lines of one page with the balance after each. Computes the balance over the whole period, from its first day
 * on, before cutting the page.
 */
export const statementLines = async (
  trx: Trx,
  question: StatementQuestion,
  page: { openingBalance: string; offset: number; limit: number; newestFirst: boolean },
): Promise<StatementLine[]> => {
  const { from, to, session } = question;
  const order = page.newestFirst ? NEWEST_FIRST : OLDEST_FIRST;
  const { rows } = await sql<LineRow>`
    with lines as (
      select m.*, ${page.openingBalance}::numeric(15, 2)
               + sum(m.amount) over (order by m.date, m.kind, m.id rows unbounded preceding) as balance
      from (${wallet(question)}) w
      cross join lateral (${movementsOfWallet(sql`greatest(${from}::date, w.balance_date)`, sql`${to}::date`)}) m
      order by ${order}
      limit ${page.limit} offset ${page.offset}
    )
    select l.id, l.date, l.kind, l.amount, l.balance, coalesce(t.description, l.description) as description,
           p.name as "partnerName", t.document_number as "documentNumber", t.id as "transactionId",
           case when l.transaction_id is null then l.id end as "transferId",
           o.id as "otherWalletId", o.identifier as "otherWalletName"
    from lines l
    left join transactions t
      on t.account_id = ${session.accountId} and t.id = l.transaction_id and (${visibleTransactions(question)})
    left join partners p on p.account_id = t.account_id and p.id = t.partner_id
    left join wallets o on o.account_id = ${session.accountId} and o.id = l.other_wallet_id
    order by ${order}`.execute(trx);
  return rows.map(lineOf);
};

const lineOf = ({ id, otherWalletId, otherWalletName, ...line }: LineRow): StatementLine => ({
  key: line.transferId === null ? `installment-${id}` : `transfer-${id}`,
  ...line,
  otherWallet: otherWalletId === null ? null : { id: otherWalletId, name: otherWalletName ?? '' },
});
