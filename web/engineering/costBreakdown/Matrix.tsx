import { HEAT_LABELS } from '#domain/engineering/costBreakdown/heat.ts';
import { toDecimal } from '#domain/decimal.ts';
import { isNegative, isPositive, isZero, type Money } from '#domain/money.ts';
import { ChevronDownIcon, ChevronRightIcon, WarningIcon } from '#web/ui/icons.ts';
import { useCells } from '#web/ui/useCells.ts';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { CellPanel } from './CellPanel.tsx';
import { looseLink } from './links.ts';
import {
  amountText,
  balanceOf,
  cellOf,
  columnsOf,
  folds,
  heatOfCell,
  LOOSE,
  rowsOf,
  TOTAL,
  totalOf,
  type Amounts,
  type Breakdown,
  type Column,
  type MatrixRow,
} from './model.ts';
import type { BreakdownView } from './useBreakdownView.ts';
import styles from './matrix.module.css';

/** What of a row stands at its end. */
export const SUMS = [
  { id: 'estimated', title: 'Orçado (R$)' },
  { id: 'committed', title: 'Comprometido' },
  { id: 'actual', title: 'Realizado' },
  { id: 'balance', title: 'Saldo' },
] as const;
type SumId = (typeof SUMS)[number]['id'];

export interface MatrixProps {
  breakdown: Breakdown;
  view: BreakdownView;
  mayOpen: { documents: boolean; orders: boolean };
}

/** A cell whose figures are looked at; without a column: the sums of its row. */
interface Looked {
  row: MatrixRow;
  column: Column | null;
  target: HTMLElement;
}

