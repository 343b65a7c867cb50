import { type IsoDate, civil, dayOfWeek, isIsoDate } from './calendar.ts';

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
