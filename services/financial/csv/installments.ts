import { sql } from 'kysely';
import { PAYMENT_METHOD_LABELS, installmentLabel, isPaymentMethod } from '#domain/transactions.ts';
import type { CsvRow } from '#schema/csv/dataset.ts';
import { expenseInstallments, incomeInstallments } from '#schema/csv/installments.ts';
import { csvFeature } from '../../platform/csv/feature.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { cursorRows } from '../../platform/reports/cursor.ts';
import { installmentSource } from '../installments/list.ts';
import { expense, income, type Kind } from '../transactions/kinds.ts';
import { readerOf, type Reader } from '../transactions/reader.ts';
import { buildingNames, widened } from '../transactions/visibility.ts';

interface Query {
  from?: string;
  to?: string;
  paidFrom?: string;
  paidTo?: string;
  buildingId?: number;
}

type Row = CsvRow<typeof expenseInstallments.columns>;

/** The list takes `from` alone for one day; here either end may be open. */
const dueWithin = ({ from, to }: Query) =>
  from === undefined && to === undefined ? {} : { from: from ?? '-infinity', to: to ?? 'infinity' };

const statementOf = (reader: Reader, query: Query) => {
  const { paidFrom, paidTo, buildingId } = query;
  const paid = paidFrom === undefined && paidTo === undefined ? {} : { forecast: false, paidFrom, paidTo };
  const { from, where, value } = installmentSource({ ...dueWithin(query), ...paid, building: buildingId }, reader);
  return sql<Row & { status: 'DUE' | 'OVERDUE' | 'PAID'; paymentMethod: string | null }>`
    select i.id, t.id as "documentId", t.document_number as "documentNumber", t.description, i.number,
           t.installment_count as installments, t.competence_date as "competenceDate", i.due_date as "dueDate",
           i.payment_date as "paymentDate",
           case when not i.forecast then 'PAID' when i.due_date < ${reader.today}::date then 'OVERDUE' else 'DUE' end as status,
           t.partner_id as "partnerId", p.name as partner, t.category_id as "categoryId", c.name as category,
           ${buildingNames(reader)} as buildings, w.id as "walletId", w.identifier as wallet,
           i.payment_method as "paymentMethod", ${value} as value
      from ${from}
      join transactions t on t.account_id = ${reader.session.accountId} and t.id = i.transaction_id
      left join partners p on p.account_id = t.account_id and p.id = t.partner_id
      left join categories c on c.account_id = t.account_id and c.id = t.category_id
      left join wallets w on w.account_id = t.account_id
        and w.id = case when i.forecast then t.expected_wallet_id else i.wallet_id end
     where ${where} order by i.id`;
};

const read = (kind: Kind) =>
  async function* (
    trx: Trx,
    { session, companyId, today, query }: Pick<Reader, 'session' | 'companyId' | 'today'> & { query: Query },
  ): AsyncGenerator<Row> {
    const reader = await widened(trx, readerOf(session, companyId, kind, today));
    for await (const { status, paymentMethod, ...row } of cursorRows(trx, statementOf(reader, query)))
      yield {
        ...row,
        status: installmentLabel(status, kind.type),
        paymentMethod: isPaymentMethod(paymentMethod) ? PAYMENT_METHOD_LABELS[paymentMethod] : null,
      };
  };

export const installmentCsv = [
  csvFeature(expenseInstallments, { permission: expense.permission, read: read(expense) }),
  csvFeature(incomeInstallments, { permission: income.permission, read: read(income) }),
];
