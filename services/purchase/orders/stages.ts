import { sql } from 'kysely';
import type { OrderStagesBody, OrderStagesResult } from '#schema/purchase/orders/orderStages.rest.ts';
import { ServiceError } from '../../platform/errors.ts';
import { refuseProblems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { mayPurchase } from '../access.ts';
import { ENTITY } from './access.ts';
import { syncExpense, type Receiver } from './expense.ts';
import { holdOrder } from './hold.ts';
import { refreshOrder } from './store.ts';

interface Moved {
  id: number;
  orderId: number;
  document: string;
  /** Before. */
  stageId: number | null;
  toStageId: number | null;
}

/** Every order was refused: the command ends without a trace, and the answer says why. */
export class NothingClassified extends Error {
  constructor(readonly results: OrderStagesResult[]) {
    super('every order was refused');
  }
}

interface Known {
  lines: { id: number; orderId: number; document: string; stageId: number | null }[];
  stages: number[];
}

/** Lines and stages of the building that the body names; null: not a building that the user buys for. */
const readKnown = async (
  trx: Trx,
  { session, companyId }: Receiver,
  { building, lines }: OrderStagesBody,
): Promise<Known | null> => {
  if (!mayPurchase(session, companyId, building.id)) return null;
  const stages = lines.flatMap(({ stage }) => stage?.id ?? []);
  const { rows } = await sql<Known>`
    select coalesce((select json_agg(json_build_object('id', l.id, 'orderId', o.id, 'document', o.document,
                              'stageId', l.stage_id))
             from orders o join order_lines l on l.account_id = o.account_id and l.order_id = o.id
            where o.account_id = b.account_id and o.building_id = b.id
              and l.id = any(${lines.map(({ id }) => id)}::bigint[])), '[]') as lines,
           coalesce((select json_agg(g.id) from cost_estimate_groups g
            where g.account_id = b.account_id and g.building_id = b.id and g.id = any(${stages}::bigint[])), '[]') as stages
      from buildings b
     where b.account_id = ${session.accountId} and b.company_id = ${companyId} and b.id = ${building.id}`.execute(trx);
  return rows[0] ?? null;
};

/** The moves that a body asks for. @throws ServiceError 422 at what it names and the building has not */
const movesOf = (known: Known | null, { lines }: OrderStagesBody): Moved[] => {
  if (!known) refuseProblems([{ path: 'building', message: 'Obra não encontrada.' }]);
  const byId = new Map(known?.lines.map((line) => [line.id, line]));
  const seen = new Set<number>();
  const problems = lines.flatMap(({ id, stage }, index) => {
    const twice = seen.has(id);
    seen.add(id);
    return [
      ...(byId.has(id) ? [] : [{ path: `lines.${index}.id`, message: 'Item não encontrado nesta obra.' }]),
      ...(twice ? [{ path: `lines.${index}.id`, message: 'Este item aparece mais de uma vez.' }] : []),
      ...(stage === null || known?.stages.includes(stage.id)
        ? []
        : [{ path: `lines.${index}.stage`, message: 'Etapa não encontrada nesta obra.' }]),
    ];
  });
  refuseProblems(problems);
  return lines.flatMap(({ id, stage }) => {
    const line = byId.get(id);
    return line ? [{ ...line, toStageId: stage?.id ?? null }] : [];
  });
};

/** Moves the lines of one order, and the shares of its expense with them. @throws ServiceError */
const moveOrder = async (trx: Trx, work: Work, receiver: Receiver, moves: readonly Moved[]): Promise<number> => {
  const { session, companyId } = receiver;
  const key = { companyId, id: moves[0]?.orderId ?? 0 };
  const before = await holdOrder(trx, session, key);
  const rows = moves.map(({ id, toStageId }) => ({ id, stage_id: toStageId }));
  await sql`
    update order_lines l set stage_id = r.stage_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, stage_id bigint)
     where l.account_id = ${session.accountId} and l.order_id = ${key.id} and l.id = r.id`.execute(trx);
  const after = await refreshOrder(trx, work, session, key);
  // No value changes, so that also what is paid follows to its stage (mock 21b).
  if (after.expense) await syncExpense(trx, work, receiver, { before, after, installments: { added: [] } });
  const details = { costEstimateGroups: moves.map(({ id, stageId, toStageId }) => [id, stageId, toStageId]) };
  work.audit({ action: 'update', entity: ENTITY, entityId: key.id, details });
  return before.version + 1;
};

const resultOf = (moves: readonly Moved[], rest: Pick<OrderStagesResult, 'ok' | 'message' | 'version'>) => ({
  ...{ orderId: moves[0]?.orderId ?? 0, document: moves[0]?.document ?? '', ...rest },
  lines: moves.map(({ id, stageId }) => ({ id, stage: stageId === null ? null : { id: stageId } })),
});

/** One order for itself: what is refused leaves nothing behind. */
const tryOrder = async (
  trx: Trx,
  work: Work,
  receiver: Receiver,
  moves: readonly Moved[],
): Promise<OrderStagesResult> => {
  await sql`savepoint moved_order`.execute(trx);
  try {
    const version = await moveOrder(trx, work, receiver, moves);
    return resultOf(moves, { ok: true, message: null, version });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    await sql`rollback to savepoint moved_order`.execute(trx);
    return resultOf(moves, { ok: false, message: error.fields[0]?.message ?? error.message, version: null });
  } finally {
    await sql`release savepoint moved_order`.execute(trx);
  }
};

/** "Classificar" (mock 21b): lines of orders go into stages, order by order. @throws ServiceError 422 */
export const classifyLines = async (
  trx: Trx,
  work: Work,
  receiver: Receiver,
  body: OrderStagesBody,
): Promise<{ results: OrderStagesResult[] }> => {
  const moves = movesOf(await readKnown(trx, receiver, body), body).filter((move) => move.stageId !== move.toStageId);
  const orders = [...new Set(moves.map(({ orderId }) => orderId))].sort((a, b) => a - b);
  const results: OrderStagesResult[] = [];
  // In the order of their keys: two calls wait for each other, once.
  for (const id of orders) {
    const own = moves.filter(({ orderId }) => orderId === id);
    results.push(await tryOrder(trx, work, receiver, own));
  }
  if (results.length > 0 && results.every(({ ok }) => !ok)) throw new NothingClassified(results);
  return { results };
};
