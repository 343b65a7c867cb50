import { isRecord, isText } from '#web/client/storage.ts';
import type { KeyedExpense } from './useFiscalKey.ts';
import type { NavigateOptions } from 'react-router-dom';

/** What a new expense begins with, in the history entry that it opens in: a reload begins it again. */
export interface NewExpense {
  /** Tells the draft of one from that of another. */
  key: string;
  codes: string[];
  /** What the access key of a nota says of it. */
  keyed: KeyedExpense | null;
}

/** Files wait here for the form: a history entry holds texts. */
const waiting = new Map<string, readonly File[]>();

const isKeyed = (value: unknown): value is KeyedExpense =>
  isRecord(value) &&
  [value.documentNumber, value.month, value.sentence].every(isText) &&
  (value.partner === null || (isRecord(value.partner) && isText(value.partner.id) && isText(value.partner.label)));

const isNewExpense = (value: unknown): value is NewExpense =>
  isRecord(value) &&
  isText(value.key) &&
  Array.isArray(value.codes) &&
  value.codes.every(isText) &&
  (value.keyed === null || isKeyed(value.keyed));

/** What the new expense of this history entry begins with; null for an empty one. */
export const newExpenseOf = (state: unknown): NewExpense | null =>
  isRecord(state) && isNewExpense(state.newExpense) ? state.newExpense : null;

/**
 * State of the history entry of a new expense. What it begins with is its key: pasted again, it finds the draft that was
 * left.
 */
export const newExpenseState = (
  codes: readonly string[],
  files: readonly File[],
  keyed: KeyedExpense | null = null,
): NavigateOptions => {
  const named = keyed ? `${keyed.partner?.id ?? ''}${keyed.documentNumber}` : codes.join('+');
  const key = `code${named || Date.now().toString(36)}`;
  if (files.length > 0) waiting.set(key, files);
  return { state: { newExpense: { key, codes: [...codes], keyed } satisfies NewExpense } };
};

/** The files of a new expense, until they are taken: a form that waits for its code to load starts again, and asks again. */
export const filesOf = (key: string | undefined): readonly File[] => waiting.get(key ?? '') ?? [];

/** The form that is shown has the files now. */
export const filesTaken = (key: string | undefined): void => void waiting.delete(key ?? '');
