import {
  useTellMeasurementPresenceMutation,
  type TellMeasurementPresenceMutation,
} from '#web/generated/engineering.ts';
import { useEffect, useState } from 'react';
import type { Head } from './words.ts';

/** The services forget who was not heard of for three times as long. */
const INTERVAL = 5_000;
/** The cursor rests on a line before others are told: moving through a sheet says nothing. */
const RESTS = 600;

type People = TellMeasurementPresenceMutation['tellMeasurementPresence']['people'];

/** Who else has a measurement open. */
export interface Presence {
  /** Names of those at a line. */
  at: (rowId: string) => readonly string[];
  /** Names of all of them. */
  names: readonly string[];
}

const presenceOf = (people: People): Presence => ({
  at: (rowId) => people.filter((one) => one.rowId === rowId).map(({ user }) => user.name),
  names: people.map(({ user }) => user.name),
});

/** Tells at which line the user is while the page is seen, and who else is where; a closed measurement is only read. */
export const usePresence = ({ id: measurementId, status }: Head, rowId: string | null): Presence => {
  const open = status !== 'CLOSED';
  const [people, setPeople] = useState<People>([]);
  const [tell] = useTellMeasurementPresenceMutation({ context: { quiet: true, repeatable: true } });
  useEffect(() => {
    if (!open) return undefined;
    let left = false;
    const send = async () => {
      if (document.hidden) return;
      // Without a connection nobody is known to be here; what is typed waits in its own queue.
      const answer = await tell({ variables: { measurementId, rowId } }).catch(() => undefined);
      if (!left) setPeople(answer?.data?.tellMeasurementPresence.people ?? []);
    };
    const first = setTimeout(() => void send(), RESTS);
    const timer = setInterval(() => void send(), INTERVAL);
    return () => {
      left = true;
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [measurementId, open, rowId, tell]);
  return presenceOf(people);
};
