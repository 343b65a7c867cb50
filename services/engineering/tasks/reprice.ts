import { sql } from 'kysely';
import { compositionPrice, type Amount } from '#domain/engineering/composition.ts';
import type { PriceImpact } from '#schema/engineering/tasks/tasks.rest.ts';
import { toDecimal } from '#domain/decimal.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { nameTasks } from './names.ts';

/** What lines of a product would take instead of it: another price, and another quantity where the unit differs. */
export interface ReplacedProduct {
  price: Amount | null;
  quantity: (stored: string) => string;
}

/** Prices that products and tasks would have, by key; null for none. */
export interface PriceChanges {
  products?: ReadonlyMap<number, Amount | null> | undefined;
  replaced?: ReadonlyMap<number, ReplacedProduct> | undefined;
  tasks?: ReadonlyMap<number, Amount | null> | undefined;
}

/** A price of a composition that a change moves. */
export interface Move {
  id: number;
  before: Amount | null;
  after: Amount | null;
}

/**
 * Holds the compositions of the account until the end of the SQL transaction. Circles and prices depend on rows that
 * others may be changing at the same time, so saves of compositions and changes of prices wait for each other.
 */
export const lockCompositions = async (trx: Trx, accountId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`compositions:${accountId}`}, 0))`.execute(trx);
};

/** Own compositions that use any of the products and tasks, at any depth. */
const affectedBy = async (
  trx: Trx,
  accountId: number,
  products: readonly number[],
  tasks: readonly number[],
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive affected(id) as (
      (select task_id from task_items where account_id = ${accountId} and product_id = any(${products}::bigint[])
       union
       select task_id from task_items where account_id = ${accountId} and child_task_id = any(${tasks}::bigint[]))
      union
      select i.task_id from affected a join task_items i on i.account_id = ${accountId} and i.child_task_id = a.id
    )
    select id from affected`.execute(trx);
  return rows.map(({ id }) => id);
};

interface StoredComposition {
  id: number;
  unitPrice: Amount | null;
  /** "kind:key:quantity:price;…": one text a composition, since rows of single lines take several times the memory. */
  lines: string;
}

const readCompositions = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<StoredComposition[]> => {
  const { rows } = await sql<StoredComposition>`
    select t.id, t.unit_price as "unitPrice", string_agg(
        case when i.product_id is null then 'T:' || i.child_task_id else 'P:' || i.product_id end
        || ':' || i.quantity || ':' || coalesce((coalesce(p.price, c.unit_price))::text, ''), ';') as lines
    from tasks t
    join task_items i on i.account_id = ${accountId} and i.task_id = t.id
    left join products p on p.account_id = ${accountId} and p.id = i.product_id
    left join tasks c on c.account_id = ${accountId} and c.id = i.child_task_id
    where t.account_id = ${accountId} and t.id = any(${ids}::bigint[])
    group by t.id, t.unit_price`.execute(trx);
  return rows;
};

/** New prices of compositions: each once, what is within it first. */
const recomputed = (stored: readonly StoredComposition[], { products, replaced, tasks }: PriceChanges): Move[] => {
  const byId = new Map(stored.map((one) => [one.id, one]));
  const prices = new Map<number, Amount | null>();
  const priceOf = (kind: string, key: number, current: Amount | null): Amount | null => {
    const changed = (kind === 'P' ? products : tasks)?.get(key);
    if (changed !== undefined) return changed;
    return kind === 'T' && byId.has(key) ? recompute(key) : current;
  };
  const recompute = (id: number): Amount | null => {
    const known = prices.get(id);
    if (known !== undefined) return known;
    const lines = (byId.get(id)?.lines ?? '').split(';').map((line) => {
      const [kind = '', key = '', quantity = '', price = ''] = line.split(':');
      const other = kind === 'P' ? replaced?.get(Number(key)) : undefined;
      if (other) return { quantity: other.quantity(quantity), unitPrice: other.price };
      return { quantity, unitPrice: priceOf(kind, Number(key), price === '' ? null : price) };
    });
    const price = compositionPrice(lines);
    prices.set(id, price);
    return price;
  };
  return stored.map(({ id, unitPrice }) => ({ id, before: unitPrice, after: recompute(id) }));
};

const movesOf = async (
  trx: Trx,
  accountId: number,
  roots: { products: readonly number[]; tasks: readonly number[] },
  changes: PriceChanges = {},
): Promise<{ compositions: number; moves: Move[] }> => {
  const ids = await affectedBy(trx, accountId, roots.products, roots.tasks);
  const stored = ids.length === 0 ? [] : await readCompositions(trx, accountId, ids);
  const moves = recomputed(stored, changes).filter(({ before, after }) => before !== after);
  return { compositions: stored.length, moves };
};

/**
 * Writes the prices of all compositions that use the products or tasks, after their own prices were written in the same
 * SQL transaction. Three statements, however many compositions there are.
 */
export const repriceUsers = async (
  trx: Trx,
  { session: { accountId } }: Pick<Work, 'session'>,
  productIds: readonly number[],
  taskIds: readonly number[] = [],
): Promise<{ compositions: number; changed: number }> => {
  await lockCompositions(trx, accountId);
  const { compositions, moves } = await movesOf(trx, accountId, { products: productIds, tasks: taskIds });
  if (moves.length > 0) {
    await sql`
      update tasks t set unit_price = m.price::numeric
      from (select unnest(${moves.map(({ id }) => id)}::bigint[]) as id,
                   unnest(${moves.map(({ after }) => after)}::text[]) as price) m
      where t.account_id = ${accountId} and t.id = m.id`.execute(trx);
  }
  return { compositions, changed: moves.length };
};

/** How many compositions of a preview are named. */
const LARGEST = 20;

/** What changed prices would do to the compositions that use them; nothing is written. */
export const previewReprice = async (trx: Trx, accountId: number, changes: PriceChanges): Promise<PriceImpact> => {
  const keys = (changed: ReadonlyMap<number, unknown> | undefined) => [...(changed?.keys() ?? [])];
  const roots = { products: [...keys(changes.products), ...keys(changes.replaced)], tasks: keys(changes.tasks) };
  const { compositions, moves } = await movesOf(trx, accountId, roots, changes);
  const size = ({ before, after }: Move) =>
    toDecimal(after ?? '0')
      .minus(toDecimal(before ?? '0'))
      .abs();
  const largest = moves
    .map((move) => ({ ...move, size: size(move) }))
    .sort((a, b) => b.size.comparedTo(a.size) || a.id - b.id)
    .slice(0, LARGEST);
  const names = await nameTasks(
    trx,
    accountId,
    largest.map(({ id }) => id),
  );
  return {
    compositions,
    changed: moves.length,
    largest: largest.flatMap(({ id, before, after }) => {
      const task = names.get(id);
      return task ? [{ task, before, after }] : [];
    }),
  };
};
