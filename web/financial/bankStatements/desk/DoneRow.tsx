import { counted } from '#domain/numberFormat.ts';
import { MoreIcon, UndoIcon } from '#web/ui/icons.ts';
import { Button, IconButton, Menu, type MenuAction } from '#web/ui/index.ts';
import { Certainty } from './Certainty.tsx';
import { DeskRow } from './DeskRow.tsx';
import { EntryCells, EntryDetail } from './EntryCells.tsx';
import { LineSide } from './LineSide.tsx';
import { byText, entryKey, type Line, memoOf, signedText } from './model.ts';
import type { Acts } from './useActs.ts';
import type { Cursor } from './useCursor.ts';
import styles from './desk.module.css';

interface DoneRowProps {
  line: Line;
  cursor: Cursor;
  acts: Acts;
  actions: readonly MenuAction[];
}

/** "escolha de Ana em 20/11/2026 · 2 linhas juntas · 4 nesta aceitação" */
export const reconciledText = ({ reconciliation }: Line): string => {
  if (!reconciliation) return '';
  const { lines, acceptedLines, score } = reconciliation;
  return [
    byText(reconciliation, score === null ? 'escolha de' : 'por'),
    lines > 1 && `${counted(lines, 'linha')} juntas`,
    acceptedLines > lines && `${acceptedLines} nesta aceitação`,
  ]
    .filter(Boolean)
    .join(' · ');
};

const Reconciled = ({ line, acts, actions }: Omit<DoneRowProps, 'cursor'>) => {
  const { reconciliation } = line;
  if (!reconciliation) return null;
  const { id, entries, score } = reconciliation;
  const busy = acts.busy.has(line.id);
  return (
    <>
      <Certainty score={score} entries={entries.length} />
      <div className={styles.answers}>
        {entries.map((entry, index) => (
          <EntryCells
            key={entryKey(entry)}
            entry={entry}
            detail={index === entries.length - 1 ? reconciledText(line) : <EntryDetail entry={entry} />}
          />
        ))}
        <span className={styles.acts} style={{ gridRow: `1 / span ${entries.length}` }}>
          <Button size="small" icon={<UndoIcon />} busy={busy} onClick={() => void acts.undoOne(id, [line.id])}>
            {busy ? 'Desfazendo…' : 'Desfazer'}
          </Button>
          <Menu
            trigger={<IconButton size="small" label={`Ações de ${memoOf(line)}`} icon={<MoreIcon />} />}
            actions={actions}
          />
        </span>
      </div>
    </>
  );
};

const Ignored = ({ line, acts }: Omit<DoneRowProps, 'cursor' | 'actions'>) => {
  const { ignored } = line;
  if (!ignored) return null;
  const busy = acts.busy.has(line.id);
  return (
    <>
      <div className={styles.middle} />
      <div className={styles.answers}>
        <span className={styles.words}>
          <span className={styles.title}>{ignored.reason ?? 'Sem motivo'}</span>
          <span className={styles.detail}>ignorada {byText(ignored)}</span>
        </span>
        <span />
        <span className={styles.acts}>
          <Button
            size="small"
            icon={<UndoIcon />}
            busy={busy}
            onClick={() => void acts.restore([line.id], ignored.reason)}
          >
            {busy ? 'Reabrindo…' : 'Reabrir'}
          </Button>
        </span>
      </div>
    </>
  );
};

/** A line that is reconciled, or ignored: by whom and when, and the way back. */
export const DoneRow = (props: DoneRowProps) => {
  const { line, acts, cursor } = props;
  return (
    <DeskRow
      id={line.id}
      side="lines"
      label={`${memoOf(line)} ${signedText(line.amount)}`}
      cursor={cursor}
      className={styles.pair}
      busy={acts.busy.has(line.id)}
    >
      <LineSide line={line} problem={acts.problems.get(line.id)} />
      {line.view === 'IGNORED' ? <Ignored {...props} /> : <Reconciled {...props} />}
    </DeskRow>
  );
};
