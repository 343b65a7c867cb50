import { formatShortDate } from '#domain/dates.ts';
import { memo } from 'react';
import { percentText } from '../model/cells.ts';
import type { Item } from '../model/schedule.ts';
import { endOf, xOf, type TimeScale } from '../model/timeScale.ts';
import type { ItemRow, StageRow } from '../model/rows.ts';
import type { BaselineDates } from '../model/baseline.ts';
import { BAR, ROW } from '../layout.ts';
import styles from './chart.module.css';

/** Text within a bar needs this much room. */
const TEXT_ROOM = 34;

interface BarProps {
  row: ItemRow;
  /** Index of the row. */
  index: number;
  scale: TimeScale;
}

const Milestone = ({ item, x, y }: { item: Item; x: number; y: number }) => (
  <g className={styles.milestone} data-bar={item.id} data-critical={item.critical || undefined}>
    <path d={`M${x} ${y - 7}L${x + 7} ${y}L${x} ${y + 7}L${x - 7} ${y}Z`} data-part="move" />
    <text x={x + 13} y={y + 4}>
      {item.milestone}
    </text>
    <circle className={styles.handle} cx={x + 7} cy={y} r={4} data-part="link" />
  </g>
);

/** Bar of an item: planned days, the done part on top, handles to resize and to link. */
export const ItemBar = memo(({ row: { item }, index, scale }: BarProps) => {
  const y = index * ROW + ROW / 2;
  const x = xOf(scale, item.startDate);
  if (item.milestone !== null) return <Milestone item={item} x={x} y={y} />;
  const width = Math.max(3, endOf(scale, item.endDate) - x);
  const done = (width * Number(item.percentComplete)) / 100;
  const hasText = done > 0 && width > TEXT_ROOM;
  return (
    <g className={styles.bar} data-bar={item.id} data-critical={item.critical || undefined}>
      <rect className={styles.planned} x={x} y={y - BAR / 2} width={width} height={BAR} rx={3} data-part="move" />
      {done > 0 && <rect className={styles.done} x={x} y={y - BAR / 2} width={done} height={BAR} rx={3} />}
      {hasText && (
        <text
          className={done > TEXT_ROOM ? styles.onDone : styles.beside}
          x={done > TEXT_ROOM ? x + 6 : x + done + 4}
          y={y + 4}
        >
          {percentText(item.percentComplete)}
        </text>
      )}
      <rect className={styles.resize} x={x + width - 6} y={y - BAR / 2} width={9} height={BAR} data-part="resize" />
      <circle className={styles.handle} cx={x + width + 8} cy={y} r={4} data-part="link" />
    </g>
  );
});
ItemBar.displayName = 'ItemBar';

/** Where a baseline has the item: thin, under its bar. */
export const BaselineBar = ({ dates, index, scale }: Omit<BarProps, 'row'> & { dates: BaselineDates }) => {
  const x = xOf(scale, dates.startDate);
  const width = Math.max(3, endOf(scale, dates.endDate) - x);
  return (
    <rect
      className={styles.baseline}
      data-baseline=""
      x={x}
      y={index * ROW + ROW / 2 + BAR / 2 + 2}
      {...{ width }}
      height={4}
      rx={2}
    />
  );
};

/** Bracket of a stage over the bars of its items. */
export const StageBar = memo(({ row: { dates }, index, scale }: Omit<BarProps, 'row'> & { row: StageRow }) => {
  if (!dates) return null;
  const y = index * ROW + ROW / 2;
  const [x, end] = [xOf(scale, dates.startDate), endOf(scale, dates.endDate)];
  return (
    <path
      className={styles.stage}
      d={`M${x} ${y - 3}H${end}V${y + 6}L${end - 5} ${y + 2}H${x + 5}L${x} ${y + 6}Z`}
      data-dates={formatShortDate(dates.startDate)}
    />
  );
});
StageBar.displayName = 'StageBar';
