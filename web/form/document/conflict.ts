import type { EditedRow } from '../useEditor.ts';
import type { DocumentField, DocumentModel } from './model.ts';

/** A field that somebody else changed meanwhile. */
export interface Difference {
  label: string;
  /** What the form was opened with. */
  before: string;
  /** What the other person stored. */
  theirs: string;
  /** What was typed here; null where nothing was. */
  mine: string | null;
}

/** What the other person changed, and what was typed here in the same fields. */
export const differencesOf = <Form>(
  fields: readonly DocumentField<Form>[],
  before: Form,
  mine: Form,
  theirs: Form,
): Difference[] =>
  fields
    .map(({ label, text }) => ({ label, before: text(before), theirs: text(theirs), mine: text(mine) }))
    .filter((one) => one.before !== one.theirs)
    .map((one) => ({ ...one, mine: one.mine === one.before ? null : one.mine }));

/**
 * The other person's version with everything that was typed here on top: fields that only they changed are theirs,
 * fields that were typed in are mine. Fields that hang together go together.
 */
export const mergedForm = <Stored extends EditedRow, Form extends object>(
  { fields, together, mergeTogether }: Pick<DocumentModel<Stored, Form>, 'fields' | 'together' | 'mergeTogether'>,
  before: Form,
  mine: Form,
  theirs: Form,
): Form => {
  const changed = new Set(fields.filter(({ text }) => text(mine) !== text(before)).map(({ field }) => field));
  const togetherIsMine = together.some((field) => changed.has(field));
  const takesMine = (field: keyof Form) => (together.includes(field) ? togetherIsMine : changed.has(field));
  const own = Object.fromEntries(
    fields.filter(({ field }) => takesMine(field)).map(({ field }) => [field, mine[field]]),
  ) as Partial<Form>;
  const merged = { ...theirs, ...own };
  return togetherIsMine ? mergeTogether(merged, before, theirs) : merged;
};
