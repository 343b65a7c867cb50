import type { IsoDate } from '#domain/dates.ts';
import { notifyError } from '#web/client/notify.ts';
import { useStable } from '#web/form/useStable.ts';
import { usePrinting } from '#web/ui/usePrinting.ts';
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { Chart } from '../chart/Chart.tsx';
import { TimeHead } from '../chart/Days.tsx';
import { HEAD, ROW, tableWidth } from '../layout.ts';
import { isTyped, type CellField } from '../model/cells.ts';
import { shiftDuration, shiftItems, shiftStart } from '../model/edits.ts';
import { formatPredecessors } from '../model/predecessors.ts';
import type { BaselineDates } from '../model/baseline.ts';
import { itemCodes, stageOf, type Row } from '../model/rows.ts';
import type { Edit, Schedule } from '../model/schedule.ts';
import { timeScale, xOf } from '../model/timeScale.ts';
import { SPARE_X, SPARE_Y, useViewport } from '../useViewport.ts';
import { TableHead, TableRow, type RowCommands } from './TableRow.tsx';
import styles from './board.module.css';

export interface BoardProps {
  schedule: Schedule;
  rows: readonly Row[];
  dayWidth: number;
  /** The columns of percent and predecessors are shown, too. */
  wide: boolean;
  today: IsoDate;
  marked: ReadonlySet<string>;
  /** Dates of the baseline that is shown, by identity of the item. */
  baseline: ReadonlyMap<string, BaselineDates>;
  onEdit: (edit: Edit) => string | null;
  onFold: (stage: string) => void;
  onMark: (rowId: string) => void;
  onPlan: (rowIds: readonly string[]) => void;
  onDetails: (itemId: string) => void;
  onMilestone: (stageId: string) => void;
  onRemove: (itemId: string) => void;
  onLink: (from: string, to: string) => void;
  onOpenLink: (id: string) => void;
  onWide: (wide: boolean) => void;
}

const FIELDS: readonly CellField[] = ['start', 'end', 'days', 'percent', 'predecessors'];

/** Texts of the predecessors of all items. */
const usePredecessors = ({ items, links }: Schedule): ReadonlyMap<string, string> =>
  useMemo(() => {
    const codes = itemCodes(items);
    const byItem = new Map<string, typeof links>();
    for (const link of links) byItem.set(link.to, [...(byItem.get(link.to) ?? []), link]);
    return new Map([...byItem].map(([id, own]) => [id, formatPredecessors(own, (key) => codes.get(key))]));
  }, [items, links]);

const useScale = (
  { schedule: { items }, today, dayWidth, baseline }: Pick<BoardProps, 'schedule' | 'today' | 'dayWidth' | 'baseline'>,
  width: number,
) =>
  useMemo(() => {
    const days = [...items, ...baseline.values()].flatMap(({ startDate, endDate }) => [startDate, endDate]);
    return timeScale(days.length === 0 ? [today] : days, dayWidth, width);
  }, [items, baseline, today, dayWidth, width]);

