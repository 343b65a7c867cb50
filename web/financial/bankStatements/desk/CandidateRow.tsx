import { formatMoney } from '#domain/money.ts';
import { Checkbox } from '#web/ui/index.ts';
import { DeskRow } from './DeskRow.tsx';
import { EntryCells, EntryDetail } from './EntryCells.tsx';
import type { Picked } from './items.ts';
import { type Entry, entryKey, entryText, signedText, unsigned } from './model.ts';
import { countedOf } from './offers.ts';
import type { Cursor } from './useCursor.ts';
import styles from './desk.module.css';

interface CandidateRowProps {
  entry: Entry;
  picked: Picked | undefined;
  cursor: Cursor;
  onTick: () => void;
  /** Counts all of it again. */
  onWhole: () => void;
}

/** What no line answers yet; of a ticked one a part may count. */
export const CandidateRow = ({ entry, picked, cursor, onTick, onWhole }: CandidateRowProps) => (
  <DeskRow
    id={entryKey(entry)}
    side="entries"
    label={`${entryText(entry)} ${signedText(entry.amount)}`}
    cursor={cursor}
    className={styles.candidate}
  >
    <div className={styles.entry} data-ticked={picked !== undefined || undefined}>
      <Checkbox
        checked={picked !== undefined}
        onChange={onTick}
        ariaLabel={`Marcar ${entryText(entry)} ${signedText(entry.amount)}`}
      />
      <EntryCells
        entry={entry}
        detail={<EntryDetail entry={entry} />}
        {...(picked && { amount: countedOf(picked) })}
        {...(picked?.part != null && {
          note: (
            <button type="button" className={styles.link} onClick={onWhole}>
              parte de {formatMoney(unsigned(entry.amount))}
            </button>
          ),
        })}
      />
    </div>
  </DeskRow>
);
