import {
  addDays,
  addMonths,
  daysBetween,
  formatDate,
  formatShortMonth,
  startOfMonth,
  type IsoDate,
} from '#domain/dates.ts';
import type { Plan } from '#domain/engineering/schedules/network.ts';
import { calendarOf } from '#domain/engineering/schedules/plan.ts';
import { escaped } from '#domain/files/workbook.ts';
import { datesOf, linesOf, type Line } from '../outline.ts';
import type { ScheduleState } from '../state.ts';

/** Room for the drawing on a page in points. */
export interface Sheet {
  width: number;
  height: number;
  nameWidth: number;
}

const ROW = 15;
const HEAD = 24;
const LEGEND = 18;
const BAR = 8;
const COLUMNS = { code: 36, date: 46, days: 28 };
const [SIZE, SMALL] = [7, 6.5];
/** Width of a character on average, as a share of its size. */
const CHARACTER = 0.53;
const COLOURS = {
  ...{ text: '#17242b', muted: '#53646d', line: '#e1e6ea', head: '#eef2f5', stage: '#37474f', today: '#d97706' },
  ...{ planned: '#bfdfeb', plannedEdge: '#026b85', done: '#026b85', critical: '#f3c6bd', criticalEdge: '#bf3f26' },
  link: '#8a979e',
};

/** Days side by side: what stands where on the page. */
interface Scale {
  first: IsoDate;
  left: number;
  right: number;
  dayWidth: number;
}

interface Drawn {
  line: Line;
  start: IsoDate;
  finish: IsoDate;
  days: number;
  critical: boolean;
}

/** Hundredths of a point are more than a printer has. */
const at = (points: number): number => Math.round(points * 100) / 100;

const xOf = ({ first, left, dayWidth }: Scale, day: IsoDate): number => left + daysBetween(first, day) * dayWidth;

interface TextStyle {
  size?: number;
  colour?: string;
  bold?: boolean;
  anchor?: 'start' | 'middle' | 'end';
}
const text = (x: number, y: number, words: string, style: TextStyle = {}): string => {
  const { size = SIZE, colour = COLOURS.text, bold = false, anchor = 'start' } = style;
  return `<text x="${at(x)}" y="${at(y)}" font-family="Roboto" font-size="${size}"${bold ? ' font-weight="bold"' : ''} fill="${colour}" text-anchor="${anchor}">${escaped(words)}</text>`;
};
const rect = (x: number, y: number, width: number, height: number, paint: string): string =>
  `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${height}" ${paint}/>`;
const path = (d: string, paint: string): string => `<path d="${d}" ${paint}/>`;

/** Words that fit into a width. */
const fitting = (words: string, width: number): string => {
  const most = Math.floor(width / (SIZE * CHARACTER));
  return words.length <= most ? words : `${words.slice(0, Math.max(1, most - 1))}…`;
};

const shortDate = (day: IsoDate): string => {
  const date = formatDate(day);
  return `${date.slice(0, 6)}${date.slice(8)}`;
};

const tableRow = ({ line: { level, row, item }, start, finish, days }: Drawn, y: number, nameWidth: number): string => {
  const isMilestone = item?.milestone != null;
  const [baseline, bold] = [y + ROW / 2 + 2.5, item === null];
  const name = item?.milestone ?? row.description;
  const indent = level * 7;
  const dates = COLUMNS.code + nameWidth;
  return [
    text(3, baseline, isMilestone ? '' : row.code, { colour: COLOURS.muted }),
    text(COLUMNS.code + indent, baseline, fitting(name, nameWidth - indent - 4), { bold }),
    text(dates, baseline, shortDate(start), { bold }),
    text(dates + COLUMNS.date, baseline, shortDate(finish), { bold }),
    text(dates + 2 * COLUMNS.date + COLUMNS.days - 6, baseline, isMilestone ? '–' : String(days), {
      bold,
      anchor: 'end',
    }),
  ].join('');
};

