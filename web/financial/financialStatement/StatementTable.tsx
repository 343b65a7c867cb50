import { REGIME_LABELS } from '#domain/financial/financialStatement/lines.ts';
import { formatDate } from '#domain/dates.ts';
import { isNegative, isZero } from '#domain/money.ts';
import { ChevronDownIcon, ChevronRightIcon, WarningIcon } from '#web/ui/icons.ts';
import { useRef, useState, type ReactNode } from 'react';
import { besideOf, besideTitle, type Beside } from './beside.ts';
import { FigurePanel } from './FigurePanel.tsx';
import { amountText, monthTitle, tableRows, valueAt, type Note, type Statement, type TableRow } from './model.ts';
import { useCells } from '#web/ui/useCells.ts';
import type { StatementView } from './useStatementView.ts';
import styles from './table.module.css';

/** Most months whose percentages stand in columns of their own; above, they are read from the cell. */
const WIDE = 6;

export interface TableProps {
  statement: Statement;
  view: StatementView;
  beside: Beside;
  /** Number of categories without a line that have values. */
  unclassified: number;
}

/** A cell whose figure is looked at. */
interface Looked {
  row: TableRow;
  month: number;
  target: HTMLElement;
}

/** The lines of the statement by month, with what stands beside the values. */
export const StatementTable = ({ statement, view, beside, unclassified }: TableProps) => {
  const rows = tableRows(statement, view.open);
  const { months } = statement;
  const [looked, setLooked] = useState<Looked | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const cells = useCells({ table, rows, columns: months.length + 1, onFold: view.toggle });
  const wide = beside.kind !== 'none' && months.length <= WIDE;
  const look = (row: TableRow, month: number, target: HTMLElement) =>
    row.kind === 'rest' ? view.toggle(row.key) : setLooked({ row, month, target });
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Demonstrativo por mês">
      <table ref={table} role="grid" className={styles.table} data-wide={wide || undefined} onKeyDown={cells.onKeyDown}>
        <Head statement={statement} beside={beside} wide={wide} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} data-kind={row.kind} data-line={row.line}>
              <th scope="row">
                <Name row={row} onFold={view.toggle} cell={cells.cell(row.key, -1)}>
                  {row.line === 'UNCLASSIFIED' && row.kind === 'line' && unclassified > 0 && (
                    <button type="button" className={styles.classify} onClick={() => view.openLines('unclassified')}>
                      Classificar {unclassified}
                    </button>
                  )}
                </Name>
              </th>
              {[...months, undefined].map((month, index) => (
                <Value
                  key={month ?? 'total'}
                  row={row}
                  month={index}
                  text={besideOf(beside, statement, row, index)}
                  wide={wide}
                  note={noteOf(statement, row, month)}
                  cell={cells.cell(row.key, index)}
                  onLook={(target) => look(row, index, target)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {looked && (
        <FigurePanel
          key={`${looked.row.key}/${looked.month}`}
          {...looked}
          statement={statement}
          view={view}
          beside={besideOf(beside, statement, looked.row, looked.month)}
          onClose={() => {
            setLooked(null);
            looked.target.focus();
          }}
        />
      )}
    </div>
  );
};

export const noteOf = ({ notes }: Statement, row: TableRow, month: string | undefined): Note | undefined =>
  month === undefined ? undefined : notes.find((note) => note.figure === row.key && note.month === month);

/** "até hoje" of the month that is running: payments of the days to come are not there yet. */
const runningText = ({ regime, today }: Statement, month: string | undefined): string | null => {
  if (month !== today.slice(0, 7)) return null;
  return regime === 'CASH' ? 'até hoje' : 'em curso';
};

const Head = ({ statement, beside, wide }: { statement: Statement; beside: Beside; wide: boolean }) => (
  <thead>
    <tr>
      <th scope="col">{REGIME_LABELS[statement.regime]}, em R$</th>
      {[...statement.months, undefined].map((month, index) => (
        <HeadCells
          key={month ?? 'total'}
          title={monthTitle(month)}
          running={runningText(statement, month)}
          until={formatDate(statement.today)}
          beside={wide ? besideTitle(beside, statement, index) : null}
          total={month === undefined}
        />
      ))}
    </tr>
  </thead>
);

interface HeadCellsProps {
  title: string;
  running: string | null;
  until: string;
  beside: string | null;
  total: boolean;
}

const HeadCells = ({ title, running, until, beside, total }: HeadCellsProps) => (
  <>
    <th scope="col" data-month data-total={total || undefined} title={running ? `${running}: ${until}` : undefined}>
      {title}
      {running && <small>{running}</small>}
    </th>
    {beside !== null && (
      <th scope="col" data-beside data-total={total || undefined}>
        {beside}
      </th>
    )}
  </>
);

interface NameProps {
  row: TableRow;
  onFold: (key: string) => void;
  cell: object;
  children: ReactNode;
}

const Name = ({ row, onFold, cell, children }: NameProps) => {
  if (row.kind === 'rest') {
    return (
      <button type="button" className={styles.rest} aria-expanded={false} onClick={() => onFold(row.key)} {...cell}>
        {row.label}
      </button>
    );
  }
  const icon = row.open ? <ChevronDownIcon aria-hidden="true" /> : <ChevronRightIcon aria-hidden="true" />;
  return (
    <span className={styles.name}>
      {row.line === 'UNCLASSIFIED' && row.kind === 'line' && (
        <WarningIcon aria-hidden="true" className={styles.warning} />
      )}
      {row.open === null ? (
        <span className={styles.label}>
          {row.kind !== 'row' && <span className={styles.equals}>{row.kind === 'computed' ? '=' : ''}</span>}
          <span title={row.label}>{row.label}</span>
        </span>
      ) : (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={row.open}
          onClick={() => onFold(row.key)}
          {...cell}
        >
          {icon}
          {row.label}
        </button>
      )}
      {children}
    </span>
  );
};

interface ValueProps {
  row: TableRow;
  /** Index of the month; that of the sum comes after the last. */
  month: number;
  text: { text: string; title: string } | null;
  wide: boolean;
  note: Note | undefined;
  cell: object;
  onLook: (target: HTMLElement) => void;
}

const Value = ({ row, month, text, wide, note, cell, onLook }: ValueProps) => {
  const value = valueAt(row, month);
  const total = month === row.values.length;
  const alarming = row.kind === 'computed' && isNegative(value);
  const hint = [wide || text === null ? null : text.title, note && `Nota: ${note.text}`].filter(Boolean).join(' · ');
  return (
    <>
      <td data-total={total || undefined} data-note={note ? '' : undefined} data-alarming={alarming || undefined}>
        <button
          type="button"
          aria-label={isZero(value) ? 'R$ 0,00' : undefined}
          title={hint === '' ? undefined : hint}
          onClick={(event) => onLook(event.currentTarget)}
          {...cell}
        >
          {amountText(value)}
          {note && <span className={styles.hidden}>, com nota</span>}
        </button>
      </td>
      {wide && (
        <td data-beside data-total={total || undefined} title={text?.title}>
          {text?.text ?? ''}
        </td>
      )}
    </>
  );
};
