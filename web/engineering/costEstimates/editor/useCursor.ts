import { useTreeCursor, type TreeCursor } from '#web/form/tree/useTreeCursor.ts';
import { useMemo } from 'react';
import { COLUMNS, type ColumnId } from './columns.ts';
import type { Shown } from './model/visible.ts';

const IDS = COLUMNS.map(({ id }) => id);

const rowKeys = (shown: readonly Shown[]): string[] => shown.flatMap((one) => (one.kind === 'row' ? [one.key] : []));

export type Cursor = TreeCursor<ColumnId>;

/** The cell of the estimate with the cursor. */
export const useCursor = (shown: readonly Shown[]): Cursor => {
  const keys = useMemo(() => rowKeys(shown), [shown]);
  return useTreeCursor(keys, IDS, 'description');
};
