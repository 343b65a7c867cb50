import { formatDate } from '#domain/dates.ts';
import { sum } from '#domain/money.ts';
import type { TransactionRowFragment } from '#web/generated/financial.ts';
import { MoneyText } from '#web/ui/index.ts';
import { TransactionStatusPill } from '../TransactionStatusPill.tsx';
import { buildingsText } from './columns.tsx';
import styles from './TransactionCards.module.css';

type Row = TransactionRowFragment;

const byDay = (rows: readonly Row[]): [string, Row[]][] => {
  const days = new Map<string, Row[]>();
  rows.forEach((row) => days.set(row.referenceDueDate, [...(days.get(row.referenceDueDate) ?? []), row]));
  return [...days];
};

/** The list on a phone: cards under their due date. */
export const TransactionCards = ({ rows, onOpen }: { rows: readonly Row[]; onOpen: (row: Row) => void }) => (
  <div className={styles.list}>
    {byDay(rows).map(([day, ofDay]) => (
      <section key={day} aria-label={`Vencimento ${formatDate(day)}`}>
        <h2 className={styles.day}>
          <span>{formatDate(day)}</span>
          <MoneyText value={sum(ofDay.map((row) => row.value))} />
        </h2>
        {ofDay.map((row) => (
          <button key={row.id} type="button" className={styles.card} onClick={() => onOpen(row)}>
            <span className={styles.name}>
              {row.partner?.name ?? row.description ?? (row.type === 'DEBIT' ? 'Sem fornecedor' : 'Sem cliente')}
            </span>
            <MoneyText value={row.value} symbol={false} strong />
            <span className={styles.meta}>
              {[row.partner && row.description, buildingsText(row)].filter(Boolean).join(' · ')}
            </span>
            <TransactionStatusPill transaction={row} />
          </button>
        ))}
      </section>
    ))}
  </div>
);
