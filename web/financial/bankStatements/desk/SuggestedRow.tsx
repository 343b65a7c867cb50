import { formatMoney, isNegative } from '#domain/money.ts';
import { CheckIcon, MoreIcon } from '#web/ui/icons.ts';
import { Button, IconButton, Menu, type MenuAction } from '#web/ui/index.ts';
import { Certainty } from './Certainty.tsx';
import { DeskRow } from './DeskRow.tsx';
import { Cells, EntryCells } from './EntryCells.tsx';
import { LineSide } from './LineSide.tsx';
import {
  acceptText,
  DIFFERENCE_WORDS,
  entryDay,
  entryKey,
  type Line,
  memoOf,
  NEW_TRANSFER,
  signedText,
  type Suggestion,
} from './model.ts';
import type { Cursor } from './useCursor.ts';
import styles from './desk.module.css';

export interface LineRowProps {
  line: Line;
  cursor: Cursor;
  ticked: boolean;
  busy: boolean;
  problem: string | undefined;
  actions: readonly MenuAction[];
  onTick: () => void;
  onAccept: () => void;
}

/** "−32,96 juros": what the bank moved more, or less, than the installment. */
export const differenceText = ({ amount }: Line, { difference }: Suggestion): string | undefined => {
  if (!difference) return undefined;
  const isOut = isNegative(amount) === (difference.kind === 'INCREASE');
  return `${isOut ? '−' : '+'}${formatMoney(difference.amount)} ${DIFFERENCE_WORDS[difference.kind]}`;
};

const Answers = ({ line, suggestion }: { line: Line; suggestion: Suggestion }) => {
  const { entries, transfer } = suggestion;
  const reasons = suggestion.reasons.join(' · ');
  if (transfer)
    return (
      <Cells
        transfer
        title={`Transferência ${isNegative(line.amount) ? 'para' : 'de'} ${transfer.wallet.name}`}
        detail={reasons}
        amount={line.amount}
        state={NEW_TRANSFER}
      />
    );
  return entries.map((entry, index) => (
    <EntryCells
      key={entryKey(entry)}
      entry={entry}
      // Of several, the last one says why they are together.
      detail={index === entries.length - 1 ? reasons : entryDay(entry)}
      note={index === 0 ? differenceText(line, suggestion) : undefined}
    />
  ));
};

/** A line and what may answer it. */
export const SuggestedRow = (props: LineRowProps & { suggestion: Suggestion }) => {
  const { line, suggestion, cursor, busy, actions } = props;
  const count = Math.max(1, suggestion.entries.length);
  const text = acceptText(suggestion);
  return (
    <DeskRow
      id={line.id}
      side="lines"
      label={`${memoOf(line)} ${signedText(line.amount)}`}
      cursor={cursor}
      className={styles.pair}
      busy={busy}
    >
      <LineSide line={line} ticked={props.ticked} onTick={props.onTick} problem={props.problem} />
      <Certainty score={suggestion.score} entries={count} />
      <div className={styles.answers} data-ticked={props.ticked || undefined}>
        <Answers line={line} suggestion={suggestion} />
        <span className={styles.acts} style={{ gridRow: `1 / span ${count}` }}>
          <Button
            size="small"
            icon={suggestion.difference ? undefined : <CheckIcon />}
            busy={busy}
            onClick={props.onAccept}
          >
            {busy ? 'Conciliando…' : text}
          </Button>
          <Menu
            trigger={<IconButton size="small" label={`Ações de ${memoOf(line)}`} icon={<MoreIcon />} />}
            actions={actions}
          />
        </span>
      </div>
    </DeskRow>
  );
};
