import type { IsoDate } from '../../dates.ts';
import type { Money } from '../../money.ts';

/** Line of a wallet's statement that nothing in Prumo answers yet. Money in is positive. */
export interface OpenLine {
  id: number;
  date: IsoDate;
  amount: Money;
  memo: string;
  document: string;
  /** Partner of the document that a line with these words was reconciled with last time. */
  rememberedPartnerId: number | null;
}

/** Somebody whom a memo may name. */
export interface KnownPartner {
  id: number;
  name: string;
  tradeName: string | null;
  taxId: string | null;
}

/** What may answer a line: an installment, or one side of a transfer. */
export interface Movement {
  key: string;
  kind: 'INSTALLMENT' | 'TRANSFER';
  /** Already in the wallet; else it would be paid on the bank's date. */
  paid: boolean;
  /** What no line answers yet, signed as the bank would write it. */
  amount: Money;
  /** Of the payment or the transfer; of what is not paid: when it is due. */
  date: IsoDate;
  partnerId: number | null;
  documentNumber: string | null;
  description: string | null;
  number: number;
  count: number;
}

/** Open line of another wallet of the company: the other side of a transfer. */
export interface OtherLine {
  id: number;
  walletId: number;
  walletName: string;
  date: IsoDate;
  amount: Money;
  memo: string;
}

/** Account of another wallet, as banks name it in a memo. */
export interface KnownAccount {
  walletId: number;
  walletName: string;
  /** Number without signs; of at least five characters. */
  number: string;
}

/** What the difference between a line and what it pays becomes (mock 7). */
export type DifferenceKind = 'INCREASE' | 'DISCOUNT';

export interface Suggestion {
  lineId: number;
  /** Per cent, 70 to 99. */
  score: number;
  /** In words, from the factors of the score. */
  reasons: string[];
  movements: Movement[];
  /** Unsigned; null where the sums are equal. */
  difference: { kind: DifferenceKind; amount: Money } | null;
  /** A transfer that is not in Prumo, and the line of the other statement. */
  transfer: { walletId: number; lineId: number | null } | null;
}

/** Score from which a suggestion is accepted with all others, and from which one is made (domain.md §3). */
export const ACCEPTED_FROM = 90;
export const SUGGESTED_FROM = 70;
