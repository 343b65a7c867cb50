import { Decimal, roundHalfEven, toDecimal } from '#domain/decimal.ts';
import type { ExplodedLine, TaskInputShare } from '#schema/engineering/tasks/tasks.rest.ts';
import { ruleBroken } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readGraph, totalOf, type Graph, type Line } from './graph.ts';
import { readTask } from './read.ts';

/** Lines of one exploded tree; a composition that is used in many places stands in each of them. */
const MAX_EXPLODED = 20_000;

interface Walked {
  line: Line;
  level: number;
  /** Exact quantity in one unit of the root. */
  total: Decimal;
}

/** All lines below a task, each composition followed by its own. */
const walk = (graph: Graph, taskId: number, level: number, quantity: Decimal, into: Walked[]): Walked[] => {
  for (const line of graph.linesOf(taskId)) {
    const total = toDecimal(line.quantity).times(quantity);
    into.push({ line, level, total });
    if (into.length > MAX_EXPLODED) {
      throw ruleBroken(`A composição aberta tem mais de ${MAX_EXPLODED} linhas e não pode ser mostrada inteira.`);
    }
    if (line.taskId !== null) walk(graph, line.taskId, level + 1, total, into);
  }
  return into;
};

const walked = async (trx: Trx, accountId: number, id: number): Promise<Walked[]> => {
  await readTask(trx, accountId, id);
  return walk(await readGraph(trx, accountId, [id]), id, 0, new Decimal(1), []);
};

/** The exploded tree of a task (mock 24, "Abrir tudo"). @throws ServiceError 404, 422 for too large a tree */
export const explode = async (trx: Trx, accountId: number, id: number): Promise<ExplodedLine[]> =>
  (await walked(trx, accountId, id)).map(({ line, level, total }) => ({
    level,
    kind: line.kind,
    resourceId: line.resourceId,
    taskId: line.taskId,
    code: line.code,
    name: line.name,
    unit: line.unit,
    quantity: line.quantity,
    totalQuantity: total.toFixed(),
    unitPrice: line.unitPrice,
    totalPrice: totalOf(line),
  }));

/** Shares of A and of A and B together (domain.md §5). */
const CUTS = [
  ['A', 80],
  ['B', 95],
] as const;

/** The class of a line: the share before it decides, so that the line that reaches a cut belongs to what it closes. */
const classOf = (before: Decimal): 'A' | 'B' | 'C' => CUTS.find(([, cut]) => before.lt(cut))?.[0] ?? 'C';

interface InputTotal {
  line: Line;
  quantity: Decimal;
  total: Decimal | null;
}

const totals = (lines: readonly Walked[]): InputTotal[] => {
  const inputs = new Map<number, InputTotal>();
  for (const { line, total } of lines) {
    if (line.resourceId === null) continue;
    const quantity = total.plus(inputs.get(line.resourceId)?.quantity ?? 0);
    const price = line.unitPrice;
    const value = price === null ? null : new Decimal(roundHalfEven(quantity.times(toDecimal(price)), 4));
    inputs.set(line.resourceId, { line, quantity, total: value });
  }
  // What has no price stands last.
  return [...inputs.values()].sort((a, b) => (b.total ?? new Decimal(-1)).comparedTo(a.total ?? new Decimal(-1)));
};

/** The inputs of a task over all its levels, as an ABC curve; what has no price stands last, without a class. */
export const abcOfInputs = async (trx: Trx, accountId: number, id: number): Promise<TaskInputShare[]> => {
  const inputs = totals(await walked(trx, accountId, id));
  const sum = inputs.reduce((whole, { total }) => whole.plus(total ?? 0), new Decimal(0));
  const share = (value: Decimal) => (sum.isZero() ? new Decimal(0) : value.times(100).div(sum));
  let reached = new Decimal(0);
  return inputs.map(({ line, quantity, total }) => {
    const before = reached;
    reached = reached.plus(total ?? 0);
    return {
      resourceId: line.resourceId ?? 0,
      code: line.code,
      name: line.name,
      unit: line.unit,
      productType: line.productType ?? { id: 0, name: '' },
      quantity: quantity.toFixed(),
      unitPrice: line.unitPrice,
      totalPrice: total === null ? null : total.toFixed(4),
      percentage: total === null ? null : roundHalfEven(share(total), 2),
      accumulated: total === null ? null : roundHalfEven(share(reached), 2),
      class: total === null ? null : classOf(share(before)),
    };
  });
};
