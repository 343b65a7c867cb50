import { calendarOf } from '#domain/engineering/schedules/plan.ts';
import { formatDate } from '#domain/dates.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { MAX_DAYS_OFF, type DayOffChange, type ScheduleChanges } from '#schema/engineering/schedules/schedules.rest.ts';
import { Problems } from '../../platform/problems.ts';
import { changeItems } from './changeItems.ts';
import { changeLinks } from './changeLinks.ts';
import type { DayOffState, ScheduleState } from './state.ts';

const REQUIRED = 'Campo obrigatório.';

const changeDaysOff = (
  state: ScheduleState,
  changes: readonly DayOffChange[],
  prefix: (index: number) => string,
  problems: Problems,
): void => {
  const days = new Map(state.daysOff.map((day) => [day.id, day]));
  const pathOf = new Map<number, string>();
  for (const [index, { removed, ...change }] of changes.entries()) {
    const path = prefix(index);
    const id = change.id ?? -(index + 1);
    const before = days.get(id);
    if (change.id !== undefined && (!before || pathOf.has(id))) {
      problems.rule(`${path}id`, 'Dia de folga não encontrado.');
      continue;
    }
    pathOf.set(id, path);
    if (removed) {
      if (!before) problems.contradiction(`${path}removed`, 'Um dia novo não é retirado.');
      days.delete(id);
      continue;
    }
    const { date = before?.date, type = before?.type, description = before?.description } = change;
    if (date === undefined) problems.rule(`${path}date`, REQUIRED);
    if (type === undefined) problems.rule(`${path}type`, REQUIRED);
    if (description === undefined) problems.rule(`${path}description`, REQUIRED);
    if (date === undefined || type === undefined || description === undefined) continue;
    days.set(id, { id, date, type, description: normalizeSpaces(description) });
  }
  state.daysOff = [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  if (days.size > MAX_DAYS_OFF) problems.rule('daysOff', `Um cronograma tem até ${MAX_DAYS_OFF} dias de folga.`);
  refuseRepeated(state.daysOff, pathOf, problems);
};

const refuseRepeated = (
  days: readonly DayOffState[],
  pathOf: ReadonlyMap<number, string>,
  problems: Problems,
): void => {
  const counts = new Map<string, number>();
  for (const { date } of days) counts.set(date, (counts.get(date) ?? 0) + 1);
  for (const { id, date } of days) {
    const path = pathOf.get(id);
    if (path !== undefined && (counts.get(date) ?? 0) > 1) {
      problems.rule(`${path}date`, `${formatDate(date)} já é dia de folga.`);
    }
  }
};

/** Where the problems of a change are told: in a list, or in a body of one. */
export interface Prefixes {
  item: (index: number) => string;
  dayOff: (index: number) => string;
}
export const LISTED: Prefixes = { item: (index) => `items.${index}.`, dayOff: (index) => `daysOff.${index}.` };
export const SINGLE: Prefixes = { item: () => '', dayOff: () => '' };

/** Applies changes to a copy of a schedule. @throws ServiceError 400 or 422 with every problem */
export const changedState = (
  before: ScheduleState,
  { startsOn, workOnSaturdays, workOnSundays, daysOff = [], items = [], links = [] }: ScheduleChanges,
  prefixes: Prefixes = LISTED,
): ScheduleState => {
  const problems = new Problems();
  const state: ScheduleState = {
    ...before,
    startsOn: startsOn ?? before.startsOn,
    workOnSaturdays: workOnSaturdays ?? before.workOnSaturdays,
    workOnSundays: workOnSundays ?? before.workOnSundays,
  };
  changeDaysOff(state, daysOff, prefixes.dayOff, problems);
  // Days are counted on the calendar that the same call may change.
  const keys = changeItems(state, items, { prefix: prefixes.item, problems, calendar: calendarOf(state) });
  changeLinks(state, links, keys, problems);
  problems.refuse();
  return state;
};
