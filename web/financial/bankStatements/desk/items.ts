import type { BankAcceptanceInput, BankEntryInput } from '#web/generated/financial.ts';
import { type Money } from '#domain/money.ts';
import { type Entry, entryKey, type Line } from './model.ts';

/** An entry that was ticked; so much of it, unsigned, where it is a part. */
export interface Picked {
  entry: Entry;
  part: Money | null;
}

const isOpen = ({ status }: Entry): boolean => status === 'OVERDUE' || status === 'OPEN';
export const isOpenInstallment = (entry: Entry): boolean => entry.kind === 'INSTALLMENT' && isOpen(entry);

/** The version matters where the document changes: what is paid already is only linked. */
const inputOf = ({ entry, part }: Picked): BankEntryInput => ({
  ...(entry.kind === 'TRANSFER' ? { transferId: entry.entryId } : { installmentId: entry.entryId }),
  ...(isOpenInstallment(entry) && entry.transactionVersion !== null && { version: entry.transactionVersion }),
  ...(part !== null && { amount: part }),
});

/** A difference of one open installment, as it is paid. */
export interface Difference {
  kind: 'INCREASE' | 'DISCOUNT';
  amount: Money;
}

const withDifference = (input: BankEntryInput, difference: Difference): BankEntryInput =>
  difference.kind === 'INCREASE'
    ? { ...input, increase: difference.amount }
    : { ...input, discount: difference.amount };

/** Accepts the suggestion of a line, with its difference by name. Null for a line without one. */
export const itemOfSuggestion = ({ id, suggestion }: Line): BankAcceptanceInput | null => {
  if (!suggestion) return null;
  const { score, entries, difference, transfer } = suggestion;
  const base = { lines: [id], score };
  if (transfer)
    return {
      ...base,
      transfer: { walletId: transfer.wallet.id, ...(transfer.lineId !== null && { lineId: transfer.lineId }) },
    };
  const inputs = entries.map((entry) => inputOf({ entry, part: null }));
  return { ...base, entries: difference ? inputs.map((input) => withDifference(input, difference)) : inputs };
};

/** Reconciles ticked lines with ticked entries; a difference belongs to their only open installment. */
export const itemOfSelection = (
  lines: readonly Line[],
  picked: readonly Picked[],
  difference?: Difference,
): BankAcceptanceInput => ({
  lines: lines.map(({ id }) => id),
  entries: picked.map((one) => {
    const input = inputOf(one);
    return difference && isOpenInstallment(one.entry) ? withDifference(input, difference) : input;
  }),
});

/** Version of the document that an entry changes. */
const documentOf = (lines: readonly Line[]): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap(({ suggestion }) =>
      (suggestion?.entries ?? []).flatMap((entry): [string, string][] =>
        entry.transactionId === null ? [] : [[entryKey(entry), entry.transactionId]],
      ),
    ),
  );

/**
 * Items of one command that change the same document: the first one says which version it has seen, and makes a new one that the
 * others find.
 */
export const itemsOfSuggestions = (lines: readonly Line[]): BankAcceptanceInput[] => {
  const documents = documentOf(lines);
  const changed = new Set<string>();
  return lines.flatMap((line) => {
    const item = itemOfSuggestion(line);
    if (!item) return [];
    const touched = new Set<string>();
    const entries = item.entries?.map(({ version, ...entry }) => {
      const document = documents.get(`p${entry.installmentId ?? ''}`);
      if (version === undefined || version === null || document === undefined) return entry;
      touched.add(document);
      return changed.has(document) ? entry : { ...entry, version };
    });
    touched.forEach((document) => changed.add(document));
    return [{ ...item, ...(entries && { entries }) }];
  });
};
