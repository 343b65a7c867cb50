import { daysBetween, formatDate } from '#domain/dates.ts';
import { dayOf, timeOf, today } from '#web/ui/clock.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { AssistantIcon, CloseIcon } from '#web/ui/icons.ts';
import { Fragment, useEffect, useRef } from 'react';
import { useAssistant } from './AssistantContext.ts';
import { AssistantEntry } from './AssistantEntry.tsx';
import type { Entry } from './entries.ts';
import styles from './AssistantPanel.module.css';

const dayName = (at: string) => {
  const ago = daysBetween(dayOf(at), today());
  return ago === 0 ? 'Hoje' : ago === 1 ? 'Ontem' : formatDate(dayOf(at));
};

/** Returns whether a new time heading is needed: another day, or a gap of more than 30 min. */
const startsGroup = (entry: Entry, before: Entry | undefined) =>
  !before || dayOf(entry.at) !== dayOf(before.at) || Date.parse(entry.at) - Date.parse(before.at) > 30 * 60_000;

/** Scrolls to the newest entry. */
const useScrollToEnd = (count: number) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  return list;
};

const Conversation = ({ entries }: { entries: readonly Entry[] }) =>
  entries.map((entry, index) => (
    <Fragment key={entry.key}>
      {startsGroup(entry, entries[index - 1]) && (
        <div className={styles.time}>
          {dayName(entry.at)}, {timeOf(entry.at)}
        </div>
      )}
      <AssistantEntry entry={entry} />
    </Fragment>
  ));

/**
 * The assistant beside the screen: 340 px wide, full screen on a phone. It shows messages and takes no questions yet.
 */
const AssistantPanel = () => {
  const { setCollapsed, entries, failed, retry } = useAssistant();
  const list = useScrollToEnd(entries.length);
  return (
    <aside className={styles.panel} aria-label="Assistente">
      <header className={styles.header}>
        <AssistantIcon aria-hidden="true" />
        <h2>Assistente</h2>
        <IconButton label="Fechar assistente" icon={<CloseIcon />} onClick={() => setCollapsed(true)} />
      </header>
      <div ref={list} className={styles.list} role="log" aria-label="Mensagens" tabIndex={0}>
        {failed && <ErrorState message="Falha ao buscar as mensagens" onRetry={retry} />}
        {!failed && entries.length === 0 && (
          <EmptyState
            title="Nada por aqui ainda"
            text="O assistente avisa quando um pagamento muda o saldo de uma carteira e quando algo dá errado."
          />
        )}
        <Conversation entries={entries} />
      </div>
    </aside>
  );
};

export default AssistantPanel;