/** Stages by category with their sums. */
export const Matrix = ({ breakdown, view, mayOpen }: MatrixProps) => {
  const columns = columnsOf(breakdown, view.unfolded);
  const rows = rowsOf(breakdown, view.open);
  const total = totalOf(breakdown);
  const [looked, setLooked] = useState<Looked | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const cells = useCells({ table, rows: [...rows, total], columns: columns.length + SUMS.length, onFold: view.toggle });
  const line = (row: MatrixRow) => (
    <tr key={row.key} data-key={row.key} data-level={Math.min(row.level, 4)}>
      <th scope="row">
        <Name row={row} onFold={view.toggle} cell={cells.cell(row.key, -1)}>
          {row.key === LOOSE && mayOpen.documents && breakdown.sharesWithoutStage > 0 && (
            <Link to={looseLink(view)}>Classificar {breakdown.sharesWithoutStage}</Link>
          )}
        </Name>
      </th>
      {columns.map((column, index) => (
        <Cell
          key={column.key}
          label={`${row.name}, ${column.title}`}
          amounts={cellOf(row, column)}
          cell={cells.cell(row.key, index)}
          onLook={(target) => setLooked({ row, column, target })}
        />
      ))}
      {SUMS.map(({ id, title }, index) => (
        <SumCell
          key={id}
          id={id}
          label={`${row.name}, ${title}`}
          amounts={row}
          cell={cells.cell(row.key, columns.length + index)}
          onLook={(target) => setLooked({ row, column: null, target })}
        />
      ))}
    </tr>
  );
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Etapas por categoria">
      <table ref={table} role="grid" className={styles.table} onKeyDown={cells.onKeyDown}>
        <thead>
          <tr>
            <th scope="col">Etapa do orçamento</th>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-category>
                <Heading column={column} view={view} />
              </th>
            ))}
            {SUMS.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
                {id === 'estimated' && view.unfolded && folds(breakdown) && (
                  <button type="button" className={styles.fold} onClick={() => view.setUnfolded(false)}>
                    Recolher categorias
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map(line)}</tbody>
        <tfoot>{line(total)}</tfoot>
      </table>
      {looked && (
        <CellPanel
          key={`${looked.row.key}/${looked.column?.key ?? ''}`}
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

const Heading = ({ column, view }: { column: Column; view: BreakdownView }) =>
  column.folded ? (
    <button type="button" className={styles.rest} aria-expanded={false} onClick={() => view.setUnfolded(true)}>
      {column.title}
    </button>
  ) : (
    column.title
  );

interface NameProps {
  row: MatrixRow;
  onFold: (key: string) => void;
  cell: object;
  children: React.ReactNode;
}

const Name = ({ row, onFold, cell, children }: NameProps) => {
  const text = (
    <>
      {row.code !== '' && <span className={styles.code}>{row.code}</span>}
      <span>{row.name}</span>
    </>
  );
  return (
    <span className={styles.name}>
      {row.key === LOOSE && <WarningIcon aria-hidden="true" className={styles.warning} />}
      {row.open === null ? (
        <span className={styles.text} data-plain={row.key === TOTAL || row.key === LOOSE || undefined}>
          {text}
        </span>
      ) : (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={row.open}
          onClick={() => onFold(row.key)}
          {...cell}
        >
          {row.open ? <ChevronDownIcon aria-hidden="true" /> : <ChevronRightIcon aria-hidden="true" />}
          {text}
        </button>
      )}
      {children}
    </span>
  );
};

interface CellProps {
  label: string;
  amounts: Amounts | null;
  cell: object;
  onLook: (target: HTMLElement) => void;
}

/** Percent of a bar, at most all of it. */
const partOf = (value: Money, whole: Money): number =>
  isPositive(whole) ? Math.max(0, Math.min(100, toDecimal(value).div(toDecimal(whole)).times(100).toNumber())) : 0;

/** Realised solid, committed hatched, the estimate as their track. */
export const Bar = ({ amounts }: { amounts: Amounts }) => {
  const { estimated, committed, actual } = amounts;
  if (estimated === null || !isPositive(estimated)) return null;
  const spent = partOf(actual, estimated);
  const ordered = Math.min(100 - spent, partOf(committed, estimated));
  return (
    <span className={styles.bar} aria-hidden="true">
      <span data-part="actual" style={{ width: `${spent}%` }} />
      <span data-part="committed" style={{ width: `${ordered}%` }} />
    </span>
  );
};

const belowText = (amounts: Amounts): string | null => {
  if (amounts.estimated === null) return null;
  if (!isZero(amounts.estimated)) return `de ${amountText(amounts.estimated)}`;
  return heatOfCell(amounts) === 'WITHOUT_ESTIMATE' ? HEAT_LABELS.WITHOUT_ESTIMATE : null;
};

const Cell = ({ label, amounts, cell, onLook }: CellProps) => {
  const heat = heatOfCell(amounts);
  const below = amounts && belowText(amounts);
  return (
    <td data-heat={heat ?? undefined}>
      <button
        type="button"
        aria-label={amounts ? undefined : `${label}: vazio`}
        onClick={({ currentTarget }) => amounts && onLook(currentTarget)}
        {...cell}
      >
        {amounts && (
          <span className={styles.value}>
            {heat === 'OVER' && <span title="Acima do orçado">▲</span>}
            {amountText(amounts.actual)}
          </span>
        )}
        {below && <small>{below}</small>}
        {amounts && <Bar amounts={amounts} />}
      </button>
    </td>
  );
};

const SumCell = ({
  id,
  label,
  amounts,
  cell,
  onLook,
}: Omit<CellProps, 'amounts'> & { id: SumId; amounts: Amounts }) => {
  const value = id === 'balance' ? balanceOf(amounts) : amounts[id];
  return (
    <td data-sum={id} data-negative={(value !== null && id === 'balance' && isNegative(value)) || undefined}>
      <button
        type="button"
        aria-label={value === null || isZero(value) ? `${label}: nada` : undefined}
        onClick={({ currentTarget }) => onLook(currentTarget)}
        {...cell}
      >
        {amountText(value)}
      </button>
    </td>
  );
};
