import { isZero } from '#domain/money.ts';
import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.ts';
import { useState } from 'react';
import { CellPanel } from './CellPanel.tsx';
import { Bar, type MatrixProps } from './Matrix.tsx';
import {
  amountText,
  balanceOf,
  cellOf,
  columnsOf,
  heatOfCell,
  rowsOf,
  totalOf,
  type Column,
  type MatrixRow,
} from './model.ts';
import styles from './phone.module.css';

/** On a phone: a stage at a time with its sums; opened, its categories. */
export const PhoneBreakdown = ({ breakdown, view, mayOpen }: MatrixProps) => {
  const columns = columnsOf(breakdown, true);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [looked, setLooked] = useState<{ row: MatrixRow; column: Column; target: HTMLElement } | null>(null);
  const toggle = (row: MatrixRow) => {
    const next = new Set(open);
    if (!next.delete(row.key)) next.add(row.key);
    setOpen(next);
    if (row.open !== null) view.toggle(row.key);
  };
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Etapas por categoria">
      <ul className={styles.list}>
        {[...rowsOf(breakdown, view.open), totalOf(breakdown)].map((row) => {
          const balance = balanceOf(row);
          return (
            <li key={row.key} data-level={Math.min(row.level, 3)}>
              <button
                type="button"
                className={styles.stage}
                aria-expanded={open.has(row.key)}
                onClick={() => toggle(row)}
              >
                {open.has(row.key) ? <ChevronDownIcon aria-hidden="true" /> : <ChevronRightIcon aria-hidden="true" />}
                <span className={styles.name}>{[row.code, row.name].filter(Boolean).join(' ')}</span>
                <span className={styles.figures}>
                  <strong>{amountText(row.actual)}</strong>
                  <small>
                    {row.estimated === null ? '' : `de ${amountText(row.estimated)}`}
                    {balance !== null && !isZero(balance) ? ` · saldo ${amountText(balance)}` : ''}
                  </small>
                </span>
              </button>
              <Bar amounts={row} />
              {open.has(row.key) && (
                <ul className={styles.categories}>
                  {columns.map((column) => {
                    const amounts = cellOf(row, column);
                    if (!amounts) return null;
                    const heat = heatOfCell(amounts);
                    return (
                      <li key={column.key}>
                        <button
                          type="button"
                          data-heat={heat ?? undefined}
                          onClick={({ currentTarget }) => setLooked({ row, column, target: currentTarget })}
                        >
                          <span>{column.title}</span>
                          <span className={styles.figures}>
                            <span>
                              {heat === 'OVER' && '▲ '}
                              {amountText(amounts.actual)}
                            </span>
                            <small>
                              {heat === 'WITHOUT_ESTIMATE'
                                ? 'sem orçado'
                                : amounts.estimated === null
                                  ? ''
                                  : `de ${amountText(amounts.estimated)}`}
                            </small>
                          </span>
                        </button>
                      </li>
                    );
                  })}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
      {looked && (
        <CellPanel
          {...looked}
          view={view}
          mayOpen={mayOpen}
          onClose={() => {
            setLooked(null);
            looked.target.focus();
          }}
        />
      )}
    </div>
  );
};