const bar = (drawn: Drawn, y: number, scale: Scale): string => {
  const { line, start, finish, critical } = drawn;
  const [x, end, middle] = [xOf(scale, start), xOf(scale, addDays(finish, 1)), y + ROW / 2];
  if (line.item === null) {
    const [from, to] = [at(x), at(end)];
    return path(
      `M${from} ${middle - 2}H${to}V${middle + 4}L${at(end - 3)} ${middle + 1}H${at(x + 3)}L${from} ${middle + 4}Z`,
      `fill="${COLOURS.stage}"`,
    );
  }
  const edge = critical ? COLOURS.criticalEdge : COLOURS.plannedEdge;
  if (line.item.milestone !== null) {
    const diamond = `M${at(x)} ${middle - 4.5}l4.5 4.5l-4.5 4.5l-4.5 -4.5Z`;
    return path(diamond, `fill="${critical ? COLOURS.criticalEdge : COLOURS.text}"`);
  }
  const width = Math.max(1.5, end - x);
  // A share of points on paper, never an amount that is shown.
  const done = (width * Number(line.item.percentComplete)) / 100;
  const fill = critical ? COLOURS.critical : COLOURS.planned;
  return [
    rect(x, middle - BAR / 2, width, BAR, `fill="${fill}" stroke="${edge}" stroke-width="0.5"`),
    done > 0 ? rect(x, middle - BAR / 2, done, BAR, `fill="${edge}"`) : '',
  ].join('');
};

/** Dependencies between rows of one page. */
const links = (rows: readonly Drawn[], { links: all }: ScheduleState, scale: Scale): string => {
  const places = new Map(rows.flatMap(({ line: { item } }, index) => (item ? [[item.id, index] as const] : [])));
  return all
    .flatMap(({ from, to, type }) => {
      const [a, b] = [places.get(from), places.get(to)];
      const [first, second] = [rows[a ?? -1], rows[b ?? -1]];
      if (a === undefined || b === undefined || !first || !second) return [];
      const edge = ({ start, finish, line }: Drawn, atEnd: boolean): number =>
        xOf(scale, atEnd && line.item?.milestone === null ? addDays(finish, 1) : start);
      const [fromEnd, toEnd] = [type === 'FS' || type === 'FF', type === 'FF' || type === 'SF'];
      const [x, target] = [edge(first, fromEnd), edge(second, toEnd)];
      const [y, last] = [HEAD + a * ROW + ROW / 2, HEAD + b * ROW + ROW / 2];
      const turn = y + (b > a ? ROW / 2 : -ROW / 2);
      const [out, within] = [x + (fromEnd ? 3 : -3), target + (toEnd ? 4 : -4)];
      const colour = first.critical && second.critical ? COLOURS.criticalEdge : COLOURS.link;
      const tip = toEnd ? 2.5 : -2.5;
      return [
        path(
          `M${at(x)} ${y}H${at(out)}V${turn}H${at(within)}V${last}H${at(target)}`,
          `fill="none" stroke="${colour}" stroke-width="0.5"`,
        ),
        path(`M${at(target)} ${last}l${tip} -1.8v3.6Z`, `fill="${colour}"`),
      ];
    })
    .join('');
};

/** Months so that their names do not meet: one, a quarter, half a year or a year. */
const STEPS = [1, 3, 6, 12];
const LEAST_MONTH = 30;

const timeHead = (scale: Scale, bottom: number): string => {
  const month = 30.4 * scale.dayWidth;
  const step = STEPS.find((one) => one * month >= LEAST_MONTH) ?? 12;
  const start = startOfMonth(scale.first);
  const ticks: string[] = [];
  let day = addMonths(start, -((Number(start.slice(5, 7)) - 1) % step));
  for (let x = xOf(scale, day); x < scale.right; day = addMonths(day, step), x = xOf(scale, day)) {
    if (x >= scale.left) ticks.push(path(`M${at(x)} 0V${bottom}`, `stroke="${COLOURS.line}" stroke-width="0.6"`));
    if (x >= scale.left - 2)
      ticks.push(text(x + 3, HEAD / 2 + 3, formatShortMonth(day), { size: SMALL, bold: true, colour: COLOURS.muted }));
  }
  return ticks.join('');
};

