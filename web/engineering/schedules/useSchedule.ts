import { errorCode, errorText, fieldProblems } from '#web/client/errors.ts';
import { notifyError } from '#web/client/notify.ts';
import { SaveScheduleDocument, ScheduleNowDocument, type ScheduleInput } from '#web/generated/engineering.ts';
import { today } from '#web/ui/index.ts';
import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useState, useSyncExternalStore } from 'react';
import { ScheduleStore, type Saved, type Snapshot } from './model/store.ts';
import type { Schedule } from './model/schedule.ts';
import { failures } from './words.ts';

const quiet = { fetchPolicy: 'no-cache', context: { quiet: true } } as const;

/** What the service says of single fields stands first: it names the item or the circle. */
const refusalOf = (error: unknown): string => fieldProblems(error)[0]?.message ?? errorText(error, failures.save);

const saveWith =
  (client: ApolloClient) =>
  async (stored: Schedule, changes: ScheduleInput): Promise<Saved> => {
    const { id: costEstimateId, version } = stored;
    try {
      const { data } = await client.mutate({
        mutation: SaveScheduleDocument,
        variables: { costEstimateId, version, changes },
        ...quiet,
      });
      return { stored: data?.saveSchedule.schedule ?? stored };
    } catch (error) {
      if (errorCode(error) !== 'CONFLICT') return { refused: refusalOf(error) };
      try {
        const { data } = await client.query({ query: ScheduleNowDocument, variables: { costEstimateId }, ...quiet });
        return { theirs: data?.schedule ?? stored };
      } catch (failure) {
        return { refused: refusalOf(failure) };
      }
    }
  };

export interface EditedSchedule extends Snapshot, Pick<ScheduleStore, 'edit' | 'undo' | 'redo' | 'resolve'> {
  /** The schedule as the last edit has left it, before the screen shows it. */
  latest: () => Schedule;
}

/** The schedule of the page, and its edits. */
export const useSchedule = (loaded: Schedule): EditedSchedule => {
  const client = useApolloClient();
  const [store] = useState(() => new ScheduleStore(loaded, { save: saveWith(client), refused: notifyError, today }));
  const { edit, undo, redo, resolve } = store;
  return {
    ...useSyncExternalStore(store.subscribe, store.snapshot),
    edit,
    undo,
    redo,
    resolve,
    latest: () => store.snapshot().schedule,
  };
};
