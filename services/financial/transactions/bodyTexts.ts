import type { Problems } from '../../platform/problems.ts';

/** Accepted range of dates; leaves room for thirty years of installments within the calendar of the database. */
const EARLIEST = '1900-01-01';
const LATEST = '2199-12-31';

export const checkDate = (date: string, path: string, problems: Problems): void => {
  if (date < EARLIEST || date > LATEST) problems.rule(path, 'Informe uma data entre 1900 e 2199.');
};

export const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null;
