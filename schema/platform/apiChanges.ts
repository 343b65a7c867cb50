import type { IsoDate } from '#domain/dates.ts';

/** What programs have to know of a day: shown at /docs, newest first. */
export interface ApiChange {
  day: IsoDate;
  /** In Portuguese, as a program's author reads it. */
  text: string;
  /** What breaks programs written before, by the sentences of tests/contract/breaking.test.ts, which accepts nothing else. */
  breaks: readonly string[];
}

export const API_CHANGES: readonly ApiChange[] = [
  { day: '2026-11-27', text: 'Primeira publicação. Nada quebra.', breaks: [] },
];
