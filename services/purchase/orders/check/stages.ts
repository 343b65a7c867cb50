import { sql } from 'kysely';
import { rollUp } from '#domain/engineering/earnedValue/rollUp.ts';
import { fromCents, toCents, type Money } from '#domain/money.ts';
import { orderFigures } from '#domain/purchase/orders/figures.ts';
import type { StageExceeded } from '#domain/purchase/orders/warnings.ts';
import type { OrderCheck } from '#schema/purchase/orders/check.rest.ts';
import { availableByStage } from '../../../engineering/estimatedVsActual/available.ts';
import { stagesOf } from '../../../engineering/stages.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import type { Receiver } from '../expense.ts';
import type { CheckedOrder } from './checked.ts';

type Exceeded = StageExceeded & NonNullable<OrderCheck['warnings'][number]['stageExceeded']>;

/** What the expense of an order counts as actual cost on a day, by stage: it is part of the order. */
const ownActuals = async (
  trx: Trx,
  { session: { accountId }, today }: Receiver,
  { exceptId, buildingId }: CheckedOrder,
): Promise<Map<number, bigint>> => {
  const { rows } = await sql<{ stageId: number; value: Money }>`
    select a.cost_estimate_group_id as "stageId", sum(a.gross_value) as value
      from orders o
      join transactions t on t.account_id = o.account_id and t.id = o.transaction_id and t.competence_date <= ${today}::date
      join apportionments a on a.account_id = t.account_id and a.transaction_id = t.id
     where o.account_id = ${accountId} and o.id = ${exceptId}::bigint and a.building_id = ${buildingId}::bigint
       and a.cost_estimate_group_id is not null
     group by 1`.execute(trx);
  return new Map(rows.map(({ stageId, value }) => [stageId, toCents(value)]));
};

/** Landed lines of the order by stage. */
const landedByStage = ({ lines, charges }: CheckedOrder): Map<number, bigint> => {
  const { landed } = orderFigures(
    lines.map((line) => ({ ...line, quantity: line.quantity ?? '0', price: line.price ?? '0' })),
    charges,
  );
  const sums = new Map<number, bigint>();
  lines.forEach(({ stageId }, index) => {
    if (stageId !== null) sums.set(stageId, (sums.get(stageId) ?? 0n) + toCents(landed[index] ?? '0.00'));
  });
  return sums;
};

/**
 * Stages that lines name and whose balance the order passes, with everything below them. A stage above is not told of its own:
 * no line names it. A constant number of SQL statements.
 */
export const exceededStages = async (trx: Trx, receiver: Receiver, order: CheckedOrder): Promise<Exceeded[]> => {
  const own = landedByStage(order);
  const { buildingId, exceptId } = order;
  if (own.size === 0 || buildingId === null) return [];
  const { session, companyId, today } = receiver;
  const [tree] = await stagesOf(trx, session, companyId, [buildingId]);
  const stages = tree?.content ?? [];
  const question = { companyId, buildingId, date: today, exceptOrderId: exceptId };
  const balances = await availableByStage(trx, session, question);
  const returned = rollUp(stages, exceptId === null ? new Map() : await ownActuals(trx, receiver, order));
  const needed = rollUp(stages, own);
  return stages.flatMap(({ id, code, name }) => {
    const balance = balances.get(id);
    const value = needed.get(id) ?? 0n;
    if (!own.has(id) || !balance || value === 0n) return [];
    const available = toCents(balance.available) + (returned.get(id) ?? 0n);
    if (value <= available) return [];
    const figures = { value: fromCents(value), available: fromCents(available), missing: fromCents(value - available) };
    return [{ stage: { id, code, name }, ...figures }];
  });
};
