import {
  addDays,
  addMonths,
  civil,
  daysBetween,
  dayOfWeek,
  endOfMonth,
  isRealDay,
  type IsoDate,
  startOfMonth,
  toIsoDate,
} from '../calendar.ts';
import { formatDate } from '../dateFormat.ts';

/** Days of a period, both included, in words. */
export interface Days {
  from: IsoDate;
  to: IsoDate;
  /** As a heading: "outubro de 2026", "hoje, 27/11/2026". */
  label: string;
  /** In a sentence: "em outubro de 2026", "hoje, 27/11/2026". */
  when: string;
}

/** What people say of time: "outubro" is the last one for what was paid, and the next one for what is to come. */
export interface Period {
  past: Days;
  future: Days;
}

export type Direction = keyof Period;

const MONTHS = [
  ...(['janeiro', 'fevereiro', 'marco', 'abril', 'maio', 'junho'] as const),
  ...(['julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'] as const),
];
const MONTH_LABELS = MONTHS.map((month) => (month === 'marco' ? 'março' : month));
const WEEKDAYS = ['domingo', 'segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado'];
const WEEKDAY_LABELS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'];
const ORDINALS = ['primeiro', 'segundo', 'terceiro', 'quarto'];
const COUNTS: Readonly<Record<string, number>> = {
  ...{ um: 1, uma: 1, dois: 2, duas: 2, tres: 3, quatro: 4, cinco: 5, seis: 6, sete: 7, oito: 8, nove: 9, dez: 10 },
  ...{ quinze: 15, vinte: 20, trinta: 30, sessenta: 60, noventa: 90 },
};

const one = (days: Days): Period => ({ past: days, future: days });
const day = (date: IsoDate, label = formatDate(date), when = `em ${label}`): Days => ({
  ...{ from: date, to: date },
  ...{ label, when },
});
const named = (date: IsoDate, name: string, when = name): Days =>
  day(date, `${name}, ${formatDate(date)}`, `${when}, ${formatDate(date)}`);

/** "22/11 a 28/11/2026" */
const span = (from: IsoDate, to: IsoDate): string =>
  from === to
    ? formatDate(from)
    : `${from.slice(0, 4) === to.slice(0, 4) ? formatDate(from).slice(0, 5) : formatDate(from)} a ${formatDate(to)}`;

const days = (from: IsoDate, to: IsoDate, name?: string, when = name): Days => ({
  ...{ from, to },
  label: name === undefined ? span(from, to) : `${name} (${span(from, to)})`,
  when: when === undefined ? `de ${span(from, to)}` : `${when} (${span(from, to)})`,
});

const month = (year: number, index: number): Days => {
  const from = toIsoDate(year, index + 1, 1);
  const label = `${MONTH_LABELS[index]} de ${year}`;
  return { from, to: endOfMonth(from), label, when: `em ${label}` };
};
const year = (number: number): Days => ({
  ...{ from: toIsoDate(number, 1, 1), to: toIsoDate(number, 12, 31) },
  label: String(number),
  when: `em ${number}`,
});

const week = (today: IsoDate, offset: number, name: string, when: string): Days => {
  const from = addDays(today, 7 * offset - dayOfWeek(today));
  return days(from, addDays(from, 6), name, when);
};

const monthOf = (date: IsoDate): Days => month(civil(date).year, civil(date).month - 1);

/** A month without its year: this one or the last for what was, this one or the next for what will be. */
const looseMonth = (today: IsoDate, index: number): Period => {
  const now = civil(today);
  const before = index > now.month - 1;
  return {
    past: month(before ? now.year - 1 : now.year, index),
    future: month(index < now.month - 1 ? now.year + 1 : now.year, index),
  };
};

/** A day of a month that is not named: "dia 10". */
const looseDay = (today: IsoDate, number: number): Period | null => {
  const from = (step: 1 | -1): IsoDate | null => {
    for (let months = 0; months <= 12; months += 1) {
      const { year, month } = civil(addMonths(startOfMonth(today), step * months));
      if (!isRealDay(year, month, number)) continue;
      const date = toIsoDate(year, month, number);
      if (step === 1 ? date >= today : date <= today) return date;
    }
    return null;
  };
  const [past, future] = [from(-1), from(1)];
  return past && future ? { past: day(past), future: day(future) } : null;
};

