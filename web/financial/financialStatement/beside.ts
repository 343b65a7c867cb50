import { horizontalChange } from '#domain/financial/financialStatement/statement.ts';
import { addToMonth } from '#domain/financial/financialStatement/months.ts';
import type { Money } from '#domain/money.ts';
import {
  amountText,
  horizontal,
  monthTitle,
  percentText,
  valueAt,
  valueBefore,
  vertical,
  type Statement,
  type StatementBefore,
  type TableRow,
} from './model.ts';

/** What stands beside the values: percentages, the year before, or what the obra had planned. */
export type Beside =
  | { kind: 'none' | 'av' | 'ah' }
  | { kind: 'lastYear'; before: StatementBefore | null }
  | { kind: 'estimate'; planned: { values: readonly Money[]; total: Money } | null };

/** Head of the column beside a month, or beside the sum. */
export const besideTitle = ({ kind }: Beside, { months }: Statement, month: number): string => {
  const own = months[month];
  if (kind === 'lastYear') return own === undefined ? 'Ano anterior' : monthTitle(addToMonth(own, -12));
  if (kind === 'estimate') return 'Orçado';
  return kind === 'ah' ? 'AH %' : 'AV %';
};

const changeTitle = (name: string, value: Money, base: Money): string => {
  const change = percentText(horizontalChange(value, base, 1));
  return `${name} ${amountText(base)}, variação ${change === '–' ? '–' : `${change} %`}`;
};

/** What stands beside one value, and the same in words; null where there is nothing to compare with. */
export const besideOf = (
  beside: Beside,
  statement: Statement,
  row: TableRow,
  month: number,
): { text: string; title: string } | null => {
  switch (beside.kind) {
    case 'none':
      return null;
    case 'av': {
      const text = vertical(statement, row, month);
      return { text, title: `AV ${text} %` };
    }
    case 'ah': {
      const text = horizontal(row, month);
      return { text, title: `AH ${text} %` };
    }
    case 'lastYear': {
      const base = valueBefore(beside.before, row, month);
      return base === null
        ? null
        : { text: amountText(base), title: changeTitle('Ano anterior', valueAt(row, month), base) };
    }
    case 'estimate': {
      if (row.key !== 'CONSTRUCTION_COST' || !beside.planned) return null;
      const base = valueAt(beside.planned, month);
      return { text: amountText(base), title: changeTitle('Orçado', valueAt(row, month), base) };
    }
  }
};
