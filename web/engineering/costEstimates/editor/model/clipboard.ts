import { codesOf } from '#domain/engineering/estimate/outline.ts';
import { readQuantity } from '#domain/engineering/estimate/formula.ts';
import { formatQuantity, formatUnitPrice } from '#domain/numberFormat.ts';
import { parseQuantity } from '#domain/quantityInput.ts';
import { rowsOf } from '#web/form/lines/pasted.ts';
import { type EstimateRow, newKey, newService, newStage, type Rows } from './rows.ts';
import { blocksOf } from './steps.ts';

/** Copied rows: their text for a spreadsheet, and the rows themselves with their levels from zero. */
export interface Copied {
  text: string;
  rows: Rows;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const cellsOf = (row: EstimateRow, code: string): string[] => [
  code,
  oneLine(row.description),
  row.unit ?? '',
  row.quantity === null ? '' : formatQuantity(row.quantity).replaceAll('.', ''),
  row.unitPrice === null ? '' : formatUnitPrice(row.unitPrice).replaceAll('.', ''),
];

/** The chosen rows with everything below them, as tab-separated text: code, description, unit, quantity, price. */
export const copyRows = (rows: Rows, keys: ReadonlySet<string>): Copied => {
  const codes = codesOf(rows);
  const blocks = blocksOf(rows, keys);
  const text = blocks
    .flatMap(({ start, end }) => rows.slice(start, end).map((row, place) => cellsOf(row, codes[start + place] ?? '')))
    .map((cells) => cells.join('\t'))
    .join('\n');
  const copied = blocks.flatMap(({ start, end }) => {
    const top = rows[start]?.level ?? 0;
    return rows.slice(start, end).map((row) => ({ ...row, level: row.level - top }));
  });
  return { text, rows: copied };
};

const ELSEWHERE = { resourceId: null, lines: null, fromRegister: false, changed: false } as const;

/** Copied rows as new ones. `here` has the rows of this estimate: of another one, a row is what the register says. */
export const asNew = (rows: Rows, here: Rows): Rows => {
  const known = new Set(here.flatMap(({ resourceId }) => resourceId ?? []));
  return rows.map((row) => ({
    ...row,
    ...(row.resourceId === null || known.has(row.resourceId) ? {} : ELSEWHERE),
    ...{ id: null, key: newKey() },
  }));
};

const CODE = /^\d{1,4}(\.\d{1,4}){0,7}\.?$/;
/** Words of a heading row. */
const HEADING = /^(item|c[oó]digo|descri[cç][aã]o|servi[cç]o|etapa)$/i;

/** A pasted row: its level, where its first cell is a code by place, and its cells after that. */
const placed = (cells: readonly string[], coded: boolean): { level: number; cells: readonly string[] } => {
  const [first = ''] = cells;
  if (!coded) return { level: 0, cells };
  return { level: first.replace(/\.$/, '').split('.').length - 1, cells: cells.slice(1) };
};

const rowOf = (cells: readonly string[]): EstimateRow => {
  const [description = '', unit = '', quantity = '', price = ''] = cells;
  if (unit === '' && quantity === '' && price === '') return newStage(description);
  const unitPrice = parseQuantity(price);
  return {
    ...newService(description),
    ...{ unit, unitPrice: unitPrice === null ? null : withPlaces(unitPrice) },
    ...(readQuantity(quantity) ?? {}),
  };
};

const withPlaces = (decimal: string): string | null => {
  const [whole = '0', places = ''] = decimal.split('.');
  const text = `${whole}.${places.padEnd(4, '0')}`;
  // A price of zero does not exist.
  return /[1-9]/.test(text) ? text : null;
};

/** Rows below a service become its neighbours, and no level is skipped. */
const nested = (rows: Rows): Rows => {
  const above: EstimateRow[] = [];
  return rows.map((row) => {
    while (above.length > 0 && (above.at(-1)?.level ?? 0) >= row.level) above.pop();
    const level = above.length;
    const next = { ...row, level };
    if (row.group) above.push(row);
    return next;
  });
};

/**
 * Rows of a text copied from a spreadsheet: a code by place, description, unit, quantity and unit price; without codes,
 * rows side by side. A row of a description alone is a stage.
 */
export const rowsOfText = (text: string): Rows => {
  const all = rowsOf(text);
  const lines = HEADING.test(all[0]?.[0] ?? '') ? all.slice(1) : all;
  const coded = lines.length > 0 && lines.every(([first = '', second = '']) => CODE.test(first) && second !== '');
  return nested(
    lines.map((cells) => {
      const { level, cells: own } = placed(cells, coded);
      return { ...rowOf(own), level };
    }),
  );
};
