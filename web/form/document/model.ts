import type { EditedRow } from '../useEditor.ts';
import type { Problems } from '../useForm.ts';

/** A field of the form in a conflict: its label and its value as text. */
export interface DocumentField<Form> {
  field: keyof Form;
  label: string;
  text: (form: Form) => string;
}

/** Description of one kind of document for the editor: pure functions, defined outside components. */
export interface DocumentModel<Stored extends EditedRow, Form extends object> {
  /** Returns the form of a stored document. */
  formOf: (stored: Stored) => Form;
  /** Returns the next new form, from an empty form and that of the document just stored. */
  nextOf: (empty: Form, last: Form) => Form;
  /** Returns whether a stored draft has the current shape of the form. */
  isForm: (value: unknown) => value is Form;
  /** Returns the problems that block saving, by path of the form. The service checks again. */
  problemsOf: (form: Form) => Problems;
  /** Maps paths of the service to paths of the form, so that an error shows at its field. */
  pathOf: (path: string) => string;
  /** Every field, in the order of the form. */
  fields: readonly DocumentField<Form>[];
  /** Fields that are merged together, because their values depend on each other. */
  together: readonly (keyof Form)[];
  /** Adjusts a merged form whose `together` fields are mine: takes over lines stored meanwhile. */
  mergeTogether: (merged: Form, before: Form, theirs: Form) => Form;
}
