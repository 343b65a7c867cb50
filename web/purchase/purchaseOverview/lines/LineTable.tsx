import { formatDate } from '#domain/dates.ts';
import { quantityText, valueText } from '#domain/engineering/purchaseOverview/figures.ts';
import { fromTenThousandths, sum, toTenThousandths } from '#domain/money.ts';
import { LongList } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { MEASURE_LABELS, ORDERS, OUTCOME } from '../words.ts';
import styles from './lines.module.css';
import type { Line } from './useLines.ts';

const SUMMED = ['ordered', 'received', 'invoiced', 'paid'] as const;

interface LineTableProps {
  lines: readonly Line[];
  /** A quantity in the unit of the screen. */
  quantityOf: (quantity: string | null) => string | null;
  unit: string;
  /** The user may open expenses. */
  expenses: boolean;
}

interface AmountProps {
  label: string;
  quantity: string | null;
  unit: string;
  value: string;
}

export const Amount = ({ label, quantity, unit, value }: AmountProps) => (
  <td data-label={label}>
    <span className={styles.value}>{valueText(value)}</span>
    <span className={styles.meta}>
      {quantityText(quantity)} {quantityText(quantity) !== '—' && unit}
    </span>
  </td>
);

/** Sum of amounts, its quantity in the unit of the screen. */
export const totalOf = (
  amounts: readonly { quantity: string | null; value: string }[],
  quantityOf: (quantity: string | null) => string | null,
) => ({
  value: sum(amounts.map(({ value }) => value)),
  quantity: quantityOf(
    fromTenThousandths(amounts.reduce((all, { quantity }) => all + toTenThousandths(quantity ?? '0'), 0n)),
  ),
});

const LineRow = ({ line, quantityOf, unit, expenses }: Omit<LineTableProps, 'lines'> & { line: Line }) => (
  <tr>
    <th scope="row">
      <Link to={`${ORDERS}?id=${line.order.id}`}>{line.order.document}</Link>
      <span className={styles.meta}>{formatDate(line.order.date)}</span>
    </th>
    <td className={styles.supplier}>
      {line.supplier.name}
      <span className={styles.meta}>
        {[line.stage?.name ?? 'sem etapa', ...line.documentNumbers].join(' · ')}
        {expenses && line.expenseId !== null && (
          <>
            {' · '}
            <Link to={`${OUTCOME}?id=${line.expenseId}`}>despesa</Link>
          </>
        )}
      </span>
    </td>
    {SUMMED.map((measure) => (
      <Amount
        key={measure}
        label={MEASURE_LABELS[measure]}
        quantity={quantityOf(line[measure].quantity)}
        unit={unit}
        value={line[measure].value}
      />
    ))}
  </tr>
);

/** Lines of orders, and their sum, which is the figure that they are behind. */
export const LineTable = ({ lines, ...rest }: LineTableProps) => {
  const total = (measure: (typeof SUMMED)[number]) =>
    totalOf(
      lines.map((line) => line[measure]),
      rest.quantityOf,
    );
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Pedido</th>
          <th scope="col">Fornecedor, etapa e notas</th>
          {SUMMED.map((measure) => (
            <th key={measure} scope="col">
              {MEASURE_LABELS[measure]} (R$)
            </th>
          ))}
        </tr>
      </thead>
      <LongList items={lines} rowHeight={46} table>
        {(line) => <LineRow key={line.lineId} line={line} {...rest} />}
      </LongList>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Total
          </th>
          {SUMMED.map((measure) => (
            <Amount key={measure} label={MEASURE_LABELS[measure]} unit={rest.unit} {...total(measure)} />
          ))}
        </tr>
      </tfoot>
    </table>
  );
};
