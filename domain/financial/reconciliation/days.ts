import { type IsoDate, daysBetween } from '../../dates.ts';
import type { Movement, OpenLine } from './types.ts';

/** Days from the movement to the line: positive where the bank is later. */
export const daysLate = (line: Pick<OpenLine, 'date'>, date: IsoDate): number => daysBetween(date, line.date);

/** Farther apart, a line and a movement are not compared. */
export const FARTHEST = 45;

const SAME_DAY_POINTS = 20;

/** 20 on the same day, one less for each day apart. */
export const pointsOfDays = (days: number): number => Math.max(0, SAME_DAY_POINTS - Math.abs(days));

/** "1 dia antes do vencimento". */
export const daysInWords = (days: number, { paid }: Pick<Movement, 'paid'>): string => {
  if (days === 0) return paid ? 'mesmo dia' : 'no dia do vencimento';
  const count = Math.abs(days);
  const side = days < 0 ? 'antes' : 'depois';
  return `${count} ${count === 1 ? 'dia' : 'dias'} ${side}${paid ? '' : ' do vencimento'}`;
};
