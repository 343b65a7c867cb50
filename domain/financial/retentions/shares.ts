import { materialize, splitByWeights } from '../../apportionment.ts';
import { add, isPositive, subtract, sum, type Money, ZERO } from '../../money.ts';

/** Value of an invoice: what is paid to its supplier and what is withheld. */
export const invoiceValueOf = (net: Money, retained: readonly Money[]): Money => add(net, ...retained);

/** The shares of an invoice, divided into those of its document and those of each payable. */
export interface InvoiceSplit {
  document: Money[];
  /** By payable, then by share. */
  payables: Money[][];
}

/**
 * Divides the shares of an invoice: the document and every payable sum to their values, and each share is what they have of
 * it, to the cent. @throws RangeError when the shares do not sum to net + retained
 */
export const splitInvoice = (net: Money, retained: readonly Money[], shares: readonly Money[]): InvoiceSplit => {
  const [document = [], ...payables] = materialize([net, ...retained], shares);
  return { document, payables };
};

/** The shares of an invoice whose document has these: what is withheld follows in proportion, the remainder on the last. */
export const invoiceSharesOf = (document: readonly Money[], retained: readonly Money[]): Money[] => {
  if (document.length === 0) return [];
  const more = splitByWeights(sum(retained), document);
  return document.map((share, index) => add(share, more[index] ?? ZERO));
};

/** The shares of each payable, of an invoice and a document whose shares are known. */
export const payableSharesOf = (
  retained: readonly Money[],
  { invoice, document }: { invoice: readonly Money[]; document: readonly Money[] },
): Money[][] => {
  if (invoice.length === 0) return retained.map(() => []);
  return materialize(
    retained,
    invoice.map((share, index) => subtract(share, document[index] ?? ZERO)),
  );
};

/** Whether every share of the document has a value: a building of an invoice is paid something for. */
export const everyShareIsPaid = ({ document }: InvoiceSplit): boolean => document.every(isPositive);