/** A day without its year: "10/12", "10 de dezembro". */
const dayAndMonth = (today: IsoDate, number: number, monthNumber: number): Period | null => {
  const { year } = civil(today);
  const at = (step: number): IsoDate | null =>
    isRealDay(year + step, monthNumber, number) ? toIsoDate(year + step, monthNumber, number) : null;
  const same = at(0);
  const past = same !== null && same <= today ? same : at(-1);
  const future = same !== null && same >= today ? same : at(1);
  return past && future ? { past: day(past), future: day(future) } : null;
};

const exactDay = (number: number, monthNumber: number, yearNumber: number): Period | null => {
  const whole = yearNumber < 100 ? 2000 + yearNumber : yearNumber;
  return isRealDay(whole, monthNumber, number) ? one(day(toIsoDate(whole, monthNumber, number))) : null;
};

const weekday = (today: IsoDate, index: number): Period => {
  const ahead = (index - dayOfWeek(today) + 7) % 7;
  const name = WEEKDAY_LABELS[index] ?? '';
  const past = addDays(today, ahead === 0 ? 0 : ahead - 7);
  const when = index === 0 || index === 6 ? `no ${name}` : `na ${name}`;
  return { past: named(past, name, when), future: named(addDays(today, ahead), name, when) };
};

const part = (from: IsoDate, months: number, label: string): Days => ({
  ...{ from, to: addDays(addMonths(from, months), -1) },
  ...{ label, when: `no ${label}` },
});

/** A quarter or half of a year that contains a day, moved by `offset` of them. */
const partOfYear = (today: IsoDate, months: 3 | 6, offset: number): Days => {
  const { year: now, month: monthNow } = civil(today);
  const first = toIsoDate(now, Math.floor((monthNow - 1) / months) * months + 1, 1);
  const from = addMonths(first, months * offset);
  const number = (civil(from).month - 1) / months + 1;
  return part(from, months, `${number}º ${months === 3 ? 'trimestre' : 'semestre'} de ${civil(from).year}`);
};

const numberOf = (text: string | undefined): number => COUNTS[text ?? ''] ?? Number(text);

const LENGTHS: Readonly<Record<string, (from: IsoDate, count: number) => IsoDate>> = {
  dia: (from, count) => addDays(from, count),
  semana: (from, count) => addDays(from, 7 * count),
  mes: (from, count) => addMonths(from, count),
  ano: (from, count) => addMonths(from, 12 * count),
};
const UNITS = String.raw`(dia|semana|mes|ano)e?s?`;
const MONTH = `(${MONTHS.join('|')})`;
const COUNT = String.raw`(\d{1,3}|${Object.keys(COUNTS).join('|')})`;
const WEEKDAY = `(${WEEKDAYS.join('|')})(?: feira)?`;

type Reader = (match: readonly (string | undefined)[], today: IsoDate) => Period | null;

const indexOfMonth = (name: string | undefined): number => MONTHS.findIndex((month) => month === name);

