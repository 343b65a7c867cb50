import { sql } from 'kysely';
import type { CsvRow } from '#schema/csv/dataset.ts';
import { expenseShares, incomeShares } from '#schema/csv/shares.ts';
import { csvFeature } from '../../platform/csv/feature.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { cursorRows } from '../../platform/reports/cursor.ts';
import { conditionsOf } from '../transactions/filters.ts';
import { expense, income, type Kind } from '../transactions/kinds.ts';
import { readerOf, type Reader } from '../transactions/reader.ts';
import { widened } from '../transactions/visibility.ts';

interface Query {
  from?: string;
  to?: string;
  buildingId?: number;
}

type Row = CsvRow<typeof expenseShares.columns>;

/** Documents that the list shows, divided among their apportionments; of these, those on buildings that the reader may see. */
const statementOf = (reader: Reader, { from, to, buildingId }: Query) => {
  const { view } = reader;
  const seen =
    view === 'all' ? sql`true` : sql`(a.id is null or a.building_id = any(${[...view.buildings]}::bigint[]))`;
  return sql<Row>`
    select t.id as "documentId", t.document_number as "documentNumber", t.competence_date as "competenceDate",
           t.partner_id as "partnerId", p.name as partner, t.category_id as "categoryId", c.name as category,
           a.building_id as "buildingId", b.name as building, a.cost_estimate_group_id as "stageId", g.name as stage,
           case when a.id is null then t.gross_value else s.gross_value end as "grossValue",
           case when a.id is null then t.value else s.value end as value,
           case when a.id is null then t.paid_value else s.paid_value end as "paidValue",
           case when a.id is null then t.open_value else s.open_value end as "openValue"
      from transactions t
      left join apportionments a on a.account_id = t.account_id and a.transaction_id = t.id
      left join buildings b on b.account_id = a.account_id and b.id = a.building_id
      left join cost_estimate_groups g on g.account_id = a.account_id and g.id = a.cost_estimate_group_id
      left join partners p on p.account_id = t.account_id and p.id = t.partner_id
      left join categories c on c.account_id = t.account_id and c.id = t.category_id
      left join lateral (
        select coalesce(sum(x.gross_value), 0.00) as gross_value, coalesce(sum(x.value), 0.00) as value,
               coalesce(sum(x.value) filter (where not i.forecast), 0.00) as paid_value,
               coalesce(sum(x.value) filter (where i.forecast), 0.00) as open_value
          from apportionment_shares x join installments i on i.account_id = x.account_id and i.id = x.installment_id
         where x.account_id = a.account_id and x.apportionment_id = a.id) s on true
     where ${conditionsOf({ competenceFrom: from, competenceTo: to }, reader)} and ${seen}
       and ${buildingId === undefined ? sql`true` : sql`a.building_id = ${buildingId}`}
     order by t.id, a.position`;
};

const read = (kind: Kind) =>
  async function* (
    trx: Trx,
    { session, companyId, today, query }: Pick<Reader, 'session' | 'companyId' | 'today'> & { query: Query },
  ): AsyncGenerator<Row> {
    const reader = await widened(trx, readerOf(session, companyId, kind, today));
    yield* cursorRows(trx, statementOf(reader, query));
  };

export const shareCsv = [
  csvFeature(expenseShares, { permission: expense.permission, read: read(expense) }),
  csvFeature(incomeShares, { permission: income.permission, read: read(income) }),
];
