import { formatDate } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import type { Column } from './grid/types.ts';
import styles from './PrintTable.module.css';
import { usePrinting } from './usePrinting.ts';

export interface PrintTableProps<Row> {
  rows: readonly Row[];
  columns: readonly Pick<Column<Row>, 'title' | 'kind' | 'align' | 'value'>[];
}

/** What a cell says in text, on screen as on paper: "1.234,50", "20/11/2026", "—" for nothing. */
export const cellText = ({ kind }: Pick<Column<unknown>, 'kind'>, value: string | null | undefined): string => {
  if (value === null || value === undefined || value === '') return '—';
  if (kind === 'money') return formatMoney(value).replace('-', '−');
  return kind === 'date' ? formatDate(value) : value;
};

/** The loaded rows on paper: a plain table in place of a grid that only draws what is in view. Nothing on screen. */
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
