import { itemsOf, type ItemChange } from './composition.ts';
import type { DocumentMoves } from './documents.ts';
import type { EstimateRow, ItemType, Rows } from './rows.ts';

/** A row to make, to change or to remove (CostEstimateDetailInput); what is left out stays as it is. */
export interface RowChange {
  id?: string;
  key?: string;
  type?: ItemType;
  parentId?: string | null;
  parentKey?: string;
  position?: number;
  description?: string;
  unit?: string | null;
  quantity?: string | null;
  formula?: string | null;
  memo?: string | null;
  bdiId?: string | null;
  unitPrice?: string | null;
  productId?: string;
  taskId?: string;
  /** Lines of its composition in this estimate alone. */
  items?: ItemChange[];
  /** Its composition is what the register says again. */
  fromRegister?: boolean;
  removed?: boolean;
  /** Where documents of a removed stage go: another stage, or none. */
  documentsTo?: string;
  documentsWithoutStage?: boolean;
}

const TOP = '';

/** Parents of rows by key, and the keys of each parent's rows in their order. */
interface Tree {
  parents: Map<string, string>;
  inside: Map<string, string[]>;
}

const treeOf = (rows: Rows): Tree => {
  const tree: Tree = { parents: new Map(), inside: new Map([[TOP, []]]) };
  const above: string[] = [];
  for (const { key, level, group } of rows) {
    const parent = level === 0 ? TOP : (above[level - 1] ?? TOP);
    above[level] = key;
    tree.parents.set(key, parent);
    tree.inside.get(parent)?.push(key);
    if (group) tree.inside.set(key, []);
  }
  return tree;
};

/** Indexes of a longest rising part: the rows that need not move. */
const rising = (values: readonly number[]): Set<number> => {
  const tails: number[] = [];
  const before = values.map(() => -1);
  values.forEach((value, index) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  });
  const kept = new Set<number>();
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) kept.add(index);
  return kept;
};

/** Keys of rows whose place among their neighbours has to be said. */
const movedKeys = (now: Tree, before: Tree): Map<string, number> => {
  const moved = new Map<string, number>();
  for (const [parent, keys] of now.inside) {
    const old = before.inside.get(parent) ?? [];
    const placeOf = new Map(old.map((key, place) => [key, place]));
    const stayed = keys.filter((key) => placeOf.has(key));
    const order = stayed.map((key) => placeOf.get(key) ?? 0);
    const still = rising(order);
    const unmoved = new Set(stayed.filter((_, index) => still.has(index)));
    keys.forEach((key, index) => {
      if (!unmoved.has(key)) moved.set(key, index + 1);
    });
  }
  return moved;
};

const TYPED = ['description', 'unit', 'quantity', 'formula', 'memo', 'bdiId'] as const;

const typedChanges = (row: EstimateRow, before: EstimateRow): RowChange => {
  const changed = TYPED.filter((field) => row[field] !== before[field]);
  const change: RowChange = Object.fromEntries(changed.map((field) => [field, row[field]]));
  // A formula and its value belong together.
  if ('quantity' in change || 'formula' in change)
    Object.assign(change, { quantity: row.quantity, formula: row.formula });
  if (row.productId !== null && row.productId !== before.productId) change.productId = row.productId;
  if (row.taskId !== null && row.taskId !== before.taskId) change.taskId = row.taskId;
  return change;
};

const newRow = (row: EstimateRow): RowChange => {
  const { key, type, group, description, unit, quantity, formula, memo, bdiId, productId, taskId } = row;
  const named = productId !== null || taskId !== null;
  return {
    ...{ key, type },
    ...(named ? {} : { description }),
    ...(productId === null ? {} : { productId }),
    ...(taskId === null ? {} : { taskId }),
    ...(group || named ? {} : { unit }),
    ...(group ? {} : { quantity }),
    ...(formula === null ? {} : { formula }),
    ...(memo === null ? {} : { memo }),
    ...(bdiId === null ? {} : { bdiId }),
  };
};

