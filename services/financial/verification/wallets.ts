import { sql } from 'kysely';
import { Decimal } from '#domain/decimal.ts';
import { formatCurrency, money, type Money } from '#domain/money.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { walletBalances } from '../wallets/balances.ts';
import type { Findings } from './findings.ts';

interface Wallet {
  id: string;
  companyId: string;
  identifier: string;
  initialBalance: Money;
  balanceDate: IsoDate;
}

interface Movement {
  id: string;
  date: IsoDate;
  amount: Money;
  incoming: boolean;
}

const BATCH = 5_000;
/** Later than any movement: selects the balance over all movements. */
const END_OF_TIME = '9999-12-31';

type Source = (trx: Trx, accountId: string, walletId: string, date: string, id: string) => Promise<Movement[]>;

const payments: Source = async (trx, accountId, walletId, date, id) => {
  const { rows } = await sql<Movement>`
    select id, payment_date::text as date, value as amount, type = 'CREDIT' as incoming from installments
    where account_id = ${accountId} and wallet_id = ${walletId} and not forecast
      and (payment_date, id) > (${date}::date, ${id}::bigint)
    order by payment_date, id limit ${BATCH}`.execute(trx);
  return rows;
};

const legs =
  (column: 'source_wallet_id' | 'target_wallet_id'): Source =>
  async (trx, accountId, walletId, date, id) => {
    const { rows } = await sql<Movement>`
      select id, date::text as date, amount, ${column === 'target_wallet_id'}::boolean as incoming from transfers
      where account_id = ${accountId} and ${sql.ref(column)} = ${walletId} and (date, id) > (${date}::date, ${id}::bigint)
      order by date, id limit ${BATCH}`.execute(trx);
    return rows;
  };

/** Replays movements one by one in date order, in batches of some thousands. */
const replay = async (
  from: Source,
  trx: Trx,
  accountId: string,
  wallet: Wallet,
): Promise<{ counted: Decimal; all: Decimal; rows: number }> => {
  let [counted, all, rows] = [new Decimal(0), new Decimal(0), 0];
  let [date, id] = ['-infinity', '0'];
  for (;;) {
    const batch = await from(trx, accountId, wallet.id, date, id);
    for (const movement of batch) {
      const amount = new Decimal(movement.amount).times(movement.incoming ? 1 : -1);
      all = all.plus(amount);
      if (movement.date >= wallet.balanceDate) counted = counted.plus(amount);
      ({ date, id } = movement);
    }
    rows += batch.length;
    if (batch.length < BATCH) return { counted, all, rows };
  }
};

const walletsOf = async (trx: Trx, accountId: string): Promise<Wallet[]> => {
  const { rows } = await sql<Wallet>`
    select id, company_id as "companyId", identifier, initial_balance as "initialBalance",
           balance_date::text as "balanceDate"
    from wallets where account_id = ${accountId} order by id`.execute(trx);
  return rows;
};

/** Balances from the product's own query, by wallet id. */
const answeredBalances = async (
  trx: Trx,
  accountId: string,
  wallets: readonly Wallet[],
): Promise<Map<string, Money>> => {
  const balances = new Map<string, Money>();
  for (const companyId of new Set(wallets.map((wallet) => wallet.companyId))) {
    const question = { accountId: Number(accountId), companyId: Number(companyId), at: END_OF_TIME };
    for (const { id, balance } of await walletBalances(trx, question)) balances.set(String(id), balance);
  }
  return balances;
};

/**
 * Computes balances twice, with the services' SQL and by replaying every movement in decimal arithmetic, and compares
 * them. Also checks that transfers of an account sum to zero.
 */
export const verifyWallets = async (trx: Trx, accountId: string, findings: Findings): Promise<void> => {
  const wallets = await walletsOf(trx, accountId);
  const answered = await answeredBalances(trx, accountId, wallets);
  let transferred = new Decimal(0);
  for (const wallet of wallets) {
    const paid = await replay(payments, trx, accountId, wallet);
    const sent = await replay(legs('source_wallet_id'), trx, accountId, wallet);
    const received = await replay(legs('target_wallet_id'), trx, accountId, wallet);
    const replayed = money(
      [paid, sent, received].reduce((sum, { counted }) => sum.plus(counted), new Decimal(wallet.initialBalance)),
    );
    const balance = answered.get(wallet.id);
    if (balance === undefined || !new Decimal(balance).equals(replayed)) {
      const shown = balance === undefined ? 'nenhum' : formatCurrency(balance);
      const problem = `o saldo consultado é ${shown}, mas os movimentos um a um dão ${formatCurrency(replayed)}`;
      findings.note(accountId, `carteira ${wallet.id} (${wallet.identifier})`, problem);
    }
    transferred = transferred.plus(sent.all).plus(received.all);
    findings.count('wallets', 1);
    findings.count('movements', paid.rows + sent.rows + received.rows);
    findings.count('transfers', sent.rows);
  }
  if (!transferred.isZero()) {
    const problem = `saídas e entradas deveriam se anular, mas sobram ${formatCurrency(money(transferred))}`;
    findings.note(accountId, 'transferências', problem);
  }
};
