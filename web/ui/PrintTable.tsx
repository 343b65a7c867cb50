import { formatDate } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import type { Column } from './grid/types.ts';
import styles from './PrintTable.module.css';
import { usePrinting } from './usePrinting.ts';

export interface PrintTableProps<Row> {
  rows: readonly Row[];
  columns: readonly Pick<Column<Row>, 'title' | 'kind' | 'align' | 'value'>[];
}

/** Returns a cell's text for screen and print: "1.234,50", "20/11/2026", "—" for an empty value. */
export const cellText = ({ kind }: Pick<Column<unknown>, 'kind'>, value: string | null | undefined): string => {
  if (value === null || value === undefined || value === '') return '—';
  if (kind === 'money') return formatMoney(value).replace('-', '−');
  return kind === 'date' ? formatDate(value) : value;
};

/**
 * Prints the loaded rows as a plain table, because the grid renders only the visible rows. Renders nothing on screen.
 */
export const PrintTable = <Row,>({ rows, columns }: PrintTableProps<Row>) => {
  if (!usePrinting()) return null;
  const alignOf = ({ kind, align }: PrintTableProps<Row>['columns'][number]) =>
    align ?? (kind === 'money' ? 'right' : 'left');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" data-align={alignOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map((column) => (
              <td key={column.title} data-align={alignOf(column)} data-kind={column.kind}>
                {cellText(column, column.value(row))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
