import { roundHalfEven, toDecimal } from '#domain/decimal.ts';
import type { FrozenItem } from '#domain/engineering/schedules/comparison.ts';
import type { Plan } from '#domain/engineering/schedules/network.ts';
import { calendarOf } from '#domain/engineering/schedules/plan.ts';
import { codesOf } from '#domain/engineering/estimate/outline.ts';
import { escaped, XML } from '#domain/files/workbook.ts';
import type { IsoDate } from '#domain/dates.ts';
import { datesOf, linesOf } from '../outline.ts';
import type { ItemState, LinkState, ScheduleState } from '../state.ts';
import {
  CALENDAR_DAYS,
  CONSTRAINT_NUMBERS,
  DAYS,
  LINK_NUMBERS,
  MARK_FIELD,
  MARK_NAME,
  MINUTES_A_DAY,
  spanOf,
  tenthsOf,
} from './format.ts';
import { linksByEnd } from './links.ts';
import { markOfItem, markOfRow } from './marks.ts';
import { NAMESPACE } from './tree.ts';

/** What a project file is written of. */
export interface PrintedProject {
  title: string;
  company: string;
  state: ScheduleState;
  plan: Plan;
  /** The newest one first. */
  baselines: readonly { items: readonly FrozenItem[] }[];
}

/** MS Project keeps this many baselines. */
export const FILE_BASELINES = 11;
const MAX_NAME = 512;

const element = (name: string, value: string | number | null): string =>
  value === null ? '' : `<${name}>${typeof value === 'number' ? value : escaped(value)}</${name}>`;
const flag = (name: string, value: boolean): string => element(name, value ? 1 : 0);

const starting = (day: IsoDate): string => `${day}T08:00:00`;
const finishing = (day: IsoDate): string => `${day}T17:00:00`;

const weekDays = ({ workOnSaturdays, workOnSundays, daysOff }: ScheduleState): string => {
  const time = (from: string, to: string): string =>
    `<WorkingTime>${element('FromTime', from)}${element('ToTime', to)}</WorkingTime>`;
  const times = `<WorkingTimes>${time('08:00:00', '12:00:00')}${time('13:00:00', '17:00:00')}</WorkingTimes>`;
  const days = [workOnSundays, true, true, true, true, true, workOnSaturdays].map(
    (isWorked, index) =>
      `<WeekDay>${element('DayType', index + 1)}${flag('DayWorking', isWorked)}${isWorked ? times : ''}</WeekDay>`,
  );
  // Programs older than 2007 know exceptions as days of the week of type 0.
  const off = daysOff.map(
    ({ date }) => `<WeekDay>${element('DayType', 0)}${flag('DayWorking', false)}${period(date)}</WeekDay>`,
  );
  return `<WeekDays>${days.join('')}${off.join('')}</WeekDays>`;
};

const period = (day: IsoDate): string =>
  `<TimePeriod>${element('FromDate', `${day}T00:00:00`)}${element('ToDate', `${day}T23:59:00`)}</TimePeriod>`;

const calendar = (state: ScheduleState): string => {
  const exceptions = state.daysOff.map(
    ({ date, description }) =>
      `<Exception>${flag('EnteredByOccurrences', false)}${period(date)}${element('Occurrences', 1)}${element('Name', description)}${element('Type', 1)}${flag('DayWorking', false)}</Exception>`,
  );
  const named = exceptions.length === 0 ? '' : `<Exceptions>${exceptions.join('')}</Exceptions>`;
  return `<Calendars><Calendar>${element('UID', 1)}${element('Name', 'Prumo')}${flag('IsBaseCalendar', true)}${element('BaseCalendarUID', -1)}${weekDays(state)}${named}</Calendar></Calendars>`;
};

/** One constraint and a deadline is all that a task of MS Project has. */
const constraintOf = ({ notBefore, constraint }: ItemState): string => {
  const isDeadline = notBefore !== null && constraint?.type === 'FINISH_NOT_AFTER';
  if (constraint && !isDeadline) {
    const day = constraint.type.startsWith('START') ? starting(constraint.date) : finishing(constraint.date);
    return element('ConstraintType', CONSTRAINT_NUMBERS[constraint.type]) + element('ConstraintDate', day);
  }
  if (notBefore === null) return element('ConstraintType', 0);
  return [
    element('ConstraintType', CONSTRAINT_NUMBERS.START_NOT_BEFORE),
    element('ConstraintDate', starting(notBefore)),
    isDeadline ? element('Deadline', finishing(constraint.date)) : '',
  ].join('');
};

/** Whole percent as a file has it: 99.6 % is not done. */
export const wholePercent = (percent: string): number => Math.trunc(Number(percent));

const progressOf = (item: ItemState, start: string, finish: string): { percent: string; actual: string } => {
  const minutes = item.duration * MINUTES_A_DAY;
  const done = Number(roundHalfEven(toDecimal(item.percentComplete).mul(minutes).div(100), 0));
  const percent = wholePercent(item.percentComplete);
  const begun = item.startedOn !== null || percent > 0;
  return {
    percent: element('PercentComplete', percent),
    actual: [
      begun ? element('ActualStart', item.startedOn ? starting(item.startedOn) : start) : '',
      percent === 100 ? element('ActualFinish', finish) : '',
      element('ActualDuration', spanOf(done)),
      element('RemainingDuration', spanOf(minutes - done)),
    ].join(''),
  };
};

interface Written {
  uidOf: ReadonlyMap<number, number>;
  /** By the item that they lead to. */
  links: ReadonlyMap<number, LinkState[]>;
  baselines: readonly ReadonlyMap<string, FrozenItem>[];
}

