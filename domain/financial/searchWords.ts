import type { Money } from '../cents.ts';
import { parseMoney } from '../moneyInput.ts';

/** A word of a search, and the amount that it may also mean. */
export interface SearchWord {
  text: string;
  amount: Money | null;
}

/** "R$" belongs to the number after it, and the name of a paper to its number ("NF 20001"), if that has three digits or more. */
const WORDS = /R\$\s+\d\S*|(?:nf|nf-?e|nfs|nfs-?e|n[º°.])\s+\d[\d./-]{2,}(?!\S)|\S+/giu;
/** "1.234,50", "1234,50", "1.234": thousands or cents tell an amount from a number of a document. */
const AMOUNT = /^(?:\d{1,3}(?:\.\d{3})+(?:,\d{2})?|\d+,\d{2})$/;
/** After "R$" any number is an amount. */
const CURRENCY = /^R\$\s*(?=\d)/i;
const PLAIN_AMOUNT = /^\d+$/;

const wordOf = (text: string): SearchWord => {
  const number = text.replace(CURRENCY, '');
  const isAmount = AMOUNT.test(number) || (number !== text && PLAIN_AMOUNT.test(number));
  return isAmount ? { text: number, amount: parseMoney(number) } : { text, amount: null };
};

/**
 * Splits what was typed into a search of documents into its words, each of which has to be found. A word that reads as money is
 * also found as an amount (issue 17 §3).
 */
export const searchWords = (search: string): SearchWord[] => (search.match(WORDS) ?? []).map(wordOf);
