import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { Money } from '#domain/money.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

export interface Sums {
  gross: Money;
  increase: Money;
  discount: Money;
}

/** A transaction's header. Ids and money are text. */
export interface Header extends Sums {
  id: string;
  type: 'CREDIT' | 'DEBIT';
  documentNumber: string | null;
  status: string;
  installmentCount: number;
  paidInstallmentCount: number;
  value: Money;
  paidValue: Money;
  openValue: Money;
  referenceDueDate: IsoDate;
}

export interface InstallmentRow extends Sums {
  id: string;
  transactionId: string;
  type: string;
  number: number;
  forecast: boolean;
  value: Money;
  dueDate: IsoDate;
  /** Whether some payment field is set, and whether all are. */
  touched: boolean;
  complete: boolean;
  /** Sums of its shares; null without shares. */
  shares: Sums | null;
}

export interface ApportionmentRow {
  id: string;
  transactionId: string;
  position: number;
  gross: Money;
  percentage: string;
  /** Gross sum and number of its shares. */
  shared: Money;
  shareCount: number;
}

/** A header with its installments and apportionments. */
export interface TransactionRows {
  header: Header;
  installments: InstallmentRow[];
  apportionments: ApportionmentRow[];
}

const BATCH = 500;

const headersAfter = async (trx: Trx, accountId: string, last: string): Promise<Header[]> => {
  const { rows } = await sql<Header>`
    select id, type, document_number as "documentNumber", status, installment_count as "installmentCount",
           paid_installment_count as "paidInstallmentCount", gross_value as gross, increase, discount, value,
           paid_value as "paidValue", open_value as "openValue", reference_due_date::text as "referenceDueDate"
    from transactions where account_id = ${accountId} and id > ${last} order by id limit ${BATCH}`.execute(trx);
  return rows;
};

const installmentsOf = async (trx: Trx, accountId: string, ids: readonly string[]): Promise<InstallmentRow[]> => {
  const { rows } = await sql<Omit<InstallmentRow, 'shares'> & { [K in keyof Sums as `shared_${K}`]: Money | null }>`
    select i.id, i.transaction_id as "transactionId", i.type, i.number, i.forecast, i.gross_value as gross, i.increase,
           i.discount, i.value, i.due_date::text as "dueDate",
           num_nonnulls(i.payment_date, i.wallet_id, i.payment_method) > 0 or i.increase <> 0 or i.discount <> 0 as touched,
           num_nonnulls(i.payment_date, i.wallet_id, i.payment_method) = 3 as complete,
           s.gross as shared_gross, s.increase as shared_increase, s.discount as shared_discount
    from installments i
    left join (
      select installment_id, sum(gross_value) as gross, sum(increase) as increase, sum(discount) as discount
      from apportionment_shares where account_id = ${accountId} and transaction_id = any(${[...ids]}::bigint[]) group by 1
    ) s on s.installment_id = i.id
    where i.account_id = ${accountId} and i.transaction_id = any(${[...ids]}::bigint[])
    order by i.transaction_id, i.number`.execute(trx);
  return rows.map(({ shared_gross: gross, shared_increase: increase, shared_discount: discount, ...row }) => ({
    ...row,
    shares: gross === null || increase === null || discount === null ? null : { gross, increase, discount },
  }));
};

const apportionmentsOf = async (trx: Trx, accountId: string, ids: readonly string[]): Promise<ApportionmentRow[]> => {
  const { rows } = await sql<ApportionmentRow>`
    select a.id, a.transaction_id as "transactionId", a.position, a.gross_value as gross, a.percentage,
           coalesce(s.gross, 0.00) as shared, coalesce(s.shares, 0)::int as "shareCount"
    from apportionments a
    left join (
      select apportionment_id, sum(gross_value) as gross, count(*) as shares
      from apportionment_shares where account_id = ${accountId} and transaction_id = any(${[...ids]}::bigint[]) group by 1
    ) s on s.apportionment_id = a.id
    where a.account_id = ${accountId} and a.transaction_id = any(${[...ids]}::bigint[])
    order by a.transaction_id, a.position`.execute(trx);
  return rows;
};

const byTransaction = <T extends { transactionId: string }>(rows: readonly T[]): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.transactionId);
    if (group) group.push(row);
    else groups.set(row.transactionId, [row]);
  }
  return groups;
};

/** Yields every transaction of an account, in batches of some hundreds to bound memory. */
export async function* transactionsOf(trx: Trx, accountId: string): AsyncGenerator<TransactionRows[]> {
  for (let last = '0'; ;) {
    const headers = await headersAfter(trx, accountId, last);
    const end = headers.at(-1);
    if (!end) return;
    last = end.id;
    const ids = headers.map(({ id }) => id);
    const installments = byTransaction(await installmentsOf(trx, accountId, ids));
    const apportionments = byTransaction(await apportionmentsOf(trx, accountId, ids));
    yield headers.map((header) => ({
      header,
      installments: installments.get(header.id) ?? [],
      apportionments: apportionments.get(header.id) ?? [],
    }));
  }
}
