import { TAX_LABELS } from '#domain/financial/retentions/taxes.ts';
import { formatShortMonth } from '#domain/dates.ts';
import { isPositive, sum, ZERO } from '#domain/money.ts';
import { formatCurrency, formatMoney } from '#domain/numberFormat.ts';
import type { RetentionMonthsQuery, RetentionTax } from '#web/generated/financial.ts';
import { STATUSES, TAXES } from './words.ts';
import styles from './Matrix.module.css';

type Cell = NonNullable<RetentionMonthsQuery['retentions']>['months'][number];
export type Chosen = { tax: string | null; month: string | null };

interface MatrixProps {
  cells: readonly Cell[];
  chosen: Chosen;
  /** Narrows the list to a cell, a row or a column; the same one again shows everything. */
  onChoose: (chosen: Chosen) => void;
  /** What months are of: "vencimento". */
  basis: string;
}

type Part = 'retained' | 'paid' | 'toPay' | 'overdue';

const total = (cells: readonly Cell[], part: Part) => sum(cells.map((cell) => cell[part]));

/** What was withheld by tax and month; every figure narrows the list below to its documents. */
export const Matrix = ({ cells, chosen, onChoose, basis }: MatrixProps) => {
  const months = [...new Set(cells.map(({ month }) => month))].sort();
  const taxes = TAXES.filter((tax) => cells.some((cell) => cell.tax === tax));
  const figure = (tax: RetentionTax | null, month: string | null) => {
    const own = cells.filter((cell) => (tax === null || cell.tax === tax) && (month === null || cell.month === month));
    return <Figure cells={own} tax={tax} month={month} chosen={chosen} onChoose={onChoose} />;
  };
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label="Retenções por imposto e mês">
      <table className={styles.table}>
        <caption className="visuallyHidden">Retido por imposto e mês de {basis}</caption>
        <thead>
          <tr>
            <th scope="col">Imposto</th>
            {months.map((month) => (
              <th key={month} scope="col">
                {formatShortMonth(`${month}-01`)}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {taxes.map((tax) => (
            <tr key={tax}>
              <th scope="row">{TAX_LABELS[tax]}</th>
              {months.map((month) => (
                <td key={month}>{figure(tax, month)}</td>
              ))}
              <td data-total="">{figure(tax, null)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {months.map((month) => (
              <td key={month}>{figure(null, month)}</td>
            ))}
            <td data-total="">{figure(null, null)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
};

interface FigureProps extends Chosen {
  cells: readonly Cell[];
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

/** The retained sum, and in words what of it is overdue, open or collected. */
const Figure = ({ cells, tax, month, chosen, onChoose }: FigureProps) => {
  const retained = total(cells, 'retained');
  if (!isPositive(retained)) return <span className={styles.nothing}>–</span>;
  const [overdue, toPay] = [total(cells, 'overdue'), total(cells, 'toPay')];
  const state = isPositive(overdue)
    ? { ...STATUSES.OVERDUE, value: overdue }
    : isPositive(toPay)
      ? { ...STATUSES.OPEN, value: toPay }
      : { ...STATUSES.PAID, value: ZERO };
  const isChosen = chosen.tax === tax && chosen.month === month && (tax !== null || month !== null);
  return (
    <button
      type="button"
      className={styles.figure}
      aria-pressed={isChosen}
      title={`Retido ${formatCurrency(retained)}: recolhido ${formatCurrency(total(cells, 'paid'))}, a recolher ${formatCurrency(toPay)}, vencido ${formatCurrency(overdue)}`}
      onClick={() => onChoose(isChosen ? { tax: null, month: null } : { tax, month })}
    >
      {formatMoney(retained)}
      <small className={styles[state.tone]}>
        {state.label.toLowerCase()}
        {isPositive(state.value) && state.value !== retained && ` ${formatMoney(state.value)}`}
      </small>
    </button>
  );
};
