import { sql } from 'kysely';
import { STATUS_LABELS, type TransactionStatus } from '#domain/transactions.ts';
import { expenses, income } from '#schema/csv/documents.ts';
import type { CsvRow } from '#schema/csv/dataset.ts';
import { csvFeature } from '../../platform/csv/feature.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { cursorRows } from '../../platform/reports/cursor.ts';
import { conditionsOf } from '../transactions/filters.ts';
import { expense, income as receipts, type Kind } from '../transactions/kinds.ts';
import { overdueOf, partsOf } from '../transactions/parts.ts';
import { readerOf, type Reader } from '../transactions/reader.ts';
import { buildingNames, widened } from '../transactions/visibility.ts';

interface Query {
  from?: string;
  to?: string;
  buildingId?: number;
}

type Row = CsvRow<typeof expenses.columns>;

/** As the list shows them: of a building, documents with a share in it, and the figures of these shares. */
const statementOf = (reader: Reader, { from, to, buildingId }: Query) => {
  const filter = { competenceFrom: from, competenceTo: to, building: buildingId };
  const parts = partsOf(filter, reader);
  const figures = parts
    ? sql`m.due_date as "dueDate", m.gross_value as "grossValue", m.value, m.paid_value as "paidValue",
          m.open_value as "openValue", m.overdue_value as "overdueValue"`
    : sql`t.reference_due_date as "dueDate", t.gross_value as "grossValue", t.value, t.paid_value as "paidValue",
          t.open_value as "openValue", ${overdueOf(reader.today)} as "overdueValue"`;
  return sql<Row & { status: TransactionStatus }>`
    select t.id, t.document_number as "documentNumber", t.description, t.emission_date as "emissionDate",
           t.competence_date as "competenceDate", t.status, t.partner_id as "partnerId", p.name as partner,
           t.category_id as "categoryId", c.name as category, ${buildingNames(reader)} as buildings,
           t.installment_count as installments, t.paid_installment_count as "paidInstallments", ${figures}
      from transactions t
      ${parts ? sql`join ${parts.rows} m on m.id = t.id` : sql``}
      left join partners p on p.account_id = t.account_id and p.id = t.partner_id
      left join categories c on c.account_id = t.account_id and c.id = t.category_id
     where ${conditionsOf(filter, reader)} order by t.id`;
};

const read = (kind: Kind) =>
  async function* (
    trx: Trx,
    { session, companyId, today, query }: Pick<Reader, 'session' | 'companyId' | 'today'> & { query: Query },
  ): AsyncGenerator<Row> {
    const reader = await widened(trx, readerOf(session, companyId, kind, today));
    for await (const row of cursorRows(trx, statementOf(reader, query)))
      yield { ...row, status: STATUS_LABELS[row.status] };
  };

export const documentCsv = [
  csvFeature(expenses, { permission: expense.permission, read: read(expense) }),
  csvFeature(income, { permission: receipts.permission, read: read(receipts) }),
];
