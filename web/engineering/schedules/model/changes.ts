import type { ScheduleInput, ScheduleItemInput, ScheduleLinkInput, DayOffInput } from '#web/generated/engineering.ts';
import { isNew, type DayOff, type Item, type Link, type Schedule } from './schedule.ts';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const dayOffChanges = (before: readonly DayOff[], after: readonly DayOff[]): DayOffInput[] => {
  const left = new Set(after.map(({ id }) => id));
  return [
    ...before.filter(({ id }) => !left.has(id)).map(({ id }) => ({ id, removed: true })),
    ...after.filter(isNew).map(({ date, type, description }) => ({ date, type, description })),
  ];
};

const madeItem = (item: Item): ScheduleItemInput => ({
  ...{ key: item.id, costEstimateItemId: item.costEstimateItem.id, duration: item.duration },
  ...(item.milestone !== null && { milestone: item.milestone }),
  ...(item.notBefore !== null && { startDate: item.notBefore }),
  ...(item.constraint && { constraint: { type: item.constraint.type, date: item.constraint.date } }),
  ...(item.percentComplete !== '0.00' && { percentComplete: item.percentComplete }),
  ...(item.startedOn !== null && { startedOn: item.startedOn }),
});

/** Fields that differ; null where nothing does. */
const changedItem = (before: Item, after: Item): ScheduleItemInput | null => {
  const fields = {
    ...(before.milestone !== after.milestone && { milestone: after.milestone }),
    ...(before.notBefore !== after.notBefore && { startDate: after.notBefore }),
    ...(before.duration !== after.duration && { duration: after.duration }),
    ...(!isSame(before.constraint, after.constraint) && {
      constraint: after.constraint && { type: after.constraint.type, date: after.constraint.date },
    }),
    ...(before.percentComplete !== after.percentComplete && { percentComplete: after.percentComplete }),
    ...(before.startedOn !== after.startedOn && { startedOn: after.startedOn }),
  };
  return Object.keys(fields).length === 0 ? null : { id: after.id, ...fields };
};

const itemChanges = (before: readonly Item[], after: readonly Item[]): ScheduleItemInput[] => {
  const left = new Set(after.map(({ id }) => id));
  const known = new Map(before.map((item) => [item.id, item]));
  return [
    ...before.filter(({ id }) => !left.has(id)).map(({ id }) => ({ id, removed: true })),
    ...after.flatMap((item) => {
      const was = known.get(item.id);
      if (!was) return madeItem(item);
      // Most items are the same objects: an edit copies only what it changes and the plan moves.
      return was === item ? [] : (changedItem(was, item) ?? []);
    }),
  ];
};

const madeLink = ({ from, to, type, lag, lagUnit }: Link): ScheduleLinkInput => ({
  ...(isNew({ id: from }) ? { fromKey: from } : { fromId: from }),
  ...(isNew({ id: to }) ? { toKey: to } : { toId: to }),
  ...{ type, lag, lagUnit },
});

const linkChanges = (before: Schedule, after: Schedule): ScheduleLinkInput[] => {
  const items = new Set(after.items.map(({ id }) => id));
  const left = new Set(after.links.map(({ id }) => id));
  const known = new Map(before.links.map((link) => [link.id, link]));
  // Links of removed items go with them.
  const removed = before.links.filter(({ id, from, to }) => !left.has(id) && items.has(from) && items.has(to));
  return [
    ...removed.map(({ id }) => ({ id, removed: true })),
    ...after.links.flatMap((link) => {
      const was = known.get(link.id);
      if (!was) return madeLink(link);
      const { id, type, lag, lagUnit } = link;
      return was.type === type && was.lag === lag && was.lagUnit === lagUnit ? [] : { id, type, lag, lagUnit };
    }),
  ];
};

/** What turns one schedule into the other, as one call; null where they do not differ. */
export const changesBetween = (before: Schedule, after: Schedule): ScheduleInput | null => {
  const daysOff = dayOffChanges(before.daysOff, after.daysOff);
  const items = itemChanges(before.items, after.items);
  const links = linkChanges(before, after);
  const changes = {
    ...(after.startsOn !== null && before.startsOn !== after.startsOn && { startsOn: after.startsOn }),
    ...(before.workOnSaturdays !== after.workOnSaturdays && { workOnSaturdays: after.workOnSaturdays }),
    ...(before.workOnSundays !== after.workOnSundays && { workOnSundays: after.workOnSundays }),
    ...(daysOff.length > 0 && { daysOff }),
    ...(items.length > 0 && { items }),
    ...(links.length > 0 && { links }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
};
