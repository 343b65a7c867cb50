import type { Link } from '#domain/engineering/schedules/network.ts';
import type { BuildingKey } from './company.ts';

/** Place of an item: a stage as a whole ("3.2"), a row of a stage ("3.1/2"), a milestone of a stage ("14!"). */
export type Place = string;

/** What an item depends on: its place, the kind of the link and its lag in working days, or in calendar days. */
export type After = readonly [place: Place, type?: Link['type'], lag?: number, unit?: Link['lagUnit']];

export interface ScheduleRow {
  at: Place;
  /** Name of a milestone, which lasts no day. */
  milestone?: string;
  /** Working days. */
  days: number;
  after: readonly After[];
  /** Progress that differs from the part of the days that have passed; only of what has begun. */
  percent?: string;
  /** Working days after the plan on which it began. */
  late?: number;
}

export interface ScheduleSample {
  /** Month of the start, relative to the month of the seed date. */
  month: number;
  rows: readonly ScheduleRow[];
  /** Baselines by name: the day on which each was kept, as month relative to that of the seed date, and day. */
  baselines: readonly (readonly [name: string, month: number, day: number])[];
  /** Days of rain: month relative to that of the seed date, and day. */
  rain: readonly (readonly [month: number, day: number])[];
}

const row = (at: Place, days: number, ...after: readonly After[]): ScheduleRow => ({ at, days, after });
const milestone = (at: Place, name: string, ...after: readonly After[]): ScheduleRow => ({
  ...row(at, 0, ...after),
  milestone: name,
});

/** Residência Alto da Serra: the preliminary services and the piles by row, other stages as a whole. */
const CASA: ScheduleSample = {
  month: -12,
  rows: [
    row('1/1', 20),
    row('1/2', 25, ['1/1', 'SS', 5]),
    row('1/3', 4),
    row('1/4', 2),
    row('1/5', 10, ['1/4']),
    row('1/6', 4),
    row('1/7', 6, ['1/6']),
    row('1/8', 3, ['1/7']),
    row('1/9', 288, ['1/6']),
    row('1/10', 288, ['1/9', 'SS']),
    row('1/11', 3, ['1/6', 'SS']),
    row('1/12', 5, ['1/6', 'SS']),
    row('1/13', 1, ['1/7']),
    row('1/14', 290),
    row('1/15', 290),
    row('1/16', 126, ['4.1', 'SS']),
    row('1/17', 290, ['1/15', 'SS']),
    row('1/18', 290, ['1/11', 'SS']),
    row('2', 22, ['1/8']),
    row('3.1/1', 2, ['2'], ['1/3']),
    row('3.1/2', 9, ['3.1/1'], ['1/1']),
    row('3.1/3', 6, ['3.1/2', 'SS', 5]),
    row('3.1/4', 9, ['3.1/2', 'SS']),
    row('3.1/5', 9, ['3.1/2', 'SS']),
    row('3.1/6', 2, ['3.1/5', 'FS', 14, 'CALENDAR']),
    row('3.2', 24, ['3.1/3']),
    row('4.1', 84, ['3.2'], ['3.1/6']),
    row('4.2', 72, ['4.1', 'SS', 18]),
    milestone('4!', 'Estrutura concluída', ['4.2', 'FS', 21, 'CALENDAR']),
    row('5', 86, ['4.2', 'SS', 24]),
    row('6', 48, ['4!']),
    row('7', 140, ['5', 'SS', 20]),
    row('8', 150, ['5', 'SS', 22]),
    row('9', 58, ['5', 'FS', -22]),
    { ...row('10.1', 58, ['5'], ['6', 'SS', 10]), percent: '46.00', late: 4 },
    row('10.2', 58, ['10.1', 'SS', 34], ['9']),
    row('10.3', 32, ['10.1', 'FS', -14], ['6']),
    row('11', 62, ['10.1', 'SS', 40]),
    row('12', 32, ['10.3', 'SS', 16], ['10.1']),
    row('13', 34, ['10.2', 'FS', -18]),
    row('14', 8, ['12'], ['13'], ['11'], ['7'], ['8']),
    milestone('14!', 'Entrega das chaves', ['14']),
  ],
  baselines: [
    ['Contratual', -12, 1],
    ['Replanejamento das fundações', -8, 20],
  ],
  rain: [
    [-12, 17],
    [-11, 12],
    [-11, 13],
    [-10, 9],
    [-10, 20],
    [-9, 5],
    [-9, 18],
    [-8, 11],
    [-2, 15],
    [-1, 22],
  ],
};

/** Vila das Ipês, 8 row houses: stages as a whole, which follow each other from house to house. */
const VILA: ScheduleSample = {
  month: -14,
  rows: [
    row('1.1', 44),
    row('1.2', 336),
    row('2', 92, ['1.1', 'SS', 10]),
    row('3.1', 148, ['2', 'SS', 52]),
    row('3.2', 140, ['3.1', 'SS', 16]),
    milestone('3!', 'Última laje concretada', ['3.2']),
    row('4', 84, ['3.2', 'SS', 96]),
    row('5', 160, ['3.1', 'SS', 104]),
    row('6', 112, ['4', 'SS', 44]),
    row('7', 74, ['6', 'SS', 44]),
    row('8', 52, ['7', 'SS', 26]),
    milestone('8!', 'Habite-se das oito casas', ['7'], ['8'], ['5']),
  ],
  baselines: [],
  rain: [
    [-13, 10],
    [-12, 16],
    [-11, 12],
    [-10, 9],
    [-9, 5],
    [-2, 15],
  ],
};

/** Schedules of the demo; the clinic's is left for the visitor to plan. */
export const SCHEDULES = { casa: CASA, vila: VILA } satisfies Partial<Record<BuildingKey, ScheduleSample>>;
