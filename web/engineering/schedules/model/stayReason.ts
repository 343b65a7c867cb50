import { dayOfWeek, formatDate, type IsoDate } from '#domain/dates.ts';
import { calendarOf } from '#domain/engineering/schedules/plan.ts';
import { CONSTRAINT_WORDS, linkWords } from '#domain/engineering/schedules/words.ts';
import { nameOf, replan, type Item, type Link, type Schedule } from './schedule.ts';

/** Constraints that hold an item later than its typed start. */
const LATER = new Set(['START_NOT_BEFORE', 'START_ON', 'FINISH_ON', 'FINISH_NOT_BEFORE']);

/** Items that were there before, and whose typed start an edit has set. */
const typedItems = (before: Schedule, after: Schedule): Item[] => {
  const known = new Map(before.items.map((item) => [item.id, item]));
  return after.items.filter(({ id, notBefore, startedOn }) => {
    const was = known.get(id);
    return was !== undefined && startedOn === null && notBefore !== null && was.notBefore !== notBefore;
  });
};

/** "sábado", "dia de folga (Natal)": why nobody works on the day. */
const dayOffWords = ({ daysOff }: Schedule, day: IsoDate): string => {
  const off = daysOff.find(({ date }) => date === day);
  if (off) return `dia de folga (${off.description})`;
  return dayOfWeek(day) === 6 ? 'sábado' : 'domingo';
};

/** What keeps the item from its typed start, in the schedule that an edit has made; null: only days off do. */
const holder = (after: Schedule, { item, start, today }: { item: Item; start: IsoDate; today: IsoDate }) => {
  const startWith = (links: readonly Link[], constraint = item.constraint): IsoDate => {
    const items = after.items.map((one) => (one.id === item.id ? { ...one, constraint } : one));
    const planned = replan({ ...after, items, links: [...links] }, today).items;
    return planned.find(({ id }) => id === item.id)?.startDate ?? '';
  };
  const others = after.links.filter(({ to }) => to !== item.id);
  if (startWith(others) < start) {
    const predecessors = after.links.filter(({ to }) => to === item.id);
    const holding = predecessors.filter((link) => startWith([...others, link]) === start);
    const names = new Map(after.items.map((one) => [one.id, nameOf(one)]));
    const words = holding.map((link) => `${names.get(link.from) ?? ''} (${linkWords(link)})`);
    return `depende de ${words.join(' e de ')}`;
  }
  const { constraint } = item;
  if (constraint && LATER.has(constraint.type) && startWith(after.links, null) < start) {
    return `data a cumprir, ${CONSTRAINT_WORDS[constraint.type].toLowerCase()} ${formatDate(constraint.date)}`;
  }
  return null;
};

/**
 * Why an item does not begin on the day on which an edit puts it: what it depends on, a date that must be kept, a day off.
 * Null where it does begin on it, and where other items of the same edit move. Both schedules are planned.
 */
export const stayReason = (before: Schedule, after: Schedule, today: IsoDate): string | null => {
  const typed = typedItems(before, after);
  const [item] = typed;
  if (item === undefined || item.notBefore === null) return null;
  const planned = new Map(after.items.map(({ id, startDate }) => [id, startDate]));
  const old = new Map(before.items.map(({ id, startDate }) => [id, startDate]));
  if (typed.length > 1 && typed.some(({ id }) => planned.get(id) !== old.get(id))) return null;
  const start = planned.get(item.id) ?? '';
  if (start === item.notBefore) return null;
  const calendar = calendarOf(after);
  const reason =
    start === calendar.dayAt(calendar.numberOf(item.notBefore)) ? null : holder(after, { item, start, today });
  const off = calendar.isWorkingDay(item.notBefore) ? null : dayOffWords(after, item.notBefore);
  if (reason === null && off === null) return null;
  return `${nameOf(item)} fica em ${formatDate(start)}: ${reason ?? `${formatDate(item.notBefore)} é ${off ?? ''}`}.`;
};
