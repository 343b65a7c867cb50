import type { DetailBody } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { childrenOf, type Row } from './rows.ts';

/** A row of the call that names its place among its siblings. */
interface Wanted {
  row: Row;
  position: number;
  /** Place in the call: of two rows that name one place, the one that the call names first stands there. */
  index: number;
}

/** Rows with a place of their own stand there; the others keep their order in the places that are left. */
const ordered = (others: readonly Row[], wanted: readonly Wanted[]): Row[] => {
  const sorted = [...wanted].sort((a, b) => a.position - b.position || a.index - b.index);
  const result: Row[] = [];
  const rest = [...others];
  for (const { row, position } of sorted) {
    while (result.length < position - 1 && rest.length > 0)
      result.push(...rest.splice(0, position - 1 - result.length));
    result.push(row);
  }
  return [...result, ...rest];
};

/** Numbers the siblings of each stage from 1. */
export const arrange = (
  rows: ReadonlyMap<number, Row>,
  body: readonly DetailBody[],
  named: readonly (Row | undefined)[],
): void => {
  const wanted = new Map<number, { position: number; index: number }>();
  const gone = new Set<number>();
  body.forEach(({ position, removed }, index) => {
    const row = named[index];
    if (!row) return;
    if (removed) gone.add(row.id);
    else if (position !== undefined) wanted.set(row.id, { position, index });
  });
  for (const siblings of childrenOf(rows.values()).values()) {
    const staying = siblings.filter(({ id }) => !gone.has(id));
    const others = staying.filter(({ id }) => !wanted.has(id));
    const placed = staying.flatMap((row) => {
      const place = wanted.get(row.id);
      return place ? [{ row, ...place }] : [];
    });
    ordered(others, placed).forEach((row, index) => (row.position = index + 1));
  }
};
