import { changedQuantity, changeOf, contractValue, type AmendedLine } from '#domain/engineering/estimate/amendments.ts';
import { leafFigures } from '#domain/engineering/estimate/figures.ts';
import { codesOf, endOf, groupSums } from '#domain/engineering/estimate/outline.ts';
import { decimal4, fromCents, fromTenThousandths, isNegative, sum, toCents, toTenThousandths } from '#domain/money.ts';
import { formatQuantity } from '#domain/numberFormat.ts';
import { parseQuantity } from '#domain/quantityInput.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { CostEstimateAmendmentInput, CostEstimateAmendmentTreeQuery } from '#web/generated/engineering.ts';

export type AmendmentTree = NonNullable<CostEstimateAmendmentTreeQuery['costEstimateAmendmentTree']>;
export type StoredRow = AmendmentTree['rows'][number];

/** A line that the amendment adds, as its dialog types it. */
export interface AddedLine {
  key: string;
  parentId: string | null;
  description: string;
  unit: string;
  unitPrice: string;
  quantity: string;
  bdiId: string | null;
  sourceCode: string | null;
}

/** An amendment that is being written. */
export interface AmendmentForm {
  date: string;
  reason: string;
  days: string;
  /** By which quantities change, by row. */
  changes: Readonly<Record<string, string>>;
  added: readonly AddedLine[];
}

const TEXTS = ['date', 'reason', 'days'] as const;

export const isAmendmentForm = (value: unknown): value is AmendmentForm =>
  isRecord(value) &&
  TEXTS.every((name) => isText(value[name])) &&
  isRecord(value.changes) &&
  Object.values(value.changes).every(isText) &&
  Array.isArray(value.added) &&
  value.added.every((one) => isRecord(one) && isText(one.key) && isText(one.description) && isText(one.quantity));

export const formOf = ({ amendment, rows }: AmendmentTree): AmendmentForm => ({
  ...{ date: amendment.date, reason: amendment.reason, days: String(amendment.days) },
  changes: Object.fromEntries(
    rows.flatMap(({ rowId, added, change }) => (rowId !== null && !added && change !== null ? [[rowId, change]] : [])),
  ),
  added: rows.flatMap((row, index) =>
    row.added
      ? [
          {
            ...{ key: `added-${index}`, parentId: row.parentId, description: row.description, unit: row.unit ?? '' },
            ...{ unitPrice: row.unitPrice ?? '', quantity: row.change ?? '', bdiId: row.bdiId },
            sourceCode: row.sourceCode,
          },
        ]
      : [],
  ),
});

/** A row as the editor shows it. */
export interface EditedRow {
  key: string;
  level: number;
  group: boolean;
  code: string;
  description: string;
  unit: string | null;
  /** The line is new in this amendment. */
  added: AddedLine | null;
  unitPriceWithBdi: string | null;
  /** Contracted before it. */
  quantity: string;
  measured: string;
  /** By which the quantity changes; null: it stays. */
  change: string | null;
  after: string;
  /** What the change is worth; null without any. */
  value: string | null;
  /** Value after it. */
  total: string;
}

type Outline = Pick<EditedRow, 'key' | 'level' | 'group'> & { stored: StoredRow | null; added: AddedLine | null };

/** Stored rows with the new lines, each after the rows of its stage. */
const outlineOf = (rows: readonly StoredRow[], added: readonly AddedLine[]): Outline[] => {
  const outline = rows
    .filter((row) => !row.added)
    .map((stored): Outline => {
      const { rowId, level, group } = stored;
      return { key: rowId ?? '', level, group, stored, added: null };
    });
  for (const line of added) {
    const stage = line.parentId === null ? -1 : outline.findIndex(({ key }) => key === line.parentId);
    const level = stage < 0 ? 0 : (outline[stage]?.level ?? 0) + 1;
    const place = stage < 0 ? outline.length : endOf(outline, stage);
    outline.splice(place, 0, { key: line.key, level, group: false, stored: null, added: line });
  }
  return outline;
};

/** BDI of the estimate: percentages by key, and the default. */
export interface Bdis {
  bdis: readonly { id: string; percentage: string }[];
  defaultBdiId: string | null;
}

const NOTHING = '0.0000';

const lineOf = ({ stored, added }: Outline, { bdis, defaultBdiId }: Bdis): AmendedLine => {
  if (added) {
    const percentage = bdis.find(({ id }) => id === (added.bdiId ?? defaultBdiId))?.percentage ?? null;
    const { unitPriceWithBdi } = leafFigures('0', added.unitPrice || '0', percentage);
    return { quantity: NOTHING, unitPrice: added.unitPrice, unitPriceWithBdi, directTotal: '0.00', total: '0.00' };
  }
  return {
    quantity: stored?.originalQuantity ?? NOTHING,
    unitPrice: stored?.unitPrice ?? null,
    unitPriceWithBdi: stored?.unitPriceWithBdi ?? null,
    directTotal: null,
    total: stored?.originalTotal ?? '0.00',
  };
};

