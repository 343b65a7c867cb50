import { presenceChanged, rowsChanged } from '#web/client/live.ts';
import { useLiveEventsSubscription } from '#web/generated/session.ts';
import { useRef } from 'react';

/** Hands to the screens what others do to rows. What was missed while the connection was away may be anything. */
export const LiveEvents = () => {
  const opened = useRef(false);
  useLiveEventsSubscription({
    fetchPolicy: 'no-cache',
    // Lost rights and an ended session close the socket, which leads on from there.
    onError: () => undefined,
    onData: ({ data: { data } }) => {
      const event = data?.liveEvents;
      if (!event) return;
      if ('people' in event) presenceChanged(event);
      else if ('openedAt' in event) {
        if (opened.current) rowsChanged({ type: null, companyId: null, ids: null, by: null });
        opened.current = true;
      } else
        rowsChanged({
          ...event,
          companyId: event.companyId ?? null,
          ids: event.ids ?? null,
          by: event.by?.name ?? null,
        });
    },
  });
  return null;
};
