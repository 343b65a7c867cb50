import { addDays, daysBetween, formatDate, type IsoDate } from '#domain/dates.ts';
import type { LinkType } from '#domain/engineering/schedules/network.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { MAX_DAYS_OFF, MAX_ITEMS } from '#schema/engineering/schedules/schedules.rest.ts';
import { dayOf, isElapsed, isShare, LINK_NUMBERS, MARK_FIELD, minutesOf, MINUTES_A_DAY } from './format.ts';
import { allOf, isSet, listOf, readTree, refuse, textOf, type Node } from './tree.ts';

/** A dependency of a task, as the file says it. */
export interface FileLink {
  from: string;
  type: LinkType;
  tenths: number;
  elapsed: boolean;
  /** The lag is a share of a duration, which a schedule does not have. */
  share: boolean;
}

/** A task of a project file. */
export interface FileTask {
  uid: string;
  /** Place in the file: the outline number, or what a user made of it. */
  codes: string[];
  name: string;
  /** What the task stands for, where the file was exported from here. */
  mark: string | null;
  /** 1 at the top. */
  level: number;
  summary: boolean;
  milestone: boolean;
  /** Its dates are typed and follow no links. */
  manual: boolean;
  start: IsoDate | null;
  finish: IsoDate | null;
  /** Minutes of work; null where the file has none. */
  minutes: number | null;
  elapsed: boolean;
  percent: number | null;
  startedOn: IsoDate | null;
  /** Number of the constraint in the file. */
  constraint: string;
  constraintDate: IsoDate | null;
  deadline: IsoDate | null;
  links: FileLink[];
}

/** Calendar of a project file: a day of the week is worked or not, Sunday first. */
export interface FileCalendar {
  worked: boolean[];
  daysOff: { date: IsoDate; description: string }[];
}

export interface ProjectFile {
  startsOn: IsoDate | null;
  minutesADay: number;
  /** Null: the file has none. */
  calendar: FileCalendar | null;
  tasks: FileTask[];
  hasBaselines: boolean;
  /** What of the file as a whole is not taken over, in words. */
  notes: string[];
}

const STANDARD = [false, true, true, true, true, true, false];
const DAILY = '1';
const NO_NAME = 'Folga';

interface Off {
  from: IsoDate;
  to: IsoDate;
  description: string;
}

/** An exception of the calendar as a period of days off; what is another thing is told. */
const exceptionOf = (node: Node, notes: string[]): Off | null => {
  const [period] = allOf(node, 'TimePeriod');
  const [from, to] = period ? [dayOf(textOf(period, 'FromDate')), dayOf(textOf(period, 'ToDate'))] : [null, null];
  if (!from || !to || to < from) return null;
  const description = normalizeSpaces(textOf(node, 'Name') ?? '').slice(0, 120) || NO_NAME;
  if (isSet(node, 'DayWorking')) {
    const when = from === to ? formatDate(from) : `${formatDate(from)} a ${formatDate(to)}`;
    notes.push(`${when} (${description}): dia com horário próprio; o Prumo conta dias de trabalho inteiros.`);
    return null;
  }
  const type = textOf(node, 'Type') ?? DAILY;
  if (type !== DAILY || (textOf(node, 'Period') ?? '1') !== '1') {
    notes.push(
      `${description}: folga que se repete a partir de ${formatDate(from)}; inclua as datas em Dias de folga.`,
    );
    return null;
  }
  return { from, to, description };
};

const daysOf = (periods: readonly Off[], notes: string[]): FileCalendar['daysOff'] => {
  const days = new Map<IsoDate, string>();
  for (const { from, to, description } of periods) {
    const length = daysBetween(from, to) + 1;
    if (days.size + length > MAX_DAYS_OFF) {
      notes.push(`O calendário do arquivo passa de ${MAX_DAYS_OFF} dias de folga: ${description} ficou de fora.`);
      continue;
    }
    for (let index = 0; index < length; index += 1) days.set(addDays(from, index), description);
  }
  return [...days].map(([date, description]) => ({ date, description }));
};