const editedRow = (row: Outline, form: AmendmentForm, bdis: Bdis): Omit<EditedRow, 'code'> => {
  const { key, level, group, stored, added } = row;
  const quantity = added ? NOTHING : (stored?.quantity ?? NOTHING);
  const change = added ? decimal4(added.quantity || '0') : (form.changes[key] ?? null);
  const after = changedQuantity(quantity, change);
  const line = lineOf(row, bdis);
  return {
    ...{ key, level, group, added, quantity, change, after },
    description: added?.description ?? stored?.description ?? '',
    unit: added?.unit ?? stored?.unit ?? null,
    unitPriceWithBdi: line.unitPriceWithBdi,
    measured: stored?.measured ?? NOTHING,
    value: group || change === null ? null : changeOf(line, quantity, after).total,
    total: group ? '0.00' : contractValue(line, after).total,
  };
};

/** Rows with what is typed, stages as sums of their rows. */
export const rowsOf = (stored: readonly StoredRow[], form: AmendmentForm, bdis: Bdis): EditedRow[] => {
  const outline = outlineOf(stored, form.added);
  const codes = codesOf(outline);
  const rows = outline.map((row) => editedRow(row, form, bdis));
  const [totals] = groupSums(
    rows,
    rows.map(({ group, total }) => (group ? null : toCents(total))),
  );
  const [values] = groupSums(
    rows,
    rows.map(({ value }) => (value === null ? null : toCents(value))),
  );
  const [counts] = groupSums(
    rows,
    rows.map(({ value }) => (value === null ? null : 1n)),
  );
  return rows.map((row, index) => ({
    ...row,
    code: codes[index] ?? '',
    total: fromCents(totals[index] ?? 0n),
    value: (counts[index] ?? 0n) === 0n ? null : fromCents(values[index] ?? 0n),
  }));
};

export interface AmendmentTotals {
  increase: string;
  decrease: string;
  total: string;
}

export const totalsOf = (rows: readonly EditedRow[]): AmendmentTotals => {
  const values = rows.flatMap(({ group, value }) => (group || value === null ? [] : [value]));
  return {
    increase: sum(values.filter((value) => !isNegative(value))),
    decrease: sum(values.filter(isNegative)),
    total: sum(values),
  };
};

/** What of a row is typed: the change, or the quantity after it. */
export type TypedColumn = 'change' | 'after';

const signedText = (quantity: string): string =>
  toTenThousandths(quantity) > 0n ? `+${formatQuantity(quantity)}` : formatQuantity(quantity);

export const cellText = (row: EditedRow, column: TypedColumn): string => {
  if (column === 'after') return formatQuantity(row.after);
  return row.change === null ? '' : signedText(row.change);
};

export type Typed = { change: string | null } | { problem: string };

/** Reads what is typed: "+5", "-2,5" as the change, or the quantity after it; nothing takes the change back. */
export const readCell = ({ quantity, measured, unit }: EditedRow, column: TypedColumn, text: string): Typed => {
  const compact = text.replace('−', '-').trim();
  if (compact === '') return { change: null };
  const negative = compact.startsWith('-');
  const read = parseQuantity(compact.replace(/^[+-]\s*/, ''));
  if (read === null) return { problem: 'Não é um número com até 4 casas decimais' };
  const units = toTenThousandths(read) * (negative ? -1n : 1n);
  const before = toTenThousandths(quantity);
  const change = column === 'change' ? units : units - before;
  if (change === 0n) return { change: null };
  const named = unit ? ` ${unit}` : '';
  if (before + change < 0n) return { problem: `A supressão passa do contratado: ${formatQuantity(quantity)}${named}` };
  if (change < 0n && before + change < toTenThousandths(measured))
    return { problem: `Já foram medidos ${formatQuantity(measured)}${named} desta linha` };
  return { change: fromTenThousandths(change) };
};

/** The form with another change of a row. */
export const withChange = (form: AmendmentForm, key: string, change: string | null): AmendmentForm => {
  const { [key]: _before, ...others } = form.changes;
  return { ...form, changes: change === null ? others : { ...others, [key]: change } };
};

/** The call's lines in the order of the rows, and the row of each. */
export const inputOf = (
  form: AmendmentForm,
  rows: readonly EditedRow[],
): { input: CostEstimateAmendmentInput; keys: string[] } => {
  const changed = rows.filter(({ group, change }) => !group && change !== null);
  return {
    keys: changed.map(({ key }) => key),
    input: {
      ...{ date: form.date, reason: form.reason.trim(), days: Number(form.days || '0') },
      lines: changed.map(({ key, change, added }) =>
        added
          ? {
              ...{ quantity: added.quantity, parentId: added.parentId, description: added.description },
              ...{ unit: added.unit || null, unitPrice: added.unitPrice, bdiId: added.bdiId },
              sourceCode: added.sourceCode,
            }
          : { rowId: key, quantity: change ?? NOTHING },
      ),
    },
  };
};
