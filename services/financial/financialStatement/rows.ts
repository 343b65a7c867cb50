import {
  addsToResult,
  CHARGE_LABELS,
  CHARGES,
  UNCLASSIFIED,
  WITHOUT_CATEGORY_LABELS,
  type Charge,
  type SummedLine,
} from '#domain/financial/financialStatement/lines.ts';
import type { Month } from '#domain/financial/financialStatement/months.ts';
import { add, isZero, negate, sum, ZERO, type Money } from '#domain/money.ts';
import { isStatementLine } from '#domain/statementLines.ts';
import type { StatementRow } from '#schema/financial/financialStatement/financialStatement.rest.ts';
import type { KeptSum } from './sums.ts';

type Row = StatementRow & { line: SummedLine | 'OUTSIDE' };

const signed = (type: 'CREDIT' | 'DEBIT', value: Money): Money => (type === 'CREDIT' ? value : negate(value));

/** Rows by their key, in the order in which they come. */
class Rows {
  readonly #rows = new Map<string, Row>();

  constructor(readonly months: readonly Month[]) {}

  add(row: Omit<Row, 'values' | 'total'>, month: Month, value: Money): void {
    const known = this.#rows.get(row.figure) ?? { ...row, values: this.months.map(() => ZERO), total: ZERO };
    const index = this.months.indexOf(month);
    const values = known.values.map((one, at) => (at === index ? add(one, value) : one));
    this.#rows.set(row.figure, { ...known, values, total: sum(values) });
  }

  /** Rows that are zero in every month are left out. */
  all(): Row[] {
    return [...this.#rows.values()].filter(({ values }) => values.some((value) => !isZero(value)));
  }
}

const categoryRow = ({ type, categoryId, categoryName, statementLine }: KeptSum): Omit<Row, 'values' | 'total'> => {
  if (categoryId === null) {
    const figure = type === 'CREDIT' ? 'without-credit' : 'without-debit';
    return { figure, line: UNCLASSIFIED, label: WITHOUT_CATEGORY_LABELS[figure], type, category: null };
  }
  const name = categoryName ?? '';
  return {
    figure: `category-${categoryId}`,
    line: isStatementLine(statementLine) ? statementLine : UNCLASSIFIED,
    label: name,
    type,
    category: { id: categoryId, name },
  };
};

const chargeOf = (charge: Charge, { type, increase, discount }: KeptSum): Money => {
  const [what, whose] = charge.split('-');
  if (whose !== type.toLowerCase()) return ZERO;
  const value = what === 'increase' ? increase : discount;
  return addsToResult(charge) ? value : negate(value);
};

/**
 * Rows of a statement: gross values by category, and the charges of payments in the financial line. Within a line the
 * largest come first.
 */
export const rowsOf = (sums: readonly KeptSum[], measure: KeptSum['measure'], months: readonly Month[]): Row[] => {
  const rows = new Rows(months);
  for (const kept of sums) {
    if (kept.measure === measure) rows.add(categoryRow(kept), kept.month, signed(kept.type, kept.grossValue));
    if (kept.measure !== 'PAYMENT') continue;
    for (const charge of CHARGES) {
      const value = chargeOf(charge, kept);
      if (isZero(value)) continue;
      const row = { figure: charge, line: 'FINANCIAL_RESULT', label: CHARGE_LABELS[charge], type: kept.type } as const;
      rows.add({ ...row, category: null }, kept.month, value);
    }
  }
  const size = ({ total }: Row): bigint => {
    const cents = BigInt(total.replace('.', ''));
    return cents < 0n ? -cents : cents;
  };
  return rows.all().sort((a, b) => (size(a) === size(b) ? 0 : size(a) > size(b) ? -1 : 1));
};
