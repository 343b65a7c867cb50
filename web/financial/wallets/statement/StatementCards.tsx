import { formatDate } from '#domain/dates.ts';
import { isNegative } from '#domain/money.ts';
import { MoneyText } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { detailOf, titleOf, type Line } from './lines.ts';
import styles from './StatementCards.module.css';

const byDay = (lines: readonly Line[]): [string, Line[]][] => {
  const days = new Map<string, Line[]>();
  lines.forEach((line) => days.set(line.date, [...(days.get(line.date) ?? []), line]));
  return [...days];
};

const Card = ({ line, address }: { line: Line; address: string | null }) => {
  const meta = [detailOf(line), line.documentNumber].filter(Boolean).join(' · ');
  const content = (
    <>
      <span className={styles.title}>{titleOf(line)}</span>
      <MoneyText value={line.amount} symbol={false} tone={isNegative(line.amount) ? 'out' : 'in'} strong />
      <span className={styles.meta}>{meta}</span>
      <span className={styles.meta}>
        saldo <MoneyText value={line.balance} symbol={false} tone="sign" />
      </span>
    </>
  );
  return address === null ? (
    <div className={styles.card}>{content}</div>
  ) : (
    <Link to={address} className={styles.card}>
      {content}
    </Link>
  );
};

export interface StatementCardsProps {
  lines: readonly Line[];
  addressOf: (line: Line) => string | null;
}

/** The statement on a phone: cards under their day. */
export const StatementCards = ({ lines, addressOf }: StatementCardsProps) => (
  <div className={styles.list}>
    {byDay(lines).map(([day, ofDay]) => (
      <section key={day} aria-label={formatDate(day)}>
        <h2 className={styles.day}>{formatDate(day)}</h2>
        {ofDay.map((line) => (
          <Card key={line.key} line={line} address={addressOf(line)} />
        ))}
      </section>
    ))}
  </div>
);
