/**
 * Place of measured lines: a stage ("10.1") or a line of a stage by its position ("1/9"), which comes before its stage.
 * The whole percentages are those accumulated by each measurement.
 */
export type Progress = Readonly<Record<string, readonly number[]>>;

interface Period {
  /** End of a month relative to that of the seed date, or days relative to the seed date. */
  end: { month: number } | { days: number };
  /** Net value of its document; null: still being typed. The seed fails when a measurement is worth something else. */
  value: string | null;
}

/** Months of the contracted fourteen that have passed by each measurement of the house. */
const MONTHLY = [14, 28, 43, 57, 64, 78, 86, 92] as const;
const AT_ONCE = Array.from({ length: 8 }, () => 100);

/** Accumulated percentages of the house; stages that are not named have not begun. Plaster (10.1) is behind its plan. */
export const CASA_PROGRESS: Progress = {
  ...Object.fromEntries([9, 10, 14, 15, 17, 18].map((line) => [`1/${line}`, MONTHLY])),
  '1/16': [0, 17, 50, 100, 100, 100, 100, 100],
  '1': AT_ONCE,
  '2': AT_ONCE,
  '3.1': [20, 100, 100, 100, 100, 100, 100, 100],
  '3.2': [0, 85, 100, 100, 100, 100, 100, 100],
  '4.1': [0, 10, 60, 100, 100, 100, 100, 100],
  '4.2': [0, 0, 40, 100, 100, 100, 100, 100],
  '5': [0, 0, 10, 60, 80, 100, 100, 100],
  '6': [0, 0, 0, 0, 0, 90, 95, 100],
  '7': [0, 0, 0, 20, 35, 60, 68, 79],
  '8': [0, 0, 0, 15, 30, 55, 63, 76],
  '9': [0, 0, 0, 0, 10, 60, 89, 96],
  '10.1': [0, 0, 0, 0, 0, 22, 38, 46],
  '10.2': [0, 0, 0, 0, 0, 0, 12, 25],
  '10.3': [0, 0, 0, 0, 0, 0, 0, 15],
  '11': [0, 0, 0, 0, 0, 0, 15, 27],
  '12': [0, 0, 0, 0, 0, 0, 0, 4],
};

/** Eight measurements of the house for its customer: six received, the seventh overdue, the eighth being typed. */
export const CASA_PERIODS: readonly Period[] = [
  { end: { month: -11 }, value: '178481.84' },
  { end: { month: -9 }, value: '183091.01' },
  { end: { month: -7 }, value: '167192.75' },
  { end: { month: -5 }, value: '237283.25' },
  { end: { month: -4 }, value: '76398.67' },
  { end: { month: -2 }, value: '227934.93' },
  // Its document was due nine days ago: the customer disputes the roof.
  { end: { days: -19 }, value: '118932.44' },
  { end: { days: 0 }, value: null },
];

/** Days from the end of a period to the due date of its document. */
export const CUSTOMER_DAYS = 10;
export const CONTRACTOR_DAYS = 7;
/** Percentage that is kept back of the contractor's measurements until the house is handed over. */
export const CONTRACTOR_RETENTION = '5.00';

/** What the mason of the house has a contract for: lines of the plaster by position, at prices of his own. */
export const CONTRACTOR_LINES: readonly (readonly [line: string, quantity: string, unitPrice: string])[] = [
  ['10.1/1', '1560.0000', '7.9000'],
  ['10.1/2', '940.0000', '26.5000'],
  ['10.1/3', '486.0000', '34.8000'],
  ['10.1/4', '182.0000', '21.4000'],
];

export const CONTRACTOR_PROGRESS: Progress = { '10.1/1': [60, 85], '10.1': [22, 38] };

export const CONTRACTOR_PERIODS: readonly Period[] = [
  { end: { month: -2 }, value: '16579.67' },
  { end: { days: -19 }, value: '9876.01' },
];

export type MeasuredPeriod = Period;
