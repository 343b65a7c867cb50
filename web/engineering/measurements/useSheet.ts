import { errorCode, errorText, fieldProblems } from '#web/client/errors.ts';
import { notifyError } from '#web/client/notify.ts';
import { isRecord, isText, prefix, readJson, writeJson } from '#web/client/storage.ts';
import { currentUser } from '#web/client/token.ts';
import {
  SaveMeasurementLinesDocument,
  type MeasurementLineNowFragment,
  type MeasurementSheetQuery,
} from '#web/generated/engineering.ts';
import type { ApolloClient } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { sheetFigures, type SheetFigures } from '#domain/engineering/measurements/sheet.ts';
import { LineQueue, type PendingLines, type QueueSnapshot, type Sent, type StoredLine } from './model/lineQueue.ts';
import { measuredRows, type MeasuredRow, type RowFacts } from './model/rows.ts';
import { failures, type Head } from './words.ts';

type LoadedSheet = NonNullable<MeasurementSheetQuery['measurementRows']>;
type LoadedRow = LoadedSheet['rows'][number];

const SAVE_AFTER = 2_000;

const isPending = (value: unknown): value is PendingLines[string] =>
  isRecord(value) &&
  isText(value.accumulated) &&
  typeof value.excessConfirmed === 'boolean' &&
  (value.reason === null || isText(value.reason)) &&
  typeof value.version === 'number';
const arePending = (value: unknown): value is PendingLines =>
  isRecord(value) && Object.values(value).every((one) => isPending(one));

const keyOf = (measurementId: string): string => `draft.${currentUser() ?? ''}.measurement.${measurementId}`;

const keep = (key: string, pending: PendingLines): void => {
  if (Object.keys(pending).length > 0) writeJson(localStorage, key, pending);
  else localStorage.removeItem(prefix + key);
};

const storedOf = ({ id, updatedBy, ...line }: MeasurementLineNowFragment | LoadedRow): StoredLine => ({
  id,
  accumulated: line.accumulated,
  excessConfirmed: line.excessConfirmed,
  reason: line.reason ?? null,
  version: line.version,
  updatedAt: line.updatedAt ?? null,
  updatedBy: updatedBy?.name ?? null,
});

const factsOf = (row: LoadedRow): RowFacts => ({
  ...{ id: row.id, code: row.code, description: row.description, unit: row.unit ?? null },
  ...{ level: row.level, group: row.group },
  contract: row.group
    ? null
    : {
        quantity: row.quantity ?? null,
        unitPrice: row.unitPrice ?? null,
        total: row.total ?? null,
        previous: row.previous,
        previousValue: row.previousValue ?? null,
      },
});

/** Sentences of the service by line: it names "lines.3.accumulated". */
const problemsOf = (error: unknown, ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    fieldProblems(error).flatMap(({ path, message }) => {
      const id = ids[Number(/lines\.(\d+)/.exec(path)?.[1] ?? Number.NaN)];
      return id === undefined ? [] : [[id, message]];
    }),
  );

const outcomeOf = (error: unknown, ids: readonly string[]): Sent => {
  const code = errorCode(error);
  if (!CombinedGraphQLErrors.is(error) || code === 'UNAVAILABLE' || code === 'INTERNAL') return { unreachable: true };
  const problems = problemsOf(error, ids);
  return Object.keys(problems).length > 0 ? { problems } : { refused: errorText(error, failures.save) };
};

const sendWith =
  (client: ApolloClient, measurementId: string, onHead: (head: Head) => void) =>
  async (lines: readonly ({ id: string } & PendingLines[string])[]): Promise<Sent> => {
    const ids = lines.map(({ id }) => id);
    try {
      const { data } = await client.mutate({
        mutation: SaveMeasurementLinesDocument,
        variables: { measurementId, lines: [...lines] },
        fetchPolicy: 'no-cache',
        context: { quiet: true },
      });
      if (!data) return { unreachable: true };
      const { measurement, saved, conflicts } = data.saveMeasurementLines;
      onHead(measurement);
      return { saved: saved.map(storedOf), conflicts: conflicts.map(storedOf) };
    } catch (error) {
      return outcomeOf(error, ids);
    }
  };

/** Sends what waits every two seconds, at once when the network is back, and when the page is left. */
const useSending = (queue: LineQueue, sendable: boolean, writable: boolean): void => {
  useEffect(() => {
    if (!sendable || !writable) return undefined;
    const send = () => void queue.flush();
    const timer = setInterval(send, SAVE_AFTER);
    window.addEventListener('online', send);
    window.addEventListener('pagehide', send);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
      window.removeEventListener('pagehide', send);
    };
  }, [queue, sendable, writable]);
  useEffect(() => () => void queue.flush(), [queue]);
};

export interface Sheet {
  head: Head;
  setHead: (head: Head) => void;
  rows: readonly MeasuredRow[];
  figures: SheetFigures;
  queue: LineQueue;
  state: QueueSnapshot;
  /** Lines can be typed in. */
  writable: boolean;
  /** Photos of lines that are stored. */
  photoCounts: ReadonlyMap<string, number>;
  countPhoto: (rowId: string, by: 1 | -1) => void;
}

/** A sheet with what is typed in it; the device keeps what is not stored yet. */
export const useSheet = (loaded: LoadedSheet): Sheet => {
  const client = useApolloClient();
  const [head, setHead] = useState<Head>(loaded.measurement);
  const [facts] = useState(() => loaded.rows.map(factsOf));
  const [stages] = useState(() => new WeakMap<RowFacts, MeasuredRow>());
  const [queue] = useState(() => {
    const { id } = loaded.measurement;
    const key = keyOf(id);
    return new LineQueue(
      loaded.rows.filter(({ group }) => !group).map(storedOf),
      readJson(localStorage, key, arePending) ?? {},
      { send: sendWith(client, id, setHead), keep: (pending) => keep(key, pending), refused: notifyError },
    );
  });
  const state = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const rows = useMemo(() => measuredRows(facts, state.lines, stages), [facts, state.lines, stages]);
  const figures = useMemo(() => sheetFigures(rows), [rows]);
  const [photoCounts, setPhotoCounts] = useState<ReadonlyMap<string, number>>(
    () => new Map(loaded.rows.map(({ id, photoCount }) => [id, photoCount])),
  );
  const countPhoto = useCallback(
    (rowId: string, by: 1 | -1) => setPhotoCounts((now) => new Map(now).set(rowId, (now.get(rowId) ?? 0) + by)),
    [],
  );
  const writable = head.status !== 'CLOSED';
  useSending(queue, state.sendable > 0, writable);
  return { head, setHead, rows, figures, queue, state, writable, photoCounts, countPhoto };
};