/** Table and chart of a schedule in one scrolling area; rows and days that are far from it are not drawn. */
export const Board = (props: BoardProps) => {
  const { schedule, rows, wide, today, marked } = props;
  const { scroller, view, look, reveal, centre } = useViewport();
  const printing = usePrinting();
  const [active, setActive] = useState<string | null>(null);
  const [typed, setTyped] = useState<{ key: string; field: CellField } | null>(null);
  const table = tableWidth(wide);
  const scale = useScale(props, Math.max(400, view.width - table));
  const predecessors = usePredecessors(schedule);
  const places = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const place = (active === null ? undefined : places.get(active)) ?? 0;
  const withYear =
    new Set(schedule.items.flatMap(({ startDate, endDate }) => [startDate.slice(0, 4), endDate.slice(0, 4)])).size > 2;

  const first = printing ? 0 : Math.max(0, Math.floor((view.top - SPARE_Y) / ROW));
  const last = printing
    ? rows.length
    : Math.min(rows.length, Math.ceil((view.top + view.height + SPARE_Y + 124) / ROW));
  const from = printing ? 0 : Math.max(0, view.left - SPARE_X);
  const to = printing ? scale.width : Math.min(scale.width, view.left + view.width + SPARE_X + 240);
  // The row with the focus stays, however far the others are scrolled.
  const drawn = rows
    .map((row, index) => ({ row, index }))
    .filter(({ index }) => (index >= first && index < last) || index === place);

  // Shows today when the schedule opens and when the zoom changes.
  useEffect(() => {
    centre(xOf(scale, today), table);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- An edit that makes the scale longer does not scroll.
  }, [props.dayWidth]);

  const focusRow = (key: string) => {
    const index = places.get(key);
    if (index === undefined) return;
    reveal(index * ROW, ROW, HEAD);
    setActive(key);
    // The row may be drawn by this very change.
    requestAnimationFrame(() => {
      const row = scroller.current?.querySelector(`[data-key="${CSS.escape(key)}"]`);
      if (row instanceof HTMLElement) row.focus({ preventScroll: true });
    });
  };
  const go = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row) focusRow(row.key);
  };
  const stepCell = (key: string, field: CellField, step: -1 | 0 | 1) => {
    setTyped(null);
    const row = rows[places.get(key) ?? -1];
    if (step === 0 || row?.kind !== 'item') return focusRow(key);
    const own = FIELDS.filter((one) => isTyped(one, row.item));
    const next = own[own.indexOf(field) + step];
    if (next === undefined) return focusRow(key);
    openCell(key, next);
  };
  const openCell = (key: string, field: CellField | null) => {
    if (field !== null && !wide && (field === 'percent' || field === 'predecessors')) props.onWide(true);
    setActive(key);
    setTyped(field && { key, field });
  };
  const showBar = (key: string) => {
    const row = rows[places.get(key) ?? -1];
    const start = row?.kind === 'item' ? row.item.startDate : row?.kind === 'stage' ? row.dates?.startDate : undefined;
    if (start !== undefined) centre(xOf(scale, start), table);
  };
  const commands: RowCommands = {
    show: useStable(showBar),
    select: useStable((key: string) => setActive(key)),
    fold: useStable(props.onFold),
    open: useStable(openCell),
    step: useStable(stepCell),
    edit: useStable(props.onEdit),
    plan: useStable(props.onPlan),
    details: useStable(props.onDetails),
    milestone: useStable(props.onMilestone),
    remove: useStable(props.onRemove),
    mark: useStable(props.onMark),
  };
  const kept = useMemo(
    () => commands,
    // eslint-disable-next-line react-hooks/exhaustive-deps -- Each of them stays the same function.
    [],
  );

  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = rows[place];
    if (!row || !(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'row') return;
    const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const page = Math.max(1, Math.floor((view.height - HEAD) / ROW) - 1);
    const steps: Record<string, number> = {
      ArrowDown: place + 1,
      ArrowUp: place - 1,
      PageDown: place + page,
      PageUp: place - page,
      Home: 0,
      End: rows.length - 1,
    };
    const target = steps[event.key];
    if (target !== undefined) go(target);
    else if (event.altKey && sideways !== 0) pressStage(sideways);
    else if (sideways !== 0) pressSideways(row, sideways, event.shiftKey);
    else if (event.key === 'Enter' || event.key === 'F2') pressEnter(row, event.ctrlKey);
    else if (event.key === ' ' && row.kind === 'free') props.onMark(row.id);
    else if (event.key === 'Delete' && row.kind === 'item') props.onRemove(row.item.id);
    else if (event.ctrlKey || event.metaKey || event.altKey || !pressLetter(row, event.key.toLowerCase())) return;
    event.preventDefault();
  };
  /** What the pointer does by the menus of rows, by handles of bars and by scrolling; false: another key. */
  const pressLetter = (row: Row, key: string): boolean => {
    const stage = stageOf(rows, place);
    if (key === 'm' && stage) props.onMilestone(stage.id);
    else if (key === 'p' && (row.kind === 'free' || (row.kind === 'stage' && row.free))) props.onPlan([row.id]);
    else if (key === 'd' && row.kind === 'item') openCell(row.key, 'predecessors');
    else if (key === 'v') showBar(row.key);
    else return false;
    return true;
  };
  const pressSideways = (row: Row, step: 1 | -1, shift: boolean) => {
    if (row.kind === 'stage') {
      if (row.folded === (step === 1)) props.onFold(row.id);
    } else if (row.kind === 'item') {
      props.onEdit(shift ? shiftDuration(row.item.id, step) : shiftStart(row.item.id, step));
    }
  };
  /** Moves all items of the row's stage by a working day. */
  const pressStage = (step: 1 | -1) => {
    const stage = stageOf(rows, place);
    if (!stage) return;
    const ids = new Set(stage.itemIds);
    const begun = schedule.items.every(({ id, startedOn }) => !ids.has(id) || startedOn !== null);
    if (begun && ids.size > 0) notifyError(`As tarefas de ${stage.name} já começaram e ficam onde estão.`);
    else props.onEdit(shiftItems(stage.itemIds, step));
  };
  const pressEnter = (row: Row, control: boolean) => {
    if (row.kind === 'item' && control) props.onDetails(row.item.id);
    else if (row.kind === 'item') openCell(row.key, 'start');
    else if (row.kind === 'free') props.onPlan([row.id]);
    else props.onFold(row.id);
  };

  return (
    <div ref={scroller} className={styles.scroller} onScroll={look}>
      <div
        className={styles.canvas}
        style={{ width: table + scale.width, height: HEAD + rows.length * ROW }}
        role="treegrid"
        aria-label="Tarefas do cronograma"
        aria-rowcount={rows.length + 1}
        onKeyDown={press}
      >
        <div className={styles.heads} role="rowgroup">
          <TableHead wide={wide} width={table} onWide={props.onWide} />
          <TimeHead {...{ scale, from, to, today }} />
        </div>
        {active !== null && places.has(active) && (
          <div className={styles.band} style={{ top: HEAD + place * ROW, left: table }} role="presentation" />
        )}
        <div
          role="presentation"
          style={{ position: 'absolute', top: HEAD, left: table, width: scale.width, height: rows.length * ROW }}
        >
          <Chart
            {...{ schedule, rows, scale, first, last, from, to, today }}
            baseline={props.baseline}
            onEdit={props.onEdit}
            onLink={props.onLink}
            onOpenLink={props.onOpenLink}
            onSelect={focusRow}
          />
        </div>
        <div className={styles.table} role="rowgroup" style={{ width: table, height: rows.length * ROW }}>
          {drawn.map(({ row, index }) => (
            <TableRow
              key={row.key}
              {...{ row, index, wide, withYear }}
              active={index === place}
              marked={row.kind === 'free' && marked.has(row.id)}
              typed={typed?.key === row.key ? typed.field : null}
              schedule={typed?.key === row.key ? schedule : null}
              predecessors={row.kind === 'item' ? (predecessors.get(row.item.id) ?? '') : ''}
              commands={kept}
            />
          ))}
        </div>
      </div>
    </div>
  );
};