const tableHead = (width: number, nameWidth: number): string => {
  const style = { size: SMALL, bold: true, colour: COLOURS.muted };
  const [dates, y] = [COLUMNS.code + nameWidth, HEAD / 2 + 3];
  return [
    rect(0, 0, width, HEAD, `fill="${COLOURS.head}"`),
    text(3, y, 'Item', style),
    text(COLUMNS.code, y, 'Tarefa', style),
    text(dates, y, 'Início', style),
    text(dates + COLUMNS.date, y, 'Fim', style),
    text(dates + 2 * COLUMNS.date + COLUMNS.days - 6, y, 'Dias', { ...style, anchor: 'end' }),
  ].join('');
};

const legend = (y: number): string => {
  const box = (x: number, fill: string, edge: string): string =>
    rect(x, y - 6, 14, 7, `fill="${fill}" stroke="${edge}" stroke-width="0.5"`);
  const label = (x: number, words: string): string => text(x + 18, y, words, { size: SMALL, colour: COLOURS.muted });
  const { done, planned, plannedEdge, critical, criticalEdge, stage, today } = COLOURS;
  return [
    box(0, done, plannedEdge) + label(0, 'Executado'),
    box(80, planned, plannedEdge) + label(80, 'Planejado'),
    box(160, critical, criticalEdge) + label(160, 'Caminho crítico'),
    rect(255, y - 4, 14, 3, `fill="${stage}"`) + label(255, 'Etapa'),
    path(`M322 ${y - 7}l4.5 4.5l-4.5 4.5l-4.5 -4.5Z`, `fill="${COLOURS.text}"`) + label(315, 'Marco'),
    path(`M382 ${y - 7}V${y + 2}`, `stroke="${today}" stroke-width="1"`) + label(370, 'Hoje'),
  ].join('');
};

const page = (
  rows: readonly Drawn[],
  state: ScheduleState,
  scale: Scale,
  { sheet, today }: { sheet: Sheet; today: IsoDate },
): string => {
  const bottom = HEAD + rows.length * ROW;
  const now = xOf(scale, today) + scale.dayWidth / 2;
  const height = bottom + LEGEND;
  const drawn = rows.map((row, index) => {
    const y = HEAD + index * ROW;
    const hair = path(`M0 ${y + ROW}H${sheet.width}`, `stroke="${COLOURS.line}" stroke-width="0.4"`);
    return hair + tableRow(row, y, sheet.nameWidth) + bar(row, y, scale);
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${height}" viewBox="0 0 ${sheet.width} ${height}">`,
    tableHead(sheet.width, sheet.nameWidth),
    timeHead(scale, bottom),
    links(rows, state, scale),
    ...drawn,
    now > scale.left && now < scale.right
      ? path(`M${at(now)} ${HEAD}V${bottom}`, `stroke="${COLOURS.today}" stroke-width="0.8"`)
      : '',
    legend(height - 4),
    '</svg>',
  ].join('');
};

/** The pages of a Gantt, each a drawing with table, bars and legend. */
export const drawGantt = (
  { state, plan, today }: { state: ScheduleState; plan: Plan; today: IsoDate },
  sheet: Sheet,
): string[] => {
  const lines = linesOf(state);
  const dates = datesOf(lines, plan);
  const calendar = calendarOf(state);
  const rows = lines.map((line, index): Drawn => {
    const { start, finish } = dates[index] ?? { start: today, finish: today };
    const critical = line.item !== null && (plan.activities.get(String(line.item.id))?.critical ?? false);
    return { line, start, finish, critical, days: line.item?.duration ?? calendar.countDays(start, finish) };
  });
  const first = rows.reduce((day, { start }) => (start < day ? start : day), rows[0]?.start ?? today);
  const last = rows.reduce((day, { finish }) => (finish > day ? finish : day), first);
  const left = COLUMNS.code + sheet.nameWidth + 2 * COLUMNS.date + COLUMNS.days + 6;
  const days = daysBetween(first, last) + 1;
  const scale: Scale = { first, left, right: sheet.width, dayWidth: (sheet.width - left - 8) / days };
  const perPage = Math.floor((sheet.height - HEAD - LEGEND) / ROW);
  const pages: string[] = [];
  for (let from = 0; from < rows.length; from += perPage) {
    pages.push(page(rows.slice(from, from + perPage), state, scale, { sheet, today }));
  }
  return pages;
};
