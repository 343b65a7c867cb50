import { sql } from 'kysely';
import {
  addAmounts,
  nothing,
  pivotOf,
  type Amounts,
  type Part,
  type PivotRow,
} from '#domain/engineering/costBreakdown/pivot.ts';
import { rollUp } from '#domain/engineering/earnedValue/rollUp.ts';
import type { Regime } from '#domain/financial/financialStatement/lines.ts';
import { fromCents, toCents } from '#domain/money.ts';
import { allowedBuildings } from '#domain/permissions.ts';
import type {
  BreakdownCell,
  BreakdownColumn,
  CostBreakdown,
} from '#schema/engineering/costBreakdown/costBreakdown.rest.ts';
import { notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { stagesOf } from '../stages.ts';
import { countLoose, readActual, readCommitted, type ActualSum } from './actual.ts';
import { readSplitEstimate, type SplitEstimate } from './inputs.ts';

export interface BreakdownQuestion {
  companyId: number;
  buildingId: number;
  regime: Regime;
  date: string;
}

const BUILDING_MISSING = 'Obra não encontrada.';

/** @throws ServiceError 404 for a building on which the user has neither DEBIT nor ENGINEERING */
const requireBuilding = async (
  trx: Trx,
  session: Session,
  { companyId, buildingId }: BreakdownQuestion,
): Promise<{ id: number; name: string }> => {
  const allowed = allowedBuildings(session, companyId, ['DEBIT', 'ENGINEERING']);
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from buildings
    where account_id = ${session.accountId} and company_id = ${companyId} and id = ${buildingId}`.execute(trx);
  const [building] = rows;
  if (!building || (allowed !== 'all' && !allowed.includes(String(building.id)))) throw notFound(BUILDING_MISSING);
  return building;
};

const partsOf = (sums: readonly ActualSum[]): Part[] =>
  sums.map(({ stageId, categoryId, value }) => ({ stageId, categoryId, cents: toCents(value) }));

/** Estimates of the inputs without a category, by stage with everything in it. */
const unsplitOf = ({ parts }: SplitEstimate, tree: readonly { id: number; parentId: number | null }[]) => {
  const known = new Set(tree.map(({ id }) => id));
  const own = new Map<number, bigint>();
  let [total, loose] = [0n, 0n];
  for (const { stageId, categoryId, cents } of parts) {
    if (categoryId !== null) continue;
    total += cents;
    if (stageId === null || !known.has(stageId)) loose += cents;
    else own.set(stageId, (own.get(stageId) ?? 0n) + cents);
  }
  return { byStage: rollUp(tree, own), loose, total };
};

interface Telling {
  /** Whether there is an approved estimate. */
  estimated: boolean;
  /** Whether the estimate of the row is split by category. */
  split: boolean;
}

const amountsAnswer = ({ estimated, committed, actual }: Amounts, known: boolean) => ({
  estimated: known ? fromCents(estimated) : null,
  committed: fromCents(committed),
  actual: fromCents(actual),
});

const cellsAnswer = ({ cells }: PivotRow, { estimated, split }: Telling): BreakdownCell[] => {
  const known = estimated && split;
  const answer: BreakdownCell[] = [];
  for (const [categoryId, amounts] of cells) {
    const isShown = (known && amounts.estimated !== 0n) || amounts.committed !== 0n || amounts.actual !== 0n;
    if (isShown) answer.push({ categoryId, ...amountsAnswer(amounts, known) });
  }
  return answer;
};

/** What costs something comes first, by its cost; what does not, by what is ordered and estimated. */
const byWeight = (a: Amounts, b: Amounts): number => {
  if (a.actual > 0n !== b.actual > 0n) return a.actual > 0n ? -1 : 1;
  const weight = ({ actual, committed, estimated }: Amounts) => (actual > 0n ? actual : committed + estimated);
  return weight(a) === weight(b) ? 0 : weight(a) > weight(b) ? -1 : 1;
};

/** Columns by what they cost; those that cost nothing yet by what is ordered and estimated. */
const columnsOf = (total: PivotRow, names: ReadonlyMap<number, string>, telling: Telling): BreakdownColumn[] =>
  [...total.cells]
    .filter(([, { estimated, committed, actual }]) => estimated !== 0n || committed !== 0n || actual !== 0n)
    .sort(([, a], [, b]) => byWeight(a, b))
    .map(([id, amounts]) => ({
      category: id === null ? null : { id, name: names.get(id) ?? '' },
      ...amountsAnswer(amounts, telling.estimated && telling.split),
    }));

const readNames = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from categories where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(trx);
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Stages of a building by category: the figures of the income statement of the building, pivoted. */
export const readBreakdown = async (
  trx: Trx,
  session: Session,
  question: BreakdownQuestion,
): Promise<CostBreakdown> => {
  const building = await requireBuilding(trx, session, question);
  const { accountId } = session;
  const { companyId, buildingId, regime, date } = question;
  const asked = { accountId, companyId, buildingId, regime, date };
  const [tree] = await stagesOf(trx, session, companyId, [buildingId]);
  const stages = tree?.content ?? [];
  const estimate = await readSplitEstimate(trx, accountId, buildingId);
  const committed = await readCommitted(trx, accountId, buildingId);
  const actual = await readActual(trx, asked);
  const pivot = pivotOf(stages, {
    // What has no category is known by stage alone.
    estimated: estimate.parts.filter(({ categoryId }) => categoryId !== null),
    committed: partsOf(committed),
    actual: partsOf(actual),
  });
  const unsplit = unsplitOf(estimate, stages);
  const names = await readNames(
    trx,
    accountId,
    [...pivot.total.cells.keys()].filter((id) => id !== null),
  );
  const estimated = estimate.estimates.length > 0;
  const whole = (amounts: Amounts, more: bigint) => addAmounts(amounts, { ...nothing(), estimated: more });
  const total = whole(pivot.total.total, unsplit.total);
  return {
    ...{ building, regime, date, costEstimates: estimate.estimates, inputs: estimate.inputs },
    columns: columnsOf(pivot.total, names, { estimated, split: unsplit.total === 0n }),
    stages: stages.map((stage, index) => {
      const row = pivot.rows[index] ?? { stageId: stage.id, cells: new Map(), total: nothing() };
      const more = unsplit.byStage.get(stage.id) ?? 0n;
      const { id, code, name, parentId, level } = stage;
      return {
        ...{ id, code, name, parentId, level, split: more === 0n },
        ...amountsAnswer(whole(row.total, more), estimated),
        cells: cellsAnswer(row, { estimated, split: more === 0n }),
      };
    }),
    withoutStage: {
      ...amountsAnswer(whole(pivot.loose.total, unsplit.loose), estimated),
      cells: cellsAnswer(pivot.loose, { estimated, split: unsplit.loose === 0n }),
    },
    sharesWithoutStage: await countLoose(trx, asked),
    total: {
      ...amountsAnswer(total, estimated),
      balance: estimated ? fromCents(total.estimated - total.committed - total.actual) : null,
    },
    unsplit: estimated ? fromCents(unsplit.total) : null,
  };
};
