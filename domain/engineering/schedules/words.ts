import { counted } from '../../numberFormat.ts';
import type { ConstraintType, Link } from './network.ts';

/** "Terminar até", before its date. */
export const CONSTRAINT_WORDS: Readonly<Record<ConstraintType, string>> = {
  START_NOT_BEFORE: 'Não começar antes de',
  START_ON: 'Começar em',
  START_NOT_AFTER: 'Começar até',
  FINISH_ON: 'Terminar em',
  FINISH_NOT_BEFORE: 'Terminar a partir de',
  FINISH_NOT_AFTER: 'Terminar até',
};

/** "5 dias úteis". */
export const workingDays = (days: number): string => counted(days, 'dia útil', 'dias úteis');

/** "FS+2d", "SS", "FS-3dc": a dependency as it is typed after the code of what comes before. */
export const linkWords = ({ type, lag, lagUnit }: Pick<Link, 'type' | 'lag' | 'lagUnit'>): string =>
  lag === 0 ? type : `${type}${lag > 0 ? '+' : '-'}${Math.abs(lag)}${lagUnit === 'CALENDAR' ? 'dc' : 'd'}`;
