import { MoreIcon } from '#web/ui/icons.ts';
import { IconButton, Menu } from '#web/ui/index.ts';
import { DeskRow } from './DeskRow.tsx';
import { LineSide } from './LineSide.tsx';
import { memoOf, signedText } from './model.ts';
import type { LineRowProps } from './SuggestedRow.tsx';
import styles from './desk.module.css';

interface OpenLineProps extends Omit<LineRowProps, 'onAccept'> {
  onGuess: () => void;
}

/** A line that nothing answers: its menu stands where others have their certainty. */
export const OpenLine = ({ line, cursor, ticked, busy, problem, actions, onTick, onGuess }: OpenLineProps) => (
  <DeskRow
    id={line.id}
    side="lines"
    label={`${memoOf(line)} ${signedText(line.amount)}`}
    cursor={cursor}
    className={styles.single}
    busy={busy}
  >
    <LineSide line={line} ticked={ticked} onTick={onTick} onGuess={onGuess} problem={problem} />
    <div className={styles.middle} data-ticked={ticked || undefined}>
      {!ticked && (
        <Menu
          trigger={<IconButton size="small" label={`Ações de ${memoOf(line)}`} icon={<MoreIcon />} disabled={busy} />}
          actions={actions}
        />
      )}
    </div>
  </DeskRow>
);
