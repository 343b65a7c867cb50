import { formatDate } from '#domain/dates.ts';
import { isNegative } from '#domain/money.ts';
import { MoreIcon, UndoIcon } from '#web/ui/icons.ts';
import { Button, IconButton, Menu, StatusPill } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import { Score } from './Certainty.tsx';
import { DeskRow } from './DeskRow.tsx';
import { reconciledText } from './DoneRow.tsx';
import { Amount } from './LineSide.tsx';
import {
  acceptText,
  answersOf,
  byText,
  type Entry,
  entryDocument,
  entryKey,
  entryState,
  entryTitle,
  type Line,
  memoOf,
  NEW_TRANSFER,
  signedText,
  type State,
} from './model.ts';
import { differenceText } from './SuggestedRow.tsx';
import type { DeskWork } from './useDeskWork.ts';
import styles from './cards.module.css';

interface AnswerProps {
  title: string;
  meta: ReactNode;
  amount: string;
  state: State;
}

const Answer = ({ title, meta, amount, state }: AnswerProps) => (
  <div className={styles.answer}>
    <span className={styles.name}>{title}</span>
    <Amount value={amount} />
    <span className={styles.meta}>{meta}</span>
    <StatusPill tone={state.tone}>{state.text}</StatusPill>
  </div>
);

const EntryAnswer = ({ entry, line }: { entry: Entry; line: Line }) => {
  const difference = line.suggestion ? differenceText(line, line.suggestion) : undefined;
  return (
    <Answer
      title={entryTitle(entry)}
      meta={
        <>
          {entryDocument(entry)}
          {difference !== undefined && (
            <>
              {' · '}
              <span className={styles.difference}>{difference}</span>
            </>
          )}
        </>
      }
      amount={entry.amount}
      state={entryState(entry)}
    />
  );
};

const Answers = ({ line }: { line: Line }) => {
  const transfer = line.view === 'OPEN' ? line.suggestion?.transfer : null;
  if (transfer)
    return (
      <Answer
        title={`Transferência ${isNegative(line.amount) ? 'para' : 'de'} ${transfer.wallet.name}`}
        meta="ainda não está no Prumo"
        amount={line.amount}
        state={NEW_TRANSFER}
      />
    );
  return answersOf(line).map((entry) => <EntryAnswer key={entryKey(entry)} entry={entry} line={line} />);
};

/** Why, or since when, it is so. */
const Reason = ({ line, problem }: { line: Line; problem: string | undefined }) => {
  const { suggestion, ignored, reconciliation, guess } = line;
  if (problem !== undefined)
    return (
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    );
  if (ignored)
    return (
      <p className={styles.reason}>{[ignored.reason, `ignorada ${byText(ignored)}`].filter(Boolean).join(' · ')}</p>
    );
  if (reconciliation) return <p className={styles.reason}>{reconciledText(line)}</p>;
  if (suggestion)
    return (
      <p className={styles.reason}>
        <Score score={suggestion.score} />
        {suggestion.reasons.join(' · ')}
      </p>
    );
  const name = guess?.partner?.name ?? guess?.category?.name;
  return guess && name !== undefined ? (
    <p className={styles.reason}>
      Sugestão: {name} · {guess.reason}
    </p>
  ) : null;
};

const Buttons = ({ line, desk }: { line: Line; desk: DeskWork }) => {
  const { work, acts } = desk;
  const busy = acts.busy.has(line.id);
  const { suggestion, reconciliation, ignored } = line;
  if (reconciliation)
    return (
      <Button icon={<UndoIcon />} busy={busy} onClick={() => void acts.undoOne(reconciliation.id, [line.id])}>
        Desfazer
      </Button>
    );
  if (ignored)
    return (
      <Button icon={<UndoIcon />} busy={busy} onClick={() => void acts.restore([line.id], ignored.reason)}>
        Reabrir
      </Button>
    );
  const create = () => work.ask({ kind: 'document', lines: [line], picked: [] });
  return (
    <>
      <Button onClick={() => work.ask({ kind: 'other', line })}>{suggestion ? 'Outra' : 'Procurar'}</Button>
      {suggestion ? (
        <Button variant="primary" busy={busy} onClick={() => work.acceptLine(line)}>
          {acceptText(suggestion)}
        </Button>
      ) : (
        <Button variant="primary" busy={busy} onClick={create}>
          {isNegative(line.amount) ? 'Criar despesa' : 'Criar receita'}
        </Button>
      )}
    </>
  );
};

const Card = ({ line, desk }: { line: Line; desk: DeskWork }) => (
  <DeskRow
    id={line.id}
    side="lines"
    label={`${memoOf(line)} ${signedText(line.amount)}`}
    cursor={desk.cursor}
    className={styles.card}
    busy={desk.acts.busy.has(line.id)}
  >
    <div className={styles.bank}>
      <span className={styles.name}>{memoOf(line)}</span>
      <Amount value={line.amount} />
      <span className={styles.meta}>Extrato · {formatDate(line.date)}</span>
    </div>
    <Answers line={line} />
    <Reason line={line} problem={desk.acts.problems.get(line.id)} />
    <div className={styles.buttons}>
      <Buttons line={line} desk={desk} />
      <Menu
        trigger={<IconButton label={`Ações de ${memoOf(line)}`} icon={<MoreIcon />} />}
        actions={desk.menuOf(line)}
      />
    </div>
  </DeskRow>
);

interface GroupProps {
  title: string;
  end?: string | undefined;
  lines: readonly Line[];
  desk: DeskWork;
}

const Group = ({ title, end, lines, desk }: GroupProps) =>
  lines.length === 0 ? null : (
    <section aria-label={title}>
      <div className={styles.group}>
        <h2>{title}</h2>
        {end !== undefined && <span>{end}</span>}
      </div>
      <div role="list" aria-label={title} className={styles.cards}>
        {lines.map((line) => (
          <Card key={line.id} line={line} desk={desk} />
        ))}
      </div>
    </section>
  );

/** Lines as cards, one suggestion each (mock 7, rule 8). */
export const PhoneCards = ({ desk, closed }: { desk: DeskWork; closed: string | null }) => {
  const { lines, view } = desk;
  const end = closed === null ? undefined : `Conciliado até ${formatDate(closed)}`;
  if (view === 'RECONCILED') return <Group title="Conciliadas" end={end} lines={lines} desk={desk} />;
  if (view === 'IGNORED') return <Group title="Ignoradas" end={end} lines={lines} desk={desk} />;
  const suggested = lines.filter(({ suggestion }) => suggestion !== null);
  return (
    <>
      <Group title="Com sugestão" end={end} lines={suggested} desk={desk} />
      <Group
        title="Sem par"
        end={suggested.length === 0 ? end : undefined}
        lines={lines.filter(({ suggestion }) => suggestion === null)}
        desk={desk}
      />
    </>
  );
};
