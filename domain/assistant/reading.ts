import type { Money } from '../money.ts';
import type { IsoDate } from '../calendar.ts';
import type { Period } from './periods.ts';

/** What a sentence may name, found among the rows that its writer may see. */
export const NAME_KINDS = ['building', 'partner', 'category', 'wallet', 'product', 'stage'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** Words that stand for a name, with the word before them: "na" leads to a place, "para" to a partner. */
export interface Phrase {
  before: string;
  /** Normalized words. */
  key: string;
  /** As typed. */
  text: string;
}

export type Status = 'OPEN' | 'OVERDUE' | 'PAID' | 'PARTIAL' | 'LATE' | 'WAITING' | 'RECEIVED';
export type GroupBy = 'partner' | 'category' | 'building' | 'month' | 'stage';
export type FileFormat = 'PDF' | 'XLSX' | 'CSV';
export type Side = 'DEBIT' | 'CREDIT';

/** Everything of a sentence besides its intent and its names. */
export interface Slots {
  side?: Side;
  status?: Status;
  by?: GroupBy;
  /** Periods in the order of the sentence. */
  periods?: Period[];
  /** Amount of what is to be made. */
  amount?: Money;
  /** Bounds of a value, both included. */
  least?: Money;
  most?: Money;
  times?: number;
  document?: string;
  /** "sem categoria", "sem obra". */
  without?: 'category' | 'building';
  /** "as maiores": how many, or that there is an order. */
  top?: boolean;
  /** Something is to be left out, which no list can: "sem a vila". */
  excluding?: boolean;
  /** Kind of file: "em excel". */
  format?: FileFormat;
  /** Installments instead of documents. */
  installments?: boolean;
}

/** A sentence whose intent is known, and whose names are still words. */
export interface Reading {
  intent: string;
  slots: Slots;
  phrases: Phrase[];
  /** Extra key of intents with several meanings: the target of a navigation, the topic of help. */
  topic?: string;
}

export interface Clock {
  today: IsoDate;
}
