import { rollUp } from '#domain/engineering/earnedValue/rollUp.ts';
import { fromCents, type Money } from '#domain/money.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { stagesOf } from '../stages.ts';
import { availableCents } from './figures.ts';
import { actualByStage, committedByStage, countedStages, onlyStages } from './overview.ts';
import { readParts } from './parts.ts';
import { estimatedByStage } from './values.ts';

/** Balance of a stage with everything in it, and its arithmetic: `available` = `estimate` − `actual` − `committed`. */
export interface StageBalance {
  /** Of the cost estimates that count, with approved amendments, without BDI. */
  estimate: Money;
  /** Gross value of the expenses up to the day, by competence date. */
  actual: Money;
  /** Ordered and not received yet, landed. */
  committed: Money;
  /** Below zero where the estimate is exceeded. */
  available: Money;
}

/** Whose balances are asked. */
export interface BalanceQuestion {
  companyId: number;
  buildingId: number;
  /** Expenses count up to this day; commitments stand as they are now. */
  date: string;
  /** An order whose stored commitment does not count: it is being changed, and its new one is compared. */
  exceptOrderId?: number | null;
}

/**
 * What the stages of a building may still cost (domain.md §4), by stage id. Stages without an estimate that counts have no
 * balance and are left out; all are where the user has no permission on the building. A constant number of SQL statements.
 */
export const availableByStage = async (
  trx: Trx,
  session: Session,
  { companyId, buildingId, date, exceptOrderId = null }: BalanceQuestion,
): Promise<Map<number, StageBalance>> => {
  const [tree] = await stagesOf(trx, session, companyId, [buildingId]);
  const building = { id: buildingId, name: '', companyId };
  const [parts] = await readParts(trx, session.accountId, tree ? [building] : [], { date, exceptOrderId });
  if (!tree || !parts) return new Map();
  const sumsOf = (sums: ReadonlyMap<number | null, bigint>) => rollUp(tree.content, onlyStages(sums));
  const estimates = sumsOf(estimatedByStage(parts.values));
  const actuals = sumsOf(actualByStage(parts.actuals));
  const commitments = sumsOf(committedByStage(parts.committed));
  const counted = countedStages(parts.values);
  return new Map(
    tree.content.flatMap(({ id }): [number, StageBalance][] => {
      if (!counted.has(id)) return [];
      const of = (sums: ReadonlyMap<number, bigint>) => sums.get(id) ?? 0n;
      const [estimate, actual, committed] = [of(estimates), of(actuals), of(commitments)];
      const available = availableCents({ estimate, actual, committed }) ?? 0n;
      const balance = {
        ...{ estimate: fromCents(estimate), actual: fromCents(actual) },
        ...{ committed: fromCents(committed), available: fromCents(available) },
      };
      return [[id, balance]];
    }),
  );
};
