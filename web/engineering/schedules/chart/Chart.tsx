import type { IsoDate } from '#domain/dates.ts';
import { calendarOf } from '#domain/engineering/schedules/plan.ts';
import { useMemo, useState, type PointerEvent } from 'react';
import { BAR, ROW } from '../layout.ts';
import { setEnd, setStart } from '../model/edits.ts';
import type { Row } from '../model/rows.ts';
import type { BaselineDates } from '../model/baseline.ts';
import { identityOf, type Edit, type Item, type Schedule } from '../model/schedule.ts';
import { dayAt, endOf, xOf, type TimeScale } from '../model/timeScale.ts';
import { BaselineBar, ItemBar, StageBar } from './Bars.tsx';
import { BarTip } from './BarTip.tsx';
import { Days } from './Days.tsx';
import { barOf, Links } from './Links.tsx';
import { useDrag, type Drag } from './useDrag.ts';
import styles from './chart.module.css';

export interface ChartProps {
  schedule: Schedule;
  rows: readonly Row[];
  scale: TimeScale;
  /** Rows that are drawn, and the pixels from left to right. */
  first: number;
  last: number;
  from: number;
  to: number;
  today: IsoDate;
  /** Dates of the baseline that is shown, by identity of the item. */
  baseline: ReadonlyMap<string, BaselineDates>;
  onEdit: (edit: Edit) => void;
  onLink: (from: string, to: string) => void;
  onOpenLink: (id: string) => void;
  onSelect: (id: string) => void;
}

/** What the pointer holds: the bar where it would go, or the line to another bar. */
const Ghost = ({ drag, item, place, scale }: { drag: Drag; item: Item; place: number; scale: TimeScale }) => {
  if (drag.kind === 'link') {
    return <path className={styles.ghostLine} d={`M${drag.x} ${drag.y}L${drag.x + drag.dx} ${drag.y + drag.dy}`} />;
  }
  const { x, width, y } = barOf(item, place, scale);
  const moved = drag.kind === 'move' ? { x: x + drag.dx, width } : { x, width: Math.max(3, width + drag.dx) };
  return <rect className={styles.ghost} {...moved} y={y - BAR / 2} height={BAR} rx={3} />;
};

/** The bars of the rows on their calendar; everything that is done here can be typed in the table. */
export const Chart = ({ schedule, rows, scale, first, last, from, to, today, baseline, ...on }: ChartProps) => {
  const [tip, setTip] = useState<{ id: string; x: number; y: number } | null>(null);
  const calendar = useMemo(() => calendarOf(schedule), [schedule]);
  const daysOff = useMemo(() => new Set(schedule.daysOff.map(({ date }) => date)), [schedule.daysOff]);
  const items = useMemo(() => new Map(schedule.items.map((item) => [item.id, item])), [schedule.items]);
  const places = useMemo(
    () => new Map(rows.flatMap((row, index) => (row.kind === 'item' ? [[row.item.id, index] as const] : []))),
    [rows],
  );
  const workingDay = (day: IsoDate): IsoDate => calendar.dayAt(calendar.numberOf(day));
  const { drag, on: pointer } = useDrag({
    enabled: true,
    onMove: (id, dx) => {
      const item = items.get(id);
      if (!item) return;
      const day = dayAt(scale, xOf(scale, item.startDate) + dx + scale.dayWidth / 2);
      if (workingDay(day) !== item.startDate) on.onEdit(setStart(id, workingDay(day)));
    },
    onResize: (id, dx) => {
      const item = items.get(id);
      if (!item) return;
      const day = dayAt(scale, endOf(scale, item.endDate) + dx - scale.dayWidth / 2);
      if (day !== item.endDate) on.onEdit(setEnd(id, day));
    },
    onLink: on.onLink,
    onOpen: on.onSelect,
    onOpenLink: on.onOpenLink,
  });
  const hover = (event: PointerEvent<SVGSVGElement>) => {
    pointer.onPointerMove(event);
    const found = event.target instanceof Element ? event.target.closest('[data-bar]') : null;
    const id = found?.getAttribute('data-bar') ?? null;
    if (id === (tip?.id ?? null)) return;
    setTip(id === null ? null : { id, x: event.clientX, y: event.clientY });
  };
  const held = drag && items.get(drag.id);
  const tipped = tip && !drag ? items.get(tip.id) : undefined;
  const [top, bottom] = [first * ROW, last * ROW];
  const drawn = rows.slice(first, last);
  return (
    <>
      <svg
        className={styles.chart}
        style={{ left: from, top, width: to - from, height: bottom - top }}
        viewBox={`${from} ${top} ${to - from} ${bottom - top}`}
        aria-hidden="true"
        data-dragging={drag ? '' : undefined}
        {...pointer}
        onPointerMove={hover}
        onPointerLeave={() => setTip(null)}
      >
        <Days
          {...{ scale, from, to, today, daysOff }}
          height={rows.length * ROW}
          isWorkingDay={calendar.isWorkingDay}
        />
        <Links {...{ items, places, scale, first, last }} links={schedule.links} />
        {drawn.map((row, index) => {
          const dates = row.kind === 'item' ? baseline.get(identityOf(row.item)) : undefined;
          return dates && <BaselineBar key={row.key} index={first + index} {...{ dates, scale }} />;
        })}
        {drawn.map((row, index) => {
          const place = { index: first + index, scale };
          if (row.kind === 'item') return <ItemBar key={row.key} row={row} {...place} />;
          return row.kind === 'stage' ? <StageBar key={row.key} row={row} {...place} /> : null;
        })}
        {held && <Ghost drag={drag} item={held} place={places.get(held.id) ?? 0} scale={scale} />}
      </svg>
      {tipped && tip && <BarTip item={tipped} x={tip.x} y={tip.y} />}
    </>
  );
};
