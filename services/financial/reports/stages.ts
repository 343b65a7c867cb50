import { sql, type RawBuilder } from 'kysely';
import { add, fromCents, isZero, percentageOf, toCents, ZERO, type Money } from '#domain/money.ts';
import { anyOf } from '../../platform/access.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Asked, Content, ReportDescription, Row } from '../../platform/reports/description.ts';
import { expense } from '../transactions/kinds.ts';
import { seesBuilding, viewOf } from '../transactions/visibility.ts';

/** Categories with a column of their own; the others share one. */
const COLUMNS = 3;

interface Share {
  building: string;
  buildingId: number;
  stage: string | null;
  code: string | null;
  stageId: number | null;
  category: string | null;
  value: string;
}

/** Gross shares, as the income statement and Etapas × categorias count them. */
const sharesOf = ({ session, companyId, regime, from, to }: Asked): RawBuilder<unknown> => {
  const { accountId } = session;
  if (regime === 'ACCRUAL')
    return sql`
      select a.building_id, a.cost_estimate_group_id as stage_id, t.category_id, a.gross_value
        from transactions t join apportionments a on a.account_id = t.account_id and a.transaction_id = t.id
       where t.account_id = ${accountId} and t.company_id = ${companyId} and t.type = 'DEBIT'
         and t.competence_date between ${from}::date and ${to}::date`;
  return sql`
    select a.building_id, a.cost_estimate_group_id as stage_id, t.category_id, s.gross_value
      from installments i
      join apportionment_shares s on s.account_id = i.account_id and s.installment_id = i.id
      join apportionments a on a.account_id = s.account_id and a.id = s.apportionment_id
      join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
     where i.account_id = ${accountId} and i.company_id = ${companyId} and i.type = 'DEBIT' and not i.forecast
       and i.payment_date between ${from}::date and ${to}::date`;
};

const readShares = async (trx: Trx, asked: Asked): Promise<Share[]> => {
  const { session, companyId, building } = asked;
  const view = viewOf(session, companyId, expense);
  const { rows } = await sql<Share>`
    select b.name as building, b.id as "buildingId", g.name as stage, g.code, g.id as "stageId", c.name as category,
           sum(x.gross_value)::text as value
      from (${sharesOf(asked)}) x
      join buildings b on b.account_id = ${session.accountId} and b.id = x.building_id
      left join cost_estimate_groups g on g.account_id = b.account_id and g.id = x.stage_id
      left join categories c on c.account_id = b.account_id and c.id = x.category_id
     where ${building ? sql`b.id = ${building.id}` : sql`true`}
     group by b.id, b.name, g.id, g.name, g.code, g.cost_estimate_id, c.id, c.name having sum(x.gross_value) <> 0
     order by search_key(b.name), b.id, g.cost_estimate_id nulls last, search_key(c.name)`.execute(trx);
  return rows.filter(({ buildingId }) => seesBuilding(view, buildingId));
};

const NO_CATEGORY = 'Sem categoria';

/** The categories that cost most. */
const columnNames = (shares: readonly Share[]): string[] => {
  const sums = new Map<string, bigint>();
  for (const { category, value } of shares) {
    const name = category ?? NO_CATEGORY;
    sums.set(name, (sums.get(name) ?? 0n) + toCents(value));
  }
  return [...sums]
    .sort(([, a], [, b]) => (a === b ? 0 : a > b ? -1 : 1))
    .slice(0, COLUMNS)
    .map(([name]) => name);
};

interface StageSum {
  share: Share;
  /** By column, the last one for the other categories. */
  cents: bigint[];
}

const byStage = (shares: readonly Share[], names: readonly string[]): StageSum[] => {
  const sums = new Map<string, StageSum>();
  const order = [...new Set(shares.map(({ buildingId }) => buildingId))];
  for (const share of shares) {
    const key = `${share.buildingId}:${share.stageId}`;
    const known = sums.get(key) ?? { share, cents: Array.from({ length: names.length + 1 }, () => 0n) };
    const at = names.indexOf(share.category ?? NO_CATEGORY);
    const column = at < 0 ? names.length : at;
    known.cents[column] = (known.cents[column] ?? 0n) + toCents(share.value);
    sums.set(key, known);
  }
  // Shares come by building and estimate; codes are compared number by number, so that 1.10 follows 1.9.
  return [...sums.values()].sort(
    ({ share: a }, { share: b }) =>
      order.indexOf(a.buildingId) - order.indexOf(b.buildingId) ||
      Number(a.stageId === null) - Number(b.stageId === null) ||
      (a.code ?? '').localeCompare(b.code ?? '', 'pt-BR', { numeric: true }),
  );
};

const rowOf = ({ share, cents }: StageSum, all: Money): Row => {
  const values = cents.map(fromCents);
  const total = values.reduce((sum, value) => add(sum, value), ZERO);
  const name = share.stageId === null ? 'Sem etapa' : `${share.code ?? ''} ${share.stage ?? ''}`.trim();
  return {
    group: share.building,
    // What a stage has nothing of is no figure.
    cells: [
      name,
      ...values.map((value) => (isZero(value) ? null : value)),
      total,
      isZero(all) ? '0' : percentageOf(total, all),
    ],
  };
};

const read = async (trx: Trx, asked: Asked): Promise<Content> => {
  const shares = await readShares(trx, asked);
  const names = columnNames(shares);
  const all = fromCents(shares.reduce((sum, { value }) => sum + toCents(value), 0n));
  const money = (title: string) => ({ title, kind: 'MONEY' as const, width: 16, sum: true });
  return {
    columns: [
      { title: 'Etapa', kind: 'TEXT', width: 40 },
      ...[...names, 'Outras'].map(money),
      money('Total'),
      { title: '%', kind: 'PERCENT', width: 9, sum: true },
    ],
    rows: byStage(shares, names).map((one) => rowOf(one, all)),
  };
};

export const stageReport: ReportDescription = {
  ...{ report: 'expenses-by-stage', title: 'Despesas por obra e etapa', group: 'FINANCIAL' },
  description: 'O custo de cada etapa, pelas categorias que mais pesam',
  ...{ access: anyOf('DEBIT'), period: 'DAYS', building: 'OPTIONAL', regime: true, read },
};
