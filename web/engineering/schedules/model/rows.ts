import { calendarOf } from '#domain/engineering/schedules/plan.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { CostEstimateItemType } from '#web/generated/engineering.ts';
import { percentDone } from './figures.ts';
import type { Item, Schedule } from './schedule.ts';

/** A row of the cost estimate. */
export interface Detail {
  id: string;
  type: CostEstimateItemType;
  code: string;
  /** 0 at the top. */
  level: number;
  description: string;
}

interface Common {
  /** One of its kind on the screen, and the same as long as the row is there. */
  key: string;
  code: string;
  name: string;
  level: number;
}
/** A stage whose dates are those of the items below it. */
export interface StageRow extends Common {
  kind: 'stage';
  id: string;
  folded: boolean;
  /** Null: nothing below it is planned. */
  dates: { startDate: IsoDate; endDate: IsoDate; days: number; percent: number | null; critical: boolean } | null;
  /** It can be planned as a whole. */
  free: boolean;
  /** Items below it, folded or not. */
  itemIds: readonly string[];
}
/** A planned row, a stage that is planned as a whole, or a milestone. */
export interface ItemRow extends Common {
  kind: 'item';
  item: Item;
}
/** A row of the cost estimate that is not planned yet. */
export interface FreeRow extends Common {
  kind: 'free';
  id: string;
}
export type Row = StageRow | ItemRow | FreeRow;

/** Codes of items: those of their rows; milestones are numbered within their stage. */
export const itemCodes = (items: readonly Item[]): Map<string, string> => {
  const milestones = new Map<string, number>();
  return new Map(
    items.map((item) => {
      const { code } = item.costEstimateItem;
      if (item.milestone === null) return [item.id, code];
      const number = (milestones.get(code) ?? 0) + 1;
      milestones.set(code, number);
      return [item.id, `${code}.M${number}`];
    }),
  );
};

interface Node {
  detail: Detail;
  /** Place after the last row below it. */
  end: number;
}

const nodesOf = (details: readonly Detail[]): Node[] => {
  const nodes = details.map((detail) => ({ detail, end: details.length }));
  const open: Node[] = [];
  nodes.forEach((node, index) => {
    while ((open.at(-1)?.detail.level ?? -1) >= node.detail.level) {
      const closed = open.pop();
      if (closed) closed.end = index;
    }
    open.push(node);
  });
  return nodes;
};

const first = (items: readonly Item[]): IsoDate =>
  items.reduce((least, { startDate }) => (startDate < least ? startDate : least), items[0]?.startDate ?? '');
const last = (items: readonly Item[]): IsoDate =>
  items.reduce((most, { endDate }) => (endDate > most ? endDate : most), items[0]?.endDate ?? '');

/** Milestones by the stage under which they stand. */
const milestonesBy = (items: readonly Item[]): Map<string, Item[]> => {
  const found = new Map<string, Item[]>();
  for (const item of items.filter(({ milestone }) => milestone !== null)) {
    const { id } = item.costEstimateItem;
    found.set(id, [...(found.get(id) ?? []), item]);
  }
  return found;
};

export interface RowOptions {
  /** Stages whose rows are hidden. */
  folded: ReadonlySet<string>;
  /** Rows without dates are shown, too. */
  withFree: boolean;
  /** Keys under which items were shown before a save gave them their ids. */
  keys: ReadonlyMap<string, string>;
}

/** Rows of the screen: the tree of the cost estimate, with milestones after the rows of their stage. */
export const rowsOf = (
  details: readonly Detail[],
  schedule: Schedule,
  { folded, withFree, keys }: RowOptions,
): Row[] => {
  const calendar = calendarOf(schedule);
  const codes = itemCodes(schedule.items);
  const itemOf = new Map(
    schedule.items.filter(({ milestone }) => milestone === null).map((item) => [item.costEstimateItem.id, item]),
  );
  const milestones = milestonesBy(schedule.items);
  const nodes = nodesOf(details);
  const rows: Row[] = [];

  const itemRow = (item: Item, name: string, level: number): ItemRow => ({
    ...{ kind: 'item', key: keys.get(item.id) ?? item.id, code: codes.get(item.id) ?? '', name, level, item },
  });
  /** Items of the rows from one place to another one. */
  const below = (from: number, end: number): Item[] =>
    nodes.slice(from, end).flatMap(({ detail }) => {
      const own = itemOf.get(detail.id);
      return [...(own ? [own] : []), ...(milestones.get(detail.id) ?? [])];
    });

  const stage = ({ detail, end }: Node, index: number): void => {
    const { id, code, level, description: name } = detail;
    const items = below(index, end);
    const work = items.filter(({ milestone }) => milestone === null);
    const isFolded = folded.has(id);
    const [startDate, endDate] = [first(items), last(items)];
    const dates =
      items.length === 0
        ? null
        : {
            ...{ startDate, endDate, days: calendar.countDays(startDate, endDate), percent: percentDone(work) },
            critical: items.some(({ critical }) => critical),
          };
    if (items.length > 0 || withFree) {
      rows.push({
        kind: 'stage',
        key: `s${id}`,
        id,
        code,
        name,
        level,
        folded: isFolded,
        itemIds: items.map((item) => item.id),
        dates,
        free: items.length === 0,
      });
    }
    if (!isFolded) walk(index + 1, end);
    if (!isFolded) addMilestones(detail);
  };
  const addMilestones = ({ id, level }: Detail): void => {
    for (const item of milestones.get(id) ?? []) rows.push(itemRow(item, item.milestone ?? '', level + 1));
  };
  const walk = (from: number, to: number): void => {
    for (let index = from; index < to;) {
      const node = nodes[index];
      if (!node) return;
      const { detail, end } = node;
      const item = itemOf.get(detail.id);
      if (item) {
        // What is below a stage that is planned as a whole is not planned by itself.
        rows.push(itemRow(item, detail.description, detail.level));
        addMilestones(detail);
      } else if (detail.type === 'GROUP') stage(node, index);
      else if (withFree) {
        const { id, code, level, description: name } = detail;
        rows.push({ kind: 'free', key: `f${id}`, id, code, name, level });
      }
      index = end;
    }
  };
  walk(0, nodes.length);
  return rows;
};

/** Rows at the top of the cost estimate: its stages. */
export const topRows = (details: readonly Detail[]): Detail[] => details.filter(({ level }) => level === 0);

/** Rows that can be planned: no stages, and nothing below a stage that is planned as a whole. */
export const freeRows = (details: readonly Detail[], { items }: Pick<Schedule, 'items'>): Detail[] => {
  const planned = new Set(
    items.flatMap(({ milestone, costEstimateItem }) => (milestone === null ? costEstimateItem.id : [])),
  );
  let whole: number | null = null;
  return details.filter(({ id, level, type }) => {
    if (whole !== null && level > whole) return false;
    whole = planned.has(id) ? level : null;
    return whole === null && type !== 'GROUP';
  });
};

/** The stage of a row: the row itself, or the next one above that is less deep. */
export const stageOf = (rows: readonly Row[], index: number): StageRow | null => {
  const row = rows[index];
  if (row?.kind === 'stage') return row;
  const above = rows.slice(0, index).findLast((one) => one.kind === 'stage' && one.level < (row?.level ?? 0));
  return above?.kind === 'stage' ? above : null;
};
