import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import type { ScheduleChanges } from '#schema/engineering/schedules/schedules.rest.ts';
import { holidaysOf } from '../../../platform/holidays.ts';
import type { ScheduleState } from '../state.ts';
import type { ProjectFile } from './read.ts';

/** Days off that are named in words; of more, only their number is told. */
const NAMED = 8;

type CalendarChanges = Pick<ScheduleChanges, 'startsOn' | 'workOnSaturdays' | 'workOnSundays' | 'daysOff'>;
type NewDay = NonNullable<CalendarChanges['daysOff']>[number];

const holidays = new Map<number, ReadonlyMap<string, string>>();
/** A national holiday is told by its day; what else a day off is, no file says. */
const typeOf = (day: string): NewDay['type'] => {
  const year = Number(day.slice(0, 4));
  const known = holidays.get(year) ?? new Map(holidaysOf(year).map(({ date, type }) => [date, type]));
  holidays.set(year, known);
  return known.get(day) === 'NATIONAL_HOLIDAY' ? 'NATIONAL_HOLIDAY' : 'OTHER';
};

const newDays = (state: ScheduleState, file: ProjectFile): NewDay[] => {
  const known = new Set(state.daysOff.map(({ date }) => date));
  const days = (file.calendar?.daysOff ?? []).filter(({ date }) => !known.has(date));
  return days.map(({ date, description }) => ({ date, description, type: typeOf(date) }));
};

const daysInWords = (days: readonly NewDay[]): string => {
  const named = days.slice(0, NAMED).map(({ date, description }) => `${formatDate(date)} ${description}`);
  const more = days.length > NAMED ? [`e mais ${days.length - NAMED}`] : [];
  return `${counted(days.length, 'dia de folga novo', 'dias de folga novos')}: ${[...named, ...more].join('; ')}`;
};

const workedInWords = (day: string, isWorked: boolean): string => `${isWorked ? 'Trabalha' : 'Não trabalha'} ${day}`;

/** What the calendar and the start of a file change, with each change in words. */
export const calendarChanges = (
  state: ScheduleState,
  file: ProjectFile,
): { changes: CalendarChanges; texts: string[] } => {
  const daysOff = newDays(state, file);
  const [onSundays, onSaturdays] = [file.calendar?.worked[0], file.calendar?.worked[6]];
  const { startsOn } = file;
  const startMoves = startsOn !== null && startsOn !== state.startsOn;
  const saturdays = onSaturdays !== undefined && onSaturdays !== state.workOnSaturdays;
  const sundays = onSundays !== undefined && onSundays !== state.workOnSundays;
  return {
    changes: {
      ...(startMoves && { startsOn }),
      ...(saturdays && { workOnSaturdays: onSaturdays }),
      ...(sundays && { workOnSundays: onSundays }),
      ...(daysOff.length > 0 && { daysOff }),
    },
    texts: [
      ...(startMoves
        ? [`Início do cronograma: ${state.startsOn ? `${formatDate(state.startsOn)} → ` : ''}${formatDate(startsOn)}`]
        : []),
      ...(saturdays ? [workedInWords('aos sábados', onSaturdays)] : []),
      ...(sundays ? [workedInWords('aos domingos', onSundays)] : []),
      ...(daysOff.length > 0 ? [daysInWords(daysOff)] : []),
    ],
  };
};

/** Days off of the schedule that the calendar of a file does not have. */
export const missingDays = (state: ScheduleState, { calendar }: ProjectFile) => {
  const inFile = new Set(calendar?.daysOff.map(({ date }) => date));
  return calendar === null ? [] : state.daysOff.filter(({ date }) => !inFile.has(date));
};
