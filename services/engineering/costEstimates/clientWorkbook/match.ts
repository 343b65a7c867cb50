import { wordKey } from '#domain/imports/cells.ts';
import type { CostEstimateDetail } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { itemKey, type FileRow } from './fileRows.ts';

/** A row of the cost estimate with the code of what it is made of. */
export interface KnownRow extends CostEstimateDetail {
  sourceCode: string | null;
}

interface Keyed {
  item: string;
  code: string;
  name: string;
  unit: string;
  quantity: string;
}

const codeKey = (code: string): string => wordKey(code).replace(/^0+(?=.)/, '');

/** "m²", "M2" and "m 2" are one unit. */
const unitKey = (unit: string): string => wordKey(unit.replaceAll('²', '2').replaceAll('³', '3')).replaceAll(' ', '');

const ofFile = ({ item, code, description, unit, quantity }: FileRow): Keyed => ({
  ...{ item: itemKey(item), code: codeKey(code), name: wordKey(description) },
  ...{ unit: unitKey(unit), quantity: quantity ?? '' },
});

const ofEstimate = ({ code, sourceCode, description, unit, quantity }: KnownRow): Keyed => ({
  ...{ item: itemKey(code), code: codeKey(sourceCode ?? ''), name: wordKey(description) },
  ...{ unit: unitKey(unit ?? ''), quantity: quantity ?? '' },
});

/** What rows must have in common to belong together, the surest first. */
const LINE_PASSES: readonly (readonly (keyof Keyed)[])[] = [
  ['item', 'code', 'name', 'unit'],
  ['item', 'name', 'unit'],
  ['item', 'code'],
  ['code', 'name'],
  ['name', 'unit', 'quantity'],
  ['name', 'unit'],
  ['code'],
  ['item', 'unit', 'quantity'],
];
const STAGE_PASSES: typeof LINE_PASSES = [['item', 'name'], ['name']];

const keyOf = (keyed: Keyed, fields: readonly (keyof Keyed)[]): string | null => {
  const parts = fields.map((field) => keyed[field]);
  return parts.includes('') ? null : parts.join('|');
};

interface Side<T> {
  one: T;
  keyed: Keyed;
}

const grouped = <T>(rows: readonly Side<T>[], fields: readonly (keyof Keyed)[]): Map<string, Side<T>[]> => {
  const groups = new Map<string, Side<T>[]>();
  for (const row of rows) {
    const key = keyOf(row.keyed, fields);
    if (key === null) continue;
    const known = groups.get(key);
    if (known) known.push(row);
    else groups.set(key, [row]);
  }
  return groups;
};

/** Pairs rows pass by pass. Rows that are alike are paired in their order, where both sides have as many. */
const pairs = (
  passes: typeof LINE_PASSES,
  fileRows: readonly FileRow[],
  known: readonly KnownRow[],
  links: Map<number, number>,
): void => {
  let left = fileRows.map((one) => ({ one, keyed: ofFile(one) }));
  let right = known.map((one) => ({ one, keyed: ofEstimate(one) }));
  for (const fields of passes) {
    const taken = new Set<number>();
    const others = grouped(right, fields);
    for (const [key, rows] of grouped(left, fields)) {
      const partners = others.get(key) ?? [];
      if (partners.length !== rows.length) continue;
      rows.forEach(({ one: { row } }, index) => {
        const id = partners[index]?.one.id ?? 0;
        links.set(row, id);
        taken.add(id);
      });
    }
    left = left.filter(({ one }) => !links.has(one.row));
    right = right.filter(({ one }) => !taken.has(one.id));
  }
};

/** The row of the cost estimate that belongs to each row of the file, where there is no doubt; by numbers of rows. */
export const matchRows = (fileRows: readonly FileRow[], known: readonly KnownRow[]): Map<number, number> => {
  const links = new Map<number, number>();
  const used = fileRows.filter(({ rejected }) => !rejected);
  const isStage = ({ type }: KnownRow) => type === 'GROUP';
  pairs(
    LINE_PASSES,
    used.filter(({ group }) => !group),
    known.filter((row) => !isStage(row)),
    links,
  );
  pairs(
    STAGE_PASSES,
    used.filter(({ group }) => group),
    known.filter(isStage),
    links,
  );
  return links;
};
