import type pg from 'pg';
import { addDays, addMonths, endOfMonth, type IsoDate } from '#domain/dates.ts';
import { divideHalfEven } from '#domain/decimal.ts';
import { fromCents } from '#domain/money.ts';
import {
  calendarOf,
  planSchedule,
  type PlannedItem,
  type ScheduleDecisions,
} from '#domain/engineering/schedules/plan.ts';
import type { WorkCalendar } from '#domain/engineering/schedules/workCalendar.ts';
import { holidaysOf } from '../engineering/schedules/holidays.ts';
import { dayOfMonth, monthStart } from './calendar.ts';
import type { BuildingKey } from './data/company.ts';
import { SCHEDULES, type ScheduleRow, type ScheduleSample } from './data/schedules.ts';
import { insertRows, keysOf, reserveFor, type Row } from './insert.ts';
import type { StageIds } from './stageRows.ts';

interface Day {
  date: IsoDate;
  type: string;
  description: string;
}

/** Holidays of São Paulo, the leave at the end of the year, and the days of rain until the seed date. */
const daysOffOf = ({ month, rain }: ScheduleSample, seedDate: IsoDate): Day[] => {
  const first = Number(monthStart(seedDate, month).slice(0, 4));
  const last = Number(addMonths(seedDate, 8).slice(0, 4));
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const found = new Map<IsoDate, Day>();
  const add = (day: Day): void => {
    if (!found.has(day.date)) found.set(day.date, day);
  };
  for (const year of years) {
    for (const day of holidaysOf(year, 'SP')) if (day.type !== 'OPTIONAL') add(day);
    add({ date: `${year}-01-25`, type: 'MUNICIPAL_HOLIDAY', description: 'Aniversário de São Paulo' });
    for (const day of [24, 26, 27, 28, 29, 30, 31]) {
      add({ date: `${year}-12-${day}`, type: 'COLLECTIVE_LEAVE', description: 'Recesso de fim de ano' });
    }
  }
  for (const [relative, day] of rain) {
    const date = dayOfMonth(seedDate, relative, day);
    if (date < seedDate) add({ date, type: 'RAIN', description: 'Chuva: obra parada' });
  }
  return [...found.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
};

const itemOf = ({ at, days }: ScheduleRow): PlannedItem => ({
  ...{ id: at, duration: days, notBefore: null, constraint: null, startedOn: null },
});

const decisionsOf = (sample: ScheduleSample, daysOff: readonly Day[], seedDate: IsoDate): ScheduleDecisions => ({
  startsOn: monthStart(seedDate, sample.month),
  ...{ workOnSaturdays: false, workOnSundays: false, daysOff },
  items: sample.rows.map(itemOf),
  links: sample.rows.flatMap(({ at, after }) =>
    after.map(([from, type = 'FS', lag = 0, lagUnit = 'WORKING']) => ({ from, to: at, type, lag, lagUnit })),
  ),
});

interface Progress {
  startedOn: IsoDate | null;
  percent: string;
}

/** What has begun on the seed date, and the part of its days that have passed by then. */
const progressOf = (
  { days, percent, late = 0 }: ScheduleRow,
  planned: IsoDate,
  { calendar, seedDate }: { calendar: WorkCalendar; seedDate: IsoDate },
): Progress => {
  const startedOn = calendar.dayAt(calendar.numberOf(planned) + late);
  if (startedOn >= seedDate) return { startedOn: null, percent: '0.00' };
  const passed = Math.min(days, calendar.countDays(startedOn, addDays(seedDate, -1)));
  const share = days === 0 ? 10_000n : divideHalfEven(BigInt(passed) * 10_000n, BigInt(days));
  return { startedOn, percent: percent ?? fromCents(share) };
};

/** The schedule that was decided, with what has happened until the seed date, and its plan. */
export const demoSchedule = (sample: ScheduleSample, seedDate: IsoDate) => {
  const daysOff = daysOffOf(sample, seedDate);
  const decided = decisionsOf(sample, daysOff, seedDate);
  const calendar = calendarOf(decided);
  const first = planSchedule(decided, seedDate);
  const progress = new Map(
    sample.rows.map((row) => {
      const start = first.activities.get(row.at)?.start ?? seedDate;
      return [row.at, progressOf(row, start, { calendar, seedDate })];
    }),
  );
  const items = decided.items.map((item) => ({ ...item, startedOn: progress.get(String(item.id))?.startedOn ?? null }));
  return { decided, daysOff, progress, first, plan: planSchedule({ ...decided, items }, seedDate) };
};

interface Places {
  stage: (code: string) => number;
  /** Key of a row by the key of its stage and its position there. */
  line: ReadonlyMap<string, number>;
}

const placeOf = (at: string, { stage, line }: Places): Row => {
  const [code = '', position] = at.replace('!', '').split('/');
  if (position === undefined) return { group_id: stage(code), line_id: null };
  const found = line.get(`${stage(code)} ${position}`);
  if (found === undefined) throw new RangeError(`The demo has no row ${at}`);
  return { group_id: null, line_id: found };
};

const insertSchedule = async (
  client: pg.Client,
  owner: { account_id: number; cost_estimate_id: number },
  { sample, seedDate, places }: { sample: ScheduleSample; seedDate: IsoDate; places: Places },
): Promise<void> => {
  const { decided, daysOff, progress, plan } = demoSchedule(sample, seedDate);
  await insertRows(client, 'schedules', [
    {
      ...{ ...owner, starts_on: decided.startsOn, version: 1 },
      ...{ work_on_saturdays: decided.workOnSaturdays, work_on_sundays: decided.workOnSundays },
    },
  ]);
  const table = async (name: string, rows: readonly Row[]): Promise<void> => {
    const id = await reserveFor(
      client,
      name,
      rows.map((_, index) => String(index)),
    );
    await insertRows(
      client,
      name,
      rows.map((row, index) => ({ ...owner, id: id(String(index)), ...row })),
    );
  };
  await table(
    'schedule_days_off',
    daysOff.map((day) => ({ ...day })),
  );
  const item = await reserveFor(
    client,
    'schedule_items',
    sample.rows.map(({ at }) => at),
  );
  await insertRows(
    client,
    'schedule_items',
    sample.rows.map(({ at, milestone, days }) => {
      const dates = plan.activities.get(at);
      const { startedOn, percent } = progress.get(at) ?? { startedOn: null, percent: '0.00' };
      return {
        ...{ ...owner, id: item(at), ...placeOf(at, places), milestone: milestone ?? null, duration: days },
        ...{ percent_complete: percent, started_on: startedOn },
        ...{ start_date: dates?.start ?? seedDate, end_date: dates?.finish ?? endOfMonth(seedDate) },
      };
    }),
  );
  await table(
    'schedule_links',
    decided.links.map(({ from, to, type, lag, lagUnit }) => ({
      ...{ from_item_id: item(String(from)), to_item_id: item(String(to)), type, lag, lag_unit: lagUnit },
    })),
  );
};

/** Inserts the schedules of the cost estimates: what has begun by the seed date, and what is late. */
export const insertSchedules = async (
  client: pg.Client,
  { accountId, seedDate }: { accountId: number; seedDate: IsoDate },
  { stage, estimate }: { stage: StageIds; estimate: (building: BuildingKey) => number },
): Promise<void> => {
  const { rows } = await client.query<{ id: number; place: string }>(
    `select id::integer as id, parent_id || ' ' || position as place from cost_estimate_lines where account_id = $1`,
    [accountId],
  );
  const line = new Map(rows.map(({ id, place }) => [place, id]));
  for (const key of keysOf(SCHEDULES)) {
    const sample = SCHEDULES[key];
    const owner = { account_id: accountId, cost_estimate_id: estimate(key) };
    const places = { stage: (code: string) => stage(key, code), line };
    await insertSchedule(client, owner, { sample, seedDate, places });
  }
};
