import { formatLongDate } from '#domain/dates.ts';
import { firstDay } from '#domain/financial/financialStatement/months.ts';
import { isNegative, isZero } from '#domain/money.ts';
import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icons.ts';
import { IconButton } from '#web/ui/index.ts';
import { useRef, useState, type TouchEvent } from 'react';
import { besideOf, besideTitle } from './beside.ts';
import { FigurePanel } from './FigurePanel.tsx';
import { amountText, currencyText, lineOf, tableRows, valueAt, vertical, type TableRow } from './model.ts';
import { noteOf, type TableProps } from './StatementTable.tsx';
import styles from './phone.module.css';

/** Pixels that a finger must go sideways to turn to another month. */
const SWIPE = 60;

const monthText = (month: string | undefined): string =>
  month === undefined ? 'Acumulado' : formatLongDate(firstDay(month)).split(' de ').slice(1).join(' de ');

/** Turns to the month before or after by a finger that goes sideways. */
const useSwipe = (turn: (step: 1 | -1) => void) => {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      const from = start.current;
      start.current = null;
      if (!from || !touch) return;
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
      if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? 1 : -1);
    },
  };
};

/** One month at a time: the sum of all comes after the last. */
export const PhoneStatement = ({ statement, view, beside, unclassified }: TableProps) => {
  const { months } = statement;
  const named = view.shown === 'total' ? months.length : months.indexOf(view.shown ?? '');
  const month = named < 0 ? months.length - 1 : named;
  const turn = (step: 1 | -1) => {
    const next = month + step;
    if (next >= 0 && next <= months.length) view.setShown(months[next] ?? 'total');
  };
  const swipe = useSwipe(turn);
  const [looked, setLooked] = useState<{ row: TableRow; target: HTMLElement } | null>(null);
  const result = lineOf(statement, 'RESULT');
  const loose = lineOf(statement, 'UNCLASSIFIED');
  return (
    <div className={styles.screen} {...swipe}>
      <nav className={styles.turn} aria-label="Mês">
        <IconButton label="Mês anterior" icon={<ChevronLeftIcon />} disabled={month === 0} onClick={() => turn(-1)} />
        <strong aria-live="polite">{monthText(months[month])}</strong>
        <IconButton
          label="Próximo mês"
          icon={<ChevronRightIcon />}
          disabled={month === months.length}
          onClick={() => turn(1)}
        />
      </nav>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Demonstrativo do mês">
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              <th scope="col">R$</th>
              <th scope="col">{beside.kind === 'none' ? '' : besideTitle(beside, statement, month)}</th>
            </tr>
          </thead>
          <tbody>
            {tableRows(statement, view.open)
              .filter(({ line }) => line !== 'RESULT')
              .map((row) => (
                <tr key={row.key} data-kind={row.kind} data-line={row.line}>
                  <th scope="row">
                    {row.open === null ? (
                      <span>
                        {row.kind === 'computed' && <span className={styles.equals}>=</span>}
                        {row.label}
                      </span>
                    ) : (
                      <button type="button" aria-expanded={row.open} onClick={() => view.toggle(row.key)}>
                        {row.kind !== 'rest' && (row.open ? <ChevronDownIcon /> : <ChevronRightIcon />)}
                        {row.label}
                      </button>
                    )}
                  </th>
                  <td data-note={noteOf(statement, row, months[month]) ? '' : undefined}>
                    <button
                      type="button"
                      aria-label={isZero(valueAt(row, month)) ? 'R$ 0,00' : undefined}
                      onClick={({ currentTarget }) =>
                        row.kind === 'rest' ? view.toggle(row.key) : setLooked({ row, target: currentTarget })
                      }
                    >
                      {amountText(valueAt(row, month))}
                    </button>
                  </td>
                  <td data-beside>{besideOf(beside, statement, row, month)?.text ?? ''}</td>
                </tr>
              ))}
          </tbody>
        </table>
        {unclassified > 0 && (
          <button type="button" className={styles.classify} onClick={() => view.openLines('unclassified')}>
            Classificar {unclassified}
          </button>
        )}
      </div>
      <footer className={styles.result} data-negative={isNegative(valueAt(result, month)) || undefined}>
        <span>{month === months.length ? 'Resultado do período' : 'Resultado do mês'}</span>
        <strong>{currencyText(valueAt(result, month))}</strong>
        <small>{vertical(statement, { ...result, ...RESULT_ROW }, month)}% da receita líquida</small>
        {!isZero(valueAt(loose, month)) && (
          <small data-loose>inclui {amountText(valueAt(loose, month))} não classificados</small>
        )}
      </footer>
      {looked && (
        <FigurePanel
          {...looked}
          month={month}
          statement={statement}
          view={view}
          beside={besideOf(beside, statement, looked.row, month)}
          onClose={() => {
            setLooked(null);
            looked.target.focus();
          }}
        />
      )}
    </div>
  );
};

const RESULT_ROW = { key: 'RESULT', kind: 'computed', line: 'RESULT', label: '', figure: null, open: null } as const;
