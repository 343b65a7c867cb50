import { endOf } from '#domain/engineering/estimate/outline.ts';
import { typedPrices, withComposed, type Composed } from './composition.ts';
import type { RowChange } from './delta.ts';
import type { EstimateRow, Rows } from './rows.ts';

/** Edits that are not stored: what they change, and new rows as the editor shows them. */
export interface Edits {
  changes: readonly RowChange[];
  made: Rows;
  /** Changed compositions as the editor shows them. */
  composed?: readonly Composed[];
}

interface Inside {
  inside: Node[];
}
interface Node extends Inside {
  row: EstimateRow;
}

const nodesOf = (rows: Rows, start: number, end: number): Node[] => {
  const nodes: Node[] = [];
  for (let index = start; index < end; index = endOf(rows, index)) {
    const row = rows[index];
    if (row) nodes.push({ row, inside: nodesOf(rows, index + 1, endOf(rows, index)) });
  }
  return nodes;
};

const flat = (nodes: readonly Node[], level = 0): EstimateRow[] =>
  nodes.flatMap(({ row, inside }) => [row.level === level ? row : { ...row, level }, ...flat(inside, level + 1)]);

const TYPED = ['description', 'unit', 'quantity', 'formula', 'memo', 'bdiId', 'unitPrice'] as const;

const typed = (row: EstimateRow, change: RowChange): EstimateRow => ({
  ...row,
  ...Object.fromEntries(TYPED.filter((field) => field in change).map((field) => [field, change[field]])),
});

/**
 * Puts edits on top of rows that another user has saved since. A change of a row that is no longer there is left out; a
 * new row whose stage is gone stands at the top.
 */
export const applyEdits = (rows: Rows, { changes, made, composed = [] }: Edits): Rows => {
  const top: Inside = { inside: nodesOf(rows, 0, rows.length) };
  const byKey = new Map<string, Node>();
  const parents = new Map<Node, Inside>();
  const index = (parent: Inside): void => {
    for (const node of parent.inside) {
      byKey.set(node.row.key, node);
      parents.set(node, parent);
      index(node);
    }
  };
  index(top);
  const added = new Map(made.map((row) => [row.key, row]));
  const placed: [Node, number][] = [];
  // The price of an input is said with one of its rows, and is that of all.
  const prices = new Map(made.flatMap((row) => (row.productId === null ? [] : [[row.productId, row.unitPrice]])));
  const take = (node: Node): void => {
    const inside = parents.get(node)?.inside ?? [];
    const place = inside.indexOf(node);
    if (place >= 0) inside.splice(place, 1);
  };
  for (const change of changes) {
    const { id, key, parentId, parentKey, position, removed } = change;
    const fresh = id === undefined ? added.get(key ?? '') : undefined;
    const node: Node | undefined = fresh ? { row: fresh, inside: [] } : byKey.get(id ?? '');
    if (!node) continue;
    if (removed) {
      take(node);
      continue;
    }
    node.row = typed(node.row, change);
    if (node.row.productId !== null && 'unitPrice' in change) prices.set(node.row.productId, node.row.unitPrice);
    const named = parentKey ?? parentId;
    const wanted = named === undefined ? (parents.get(node) ?? top) : (byKey.get(named ?? '') ?? top);
    if (fresh || named !== undefined) {
      take(node);
      wanted.inside.push(node);
      parents.set(node, wanted);
      byKey.set(node.row.key, node);
    }
    if (position !== undefined) placed.push([node, position]);
  }
  // Places count after everything else has moved.
  for (const [node] of placed) take(node);
  for (const [node, position] of placed) (parents.get(node) ?? top).inside.splice(position - 1, 0, node);
  for (const { lines, fromRegister } of composed) {
    if (!fromRegister) for (const [productId, price] of typedPrices(lines)) prices.set(productId, price);
  }
  const priced = flat(top.inside).map((row) => {
    const unitPrice = row.productId === null ? undefined : prices.get(row.productId);
    return unitPrice === undefined || unitPrice === row.unitPrice ? row : { ...row, unitPrice };
  });
  return withComposed(priced, composed);
};
