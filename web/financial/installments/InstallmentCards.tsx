import { formatDate } from '#domain/dates.ts';
import { sum } from '#domain/money.ts';
import { Checkbox, MoneyText, StatusPill } from '#web/ui/index.ts';
import { buildingsText } from '../transactions/list/columns.tsx';
import { InstallmentStatusPill, type Row } from './status.tsx';
import styles from './InstallmentCards.module.css';

export interface InstallmentCardsProps {
  rows: readonly Row[];
  selected: readonly string[];
  failed: ReadonlyMap<string, string>;
  onToggle: (id: string) => void;
  onOpen: (row: Row) => void;
}

const byDay = (rows: readonly Row[]): [string, Row[]][] => {
  const days = new Map<string, Row[]>();
  rows.forEach((row) => {
    const { dueDate } = row.installment;
    days.set(dueDate, [...(days.get(dueDate) ?? []), row]);
  });
  return [...days];
};

const titleOf = ({ transaction }: Row): string =>
  transaction.partner?.name ??
  transaction.description ??
  (transaction.type === 'DEBIT' ? 'Sem fornecedor' : 'Sem cliente');

/** The list on a phone: cards under their due date; the box selects, the card opens. */
export const InstallmentCards = ({ rows, selected, failed, onToggle, onOpen }: InstallmentCardsProps) => (
  <div className={styles.list}>
    {byDay(rows).map(([day, ofDay]) => (
      <section key={day} aria-label={`Vencimento ${formatDate(day)}`}>
        <h2 className={styles.day}>
          <span>{formatDate(day)}</span>
          <MoneyText value={sum(ofDay.map(({ installment }) => installment.value))} />
        </h2>
        {ofDay.map((row) => (
          <div key={row.id} className={styles.row}>
            <Checkbox
              checked={selected.includes(row.id)}
              onChange={() => onToggle(row.id)}
              ariaLabel={`Selecionar ${titleOf(row)}, parcela ${row.installment.number}`}
            />
            <button type="button" className={styles.card} onClick={() => onOpen(row)}>
              <span className={styles.name}>{titleOf(row)}</span>
              <MoneyText value={row.installment.value} symbol={false} strong />
              <span className={failed.has(row.id) ? styles.reason : styles.meta}>
                {failed.get(row.id) ?? metaOf(row)}
              </span>
              {failed.has(row.id) ? (
                <StatusPill tone="warning">Recusada</StatusPill>
              ) : (
                <InstallmentStatusPill row={row} />
              )}
            </button>
          </div>
        ))}
      </section>
    ))}
  </div>
);

const metaOf = ({ installment, transaction }: Row): string =>
  [
    transaction.installmentCount > 1 && `${installment.number}/${transaction.installmentCount}`,
    transaction.partner && transaction.description,
    buildingsText(transaction),
  ]
    .filter(Boolean)
    .join(' · ');
