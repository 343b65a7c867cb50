import type { IsoDate } from '#domain/dates.ts';
import type { Money } from '#domain/money.ts';
import type { TransactionType } from '#domain/transactions.ts';
import type { Noun } from '#web/register/noun.ts';

/** An open installment that the person may pay. */
export interface Payable {
  type: TransactionType;
  transactionId: string;
  installmentId: string;
}

/** What the rows of all parts do. */
export interface DayActs {
  onPay: (payable: Payable) => void;
  /** Called when a row that had the focus is gone. */
  onLost: () => void;
}

/** One thing to do. */
export interface DayRow {
  id: string;
  /** What Enter opens. */
  to: string;
  /** Day by which it is due; null for none. */
  date: IsoDate | null;
  late: boolean;
  name: string;
  about: string;
  value: Money | null;
  /** What P pays; null where there is nothing to pay, or the person may only read it. */
  pays: Payable | null;
}

/** The first rows of a list, with count and sum of the whole list. */
export interface DayFigures {
  rows: readonly DayRow[];
  count: number;
  /** Null where the rows have no sum. */
  value: Money | null;
}

/** One part of the day: "Vencidas", "Hoje". */
export interface DayPart {
  title: string;
  /** Its days, beside the title: "21/11 a 22/11". */
  days?: string;
  late?: true;
  /** Undefined until they are loaded. */
  figures: DayFigures | undefined;
  error: unknown;
  retry: () => void;
  /** Address of the list whose first rows these are; null where all of them are here. */
  list: string | null;
  /** What is counted. */
  noun: Noun;
  /** Said where the list is empty. */
  none: string;
}

/** Rows of a part; the rest is in the list. */
export const ROWS = 5;

/** In milliseconds: others pay and order too, and the day changes at midnight. */
const FRESH = 5 * 60_000;

/** How each part is read: anew at every visit, and while it is looked at. */
export const READING = {
  fetchPolicy: 'cache-and-network',
  // The part itself shows what failed.
  context: { quiet: true },
  pollInterval: FRESH,
  skipPollAttempt: () => document.hidden,
} as const;

export const ORDERS = '/home/forms/purchase/orders-and-receipts';
/** Addresses on this screen open a document above it. */
export const MY_DAY = '/home/welcome';
