import type { Letterhead } from '../pdf/letterhead.ts';
import type { Content } from './description.ts';

/** A report as it is put on paper or into a file. */
export interface Printed {
  title: string;
  company: Letterhead;
  /** Period, obra, regime …: a print tells them without the screen. */
  about: readonly string[];
  /** Who issued it and when. */
  issued: string;
  /** Instant that the file bears. */
  createdAt: string;
  landscape: boolean;
  content: Content;
  /** Called with the number of rows written so far. */
  onRow?: (count: number) => void;
}

export const EMPTY = 'Nada no período';
