import type { Plan } from '#domain/engineering/schedules/network.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { EstimateRow, ItemState, ScheduleState } from './state.ts';

/** A line of a schedule in a file: a stage over others, or an item. */
export interface Line {
  /** 0 at the top. */
  level: number;
  row: EstimateRow;
  item: ItemState | null;
}

/** Lines in the order of the cost estimate; milestones after the rows of their stage, stages without items left out. */
export const linesOf = ({ rows, items }: ScheduleState): Line[] => {
  const planned = new Map(items.filter(({ milestone }) => milestone === null).map((item) => [item.rowId, item]));
  const milestones = new Map<number, ItemState[]>();
  for (const item of items.filter(({ milestone }) => milestone !== null)) {
    milestones.set(item.rowId, [...(milestones.get(item.rowId) ?? []), item]);
  }
  const children = new Map<number | null, EstimateRow[]>();
  for (const row of rows.values()) {
    const own = children.get(row.parentId);
    if (own) own.push(row);
    else children.set(row.parentId, [row]);
  }
  const within = (row: EstimateRow, level: number): Line[] => {
    const item = planned.get(row.id);
    const own = milestones.get(row.id) ?? [];
    // A stage that is planned as a whole is no summary: its milestones stand beside it.
    const below = item ? [] : (children.get(row.id) ?? []).flatMap((one) => within(one, level + 1));
    const done = own.map((one): Line => ({ level: item ? level : level + 1, row, item: one }));
    if (item) return [{ level, row, item }, ...done];
    return below.length + done.length === 0 ? [] : [{ level, row, item: null }, ...below, ...done];
  };
  return (children.get(null) ?? []).flatMap((row) => within(row, 0));
};

/** The dates of each line; those of a stage are the earliest and the latest of what is below it. */
export const datesOf = (lines: readonly Line[], plan: Plan): { start: IsoDate; finish: IsoDate }[] => {
  const found = lines.map(({ item }) => {
    const dates = item && plan.activities.get(String(item.id));
    return { start: dates?.start ?? '9999-12-31', finish: dates?.finish ?? '' };
  });
  // Backwards, so that what is below a stage is known before the stage.
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const [line, own] = [lines[index], found[index]];
    if (!line || line.item || !own) continue;
    for (let below = index + 1; (lines[below]?.level ?? -1) > line.level; below += 1) {
      const dates = found[below];
      if (dates && dates.start < own.start) own.start = dates.start;
      if (dates && dates.finish > own.finish) own.finish = dates.finish;
    }
  }
  return found;
};
