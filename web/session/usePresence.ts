import { onPresence, onRowsChanged, type LivePerson } from '#web/client/live.ts';
import { useTellPresenceMutation, type PresenceState } from '#web/generated/session.ts';
import { useSession } from './sessionContext.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LiveRow } from './liveRow.ts';

/** The services forget who was not heard of for three times as long. */
const INTERVAL = 15_000;
/** A form is open for so long before others are told: moving through rows by J and K says nothing. */
const RESTS = 500;

export interface OpenRow {
  /** The others who have the row open. */
  others: readonly LivePerson[];
  /** Who saved the row while something was typed here; null for nobody. */
  savedBy: string | null;
}

const SOMEBODY = 'Outra pessoa';

/** Tells that a row is open, and whether something is typed; returns who else has it open, and who saved it meanwhile. */
export const usePresence = (row: LiveRow | null, dirty: boolean): OpenRow => {
  const { user } = useSession();
  const [tell] = useTellPresenceMutation({ context: { quiet: true, repeatable: true } });
  const [tab] = useState(() => crypto.randomUUID());
  const key = row && `${row.type}.${row.id}`;
  const [present, setPresent] = useState<{ key: string; people: readonly LivePerson[] } | null>(null);
  const [saved, setSaved] = useState<{ key: string; by: string } | null>(null);
  if (saved && (!dirty || saved.key !== key)) setSaved(null);

  const told = useRef(false);

  const note = useEffectEvent(
    (presence: { type: string; rowId: string; people: readonly LivePerson[] } | undefined) => {
      if (presence && `${presence.type}.${presence.rowId}` === key) setPresent({ key, people: presence.people });
    },
  );
  const send = useEffectEvent(async (to: LiveRow, state: PresenceState) => {
    if (state === 'LEFT' && !told.current) return;
    told.current = state !== 'LEFT';
    const variables = { input: { type: to.type, rowId: to.id, tab, state } };
    // Without a connection nobody is known to be here.
    const answer = await tell({ variables }).catch(() => undefined);
    if (state !== 'LEFT') note(answer?.data?.tellPresence.presence);
  });
  const noteSave = useEffectEvent((by: string | null) => {
    if (key && dirty) setSaved({ key, by: by ?? SOMEBODY });
  });
  const [type, id] = [row?.type, row?.id];
  const state = dirty ? 'EDITING' : 'VIEWING';
  useEffect(() => {
    if (!type || id === undefined) return undefined;
    const tellNow = () => {
      if (!document.hidden) void send({ type, id }, state);
    };
    const first = setTimeout(tellNow, RESTS);
    const timer = setInterval(tellNow, INTERVAL);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [type, id, state]);
  useEffect(() => {
    if (!type || id === undefined) return undefined;
    const stops = [
      onPresence(note),
      onRowsChanged((change) => {
        if (change.type === type && change.ids?.includes(id)) noteSave(change.by);
      }),
    ];
    return () => {
      stops.forEach((stop) => stop());
      void send({ type, id }, 'LEFT');
    };
  }, [type, id]);
  return {
    others: present && present.key === key ? present.people.filter((one) => one.user.id !== user.id) : [],
    savedBy: saved?.by ?? null,
  };
};