/** Whether the price of a row is typed: that of a composition is computed. */
const hasTypedPrice = ({ type, taskId }: EstimateRow): boolean =>
  type === 'PRODUCT' || (type === 'TASK' && taskId === null);

/** The price, where it is typed and another one; the price of an input is said once, in the first of its rows. */
const priceChange = (row: EstimateRow, before: string | null, said: Set<string>): RowChange => {
  if (!hasTypedPrice(row) || row.unitPrice === before) return {};
  if (row.productId !== null) {
    if (said.has(row.productId)) return {};
    said.add(row.productId);
  }
  return { unitPrice: row.unitPrice };
};

/** Changed lines of a composition, said once, in the first of its rows. */
const compositionChange = (row: EstimateRow, before: EstimateRow | undefined, said: Set<string>): RowChange => {
  const { lines, fromRegister, resourceId } = row;
  if (lines === null || lines === before?.lines || resourceId === null || said.has(resourceId)) return {};
  said.add(resourceId);
  return fromRegister ? { fromRegister } : { items: itemsOf(lines) };
};

const moveOf = (moves: DocumentMoves, id: string): RowChange => {
  const target = moves[id];
  if (target === undefined) return {};
  return target === null ? { documentsWithoutStage: true } : { documentsTo: target };
};

/** Prices of inputs that are known before the save: those of stored rows, and what the register says. */
export type KnownPrices = ReadonlyMap<string, string | null>;

/**
 * The least list that takes the saved rows to the present ones: new rows after the stage that they are in, then moved and
 * changed rows, in the order of the tree, and removed rows last, so that rows moved out of a removed stage stay.
 */
export const deltaOf = (
  saved: Rows,
  rows: Rows,
  prices: KnownPrices = new Map(),
  moves: DocumentMoves = {},
): RowChange[] => {
  if (saved === rows) return [];
  const [before, now] = [treeOf(saved), treeOf(rows)];
  const moved = movedKeys(now, before);
  const stored = new Map(saved.map((row) => [row.key, row]));
  const priceOf = new Map<string, string | null>(prices);
  for (const { productId, unitPrice } of saved) if (productId !== null) priceOf.set(productId, unitPrice);
  const present = new Map(rows.map((row) => [row.key, row]));
  const said = new Set<string>();
  const composed = new Set<string>();
  const parentOf = (key: string): RowChange => {
    const parent = present.get(now.parents.get(key) ?? TOP);
    if (!parent) return { parentId: null };
    return parent.id === null ? { parentKey: parent.key } : { parentId: parent.id };
  };
  const changes: RowChange[] = [];
  for (const row of rows) {
    const old = stored.get(row.key);
    const position = moved.get(row.key);
    // Most rows are as they were, and have not been touched.
    if (old === row && position === undefined) continue;
    const known = row.productId === null ? (old?.unitPrice ?? null) : (priceOf.get(row.productId) ?? null);
    const change: RowChange = {
      ...(old ? typedChanges(row, old) : newRow(row)),
      ...priceChange(row, known, said),
      ...compositionChange(row, old, composed),
      ...(position === undefined ? {} : { position }),
      ...(position === undefined || (old && before.parents.get(row.key) === now.parents.get(row.key))
        ? {}
        : parentOf(row.key)),
    };
    if (Object.keys(change).length > 0) changes.push(old?.id ? { id: old.id, ...change } : change);
  }
  // Of removed rows below each other, the topmost is enough, and each stage whose documents go somewhere.
  for (const { key, id } of saved) {
    if (present.has(key) || id === null) continue;
    const parent = before.parents.get(key) ?? TOP;
    if (id in moves || parent === TOP || present.has(parent)) changes.push({ id, removed: true, ...moveOf(moves, id) });
  }
  return changes;
};
