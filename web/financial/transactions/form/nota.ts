import { same } from '#web/form/same.ts';
import type { FiscalDocumentInput } from '#web/generated/financial.ts';
import type { TransactionForm } from './model.ts';

/** A nota that a new expense is filled in from. */
export interface GivenNota {
  /** Tells the draft of one such expense from that of another. */
  key: string;
  form: TransactionForm;
  /** Fields that came from the file; others are remembered or empty. */
  fromFile: readonly (keyof TransactionForm)[];
  /** Why a field is filled in, while its value stays. */
  hints: { partner?: string; category?: string };
  linkOf: (form: TransactionForm) => FiscalDocumentInput;
}

export const FROM_FILE = 'veio do XML';

/** The mark of a field that still has the value of the file. */
export const markOf = (
  nota: GivenNota | null,
  form: TransactionForm,
  field: keyof TransactionForm,
): string | undefined =>
  nota?.fromFile.includes(field) && same(form[field], nota.form[field]) ? FROM_FILE : undefined;

/** Why a field is filled in; undefined once it is changed. */
export const hintOf = (
  nota: GivenNota | null,
  form: TransactionForm,
  field: 'partner' | 'category',
): string | undefined => (nota && form[field]?.id === nota.form[field]?.id ? nota.hints[field] : undefined);
