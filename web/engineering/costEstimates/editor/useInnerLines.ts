import { notifyFailure } from '#web/client/notify.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { failures } from '../words.ts';
import { readRegistered, readStored, type Resources } from './composition/readComposition.ts';
import type { EstimateRow, Rows } from './model/rows.ts';
import { innerLine, type InnerLine } from './model/visible.ts';

/** Lines of opened compositions by row: as the estimate has them, or those of the register before the first save. */
export const useInnerLines = (id: string, rows: Rows, saved: Rows, resources: Resources) => {
  const { companyId } = usePlace();
  const client = useApolloClient();
  const [opened, setOpened] = useState<ReadonlyMap<string, readonly InnerLine[] | null>>(new Map());
  const set = (key: string, lines: readonly InnerLine[] | null | undefined) =>
    setOpened((now) => {
      const next = new Map(now);
      if (lines === undefined) next.delete(key);
      else next.set(key, lines);
      return next;
    });
  const read = (row: EstimateRow): void => {
    const estimate = { companyId, id, rows, resources };
    const answer =
      row.resourceId === null ? readRegistered(client, estimate, row.taskId ?? '') : readStored(client, estimate, row);
    answer
      .then(({ lines }) => set(row.key, lines.map(innerLine)))
      .catch((error: unknown) => {
        set(row.key, undefined);
        notifyFailure(error, failures.one);
      });
  };
  const again = useRef<() => void>(() => undefined);
  useEffect(() => {
    again.current = () => {
      for (const row of saved) if (row.resourceId !== null && opened.has(row.key)) read(row);
    };
  });
  // A save changes lines and prices of compositions that are open.
  useEffect(() => again.current(), [saved]);
  const toggle = (row: EstimateRow): void => {
    if (opened.has(row.key)) return set(row.key, undefined);
    set(row.key, null);
    read(row);
  };
  return { opened, toggle };
};