/** Longer ones first: "mês passado" before "mês". Each is tried where a word begins. */
const READERS: readonly (readonly [string, Reader])[] = [
  ['depois de amanha', (_, today) => one(named(addDays(today, 2), 'depois de amanhã'))],
  ['anteontem', (_, today) => one(named(addDays(today, -2), 'anteontem'))],
  ['(?:de |para )?hoje', (_, today) => one(named(today, 'hoje'))],
  ['(?:de )?amanha', (_, today) => one(named(addDays(today, 1), 'amanhã'))],
  ['(?:de )?ontem', (_, today) => one(named(addDays(today, -1), 'ontem'))],
  [
    '(?:a |na |da |de )?(?:semana que vem|proxima semana)',
    (_, today) => one(week(today, 1, 'semana que vem', 'na semana que vem')),
  ],
  [
    '(?:a |na |da |de )?(?:semana passada|ultima semana)',
    (_, today) => one(week(today, -1, 'semana passada', 'na semana passada')),
  ],
  ['(?:(?:n|d)?es[st]a|da|na) semana', (_, today) => one(week(today, 0, 'esta semana', 'nesta semana'))],
  ['(?:o |no |do |de )?(?:mes que vem|proximo mes)', (_, today) => one(monthOf(addMonths(startOfMonth(today), 1)))],
  [
    '(?:o |no |do |de )?(?:mes passado|ultimo mes|mes anterior)',
    (_, today) => one(monthOf(addMonths(startOfMonth(today), -1))),
  ],
  [
    '(?:ate )?(?:o )?(?:fim|final) d(?:o|este|esse) mes',
    (_, today) => one(days(today, endOfMonth(today), 'até o fim do mês')),
  ],
  [
    '(?:ate )?(?:o )?(?:fim|final) d(?:o|este|esse) ano',
    (_, today) => one(days(today, toIsoDate(civil(today).year, 12, 31), 'até o fim do ano')),
  ],
  ['(?:(?:n|d)?es[st]e|do|no) mes', (_, today) => one(monthOf(today))],
  ['(?:o |no |do |de )?(?:ano que vem|proximo ano)', (_, today) => one(year(civil(today).year + 1))],
  ['(?:o |no |do |de |em )?(?:ano passado|ultimo ano)', (_, today) => one(year(civil(today).year - 1))],
  ['(?:(?:n|d)?es[st]e|do|no) ano', (_, today) => one(year(civil(today).year))],
  [
    '(?:o |no |do |de )?(trimestre|semestre) passado',
    ([, which], today) => one(partOfYear(today, which === 'trimestre' ? 3 : 6, -1)),
  ],
  [
    '(?:(?:n|d)?es[st]e|do|no) (trimestre|semestre)',
    ([, which], today) => one(partOfYear(today, which === 'trimestre' ? 3 : 6, 0)),
  ],
  [
    String.raw`(?:o |no |do )?(${ORDINALS.join('|')}|[1-4][ºo]) (trimestre|semestre)(?: de (\d{4}))?`,
    ([, which = '', unit, named], today) => {
      const number = /^\d/.test(which) ? Number(which[0]) : ORDINALS.indexOf(which) + 1;
      const months = unit === 'trimestre' ? 3 : 6;
      if (number * months > 12) return null;
      const from = toIsoDate(named === undefined ? civil(today).year : Number(named), (number - 1) * months + 1, 1);
      return one(part(from, months, `${number}º ${unit} de ${civil(from).year}`));
    },
  ],
  [
    `(?:nos |dos |os |em )?proximos? ${COUNT} ${UNITS}`,
    ([, count, unit = ''], today) =>
      one(
        days(
          today,
          LENGTHS[unit]?.(today, numberOf(count)) ?? today,
          `próximos ${numberOf(count)} ${plural(unit)}`,
          `nos próximos ${numberOf(count)} ${plural(unit)}`,
        ),
      ),
  ],
  [
    `(?:nos |dos |os |em )?ultimos? ${COUNT} ${UNITS}`,
    ([, count, unit = ''], today) =>
      one(
        days(
          addDays(LENGTHS[unit]?.(today, -numberOf(count)) ?? today, 1),
          today,
          `últimos ${numberOf(count)} ${plural(unit)}`,
        ),
      ),
  ],
  [
    `(?:em |no |do |de )?${MONTH} d(?:o|e) ano passado`,
    ([, name], today) => one(month(civil(today).year - 1, indexOfMonth(name))),
  ],
  [
    `(?:em |no |do |de )?${MONTH} d(?:o|e) ano que vem`,
    ([, name], today) => one(month(civil(today).year + 1, indexOfMonth(name))),
  ],
  [
    String.raw`(?:o |no |do |em |para o )?(?:dia )?(\d{1,2})º? de ${MONTH}(?: de (\d{4}))?`,
    ([, number, name, named], today) =>
      named === undefined
        ? dayAndMonth(today, Number(number), indexOfMonth(name) + 1)
        : exactDay(Number(number), indexOfMonth(name) + 1, Number(named)),
  ],
  [
    String.raw`(?:em |no |do |de )?${MONTH} (?:de |/ )?(\d{4})`,
    ([, name, named]) => one(month(Number(named), indexOfMonth(name))),
  ],
  [
    `(?:em |no |do |de |para )?(?:o mes de )?${MONTH} passado`,
    ([, name], today) => {
      const index = indexOfMonth(name);
      const { year: now, month: monthNow } = civil(today);
      return one(month(index >= monthNow - 1 ? now - 1 : now, index));
    },
  ],
  [`(?:em |no |do |de |para )?(?:o )?(?:mes de )?${MONTH}`, ([, name], today) => looseMonth(today, indexOfMonth(name))],
  [
    String.raw`(?:em |no |do |de |para )?(?:o )?(?:dia )?(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})`,
    ([, number, monthNumber, named]) => exactDay(Number(number), Number(monthNumber), Number(named)),
  ],
  [
    String.raw`(?:em |no |do |de |para )?(?:o )?(?:dia )?(\d{1,2})/(\d{1,2})`,
    ([, number, monthNumber], today) => dayAndMonth(today, Number(number), Number(monthNumber)),
  ],
  [
    String.raw`(?:em |no |do |de )?(\d{1,2})/(\d{4})`,
    ([, number, named]) =>
      Number(number) >= 1 && Number(number) <= 12 ? one(month(Number(named), Number(number) - 1)) : null,
  ],
  [String.raw`(?:no |do |para o |pro )?dia (\d{1,2})º?`, ([, number], today) => looseDay(today, Number(number))],
  [String.raw`(?:em |de |do ano de |no ano de |ano de )((?:19|20)\d{2})`, ([, named]) => one(year(Number(named)))],
  [String.raw`((?:19|20)\d{2})`, ([, named]) => one(year(Number(named)))],
  [
    `(?:n[ao] |d[ao] |para )?(?:ultim[ao] )?${WEEKDAY}(?: passad[ao])?`,
    ([, name], today) => weekday(today, WEEKDAYS.indexOf(name ?? '')),
  ],
];

