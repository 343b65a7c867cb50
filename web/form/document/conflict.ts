import type { EditedRow } from '../useEditor.ts';
import type { DocumentField, DocumentModel } from './model.ts';

/** A field that another user has changed. */
export interface Difference {
  label: string;
  /** Value when the form was opened. */
  before: string;
  /** Value stored by the other user. */
  theirs: string;
  /** Value typed in this form; null without one. */
  mine: string | null;
}

/** Returns the other user's changes, with the values typed in the same fields. */
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

type Fields<Stored extends EditedRow, Form extends object> = Pick<
  DocumentModel<Stored, Form>,
  'fields' | 'together' | 'mergeTogether'
>;

/** Whether a typed field, or one that depends on it, was changed by the other user, too, to another value. */
export const overlapping = <Stored extends EditedRow, Form extends object>(
  { fields, together }: Fields<Stored, Form>,
  before: Form,
  mine: Form,
  theirs: Form,
): boolean => {
  const typed = fields.filter(({ text }) => text(mine) !== text(before));
  const dependent = typed.some(({ field }) => together.includes(field));
  return fields.some(
    ({ field, text }) =>
      text(theirs) !== text(before) &&
      ((dependent && together.includes(field)) ||
        (typed.some((one) => one.field === field) && text(theirs) !== text(mine))),
  );
};

/**
 * Returns the other user's version with the typed values on top: typed fields are mine, all others theirs. Dependent
 * fields are merged together.
 */
export const mergedForm = <Stored extends EditedRow, Form extends object>(
  { fields, together, mergeTogether }: Fields<Stored, Form>,
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
