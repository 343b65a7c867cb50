import { sql } from 'kysely';
import { POINTS, type Point } from '#domain/financial/monthClosing/points.ts';
import type { Month } from '#domain/financial/financialStatement/months.ts';
import { add } from '#domain/money.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { ChecklistPoint } from '#schema/financial/monthClosing/monthClosing.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { driftingWallets, type FoundPoint, pointRows, walletsWithoutStatement } from './points.ts';
import type { ClosingCompany, Days } from './scope.ts';

interface Documents {
  month: Month;
  documents: number;
  found: { point: Point; count: number; sum: string }[];
}

const MONTH = (day: string) => sql`to_char(${sql.ref(day)}, 'YYYY-MM')`;

/** Points of documents by competence, in one pass over those of the days. */
const documentsOf = async (
  trx: Trx,
  { accountId, companyId }: ClosingCompany,
  { from, to }: Days,
): Promise<Documents[]> => {
  const point = (name: Point, condition: ReturnType<typeof sql>) => sql`
    json_build_object('point', ${name}::text, 'count', count(*) filter (where ${condition}),
      'sum', coalesce(sum(d.gross_value) filter (where ${condition}), 0.00)::text)`;
  const { rows } = await sql<Documents>`
    select d.month, count(*)::integer as documents, json_build_array(
             ${point('UNCLASSIFIED', sql`d.unclassified`)}, ${point('WITHOUT_BUILDING', sql`d.without_building`)},
             ${point('WITHOUT_NUMBER', sql`d.without_number`)}, ${point('WITHOUT_ATTACHMENT', sql`d.without_attachment`)},
             ${point('WITHOUT_PARTNER', sql`d.without_partner`)}) as found
      from (select ${MONTH('t.competence_date')} as month, t.gross_value, ${pointRows.UNCLASSIFIED} as unclassified,
                   ${pointRows.WITHOUT_BUILDING} as without_building, ${pointRows.WITHOUT_NUMBER} as without_number,
                   ${pointRows.WITHOUT_ATTACHMENT} as without_attachment, ${pointRows.WITHOUT_PARTNER} as without_partner
              from transactions t
              left join categories c on c.account_id = t.account_id and c.id = t.category_id
             where t.account_id = ${accountId} and t.company_id = ${companyId} and t.type in ('CREDIT', 'DEBIT')
               and t.competence_date between ${from}::date and ${to}::date) d
     group by d.month`.execute(trx);
  return rows;
};

const linesOf = async (
  trx: Trx,
  { accountId, companyId }: ClosingCompany,
  { from, to }: Days,
): Promise<FoundPoint[]> => {
  const { rows } = await sql<FoundPoint>`
    select ${MONTH('l.date')} as month, 'UNRECONCILED_LINES' as point, count(*)::integer as count, sum(abs(l.amount)) as sum,
           w.id as "walletId", w.identifier as "walletName"
      from bank_statement_lines l join wallets w on w.account_id = l.account_id and w.id = l.wallet_id
     where l.account_id = ${accountId} and l.company_id = ${companyId} and l.date between ${from}::date and ${to}::date
       and ${pointRows.UNRECONCILED_LINES}
     group by 1, w.id order by search_key(w.identifier), w.id`.execute(trx);
  return rows;
};

const overdueOf = async (
  trx: Trx,
  { accountId, companyId }: ClosingCompany,
  { from, to }: Days,
  today: IsoDate,
): Promise<FoundPoint[]> => {
  const { rows } = await sql<FoundPoint>`
    select ${MONTH('i.due_date')} as month, 'OVERDUE' as point, count(*)::integer as count, sum(i.value) as sum,
           null::bigint as "walletId", null as "walletName"
      from installments i
     where i.account_id = ${accountId} and i.company_id = ${companyId} and i.forecast
       and i.due_date between ${from}::date and least(${to}::date, ${today}::date - 1)
     group by 1`.execute(trx);
  return rows;
};

/** The checklist of every month of the days, by month. Five statements, whatever the number of rows and wallets. */
export const readChecklists = async (
  trx: Trx,
  company: ClosingCompany,
  days: Days,
  today: IsoDate,
): Promise<{ points: Map<Month, ChecklistPoint[]>; documents: Map<Month, number> }> => {
  const documents = await documentsOf(trx, company, days);
  const found: FoundPoint[] = [
    ...documents.flatMap(({ month, found }) =>
      found.map((one) => ({ ...one, month, walletId: null, walletName: null })),
    ),
    ...(await linesOf(trx, company, days)),
    ...(await walletsWithoutStatement(trx, company, days, today)),
    ...(await driftingWallets(trx, company, days)),
    ...(await overdueOf(trx, company, days, today)),
  ];
  const months = [...new Set(found.map(({ month }) => month))];
  return {
    points: new Map(months.map((month) => [month, pointsOf(found.filter((one) => one.month === month))])),
    documents: new Map(documents.map(({ month, documents: count }) => [month, count])),
  };
};

/** All points in the order of the screen, also those without rows. */
export const pointsOf = (found: readonly Omit<FoundPoint, 'month'>[]): ChecklistPoint[] =>
  POINTS.map((point) => {
    const parts = found.filter((one) => one.point === point && one.count > 0);
    const sums = parts.flatMap(({ sum }) => sum ?? []);
    return {
      point,
      count: parts.reduce((total, { count }) => total + count, 0),
      sum: sums.length === 0 ? null : sums.reduce((total, sum) => add(total, sum)),
      wallets: parts.flatMap(({ walletId, walletName, count, sum }) =>
        walletId === null ? [] : [{ wallet: { id: walletId, name: walletName ?? '' }, count, sum }],
      ),
    };
  });
