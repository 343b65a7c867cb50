import type { Item, Link, Schedule } from '#web/engineering/schedules/model/schedule.ts';

export const TODAY = '2026-11-20';

/** An item with dates that a test does not look at. */
export const item = (id: string, fields: Partial<Item> = {}): Item => ({
  ...{ id, costEstimateItem: { id: `r${id}`, code: id, description: `Serviço ${id}` }, milestone: null, duration: 5 },
  ...{ notBefore: null, constraint: null, percentComplete: '0.00', startedOn: null },
  ...{ startDate: '2026-11-23', endDate: '2026-11-27', latestStart: '2026-11-23', latestFinish: '2026-11-27' },
  ...{ totalFloat: 0, freeFloat: 0, critical: true },
  ...fields,
});

export const link = (from: string, to: string, fields: Partial<Link> = {}): Link => ({
  ...{ id: `${from}-${to}`, from, to, type: 'FS', lag: 0, lagUnit: 'WORKING' },
  ...fields,
});

/** From Monday, 23 November 2026, Monday to Friday. */
export const schedule = (items: Item[], links: Link[] = [], fields: Partial<Schedule> = {}): Schedule => ({
  ...{ id: '7', startsOn: '2026-11-23', workOnSaturdays: false, workOnSundays: false, daysOff: [], version: 3 },
  ...{ items, links },
  ...fields,
});
