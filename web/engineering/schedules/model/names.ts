import { identityOf, isNew, type Edit, type Schedule } from './schedule.ts';

/** Ids that the service gave to what was new, by the keys that stood for them until then. */
export type Names = ReadonlyMap<string, string>;

interface Named {
  id: string;
}

/** Those that are alike, as two milestones of one name, are told apart by their order. */
const givenNames = <T extends Named>(
  sent: readonly T[],
  stored: readonly T[],
  identity: (one: T) => string,
): [string, string][] => {
  const known = new Set(sent.map(({ id }) => id));
  const given = stored.filter(({ id }) => !known.has(id));
  return sent.filter(isNew).flatMap((one): [string, string][] => {
    const place = given.findIndex((other) => identity(other) === identity(one));
    return given.splice(place, place < 0 ? 0 : 1).map(({ id }) => [one.id, id]);
  });
};

/** The names that a save gave: `sent` as the screen had it, `stored` as the service answered it. */
export const namesOf = (sent: Schedule, stored: Schedule): Names => {
  const items = new Map(givenNames(sent.items, stored.items, identityOf));
  const endOf = (id: string): string => items.get(id) ?? id;
  return new Map([
    ...items,
    ...givenNames(sent.links, stored.links, ({ from, to }) => `${endOf(from)} ${endOf(to)}`),
    ...givenNames(sent.daysOff, stored.daysOff, ({ date }) => date),
  ]);
};

export const swapped = (names: Names): Names => new Map([...names].map(([key, id]) => [id, key]));

/** What has no other name stays the same object. */
const renamed = (schedule: Schedule, names: Names): Schedule => {
  const nameOf = (id: string): string => names.get(id) ?? id;
  const one = <T extends Named>(row: T): T => (names.has(row.id) ? { ...row, id: nameOf(row.id) } : row);
  return {
    ...schedule,
    items: schedule.items.map(one),
    daysOff: schedule.daysOff.map(one),
    links: schedule.links.map((link) =>
      [link.id, link.from, link.to].some((id) => names.has(id))
        ? { ...link, id: nameOf(link.id), from: nameOf(link.from), to: nameOf(link.to) }
        : link,
    ),
  };
};

/** An edit that was made on keys, for a schedule that has the ids of the service. */
export const underNames =
  (edit: Edit, names: Names): Edit =>
  (schedule) =>
    renamed(edit(renamed(schedule, swapped(names))), names);