const calendarOf = (root: Node, notes: string[]): FileCalendar | null => {
  const calendars = listOf(root, 'Calendars', 'Calendar');
  const uid = textOf(root, 'CalendarUID');
  const found = calendars.find((one) => textOf(one, 'UID') === uid) ?? calendars[0];
  if (!found) return null;
  const worked = [...STANDARD];
  const older: Node[] = [];
  for (const day of listOf(found, 'WeekDays', 'WeekDay')) {
    const type = Number(textOf(day, 'DayType'));
    if (type === 0) older.push(day);
    else if (type >= 1 && type <= 7) worked[type - 1] = isSet(day, 'DayWorking');
  }
  if (STANDARD.some((isWorked, day) => isWorked && !worked[day])) {
    notes.push('O calendário do arquivo tem folga de segunda a sexta-feira: o Prumo trabalha nesses dias.');
  }
  // Files of 2007 and later say exceptions twice: by name, and as the older programs know them.
  const named = listOf(found, 'Exceptions', 'Exception');
  const periods = (named.length > 0 ? named : older).flatMap((node) => exceptionOf(node, notes) ?? []);
  return { worked, daysOff: daysOf(periods, notes) };
};

const TYPES = new Map(Object.entries(LINK_NUMBERS).map(([type, number]) => [number, type as LinkType]));

const linkOf = (node: Node): FileLink | null => {
  const [from, type] = [textOf(node, 'PredecessorUID'), TYPES.get(textOf(node, 'Type') ?? LINK_NUMBERS.FS)];
  if (from === null || type === undefined || isSet(node, 'CrossProject')) return null;
  const [tenths, format] = [Number(textOf(node, 'LinkLag') ?? '0'), textOf(node, 'LagFormat')];
  return {
    ...{ from, type, tenths: Number.isFinite(tenths) ? tenths : 0 },
    ...{ elapsed: isElapsed(format), share: isShare(format) },
  };
};

/** MS Project has up to 65,535 levels, a cost estimate eight. */
const MAX_LEVEL = 64;
const levelOf = (text: string | null): number => {
  const level = Number(text ?? '1');
  return Number.isInteger(level) && level >= 0 ? Math.min(level, MAX_LEVEL) : 1;
};

const taskOf = (node: Node): FileTask => {
  const text = (name: string): string | null => textOf(node, name);
  const minutes = minutesOf(text('Duration') ?? '');
  const percent = text('PercentComplete');
  const mark = allOf(node, 'ExtendedAttribute').find((one) => textOf(one, 'FieldID') === MARK_FIELD);
  return {
    ...{ uid: text('UID') ?? '', name: normalizeSpaces(text('Name') ?? ''), minutes },
    ...{ codes: [text('WBS'), text('OutlineNumber')].flatMap((code) => code ?? []) },
    ...{ mark: mark ? textOf(mark, 'Value') : null, level: levelOf(text('OutlineLevel')) },
    ...{ summary: isSet(node, 'Summary'), milestone: isSet(node, 'Milestone'), manual: isSet(node, 'Manual') },
    ...{ start: dayOf(text('Start')), finish: dayOf(text('Finish')), elapsed: isElapsed(text('DurationFormat')) },
    ...{ percent: percent === null ? null : Number(percent), startedOn: dayOf(text('ActualStart')) },
    ...{ constraint: text('ConstraintType') ?? '0', constraintDate: dayOf(text('ConstraintDate')) },
    ...{ deadline: dayOf(text('Deadline')), links: allOf(node, 'PredecessorLink').flatMap((one) => linkOf(one) ?? []) },
  };
};

/** Summary tasks that a file does not mark: those with tasks below them. */
const withSummaries = (tasks: readonly FileTask[]): FileTask[] =>
  tasks.map((task, index) => ({ ...task, summary: (tasks[index + 1]?.level ?? 0) > task.level }));

const MAX_NOTES = 50;
const fewOf = (notes: readonly string[]): string[] =>
  notes.length > MAX_NOTES ? [...notes.slice(0, MAX_NOTES), `E mais ${notes.length - MAX_NOTES}.`] : [...notes];

/** Reads a file in the XML format of MS Project. @throws ServiceError 422 for any other file */
export const readProject = async (content: Buffer): Promise<ProjectFile> => {
  const root = await readTree(content);
  const notes: string[] = [];
  const minutes = Number(textOf(root, 'MinutesPerDay') ?? MINUTES_A_DAY);
  const nodes = listOf(root, 'Tasks', 'Task').filter((node) => !isSet(node, 'IsNull'));
  if (nodes.length > 2 * MAX_ITEMS) throw refuse('large');
  // The task of the whole project stands above all others.
  const tasks = withSummaries(nodes.map(taskOf).filter(({ level }) => level > 0));
  const calendar = calendarOf(root, notes);
  return {
    startsOn: dayOf(textOf(root, 'StartDate')),
    minutesADay: minutes > 0 ? minutes : MINUTES_A_DAY,
    calendar,
    ...{ tasks, notes: fewOf(notes), hasBaselines: nodes.some((node) => allOf(node, 'Baseline').length > 0) },
  };
};