const frozenKey = (rowId: number, milestone: string | null): string => `${rowId} ${milestone ?? ''}`;

const baselinesOf = ({ rowId, milestone }: ItemState, { baselines }: Written): string =>
  baselines
    .map((items, number) => {
      const frozen = items.get(frozenKey(rowId, milestone));
      if (!frozen) return '';
      const finish = milestone === null ? finishing(frozen.endDate) : starting(frozen.endDate);
      return `<Baseline>${element('Number', number)}${element('Start', starting(frozen.startDate))}${element('Finish', finish)}${element('Duration', spanOf(frozen.duration * MINUTES_A_DAY))}${element('DurationFormat', DAYS)}</Baseline>`;
    })
    .join('');

const linksOf = (item: ItemState, { uidOf, links }: Written): string =>
  (links.get(item.id) ?? [])
    .map(
      ({ from, type, lag, lagUnit }) =>
        `<PredecessorLink>${element('PredecessorUID', uidOf.get(from) ?? 0)}${element('Type', LINK_NUMBERS[type])}${flag('CrossProject', false)}${element('LinkLag', tenthsOf(lag, lagUnit))}${element('LagFormat', lagUnit === 'WORKING' ? DAYS : CALENDAR_DAYS)}</PredecessorLink>`,
    )
    .join('');

const markElement = (mark: string): string =>
  `<ExtendedAttribute>${element('FieldID', MARK_FIELD)}${element('Value', mark)}</ExtendedAttribute>`;

const head = (uid: number, name: string, { code, outline, level }: { code: string; outline: string; level: number }) =>
  [
    element('UID', uid),
    element('ID', uid),
    element('Name', name.slice(0, MAX_NAME)),
    flag('Active', true),
    flag('Manual', false),
    element('Type', 1),
    flag('IsNull', false),
    element('WBS', code),
    element('OutlineNumber', outline),
    element('OutlineLevel', level + 1),
  ].join('');

const days = (start: string, finish: string, duration: number): string =>
  [
    element('Start', start),
    element('Finish', finish),
    element('Duration', spanOf(duration * MINUTES_A_DAY)),
    element('DurationFormat', DAYS),
    flag('EffortDriven', false),
    flag('Estimated', false),
  ].join('');

const tasks = ({ state, plan, baselines }: PrintedProject): string => {
  const lines = linesOf(state);
  const outlines = codesOf(lines);
  const dates = datesOf(lines, plan);
  const working = calendarOf(state);
  const written: Written = {
    uidOf: new Map(lines.flatMap(({ item }, index) => (item ? [[item.id, index + 1] as const] : []))),
    links: linksByEnd(state),
    baselines: baselines
      .slice(0, FILE_BASELINES)
      .map(({ items }) => new Map(items.map((item) => [frozenKey(item.rowId, item.milestone), item]))),
  };
  return lines
    .map(({ level, row, item }, index) => {
      const { start = '', finish = '' } = dates[index] ?? {};
      const isMilestone = item?.milestone != null;
      const [from, to] = [starting(start), isMilestone ? starting(finish) : finishing(finish)];
      const place = { code: isMilestone ? `${row.code}.M` : row.code, outline: outlines[index] ?? '', level };
      const top = head(index + 1, item?.milestone ?? row.description, place);
      const mark = item && isMilestone ? markOfItem(state, item) : markOfRow(state, row);
      if (!item) {
        const duration = working.countDays(start, finish);
        return `<Task>${top}${days(from, to, duration)}${flag('Milestone', false)}${flag('Summary', true)}${markElement(mark)}</Task>`;
      }
      const { percent, actual } = progressOf(item, from, to);
      const critical = flag('Critical', plan.activities.get(String(item.id))?.critical ?? false);
      return `<Task>${top}${days(from, to, item.duration)}${flag('Milestone', isMilestone)}${flag('Summary', false)}${critical}${percent}${actual}${constraintOf(item)}${linksOf(item, written)}${markElement(mark)}${baselinesOf(item, written)}</Task>`;
    })
    .join('');
};

/** A schedule in the XML format of MS Project. */
export const projectXml = (printed: PrintedProject): Buffer => {
  const { state, plan, title, company } = printed;
  const perWeek = 5 + Number(state.workOnSaturdays) + Number(state.workOnSundays);
  const settings = [
    element('SaveVersion', 14),
    element('Name', `${title}.xml`),
    element('Title', title),
    element('Company', company),
    flag('ScheduleFromStart', true),
    element('StartDate', state.startsOn && starting(state.startsOn)),
    element('FinishDate', plan.finish && finishing(plan.finish)),
    element('CurrencyDigits', 2),
    element('CurrencySymbol', 'R$'),
    element('CurrencyCode', 'BRL'),
    element('CalendarUID', 1),
    element('DefaultStartTime', '08:00:00'),
    element('DefaultFinishTime', '17:00:00'),
    element('MinutesPerDay', MINUTES_A_DAY),
    element('MinutesPerWeek', MINUTES_A_DAY * perWeek),
    element('DaysPerMonth', perWeek * 4),
    element('DurationFormat', DAYS),
    // Links hold, and a date that cannot be kept is shown as late.
    flag('HonorConstraints', false),
  ].join('');
  const fields = `<ExtendedAttributes><ExtendedAttribute>${element('FieldID', MARK_FIELD)}${element('FieldName', MARK_NAME)}${element('Alias', 'Prumo')}</ExtendedAttribute></ExtendedAttributes>`;
  return Buffer.from(
    `${XML}<Project xmlns="${NAMESPACE}">${settings}${fields}${calendar(state)}<Tasks>${tasks(printed)}</Tasks></Project>`,
  );
};
