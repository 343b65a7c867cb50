import type { ColumnChoice } from '#domain/listColumns.ts';
import type { ViewedList } from '#domain/savedViews.ts';
import { notifyFailure } from '#web/client/notify.ts';
import {
  ListColumnsDocument,
  useListColumnsQuery,
  useSaveListColumnsMutation,
  type ListColumnsQuery,
} from '#web/generated/list.ts';
import { useApolloClient } from '@apollo/client/react';
import { useRef } from 'react';

const NONE: readonly ColumnChoice[] = [];

const keptOf = (lists: ListColumnsQuery['listColumns'] | undefined, list: ViewedList | undefined) =>
  lists?.find((one) => one.list === list)?.columns ?? NONE;

/** Sends what was chosen one after the other; of several changes of a list meanwhile, the last. */
const useSender = () => {
  // The cache has what was chosen last, which an earlier answer must not replace.
  const [save] = useSaveListColumnsMutation({ fetchPolicy: 'no-cache', context: { quiet: true } });
  const queue = useRef({ waiting: new Map<ViewedList, readonly ColumnChoice[]>(), sending: false });
  return async (list: ViewedList, choices: readonly ColumnChoice[]): Promise<void> => {
    const { current } = queue;
    current.waiting.set(list, choices);
    if (current.sending) return;
    current.sending = true;
    for (const [next, columns] of current.waiting) {
      current.waiting.delete(next);
      const sent = columns.map(({ id, shown, width }) => ({ id, shown, width }));
      await save({ variables: { input: { list: next, columns: sent } } }).catch((error: unknown) =>
        notifyFailure(error, 'Falha para guardar as colunas'),
      );
    }
    current.sending = false;
  };
};

/**
 * How the user sees the columns of a list: read once for all lists, and kept for all devices. The grid waits for it, so that
 * no column moves under the eyes; a list whose columns could not be read is as it is by itself.
 */
export const useKeptColumns = (list: ViewedList | undefined, wanted: boolean) => {
  const { cache } = useApolloClient();
  const { data, loading } = useListColumnsQuery({ skip: list === undefined || !wanted, context: { quiet: true } });
  const send = useSender();
  // Two keys may be pressed before the first is rendered: each change starts from what the cache has, not from what is shown.
  const keep = (change: (kept: readonly ColumnChoice[]) => readonly ColumnChoice[]): void => {
    if (list === undefined) return;
    const lists = cache.readQuery({ query: ListColumnsDocument })?.listColumns ?? [];
    const kept = keptOf(lists, list);
    const choices = change(kept);
    if (choices === kept) return;
    const columns = choices.map((one) => ({ __typename: 'ListColumn', ...one }));
    const others = lists.filter((one) => one.list !== list);
    cache.updateQuery({ query: ListColumnsDocument }, () => ({
      listColumns: [...others, { __typename: 'ListColumns', list, columns }],
    }));
    void send(list, choices);
  };
  return { kept: keptOf(data?.listColumns, list), reading: loading, keep };
};
