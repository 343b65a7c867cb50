import { type IsoDate, civil, dayOfWeek, DEFAULT_TIME_ZONE, isIsoDate, todayIn } from './calendar.ts';

const WEEKDAYS = [
  'Domingo',
  'Segunda-feira',
  'Terça-feira',
  'Quarta-feira',
  'Quinta-feira',
  'Sexta-feira',
  'Sábado',
] as const;
const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
] as const;

/** "21/11/2026" (§5); empty for null and for what is not a day. */
export function formatDate(date: IsoDate | null | undefined): string {
  return isIsoDate(date) ? `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}` : '';
}

/** "Sábado, 21 de novembro de 2026"; empty for null and for what is not a day. */
export function formatLongDate(date: IsoDate | null | undefined): string {
  if (!isIsoDate(date)) return '';
  const { year, month, day } = civil(date);
  return `${WEEKDAYS[dayOfWeek(date)]}, ${day} de ${MONTHS[month - 1]} de ${year}`;
}

/** "nov/26"; empty for what is not a day. */
export function formatShortMonth(date: IsoDate | null | undefined): string {
  if (!isIsoDate(date)) return '';
  return `${MONTHS[civil(date).month - 1]?.slice(0, 3)}/${date.slice(2, 4)}`;
}

/** "novembro"; empty for what is not a day. */
export function formatWholeMonth(date: IsoDate | null | undefined): string {
  return isIsoDate(date) ? (MONTHS[civil(date).month - 1] ?? '') : '';
}

/** "21/11"; empty for what is not a day. */
export function formatShortDate(date: IsoDate | null | undefined): string {
  return formatDate(date).slice(0, 5);
}

/** "nov"; empty for what is not a day. */
export function formatMonthName(date: IsoDate | null | undefined): string {
  return formatShortMonth(date).slice(0, 3);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** "18:00" in a time zone. */
export function timeIn(instant: Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  clocks.set(timeZone, clock);
  return clock.format(instant);
}

/** "21/11/2026 às 18:00" in a time zone. */
export function formatMoment(instant: Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  return `${formatDate(todayIn(instant, timeZone))} às ${timeIn(instant, timeZone)}`;
}
