import { sql } from 'kysely';
import { circleInWords, isKeepable, lineTotal, MAX_DEPTH, sumOfLines } from '#domain/engineering/composition.ts';
import type { Amount } from '#domain/engineering/composition.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { LineDraft, TaskDraft } from './body.ts';
import { readUsesAbove, readUsesBelow, type Uses } from './circles.ts';

/** What the lines of a draft name, with its price. */
export interface References {
  priceOf(line: Pick<LineDraft, 'resourceId' | 'taskId'>): Amount | null | undefined;
}

const keysOf = (keys: readonly (number | null)[]): number[] => [...new Set(keys)].filter((key) => key !== null);

/** Prices of everything that lines name, in one statement; what does not exist has none. */
const readReferences = async (trx: Trx, accountId: number, items: readonly LineDraft[]): Promise<References> => {
  const { rows } = await sql<{ kind: string; id: number; price: Amount | null }>`
    select 'P' as kind, id, price from products
      where account_id = ${accountId} and id = any(${keysOf(items.map(({ resourceId }) => resourceId))}::bigint[])
    union all select 'T', id, unit_price from tasks
      where account_id = ${accountId} and id = any(${keysOf(items.map(({ taskId }) => taskId))}::bigint[])`.execute(
    trx,
  );
  const prices = new Map(rows.map(({ kind, id, price }) => [`${kind}${id}`, price]));
  return {
    priceOf: ({ resourceId, taskId }) => prices.get(resourceId === null ? `T${taskId}` : `P${resourceId}`),
  };
};

const missing = (items: readonly LineDraft[], references: References): FieldError[] =>
  items.flatMap((line, index) => {
    if (references.priceOf(line) !== undefined) return [];
    return line.taskId === null
      ? [{ path: `items.${index}.resourceId`, message: 'Insumo não encontrado.' }]
      : [{ path: `items.${index}.taskId`, message: 'Composição não encontrada.' }];
  });

const tooLarge = (items: readonly LineDraft[], references: References): FieldError[] => {
  const totals = items.map((line) => lineTotal(line.quantity, references.priceOf(line) ?? null));
  const message = 'O total deste item passa do maior valor aceito.';
  const problems = totals.flatMap((total, index) =>
    total !== null && !isKeepable(total) ? [{ path: `items.${index}.quantity`, message }] : [],
  );
  const sum = problems.length > 0 ? null : sumOfLines(totals);
  return sum !== null && !isKeepable(sum)
    ? [{ path: 'items', message: 'O preço unitário passa do maior valor aceito.' }]
    : problems;
};

/** The sentence for a line that would close a circle: "Faria um círculo: Alvenaria → Argamassa → Alvenaria." */
const circle = (draft: TaskDraft, below: Uses, childId: number, taskId: number): string | undefined => {
  const way = childId === taskId ? [taskId] : below.way(childId, taskId);
  if (!way) return undefined;
  const within = way.slice(0, -1).map((id) => below.node(id)?.name ?? '');
  return `Faria um círculo: ${circleInWords([draft.description, ...within, draft.description])}.`;
};

/** Circles, and more levels than there may be, at the lines that would cause them. */
const nested = async (
  trx: Trx,
  accountId: number,
  draft: TaskDraft,
  taskId: number | undefined,
): Promise<FieldError[]> => {
  const children = keysOf(draft.items.map((line) => line.taskId));
  const below = await readUsesBelow(trx, accountId, children);
  const above = taskId === undefined ? 1 : (await readUsesAbove(trx, accountId, taskId)).height(taskId);
  return draft.items.flatMap((line, index) => {
    if (line.taskId === null) return [];
    const path = `items.${index}.taskId`;
    const message = taskId === undefined ? undefined : circle(draft, below, line.taskId, taskId);
    if (message !== undefined) return [{ path, message }];
    const levels = above + below.height(line.taskId);
    return levels > MAX_DEPTH
      ? [{ path, message: `A composição ficaria com ${levels} níveis; o máximo é ${MAX_DEPTH}.` }]
      : [];
  });
};

/** Looks up what a draft names, and answers what is wrong with it. Locked against others by the caller. */
export const checkReferences = async (
  trx: Trx,
  accountId: number,
  draft: TaskDraft,
  taskId: number | undefined,
): Promise<{ problems: FieldError[]; references: References }> => {
  const references = await readReferences(trx, accountId, draft.items);
  const problems = [...missing(draft.items, references), ...tooLarge(draft.items, references)];
  return { references, problems: problems.length > 0 ? problems : await nested(trx, accountId, draft, taskId) };
};
