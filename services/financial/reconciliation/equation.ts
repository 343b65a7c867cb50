import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import { sum } from '#domain/money.ts';
import {
  type DayOfMovements,
  firstParting,
  provenThrough,
  unexplainedOf,
} from '#domain/financial/reconciliation/drift.ts';
import type { BankEquation } from '#schema/financial/reconciliation/reconciliation.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { sumsOfWallet, walletBalances } from '../wallets/balances.ts';
import type { Clerk, DeskWallet } from './access.ts';

interface Ledger {
  amount: string;
  date: IsoDate;
}

/** LEDGERBAL of the newest file that was imported into the wallet. */
const newestLedger = async (trx: Trx, accountId: number, walletId: number): Promise<Ledger | undefined> => {
  const { rows } = await sql<Ledger>`
    select a.ledger_amount as amount, a.ledger_date as date
      from bank_statement_accounts a
      join bank_statement_files f on f.account_id = a.account_id and f.id = a.file_id
     where a.account_id = ${accountId} and a.wallet_id = ${walletId} and f.state = 'IMPORTED' and a.ledger_date is not null
     order by a.ledger_date desc, f.imported_at desc, f.id desc limit 1`.execute(trx);
  return rows[0];
};

interface Day extends DayOfMovements {
  /** Sum and number of its lines that nothing in Prumo answers, and how many of them are still to be reconciled. */
  outside: string;
  outsideLines: number;
  open: number;
  lines: number;
}

/**
 * What bank and wallet moved, by day, from the wallet's first day to that of the bank's balance. A line whose suggestion is paid
 * already (`known`) is in Prumo.
 */
const daysUntil = async (
  trx: Trx,
  accountId: number,
  { wallet, known, at }: { wallet: DeskWallet; known: readonly number[]; at: IsoDate },
): Promise<Day[]> => {
  const { rows } = await sql<Day>`
    select d.date, sum(d.bank)::numeric(15, 2) as bank, (sum(d.moved) + sum(d.outside))::numeric(15, 2) as prumo,
           sum(d.outside)::numeric(15, 2) as outside, sum(d.outside_line)::integer as "outsideLines",
           sum(d.open)::integer as open, sum(d.line)::integer as lines
      from (
        select l.date, l.amount as bank, 0 as moved, 1 as line,
               case when o.outside then l.amount else 0 end as outside, o.outside::integer as outside_line,
               (o.free and l.ignored_at is null)::integer as open
          from bank_statement_lines l
          cross join lateral (
            select f.free, f.free and l.id <> all(${[...known]}::bigint[]) as outside
              from (select not exists (select from bank_links k where k.account_id = l.account_id and k.line_id = l.id) as free) f) o
         where l.account_id = ${accountId} and l.wallet_id = ${wallet.id} and l.replaced_by is null
           and l.date between ${wallet.balanceDate}::date and ${at}::date
        union all
        select m.date, 0, m.amount, 0, 0, 0, 0
          from wallets w cross join lateral (${sumsOfWallet(sql`w.balance_date`, sql`${at}::date`)}) m
         where w.account_id = ${accountId} and w.id = ${wallet.id}) d
     group by d.date order by d.date`.execute(trx);
  const first = rows.findIndex(({ lines }) => lines > 0);
  // Before the first line, nobody knows what the bank had.
  return first < 0 ? [] : rows.slice(first);
};

export interface Balances {
  equation: BankEquation | null;
  provenThrough: IsoDate | null;
}

/** The equation of balances of a wallet; null where no file told one. Three statements. */
export const balancesOf = async (
  trx: Trx,
  { session, companyId }: Clerk,
  wallet: DeskWallet,
  known: readonly number[],
): Promise<Balances> => {
  const { accountId } = session;
  const ledger = await newestLedger(trx, accountId, wallet.id);
  if (!ledger || ledger.date < wallet.balanceDate) return { equation: null, provenThrough: null };
  const [balance] = await walletBalances(trx, { accountId, companyId, at: ledger.date, ids: [wallet.id] });
  const days = await daysUntil(trx, accountId, { wallet, known, at: ledger.date });
  const outside = sum(days.map((day) => day.outside));
  const held = balance?.balance ?? '0.00';
  const unexplained = unexplainedOf({ ledger: ledger.amount, wallet: held, outside });
  const equation: BankEquation = {
    date: ledger.date,
    ledger: ledger.amount,
    wallet: held,
    outside,
    outsideLines: days.reduce((count, { outsideLines }) => count + outsideLines, 0),
    unexplained,
    since: firstParting(days, unexplained),
  };
  return { equation, provenThrough: provenThrough(days, { unexplained, end: ledger.date }) };
};
