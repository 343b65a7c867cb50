import { onReconnect, onRowsChanged, type LiveChange } from '#web/client/live.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { inPlace, NO_MARKS, type Changed, type LiveMarks } from './liveRows.ts';

type Row = { id: string };
interface Page {
  __typename?: string;
  content: readonly Row[];
}

/** Pause in milliseconds before a page is read again: many screens show the same row, and must not ask all at once. */
const SOON = 200;
const SPREAD = 600;
/** The same for rows that are not shown, which may be new ones of this page. */
const LATER = 2_000;

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && 'content' in value && Array.isArray(value.content);

/** The page of a list in the data of its document. */
const pageIn = (data: unknown): Page | undefined => Object.values((data ?? {}) as object).find(isPage);

/** The same data with other rows in its page. */
const withContent = <Data>(data: Data, content: readonly Row[]): Data =>
  Object.fromEntries(
    Object.entries(data as object).map(([key, value]) => [key, isPage(value) ? { ...value, content } : value]),
  ) as Data;

export interface LiveRowsOptions<Data, Variables extends OperationVariables> {
  document: TypedDocumentNode<Data, Variables>;
  variables: Variables;
  /** The list's data as it is shown; undefined while another one loads. */
  data: Data | undefined;
  /** Types of other rows of the company that the figures of these rows depend on. */
  sources?: readonly string[];
}

const NO_SOURCES: readonly string[] = [];
const NO_IDS: readonly string[] = [];

/** Changes that wait for the page to be read again. */
interface Waiting {
  changed: Changed | null;
  timer?: ReturnType<typeof setTimeout>;
  due: number;
}

const joined = (a: Changed | null, { ids, by }: LiveChange): Changed => ({
  ids: ids && a?.ids !== null ? new Set([...(a?.ids ?? []), ...ids]) : null,
  by: a && a.by !== by ? null : by,
});

/**
 * Reads the shown page again when somebody else has changed rows of its kind, and shows them in place: no row moves,
 * comes or goes before the list is refreshed. The figures of the page are those of now.
 */
export const useLiveRows = <Data, Variables extends OperationVariables>({
  document: list,
  variables,
  data,
  sources = NO_SOURCES,
}: LiveRowsOptions<Data, Variables>): { marks: LiveMarks; forget: () => void } => {
  const client = useApolloClient();
  const { companyId } = usePlace();
  const view = JSON.stringify(variables);
  const shown = `${view} ${
    pageIn(data)
      ?.content.map(({ id }) => id)
      .join() ?? ''
  }`;
  const [kept, setKept] = useState<{ shown: string; marks: LiveMarks }>({ shown, marks: NO_MARKS });
  const marks = kept.shown === shown ? kept.marks : NO_MARKS;
  const waiting = useRef<Waiting>({ changed: null, due: Infinity });

  const settle = useEffectEvent((asked: string, fresh: Data, now: Page, changed: Changed) => {
    const current = pageIn(client.cache.readQuery({ query: list, variables }));
    // Another page was opened meanwhile, or the list was refreshed, which has shown the change.
    if (asked !== view || !current) return;
    const { content, marks: next } = inPlace(current.content, now.content, changed, marks);
    setKept({ shown, marks: next });
    client.cache.writeQuery({ query: list, variables, data: withContent(fresh, content) });
  });
  const readAgain = useEffectEvent(async () => {
    const { changed } = waiting.current;
    waiting.current.changed = null;
    waiting.current.due = Infinity;
    if (!changed || !data) return;
    // A request of its own: one that is under way may have been answered before the change.
    const context = { quiet: true, queryDeduplication: false };
    const answer = await client
      .query({ query: list, variables, fetchPolicy: 'no-cache', context } as ApolloClient.QueryOptions<Data, Variables>)
      .catch(() => undefined);
    const fresh = answer?.data as Data | undefined;
    const now = pageIn(fresh);
    if (fresh && now) settle(view, fresh, now, changed);
  });
  const notice = useEffectEvent((change: LiveChange) => {
    const page = pageIn(data);
    const type = page?.__typename?.replace(/Page$/, '');
    if (!page) return;
    const isSource = change.type !== null && sources.includes(change.type);
    if (change.type !== null && change.type !== type && !isSource) return;
    if (change.companyId !== null && change.companyId !== companyId) return;
    const own = waiting.current;
    // Figures that others have moved are not marked as changes of the row.
    own.changed = joined(own.changed, isSource ? { ...change, ids: NO_IDS } : change);
    const isShown = isSource || !change.ids || page.content.some(({ id }) => change.ids?.includes(id));
    const due = Date.now() + (isShown ? SOON : LATER) + Math.random() * SPREAD;
    // What waits already is not put off: in a busy company something changes all the time.
    if (due >= own.due) return;
    clearTimeout(own.timer);
    own.due = due;
    own.timer = setTimeout(() => void readAgain(), due - Date.now());
  });
  useEffect(() => {
    const own = waiting.current;
    const stops = [
      onRowsChanged(notice),
      onReconnect(() => notice({ type: null, companyId: null, ids: null, by: null })),
    ];
    return () => {
      stops.forEach((stop) => stop());
      clearTimeout(own.timer);
    };
  }, []);
  return { marks, forget: () => setKept({ shown, marks: NO_MARKS }) };
};