const plural = (unit: string): string => ({ dia: 'dias', semana: 'semanas', mes: 'meses', ano: 'anos' })[unit] ?? unit;

const compiled = READERS.map(([source, read]) => [new RegExp(`^${source}(?= |$)`), read] as const);

const single = (text: string, today: IsoDate): { length: number; period: Period } | null => {
  for (const [pattern, read] of compiled) {
    const match = pattern.exec(text);
    const period = match && read(match, today);
    if (period) return { length: match[0].length, period };
  }
  return null;
};

const OPENING = /^(?:de |do |da |desde |desde o |a partir de |a partir do |entre |entre o )/;
const MIDDLE = /^ (?:a|ao|ate|ate o|ate a|e|e o) /;
const UNTIL = /^(?:ate o |ate a |ate )/;

const joined = (first: Days, last: Days): Days => days(first.from, last.to);

/** "de 1/10 a 15/10", "entre outubro e novembro". */
const between = (text: string, today: IsoDate): { length: number; period: Period } | null => {
  const opening = OPENING.exec(text)?.[0] ?? '';
  const first = single(text.slice(opening.length), today);
  if (!first || opening === '') return null;
  const rest = text.slice(opening.length + first.length);
  const middle = MIDDLE.exec(rest)?.[0];
  const last = middle === undefined ? null : single(rest.slice(middle.length), today);
  // "outubro e novembro" are two periods for a comparison, unless "entre" or "de … a" holds them together.
  if (!last || middle === undefined || (middle.startsWith(' e') && !opening.startsWith('entre'))) return null;
  const period = {
    past: joined(first.period.past, last.period.past),
    future: joined(first.period.future, last.period.future),
  };
  if (period.past.from > period.past.to || period.future.from > period.future.to) return null;
  return { length: opening.length + first.length + middle.length + last.length, period };
};

/** "até sexta": from today on for what is to come, all before for what was. */
const until = (text: string, today: IsoDate): { length: number; period: Period } | null => {
  const opening = UNTIL.exec(text)?.[0];
  const last = opening === undefined ? null : single(text.slice(opening.length), today);
  if (!last || opening === undefined) return null;
  const { past, future } = last.period;
  return {
    length: opening.length + last.length,
    period: {
      past: {
        from: '1900-01-01',
        to: past.to,
        label: `até ${formatDate(past.to)}`,
        when: `até ${formatDate(past.to)}`,
      },
      future: {
        from: today,
        to: future.to,
        label: `até ${formatDate(future.to)}`,
        when: `até ${formatDate(future.to)}`,
      },
    },
  };
};

/** The meaning of a period that lies nearer to today; single days of what is to come lie ahead. */
export const nearest = ({ past, future }: Period, today: IsoDate): Days => {
  if (future.from === future.to || future.from <= today) return future;
  return daysBetween(past.to, today) < daysBetween(today, future.from) ? past : future;
};

/** Reads the period that a normalized text begins with; null when it begins with none. */
export const readPeriod = (text: string, today: IsoDate): { length: number; period: Period } | null =>
  between(text, today) ?? single(text, today) ?? until(text, today);

/** A period that is meant when none is said: "esta semana". Throws for words that are none. */
export const usualPeriod = (words: string, today: IsoDate): Days => {
  const found = readPeriod(words, today);
  if (!found) throw new Error(`"${words}" is no period`);
  return found.period.past;
};
