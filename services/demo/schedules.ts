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
import { saveBaseline } from '../engineering/schedules/baselines.ts';
import { holidaysOf } from '../platform/holidays.ts';
import { saveSchedule } from '../engineering/schedules/save.ts';
import { dayOfMonth, monthStart } from './calendar.ts';
import { SCHEDULES, type ScheduleRow, type ScheduleSample } from './data/schedules.ts';
import { command, deskOf, type Desk } from './desk.ts';
import { estimateIds } from './estimates.ts';
import { insertRows, keysOf, reserveFor, type Row } from './insert.ts';
import type { Registers } from './registers.ts';

interface Day {
  date: IsoDate;
  type: string;
  description: string;
}

/** Holidays of São Paulo, the leave at the end of the year, and the days of rain until today. */
const daysOffOf = ({ month, rain }: ScheduleSample, seedDate: IsoDate, today: IsoDate): Day[] => {
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
    if (date < today) add({ date, type: 'RAIN', description: 'Chuva: obra parada' });
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

/** What has begun on a day, and the part of its days that have passed by then. */
const progressOf = (
  { days, percent, late = 0 }: ScheduleRow,
  planned: IsoDate,
  { calendar, today }: { calendar: WorkCalendar; today: IsoDate },
): Progress => {
  const startedOn = calendar.dayAt(calendar.numberOf(planned) + late);
  if (startedOn >= today) return { startedOn: null, percent: '0.00' };
  const passed = Math.min(days, calendar.countDays(startedOn, addDays(today, -1)));
  const share = days === 0 ? 10_000n : divideHalfEven(BigInt(passed) * 10_000n, BigInt(days));
  return { startedOn, percent: percent ?? fromCents(share) };
};

/** The schedule that was decided, with what has happened until a day, by itself the seed date, and its plan. */
export const demoSchedule = (sample: ScheduleSample, seedDate: IsoDate, today = seedDate) => {
  const daysOff = daysOffOf(sample, seedDate, today);
  const decided = decisionsOf(sample, daysOff, seedDate);
  const calendar = calendarOf(decided);
  const first = planSchedule(decided, today);
  const progress = new Map(
    sample.rows.map((row) => {
      const start = first.activities.get(row.at)?.start ?? seedDate;
      return [row.at, progressOf(row, start, { calendar, today })];
    }),
  );
  const items = decided.items.map((item) => ({ ...item, startedOn: progress.get(String(item.id))?.startedOn ?? null }));
  return { decided, daysOff, progress, first, plan: planSchedule({ ...decided, items }, today) };
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
  { sample, seedDate, today, places }: { sample: ScheduleSample; seedDate: IsoDate; today: IsoDate; places: Places },
): Promise<(at: string) => number> => {
  const { decided, daysOff, progress, plan } = demoSchedule(sample, seedDate, today);
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
  return item;
};

interface Kept {
  costEstimateId: number;
  sample: ScheduleSample;
  /** Key of an item by its place. */
  item: (at: string) => number;
}

interface PlanningDesk extends Desk {
  seedDate: IsoDate;
}

/** Tells the schedule what has happened from one day to the next one. */
const advance = async (desk: PlanningDesk, { costEstimateId, sample, item }: Kept, from: IsoDate, to: IsoDate) => {
  const [before, after] = [from, to].map((day) => demoSchedule(sample, desk.seedDate, day));
  const known = new Set(before?.daysOff.map(({ date }) => date));
  const daysOff = after?.daysOff
    .filter(({ date }) => !known.has(date))
    .map((day) => ({ ...day, type: 'RAIN' as const }));
  const items = [...(after?.progress ?? [])].flatMap(([at, { startedOn, percent }]) => {
    const was = before?.progress.get(at);
    const isSame = was?.startedOn === startedOn && was.percent === percent;
    return isSame ? [] : [{ id: item(at), startedOn, percentComplete: percent }];
  });
  await command(desk, `${to}T10:30:00-03:00`, (work) =>
    saveSchedule(desk.trx, work, costEstimateId, { items, ...(daysOff && { daysOff }) }, { today: to }),
  );
};

/** Keeps the baselines on their days, and brings the schedule to the seed date: all by the services' own commands. */
const keepBaselines = async (desk: PlanningDesk, schedule: Kept): Promise<void> => {
  const { sample, costEstimateId: id } = schedule;
  const { trx, session, clock, seedDate } = desk;
  let today = monthStart(seedDate, sample.month);
  for (const [name, month, day] of sample.baselines) {
    const next = dayOfMonth(seedDate, month, day);
    if (next > today) await advance(desk, schedule, today, next);
    today = next;
    await command(desk, `${today}T11:00:00-03:00`, (work) =>
      saveBaseline(trx, work, { session, clock }, { id, name, today }),
    );
  }
  await advance(desk, schedule, today, seedDate);
};

/** Inserts the schedules of the cost estimates: their baselines, what has begun by the seed date, and what is late. */
export const insertSchedules = async (client: pg.Client, registers: Registers, seedDate: IsoDate): Promise<void> => {
  const { accountId, stage } = registers;
  const estimate = await estimateIds(client, accountId);
  const { rows } = await client.query<{ id: number; place: string }>(
    `select id::integer as id, parent_id || ' ' || position as place from cost_estimate_lines where account_id = $1`,
    [accountId],
  );
  const line = new Map(rows.map(({ id, place }) => [place, id]));
  const desk = { seedDate, ...(await deskOf(client, registers, 'engenheiro@demo.prumo')) };
  for (const key of keysOf(SCHEDULES)) {
    const sample = SCHEDULES[key];
    const owner = { account_id: accountId, cost_estimate_id: estimate(key) };
    const places = { stage: (code: string) => stage(key, code), line };
    const isKept = sample.baselines.length > 0;
    const today = isKept ? monthStart(seedDate, sample.month) : seedDate;
    const item = await insertSchedule(client, owner, { sample, seedDate, today, places });
    if (isKept) await keepBaselines(desk, { costEstimateId: owner.cost_estimate_id, sample, item });
  }
};
