import type { EditedRow } from '../useEditor.ts';
import type { Problems } from '../useForm.ts';

/** A field of the form as a conflict tells it: its label, and its value as a text. */
export interface DocumentField<Form> {
  field: keyof Form;
  label: string;
  text: (form: Form) => string;
}

/** All that the editor has to know of one kind of document. It is made of pure functions, outside of any component. */
export interface DocumentModel<Stored extends EditedRow, Form extends object> {
  /** The form of a stored document. */
  formOf: (stored: Stored) => Form;
  /** What is typed after a document that was just stored, of an empty form and that document's. */
  nextOf: (empty: Form, last: Form) => Form;
  /** Tells a draft of this shape from one that an older form left behind. */
  isForm: (value: unknown) => value is Form;
  /** What keeps the form from being saved, by path of the form. The service checks again. */
  problemsOf: (form: Form) => Problems;
  /** Paths of the service → paths of the form, so that a refusal shows at its field. */
  pathOf: (path: string) => string;
  /** Every field, in the order of the form. */
  fields: readonly DocumentField<Form>[];
  /** Fields that hang together: values of one do not fit those of another. */
  together: readonly (keyof Form)[];
  /** The last word on a merged form, where what was typed in `together` won: lines that were stored meanwhile. */
  mergeTogether: (merged: Form, before: Form, theirs: Form) => Form;
}
