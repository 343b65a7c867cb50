import { TransferIcon } from '#web/ui/icons.ts';
import { StatusPill } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import { Amount } from './LineSide.tsx';
import { type Entry, entryDay, entryDocument, entryState, entryTitle, type State } from './model.ts';
import styles from './desk.module.css';

interface CellsProps {
  title: string;
  transfer?: boolean;
  document?: string;
  detail: ReactNode;
  amount: string;
  /** "−32,96 juros" */
  note?: ReactNode;
  state: State;
}

/** What answers a line: its words, its value, how far it is. */
export const Cells = ({ title, transfer = false, document = '', detail, amount, note, state }: CellsProps) => (
  <>
    <span className={styles.words}>
      <span className={styles.title} title={[title, document].filter(Boolean).join(' · ')}>
        {transfer && <TransferIcon aria-hidden="true" />}
        <strong>{title}</strong>
        {document !== '' && <span> · {document}</span>}
      </span>
      <span className={styles.detail}>{detail}</span>
    </span>
    <span className={styles.figures}>
      <span className={styles.value}>
        <Amount value={amount} />
        {note !== undefined && <span className={styles.detail}>{note}</span>}
      </span>
      <span className={styles.state}>
        <StatusPill tone={state.tone}>{state.text}</StatusPill>
      </span>
    </span>
  </>
);

/** What it is, and its day, which stays readable. */
export const EntryDetail = ({ entry }: { entry: Entry }) => {
  const { partner, kind, description } = entry;
  const day = entryDay(entry);
  return partner && kind === 'INSTALLMENT' && description !== null ? (
    <span className={styles.split} title={description}>
      <span>{description}</span>
      {day !== '' && <span> · {day}</span>}
    </span>
  ) : (
    day
  );
};

interface EntryCellsProps {
  entry: Entry;
  detail: ReactNode;
  note?: ReactNode;
  /** Signed: the part of it that is meant. */
  amount?: string;
}

export const EntryCells = ({ entry, detail, note, amount }: EntryCellsProps) => (
  <Cells
    title={entryTitle(entry)}
    transfer={entry.kind === 'TRANSFER'}
    document={entryDocument(entry)}
    detail={detail}
    amount={amount ?? entry.amount}
    {...(note !== undefined && { note })}
    state={entryState(entry)}
  />
);
