import type { ProjectFileChanges } from '#schema/engineering/schedules/files.rest.ts';
import { addDaysOff, both, made, removeDaysOff, removeItems } from './edits.ts';
import type { Detail } from './rows.ts';
import { newKey, type Edit, type Item, type Link, type Schedule } from './schedule.ts';

type Changes = ProjectFileChanges['changes'];
type ItemChange = NonNullable<Changes['items']>[number];
type LinkChange = NonNullable<Changes['links']>[number];

const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

const changed = (item: Item, change: ItemChange): Item => {
  const { startDate: notBefore, duration, constraint, percentComplete, startedOn, milestone } = change;
  const next = { ...item, ...given({ notBefore, duration, constraint, percentComplete, startedOn, milestone }) };
  // Work that has progress has begun: on the day on which the plan has it.
  const begun = next.startedOn === null && /[1-9]/.test(next.percentComplete) ? item.startDate : next.startedOn;
  return { ...next, startedOn: begun };
};

const withItems =
  (changes: readonly ItemChange[], made: ReadonlyMap<string, Item>): Edit =>
  (schedule) => {
    const byId = new Map(changes.flatMap((change) => (change.id === undefined ? [] : [[String(change.id), change]])));
    const items = schedule.items.map((item) => {
      const change = byId.get(item.id);
      return change ? changed(item, change) : item;
    });
    return { ...schedule, items: [...items, ...made.values()] };
  };

const withLinks =
  (changes: readonly LinkChange[], added: readonly Link[]): Edit =>
  (schedule) => {
    const byId = new Map(changes.flatMap((change) => (change.id === undefined ? [] : [[String(change.id), change]])));
    const links = schedule.links.flatMap((link) => {
      const change = byId.get(link.id);
      if (!change) return link;
      const { type, lag, lagUnit, removed } = change;
      return removed ? [] : { ...link, ...given({ type, lag, lagUnit }) };
    });
    return { ...schedule, links: [...links, ...added] };
  };

const endOf = (id: number | undefined, key: string | undefined, made: ReadonlyMap<string, Item>): string =>
  id === undefined ? (made.get(key ?? '')?.id ?? '') : String(id);

const settings =
  ({ startsOn, workOnSaturdays, workOnSundays }: Changes): Edit =>
  (schedule): Schedule => ({ ...schedule, ...given({ startsOn, workOnSaturdays, workOnSundays }) });

/** Takes out what the file does not have. */
const withoutMissing = ({ items, daysOff }: ProjectFileChanges['missing']): Edit =>
  both(removeItems(items.map(({ id }) => String(id))), removeDaysOff(daysOff.map(({ date }) => date)));

/** The edit that applies a file of MS Project as the service has read it. */
export const applyProjectFile = (
  { changes, missing }: ProjectFileChanges,
  { details, removeMissing, today }: { details: readonly Detail[]; removeMissing: boolean; today: string },
): Edit => {
  const { items = [], links = [], daysOff = [] } = changes;
  const rows = new Map(details.map((detail) => [detail.id, detail]));
  const fresh = new Map(
    items.flatMap((change): [string, Item][] => {
      const row = rows.get(String(change.costEstimateItem?.id));
      if (change.key === undefined || !row) return [];
      const { id, code, description } = row;
      const { duration = 0, milestone } = change;
      const item = made(
        { row: { id, code, description }, duration, notBefore: null, ...(milestone && { milestone }) },
        today,
      );
      return [[change.key, changed(item, change)]];
    }),
  );
  const added = links
    .filter(({ id }) => id === undefined)
    .map(({ from, fromKey, to, toKey, type = 'FS', lag = 0, lagUnit = 'WORKING' }): Link => ({
      ...{ id: newKey(), from: endOf(from, fromKey, fresh), to: endOf(to, toKey, fresh), type, lag, lagUnit },
    }));
  const days = daysOff.flatMap(({ date, type, description }) =>
    date && type && description ? { date, type, description } : [],
  );
  const applied = [settings(changes), addDaysOff(days), withItems(items, fresh), withLinks(links, added)].reduce(both);
  return removeMissing ? both(applied, withoutMissing(missing)) : applied;
};
