import { formatDate } from '#domain/dates.ts';
import { isNegative } from '#domain/money.ts';
import { Checkbox, Tooltip } from '#web/ui/index.ts';
import { guessText, type Line, lineDetail, memoOf, signedText } from './model.ts';
import styles from './desk.module.css';

/** "+96.749,93" in green, "−11.040,00". */
export const Amount = ({ value }: { value: string }) => (
  <span className={styles.amount} data-in={!isNegative(value) || undefined}>
    {signedText(value)}
  </span>
);

interface LineSideProps {
  line: Line;
  /** Absent: the line cannot be ticked here. */
  ticked?: boolean;
  onTick?: () => void;
  /** Makes the document that earlier choices suggest. */
  onGuess?: () => void;
  /** Why the last act failed. */
  problem?: string | undefined;
}

/** The bank's side of a row: its words as they are, and below them its day and number. */
export const LineSide = ({ line, ticked, onTick, onGuess, problem }: LineSideProps) => {
  const guess = onGuess && guessText(line);
  return (
    <div className={styles.line} data-ticked={ticked || undefined} data-bare={onTick === undefined || undefined}>
      {onTick && ticked !== undefined && (
        <Checkbox checked={ticked} onChange={onTick} ariaLabel={`Marcar ${memoOf(line)} ${signedText(line.amount)}`} />
      )}
      <span className={styles.words}>
        <span className={styles.memo} title={line.memo}>
          {memoOf(line)}
        </span>
        {guess && line.guess ? (
          <span className={`${styles.detail} ${styles.guessed}`} title={lineDetail(line)}>
            {formatDate(line.date)} ·{' '}
            <Tooltip text={`Sugestão: ${line.guess.reason}`}>
              <button type="button" className={styles.link} onClick={onGuess}>
                {guess}
              </button>
            </Tooltip>
          </span>
        ) : (
          <span className={styles.detail}>{lineDetail(line)}</span>
        )}
        {problem !== undefined && (
          <span className={styles.problem} role="alert">
            {problem}
          </span>
        )}
      </span>
      <Amount value={line.amount} />
    </div>
  );
};
