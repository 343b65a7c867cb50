import type { ReactNode } from 'react';
import type { Editor, EditorOptions } from '#web/form/useEditor.ts';
import type { Noun } from './noun.ts';
import type { RegisterRow } from './operations.ts';
import { useRegisterCalls, type CallsDescription, type RegisterCalls } from './useRegisterCalls.ts';

export interface RegisterFieldsProps<Row, Form> {
  editor: Editor<Form>;
  /** Null for a new one. */
  row: Row | null;
  readOnly: boolean;
}

/** The form of a row: what it holds, what is wrong with it, what is sent of it, and its fields. */
export interface RegisterForm<Row extends RegisterRow, Form extends object, Input> extends Pick<
  EditorOptions<Row, Form>,
  'formOf' | 'isForm' | 'problemsOf'
> {
  inputOf: (form: Form) => Input;
  Fields: (props: RegisterFieldsProps<Row, Form>) => ReactNode;
}

/** What the drawer of a row shows and says. */
interface RowsLook<Row> {
  noun: Noun;
  /** Kind of its drafts: 'building'; a new row of another company may have a draft of its own. */
  draftKey: string | ((companyId: string) => string);
  /** The name of a row: what the drawer is titled, and what is asked for before a deletion. */
  nameOf: (row: Row) => string;
  /** Under the title of the drawer; `company` is the chosen one. */
  subtitle?: (row: Row | null, company: string | undefined) => ReactNode;
  /** Left out, a pill that says whether it is active. */
  status?: (row: Row) => ReactNode;
  /** What is lost with a row: "A obra e as permissões sobre ela deixam de existir." */
  loss?: string;
  /** The name has to be typed before a row is deleted (mocks/README.md, rule 5). */
  typedName?: boolean;
  /** Its form switches a row on and off: the drawer needs no button for it. */
  activeInForm?: boolean;
  /** Said after a save, where it is more than "Obra salva". */
  savedText?: (row: Row | null) => string;
  /** Texts of §8 for what failed without a reason of its own. */
  failures: { save?: string; remove?: string };
}

export interface RowsDescription<Row extends RegisterRow, Form extends object, Input>
  extends RowsLook<NoInfer<Row>>, Omit<CallsDescription<Row, Form, Input>, 'inputOf' | 'identityOf'> {
  form: RegisterForm<NoInfer<Row>, Form, NoInfer<Input>>;
  /** What an input must name of a row that is switched off; left out, all that its form holds. */
  identityOf?: (row: NoInfer<Row>) => NoInfer<Input>;
}

/** The rows of a register, however they are listed: how one is shown, edited and stored. */
export interface Rows<Row extends RegisterRow, Form extends object, Input = unknown> extends RowsLook<Row> {
  form: Omit<RegisterForm<Row, Form, unknown>, 'inputOf'>;
  useCalls: () => RegisterCalls<Row, Form, Input>;
}

export const defineRows = <Row extends RegisterRow, Form extends object, Input>(
  description: RowsDescription<Row, Form, Input>,
): Rows<Row, Form, Input> => {
  const { form } = description;
  const ofForm = (row: Row) => form.inputOf(form.formOf(row));
  const calls = { ...description, inputOf: form.inputOf, identityOf: description.identityOf ?? ofForm };
  return { ...description, useCalls: () => useRegisterCalls<Row, Form, Input>(calls) };
};
