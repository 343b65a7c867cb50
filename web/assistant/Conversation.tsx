import { daysBetween, formatDate } from '#domain/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { dayOf, timeOf, today } from '#web/ui/clock.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Fragment, useState } from 'react';
import { AnswerBubble } from './Answer.tsx';
import { useAssistant } from './AssistantContext.ts';
import { AssistantEntry } from './AssistantEntry.tsx';
import type { Entry } from './entries.ts';
import { Question, Thinking, WaitingQuestion } from './Question.tsx';
import { useScroll } from './useScroll.ts';
import { shownKey, useWaiting, waiting } from './waiting.ts';
import styles from './AssistantPanel.module.css';

const dayName = (at: string) => {
  const ago = daysBetween(dayOf(at), today());
  return ago === 0 ? 'Hoje' : ago === 1 ? 'Ontem' : formatDate(dayOf(at));
};

/** Returns whether a new time heading is needed: another day, or a gap of more than 30 min. */
const startsGroup = (at: string, before: string | undefined) =>
  before === undefined || dayOf(at) !== dayOf(before) || Math.abs(Date.parse(at) - Date.parse(before)) > 30 * 60_000;

const Heading = ({ at, before }: { at: string; before: string | undefined }) =>
  startsGroup(at, before) && (
    <div className={styles.time}>
      {dayName(at)}, {timeOf(at)}
    </div>
  );

const Line = ({ entry, onAsk }: { entry: Entry; onAsk: (text: string) => void }) => {
  const { own, text, id, at, answer } = entry;
  if (own) return <Question text={text} />;
  if (id !== null && answer) return <AnswerBubble id={id} at={at} answer={answer} onAsk={onAsk} />;
  return <AssistantEntry entry={entry} />;
};

interface LinesProps {
  entries: readonly Entry[];
  /** Instant of the line above the first one. */
  after?: string | undefined;
  onAsk: (text: string) => void;
}

const Lines = ({ entries, after, onAsk }: LinesProps) =>
  entries.map((entry, index) => (
    // A question that was shown while it waited is the same line: it is not announced again.
    <Fragment key={(entry.id !== null && shownKey(entry.id)) || entry.key}>
      <Heading at={entry.at} before={index === 0 ? after : entries[index - 1]?.at} />
      <Line entry={entry} onAsk={onAsk} />
    </Fragment>
  ));

const Older = () => {
  const { older } = useAssistant();
  if (older.reading === 'yes') return <p className={styles.time}>Carregando mensagens anteriores…</p>;
  if (older.reading !== 'failed') return null;
  return (
    <div className={styles.time}>
      Falha ao buscar as mensagens anteriores{' '}
      <Button size="small" variant="subtle" onClick={() => void older.load()}>
        Tentar de novo
      </Button>
    </div>
  );
};

export interface ConversationProps {
  onAsk: (text: string) => void;
  onAgain: (key: string) => void;
}

/** The history with its newest message at the bottom; older ones load when it is scrolled up. */
export const Conversation = ({ onAsk, onAgain }: ConversationProps) => {
  const { entries, failed, retry, older } = useAssistant();
  const unanswered = useWaiting();
  // Messages from before the panel was opened are there; what comes later is announced.
  const [firstSeen, setFirstSeen] = useState(entries[0]?.key);
  if (firstSeen === undefined && entries[0]) setFirstSeen(entries[0].key);
  const split = Math.max(
    0,
    entries.findIndex(({ key }) => key === firstSeen),
  );
  const [before, since] = [entries.slice(0, split), entries.slice(split)];
  const last = unanswered.at(-1)?.key ?? entries.at(-1)?.key ?? '';
  const scroll = useScroll({
    first: entries[0]?.key ?? '',
    last,
    asked: unanswered.some(({ state }) => state === 'queued'),
    load: older.load,
  });
  const busy = unanswered.some(({ state }) => state !== 'failed');
  const empty = entries.length === 0 && unanswered.length === 0;
  return (
    <div {...scroll} className={styles.list} role="log" aria-label="Mensagens" tabIndex={0}>
      {failed && <ErrorState message="Falha ao buscar as mensagens" onRetry={retry} />}
      {!failed && empty && (
        <EmptyState
          title="Nada por aqui ainda"
          text="Pergunte por despesas, saldos e obras, ou peça um lançamento. O assistente também avisa quando um pagamento muda o saldo de uma carteira e quando algo dá errado."
        />
      )}
      <div className={styles.before} aria-live="off">
        <Older />
        <Lines entries={before} onAsk={onAsk} />
      </div>
      <Lines entries={since} after={before.at(-1)?.at} onAsk={onAsk} />
      {unanswered.map((item, index) => (
        <Fragment key={item.key}>
          <Heading at={item.at} before={unanswered[index - 1]?.at ?? entries.at(-1)?.at} />
          <WaitingQuestion waiting={item} onAgain={() => onAgain(item.key)} onDrop={() => waiting.drop(item.key)} />
        </Fragment>
      ))}
      {busy && <Thinking />}
    </div>
  );
};
