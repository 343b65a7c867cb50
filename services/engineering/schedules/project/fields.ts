import { formatDate } from '#domain/dates.ts';
import type { ConstraintType } from '#domain/engineering/schedules/network.ts';
import { workingDays } from '#domain/engineering/schedules/words.ts';
import type { WorkCalendar } from '#domain/engineering/schedules/workCalendar.ts';
import { MAX_DURATION, type ItemChange } from '#schema/engineering/schedules/schedules.rest.ts';
import type { ItemState } from '../state.ts';
import { CONSTRAINT_NUMBERS, daysOf } from './format.ts';
import type { FileTask } from './read.ts';
import { wholePercent } from './write.ts';

/** What the fields of a task are read with; what does not fit is told. */
export interface Reading {
  minutesADay: number;
  calendar: WorkCalendar;
  tell: (text: string) => void;
}

type Constraint = Exclude<ConstraintType, 'START_NOT_BEFORE'>;
const CONSTRAINTS = new Map(
  Object.entries(CONSTRAINT_NUMBERS)
    .filter(([type]) => type !== 'START_NOT_BEFORE')
    .map(([type, number]) => [number, type as Constraint]),
);
const AS_LATE_AS_POSSIBLE = '1';

/** Days of work of a task that is no milestone; null where the file does not say it. */
const durationOf = (task: FileTask, { minutesADay, calendar, tell }: Reading): number | null => {
  if (task.elapsed && task.start && task.finish) {
    const days = Math.max(1, calendar.countDays(task.start, task.finish));
    tell(`Duração em dias corridos: entra com ${workingDays(days)}.`);
    return days;
  }
  if (task.minutes === null) return null;
  const days = daysOf(task.minutes, minutesADay);
  const whole = Math.max(1, Math.ceil(days));
  if (whole > MAX_DURATION) {
    tell(`A duração passa de ${MAX_DURATION} dias úteis e não entra.`);
    return null;
  }
  if (days !== whole) tell(`A duração não é de dias inteiros: entra com ${workingDays(whole)}.`);
  return whole;
};

type Progress = Pick<ItemChange, 'percentComplete' | 'startedOn'>;

const progressOf = ({ percent, startedOn }: FileTask, item: ItemState | null, { tell }: Reading): Progress => {
  if (percent !== null && !(Number.isInteger(percent) && percent >= 0 && percent <= 100)) {
    tell('O avanço vai de 0 a 100 %: o do arquivo não entra.');
    return {};
  }
  // A file has whole percents only: the places of a progress that is the same stay.
  const isSame = percent === null || percent === (item ? wholePercent(item.percentComplete) : 0);
  const hasBegun = percent !== null && percent > 0;
  const begun = startedOn ?? (hasBegun || (isSame && item?.percentComplete !== '0.00') ? undefined : null);
  return {
    ...(!isSame && { percentComplete: `${percent}.00` }),
    ...(begun !== undefined && begun !== (item?.startedOn ?? null) && { startedOn: begun }),
  };
};

const datesOf = (task: FileTask, { tell }: Reading): Pick<ItemChange, 'startDate' | 'constraint'> => {
  if (task.manual && task.start) {
    tell(`Tarefa com datas manuais: entra com início não antes de ${formatDate(task.start)}.`);
    return { startDate: task.start, constraint: null };
  }
  if (task.constraint === AS_LATE_AS_POSSIBLE) tell('"O mais tarde possível" entra como o mais cedo possível.');
  const { constraintDate: date, deadline } = task;
  const hard = CONSTRAINTS.get(task.constraint);
  if (hard && date) {
    if (deadline) tell(`O prazo final de ${formatDate(deadline)} não entra: a tarefa já tem uma data a cumprir.`);
    return { constraint: { type: hard, date } };
  }
  const startDate = task.constraint === CONSTRAINT_NUMBERS.START_NOT_BEFORE ? date : null;
  return { startDate, constraint: deadline ? { type: 'FINISH_NOT_AFTER', date: deadline } : null };
};

const isSameConstraint = (a: ItemChange['constraint'], b: ItemState['constraint']): boolean =>
  (a ?? null) === null ? b === null : a?.type === b?.type && a?.date === b?.date;

/** What of an item a task of a file changes; only what differs from the item. */
export const fieldsOf = (task: FileTask, item: ItemState | null, reading: Reading): Omit<ItemChange, 'id' | 'key'> => {
  const isMilestone = item?.milestone != null || (item === null && task.milestone && task.minutes === 0);
  const progress = progressOf(task, item, reading);
  const { startDate, constraint } = datesOf(task, reading);
  const startedOn = progress.startedOn === undefined ? (item?.startedOn ?? null) : progress.startedOn;
  const duration = isMilestone ? 0 : durationOf(task, reading);
  // What has begun stays on its day, and what the plan has given is no start that somebody typed.
  const isStartOpen = startedOn === null && startDate !== undefined && startDate !== item?.planned?.startDate;
  return {
    ...progress,
    ...(duration !== null && duration !== item?.duration && { duration }),
    ...(isStartOpen && startDate !== (item?.notBefore ?? null) && { startDate }),
    ...(!isSameConstraint(constraint, item?.constraint ?? null) && { constraint }),
  };
};
