import type { ReactNode } from 'react';
import type { Editor, EditorOptions } from '#web/form/useEditor.ts';
import type { AssistantFormKind } from '#web/generated/assistant.ts';
import type { Begun } from '#web/session/begun.ts';
import type { Noun } from './noun.ts';
import type { RegisterRow } from './operations.ts';
import { useRegisterCalls, type CallsDescription, type RegisterCalls } from './useRegisterCalls.ts';

export interface RegisterFieldsProps<Row, Form> {
  editor: Editor<Form>;
  /** Null for a new row. */
  row: Row | null;
  readOnly: boolean;
}

/** The form of a row: values, problems, input and fields. */
export interface RegisterForm<Row extends RegisterRow, Form extends object, Input> extends Pick<
  EditorOptions<Row, Form>,
  'formOf' | 'isForm' | 'problemsOf'
> {
  inputOf: (form: Form) => Input;
  /** A form that the assistant can begin, and how. */
  begun?: { kind: AssistantFormKind; fill: (form: Form, begun: Begun) => Form };
  Fields: (props: RegisterFieldsProps<Row, Form>) => ReactNode;
}

/** Texts and content of a row's drawer. */
interface RowsLook<Row> {
  noun: Noun;
  /** Kind of its drafts: 'building'; a function for drafts of new rows per company. */
  draftKey: string | ((companyId: string) => string);
  /** Returns a row's name: the drawer's title, also typed before a deletion. */
  nameOf: (row: Row) => string;
  /** Below the drawer's title; `company` is the company of the place. */
  subtitle?: (row: Row | null, company: string | undefined) => ReactNode;
  /** Default: a pill with the active state. */
  status?: (row: Row) => ReactNode;
  /** What is deleted with a row: "A obra e as permissões sobre ela deixam de existir." */
  loss?: string;
  /** The name has to be typed before deleting (mocks/README.md, rule 5). */
  typedName?: boolean;
  /** The form has the active switch, so the drawer shows no button. */
  activeInForm?: boolean;
  /** Message after a save; default "Obra salva". */
  savedText?: (before: Row | null, saved: Row) => string;
  /** Texts of §8 for failures without their own reason. */
  failures: { save?: string; remove?: string };
}

export interface RowsDescription<Row extends RegisterRow, Form extends object, Input>
  extends RowsLook<NoInfer<Row>>, Omit<CallsDescription<Row, Form, Input>, 'inputOf' | 'identityOf'> {
  form: RegisterForm<NoInfer<Row>, Form, NoInfer<Input>>;
  /** Returns the required input of a row that is deactivated; default: all values of its form. */
  identityOf?: (row: NoInfer<Row>) => NoInfer<Input>;
}

/** The rows of a register, independent of their list: how one is shown, edited and stored. */
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
