import type { ListQuery } from '#domain/listQuery.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import type { Column, DataGridProps } from '#web/ui/index.ts';
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { buildingOf } from '../buildingFilter.ts';
import { listAt } from '../views/listAt.ts';
import {
  arrange,
  choicesOf,
  shownColumns,
  withMove,
  withOrder,
  withShown,
  withWidth,
  type Arranged,
} from './arrange.ts';
import { useKeptColumns } from './useKeptColumns.ts';

export type ColumnState = Omit<Arranged<never>, 'column'> & { column: Pick<Column<never>, 'id' | 'title'> };

/** The columns of a list as the user sees them, and what the user does with them. */
export interface ColumnsState {
  arranged: readonly ColumnState[];
  /** Nothing differs from the list as it is by itself. */
  standard: boolean;
  onShow: (id: string, shown: boolean) => void;
  onMove: (id: string, by: -1 | 1) => void;
  onRestore: () => void;
}

export interface ListColumns<Row> extends Pick<DataGridProps<Row>, 'onResize' | 'onReorder'> {
  shown: readonly Column<Row>[];
  /** Not known yet. */
  reading: boolean;
  /** Absent in a list that keeps nothing of its columns. */
  state?: ColumnsState;
}

/**
 * Columns that a person chose, moved and resized in the list at this address. Without a choice the obra is hidden while the
 * list is that of one.
 */
export const useListColumns = <Row>(
  columns: readonly Column<Row>[],
  query: ListQuery,
  wanted: boolean,
): ListColumns<Row> => {
  const list = listAt(useLocation().pathname);
  const { buildingId } = usePlace();
  const { kept, reading, keep } = useKeptColumns(list, wanted);
  const ofOneBuilding = buildingOf(query, buildingId) !== null;
  const arranged = useMemo(() => arrange(columns, kept, ofOneBuilding), [columns, kept, ofOneBuilding]);
  const shown = useMemo(() => shownColumns(arranged), [arranged]);
  if (list === undefined) return { shown, reading };
  const change = (by: (now: readonly Arranged<Row>[]) => readonly Arranged<Row>[]) =>
    keep((before) => {
      const now = arrange(columns, before, ofOneBuilding);
      const changed = by(now);
      return changed === now ? before : choicesOf(columns, changed, before);
    });
  return {
    ...{ shown, reading },
    onResize: (id, width) => change((now) => withWidth(now, id, width)),
    onReorder: (ids) => change((now) => withOrder(now, ids)),
    state: {
      ...{ arranged, standard: choicesOf(columns, arranged, []).length === 0 },
      onShow: (id, on) => change((now) => withShown(now, id, on)),
      onMove: (id, by) => change((now) => withMove(now, id, by)),
      onRestore: () => keep(() => []),
    },
  };
};
