import { formatShortMonth } from '#domain/dates.ts';
import { PARTS, UNCLASSIFIED, type ComputedLine } from '#domain/financial/financialStatement/lines.ts';
import { firstDay } from '#domain/financial/financialStatement/months.ts';
import { horizontalChange, verticalShare } from '#domain/financial/financialStatement/statement.ts';
import { isZero, negate, subtract, sum, ZERO, type Money } from '#domain/money.ts';
import { counted, formatCurrency, formatMoney } from '#domain/numberFormat.ts';
import type { FinancialStatementQuery } from '#web/generated/financial.ts';

export type Statement = NonNullable<FinancialStatementQuery['statement']>;
export type StatementBefore = NonNullable<FinancialStatementQuery['before']>;
export type Line = Statement['lines'][number];
export type Row = Statement['rows'][number];
export type Note = Statement['notes'][number];

/** Rows of an open line before the rest is folded. */
const SHOWN = 5;

interface Valued {
  values: readonly Money[];
  total: Money;
}

/** A row of the table. `key` names it in the address and by keyboard. */
export interface TableRow extends Valued {
  key: string;
  kind: 'line' | 'computed' | 'row' | 'rest';
  /** Line that it is, or belongs to. */
  line: string;
  label: string;
  /** Its documents are found by this; null where it is computed of other rows. */
  figure: string | null;
  /** Whether it unfolds, and is. */
  open: boolean | null;
}

const added = (rows: readonly Valued[], months: number): Valued => ({
  values: Array.from({ length: months }, (_, month) => sum(rows.map(({ values }) => values[month] ?? ZERO))),
  total: sum(rows.map(({ total }) => total)),
});

const rowOf = ({ figure, line, label, values, total }: Row): TableRow => ({
  ...{ key: figure, kind: 'row', line, label, figure, values, total, open: null },
});

/** The key by which the rest of a line is unfolded. */
export const restKey = (line: string): string => `${line}.rest`;

const rowsOfLine = (statement: Statement, line: string, open: ReadonlySet<string>): TableRow[] => {
  const rows = statement.rows.filter((row) => row.line === line);
  const whole = open.has(restKey(line)) || rows.length <= SHOWN + 1;
  const shown = whole ? rows : rows.slice(0, SHOWN);
  const rest = rows.slice(SHOWN);
  const folded: TableRow[] = whole
    ? []
    : [
        {
          ...{
            key: restKey(line),
            kind: 'rest',
            line,
            label: `Outras ${rest.length} categorias`,
            figure: null,
            open: false,
          },
          ...added(rest, statement.months.length),
        },
      ];
  return [...shown.map(rowOf), ...folded];
};

/** The rows of the table: lines that stand open with their rows. "Não classificado" is there while it is not zero. */
export const tableRows = (statement: Statement, open: ReadonlySet<string>): TableRow[] =>
  statement.lines.flatMap((line): TableRow[] => {
    const rows = statement.rows.filter((row) => row.line === line.line);
    if (line.line === UNCLASSIFIED && rows.length === 0) return [];
    const isOpen = open.has(line.line);
    const { values, total, label, computed } = line;
    const own: TableRow = {
      ...{ key: line.line, kind: computed ? 'computed' : 'line', line: line.line, label, values, total },
      ...{ figure: computed ? null : line.line, open: rows.length > 0 ? isOpen : null },
    };
    return [own, ...(isOpen ? rowsOfLine(statement, line.line, open) : [])];
  });

export const lineOf = (statement: Pick<Statement, 'lines'>, id: string): Valued =>
  statement.lines.find(({ line }) => line === id) ?? { values: [], total: ZERO };

/** Value of a month, or of all of them where `month` is the number of months. */
export const valueAt = ({ values, total }: Valued, month: number): Money => values[month] ?? total;

/** "-75.950,00" with the minus sign of print; a dash for nothing. */
export const amountText = (value: Money): string => (isZero(value) ? '–' : formatMoney(value).replace('-', '−'));

/** "−18,8": one place, from the amounts themselves. */
export const percentText = (value: string | null): string => value?.replace('.', ',').replace('-', '−') ?? '–';

/** AV with one place; a dash for nothing, and where there is no net revenue. */
export const vertical = (statement: Statement, row: Valued, month: number): string => {
  const value = valueAt(row, month);
  if (isZero(value)) return '–';
  return percentText(verticalShare(value, valueAt(lineOf(statement, 'NET_REVENUE'), month), 1));
};

export const horizontal = (row: Valued, month: number): string =>
  percentText(month < row.values.length ? horizontalChange(valueAt(row, month), row.values[month - 1], 1) : null);

export const monthTitle = (month: string | undefined): string =>
  month ? formatShortMonth(firstDay(month)) : 'Acumulado';

/** The same row a year before; zero where it had none. */
export const valueBefore = (before: StatementBefore | null, { key, kind }: TableRow, month: number): Money | null => {
  if (!before || kind === 'rest') return null;
  const row = before.lines.find(({ line }) => line === key) ?? before.rows.find(({ figure }) => figure === key);
  return row ? valueAt(row, month) : ZERO;
};

/** What a computed line adds up, in a month. */
export const partsOf = (statement: Statement, line: string, month: number): { label: string; value: Money }[] =>
  PARTS[line as ComputedLine].flatMap((part) => {
    const found = statement.lines.find((one) => one.line === part);
    const value = found ? valueAt(found, month) : ZERO;
    return found && !isZero(value) ? [{ label: found.label, value }] : [];
  });

/** Values that an obra's plan puts into each month, and their sum, as costs; null where there is no plan. */
export const plannedCosts = (
  curve: readonly { date: string; estimatedValue?: string | null }[],
  months: readonly string[],
): Valued | null => {
  if (!curve.some(({ estimatedValue }) => estimatedValue)) return null;
  const until = (day: string): Money => curve.filter(({ date }) => date < day).at(-1)?.estimatedValue ?? ZERO;
  const values = months.map((month) => {
    const [start, next] = [firstDay(month), `${month}-32`];
    return negate(subtract(until(next), until(start)));
  });
  return { values, total: sum(values) };
};

/** "1 documento", "7 documentos" */
export const documentsText = (count: number): string => counted(count, 'documento');
export const currencyText = (value: Money): string => formatCurrency(value).replace('-', '−');
