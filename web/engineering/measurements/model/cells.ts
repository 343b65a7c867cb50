import { formatMoney, formatQuantity } from '#domain/money.ts';
import { parseQuantity } from '#domain/quantityInput.ts';
import { decimal4, fromTenThousandths, toTenThousandths } from '#domain/money.ts';
import { quantityOfPercentage } from '#domain/engineering/measurements/line.ts';
import { lineFigures } from '#domain/engineering/measurements/line.ts';
import type { SheetLine } from './rows.ts';

/** What the typed columns say: all that is measured so far, or what this measurement adds. */
export type Mode = 'ACCUMULATED' | 'PERIOD';

export type TypedColumn = 'percentage' | 'quantity';

/** Two to four places: "120,00", "121,125". */
export const quantityShown = (quantity: string): string =>
  /\.\d\d00$/.test(quantity) ? formatMoney(quantity) : formatQuantity(quantity);

/** A percentage as it is typed: "85", "31,09". */
export const percentageShown = (percentage: string | null): string =>
  percentage === null
    ? ''
    : formatMoney(percentage)
        .replace(/,00$/, '')
        .replace(/(,\d)0$/, '$1');

/** The text of a typed cell. */
export const cellText = (line: SheetLine, column: TypedColumn, mode: Mode): string => {
  const figures = lineFigures(line);
  if (column === 'quantity') return quantityShown(mode === 'PERIOD' ? figures.periodQuantity : line.accumulated);
  return percentageShown(mode === 'PERIOD' ? figures.periodPercentage : figures.percentage);
};

const NO_NUMBER = 'Não é um número com até 4 casas decimais';
const NO_CONTRACT = 'Sem quantidade contratada: digite a quantidade';
const NEGATIVE = 'O acumulado não pode ficar negativo';
const TOO_MUCH = 'Quantidade grande demais';

const MOST = 10n ** 15n;

/** A typed text as the accumulated quantity that it asks for, or why it does not read. */
export const readCell = (
  line: SheetLine,
  column: TypedColumn,
  mode: Mode,
  text: string,
): { accumulated: string } | { problem: string } => {
  const trimmed = text.trim().replace(/%$/, '').trim();
  const [, sign = '', digits = ''] = /^([-−]?)(.*)$/s.exec(trimmed) ?? [];
  const plain = trimmed === '' ? '0' : parseQuantity(digits);
  if (plain === null) return { problem: NO_NUMBER };
  if (column === 'percentage' && toTenThousandths(line.quantity ?? '0') === 0n) return { problem: NO_CONTRACT };
  const typed = column === 'quantity' ? decimal4(plain) : quantityOfPercentage(line, plain);
  const units = sign === '' ? toTenThousandths(typed) : -toTenThousandths(typed);
  const accumulated = mode === 'PERIOD' ? toTenThousandths(line.previous) + units : units;
  if (accumulated < 0n) return { problem: NEGATIVE };
  return accumulated >= MOST ? { problem: TOO_MUCH } : { accumulated: fromTenThousandths(accumulated) };
};

/** Adds a share of the contract to what is measured, at most up to the whole of it (chips on a phone). */
export const withAdded = (line: SheetLine, percentage: string): string => {
  const [whole, now] = [toTenThousandths(line.quantity ?? '0'), toTenThousandths(line.accumulated)];
  const next = now + toTenThousandths(quantityOfPercentage(line, percentage));
  return fromTenThousandths(next > whole && now <= whole ? whole : next);
};
