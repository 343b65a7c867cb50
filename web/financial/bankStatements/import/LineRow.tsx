import { formatDate } from '#domain/dates.ts';
import { isNegative, isZero } from '#domain/money.ts';
import { MoneyText, useIsPhone } from '#web/ui/index.ts';
import { ConflictChoice } from './ConflictChoice.tsx';
import type { Line } from './model.ts';
import type { Decision } from './useDecisions.ts';
import styles from './lines.module.css';

export interface LineRowProps {
  line: Line;
  decision: Decision;
  locked: boolean;
  onDecide: (decision: Decision) => void;
}

/** "+96.749,93" in green, "−11.040,00"; the balance of an ignored line is no movement. */
const Amount = ({ line: { amount, status } }: { line: Line }) => {
  if (amount === null) return '–';
  const comesIn = status !== 'IGNORED' && !isNegative(amount) && !isZero(amount);
  return (
    <span className={comesIn ? styles.in : undefined}>
      {comesIn && '+'}
      <MoneyText value={amount} symbol={false} />
    </span>
  );
};

const Day = ({ line: { date } }: { line: Line }) => (
  <td className={styles.day}>{date === null ? '–' : formatDate(date)}</td>
);

const Memo = ({ line: { memo } }: { line: Line }) => (
  <span className={styles.memo}>{memo === '' ? 'sem histórico' : memo}</span>
);

/** A line of a file, why it is what it is, and the question that a conflict asks. */
export const LineRow = ({ line, decision, locked, onDecide }: LineRowProps) => {
  const phone = useIsPhone();
  if (line.status === 'CONFLICT')
    return (
      <tr className={styles.conflict}>
        <Day line={line} />
        <td colSpan={phone ? 2 : 3}>
          <Memo line={line} />
          <span className={styles.reason}>{line.reason}</span>
          <ConflictChoice line={line} decision={decision} locked={locked} onDecide={onDecide} />
        </td>
      </tr>
    );
  return (
    <tr>
      <Day line={line} />
      <td>
        <Memo line={line} />
        {phone && line.reason !== null && <span className={styles.reason}>{line.reason}</span>}
      </td>
      {!phone && <td className={styles.reason}>{line.reason}</td>}
      <td className={styles.amount}>
        <Amount line={line} />
      </td>
    </tr>
  );
};
