import { formatCurrency, formatWhole, isNegative, subtract, ZERO } from '#domain/money.ts';
import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.ts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { categoryLines, flowOf, labelOf, type CategoryLine, type FlowPeriod, type Group } from './series.ts';
import type { MovementQuestion } from './links.ts';
import styles from './FlowTable.module.css';

export interface FlowTableProps {
  periods: readonly FlowPeriod[];
  group: Group;
  forecasts: boolean;
  today: string;
  onOpen: (question: MovementQuestion) => void;
}

/** Lines shown before the rest is folded into "Outras categorias". */
const SHOWN = 6;

const amountText = (value: string): string => formatWhole(value).replace('-', '−');
const exactText = (value: string): string => formatCurrency(value).replace('-', '−');

/** The place to scroll to, near `wanted`, at which no column is cut by the one of the names. */
const wholeColumn = (box: HTMLElement, wanted: number): number => {
  const [names, ...columns] = box.querySelectorAll<HTMLElement>('thead th');
  const last = box.scrollWidth - box.clientWidth;
  const starts = columns
    .map((column) => column.offsetLeft - (names?.offsetWidth ?? 0))
    .filter((start) => start <= last);
  return starts.find((start) => start >= wanted) ?? starts.at(-1) ?? wanted;
};

/** Periods side by side: opening balance, receipts and payments by category, result, closing balance. */
export const FlowTable = ({ periods, group, forecasts, today, onOpen }: FlowTableProps) => {
  const flows = periods.map((period) => flowOf(period, forecasts));
  const isCurrent = (index: number) => {
    const period = periods[index];
    return period !== undefined && period.start <= today && today <= period.end;
  };
  const isExpected = (index: number) => (periods[index]?.start ?? '') > today;
  const results = flows.map((flow) => subtract(flow.in, flow.out));
  const others = flows.map((flow, index) => subtract(subtract(flow.closing, flow.opening), results[index] ?? ZERO));
  const scroller = useRef<HTMLDivElement>(null);
  const first = periods[0]?.start;
  useEffect(() => {
    const box = scroller.current;
    const current = box?.querySelector<HTMLElement>('[data-current]');
    if (box && current) box.scrollLeft = wholeColumn(box, current.offsetLeft - box.clientWidth / 2);
  }, [first, group]);
  const cell = (index: number, content: ReactNode, key: number | string = index) => (
    <td key={key} data-current={isCurrent(index) || undefined} data-expected={isExpected(index) || undefined}>
      {content}
    </td>
  );
  const plain = (values: readonly string[]) =>
    values.map((value, index) =>
      cell(
        index,
        <span title={exactText(value)} className={isNegative(value) ? styles.negative : undefined}>
          {amountText(value)}
        </span>,
      ),
    );
  const opening = (values: readonly string[], type: 'CREDIT' | 'DEBIT', name: string, line?: CategoryLine) =>
    values.map((value, index) => {
      const period = periods[index];
      if (!period || value === ZERO) return cell(index, <span className={styles.none}>–</span>);
      const question: MovementQuestion = {
        from: period.start,
        to: period.end,
        type,
        ...(forecasts ? {} : { state: 'PAID' as const }),
        ...(line ? { category: line.categoryId ?? 'none' } : {}),
      };
      const sign = type === 'DEBIT' ? '−' : '';
      return cell(
        index,
        <button
          type="button"
          title={exactText(value)}
          aria-label={`${name}, ${labelOf(period.start, group)}: ${sign}${amountText(value)}`}
          onClick={() => onOpen(question)}
        >
          {sign}
          {amountText(value)}
        </button>,
      );
    });
  const rest = (values: readonly string[], type: 'CREDIT' | 'DEBIT') =>
    values.map((value, index) =>
      cell(
        index,
        <span title={exactText(value)} className={value === ZERO ? styles.none : undefined}>
          {value === ZERO ? '–' : `${type === 'DEBIT' ? '−' : ''}${amountText(value)}`}
        </span>,
      ),
    );
  const section = (type: 'CREDIT' | 'DEBIT', name: string, values: readonly string[]) => (
    <Section
      name={name}
      type={type}
      lines={categoryLines(periods, type, forecasts)}
      total={opening(values, type, name)}
      cells={(line) => opening(line.amounts, type, line.name, line)}
      rest={(amounts) => rest(amounts, type)}
    />
  );
  return (
    <div className={styles.scroll} ref={scroller} tabIndex={0} role="region" aria-label="Fluxo de caixa por período">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">R$</th>
            {periods.map(({ start }, index) => (
              <th key={start} scope="col" data-current={isCurrent(index) || undefined}>
                {labelOf(start, group)}
                {isCurrent(index) && <span className="visuallyHidden"> (hoje)</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={styles.strong}>
            <th scope="row">Saldo inicial</th>
            {plain(flows.map((flow) => flow.opening))}
          </tr>
        </tbody>
        {section(
          'CREDIT',
          'Entradas',
          flows.map((flow) => flow.in),
        )}
        {section(
          'DEBIT',
          'Saídas',
          flows.map((flow) => flow.out),
        )}
        <tbody>
          <tr className={styles.result}>
            <th scope="row">Resultado do período</th>
            {plain(results)}
          </tr>
          {others.some((value) => value !== ZERO) && (
            <tr>
              <th scope="row" title="Transferências desta carteira e movimentos anteriores à data do saldo">
                Transferências e ajustes
              </th>
              {plain(others)}
            </tr>
          )}
          <tr className={styles.closing}>
            <th scope="row">Saldo final</th>
            {plain(flows.map((flow) => flow.closing))}
          </tr>
        </tbody>
      </table>
    </div>
  );
};

interface SectionProps {
  name: string;
  type: 'CREDIT' | 'DEBIT';
  lines: readonly CategoryLine[];
  total: ReactNode;
  cells: (line: CategoryLine) => ReactNode;
  rest: (amounts: readonly string[]) => ReactNode;
}

const sumOf = (lines: readonly CategoryLine[]): string[] =>
  (lines[0]?.amounts ?? []).map((_, index) =>
    lines.reduce((total, { amounts }) => subtract(total, `-${amounts[index] ?? ZERO}`), ZERO),
  );

const Section = ({ name, lines, total, cells, rest }: SectionProps) => {
  const [open, setOpen] = useState(true);
  const [all, setAll] = useState(false);
  const folded = all || lines.length <= SHOWN + 1 ? [] : lines.slice(SHOWN);
  const shown = folded.length === 0 ? lines : lines.slice(0, SHOWN);
  return (
    <tbody>
      <tr className={styles.strong}>
        <th scope="row">
          <button type="button" aria-expanded={open} className={styles.toggle} onClick={() => setOpen(!open)}>
            {open ? <ChevronDownIcon /> : <ChevronRightIcon />} {name}
          </button>
        </th>
        {total}
      </tr>
      {open &&
        shown.map((line) => (
          <tr key={line.key} className={styles.line}>
            <th scope="row">{line.name}</th>
            {cells(line)}
          </tr>
        ))}
      {open && folded.length > 0 && (
        <tr className={styles.line}>
          <th scope="row">
            <button type="button" className={styles.more} onClick={() => setAll(true)}>
              Outras {folded.length} categorias
            </button>
          </th>
          {rest(sumOf(folded))}
        </tr>
      )}
    </tbody>
  );
};
