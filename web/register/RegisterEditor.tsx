import type { ComponentType, ReactNode } from 'react';
import { useEditor, type Editor } from '#web/form/useEditor.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { ActivePill } from '#web/ui/index.ts';
import type { Register } from './defineRegister.ts';
import type { Rows } from './defineRows.ts';
import { textsOf, titleOf } from './noun.ts';
import type { RegisterRow, RegisterTotals } from './operations.ts';
import { AwaitedDrawer, RegisterDrawer } from './RegisterDrawer.tsx';
import type { RowCalls } from './useRegisterCalls.ts';

/** What the person may do with rows; the services decide again. */
export interface RegisterRights<Row> {
  /** Whether a new one may be made; yes when it is left out. */
  create?: boolean;
  /** Why a row, or a new one (null), can only be read. */
  readOnly?: (row: Row | null) => string | undefined;
  /** Whether a row may be switched off and deleted: nobody locks themselves out. */
  mayLeave?: (row: Row) => boolean;
}

interface DrawerProps<Row> {
  rights?: RegisterRights<Row>;
  onClose: () => void;
  onMove?: (direction: 1 | -1) => void;
  onSaved: (id: string) => void;
  /** Buttons before "Salvar" of a stored row. */
  actions?: (row: Row) => ReactNode;
}

export interface RowEditorProps<Row extends RegisterRow, Form extends object> extends DrawerProps<Row> {
  rows: Omit<Rows<Row, Form>, 'useCalls'> & { useCalls: () => RowCalls<Row, Form> };
  /** Null for a new one. */
  row: Row | null;
  /** Fetches the row anew after somebody else's change. */
  onReload: () => void;
  /** Stores it another way than by the register's own operations. */
  save?: (form: Form, row: Row | null) => Promise<Row | undefined>;
  /** What stands below the fields. */
  below?: (editor: Editor<Form>) => ReactNode;
}

/** The form of one row in its drawer. */
export const RowEditor = <Row extends RegisterRow, Form extends object>(props: RowEditorProps<Row, Form>) => {
  const { rows, rights, row, actions } = props;
  const { form, noun, failures } = rows;
  const { Fields } = form;
  const texts = textsOf(noun);
  const calls = rows.useCalls();
  const { place } = useSession();
  const draftKey = typeof rows.draftKey === 'string' ? rows.draftKey : rows.draftKey(place.company?.id ?? '');
  const editor: Editor<Form> = useEditor({
    ...{ row, draftKey, isForm: form.isForm, formOf: form.formOf, problemsOf: form.problemsOf },
    save: props.save ?? calls.save,
    savedText: rows.savedText?.(row) ?? texts.saved,
    failureText: failures.save,
    onSaved: ({ id }) => props.onSaved(id),
  });
  const readOnly = rights?.readOnly?.(row);
  const mayLeave = row !== null && (rights?.mayLeave?.(row) ?? true);
  return (
    <RegisterDrawer
      editor={editor}
      newTitle={texts.create}
      entry={
        row && {
          name: rows.nameOf(row),
          active: row.active,
          activeInForm: rows.activeInForm,
          ...(mayLeave && { onToggle: () => void calls.toggle(row), onErase: () => calls.remove(row) }),
          loss: rows.loss ?? texts.loss,
          typed: rows.typedName,
          eraseFailure: failures.remove,
        }
      }
      subtitle={rows.subtitle?.(row, place.company?.name)}
      status={row && (rows.status?.(row) ?? <ActivePill active={row.active} feminine={noun.gender === 'a'} />)}
      onClose={props.onClose}
      onMove={props.onMove}
      onReload={props.onReload}
      readOnly={readOnly}
      actions={row && actions?.(row)}
    >
      <Fields editor={editor} row={row} readOnly={readOnly !== undefined} />
      {props.below?.(editor)}
    </RegisterDrawer>
  );
};

export interface RegisterEditorProps<
  Row extends RegisterRow,
  Totals extends RegisterTotals,
  Form extends object,
> extends DrawerProps<Row> {
  register: Register<Row, Totals, Form>;
  /** 'new', or the row's id. */
  id: string;
  /** A RowEditor with something of its own around it. */
  Editor?: ComponentType<RowEditorProps<Row, Form>>;
}

/** One row beside the list, once it is here. */
export const RegisterEditor = <Row extends RegisterRow, Totals extends RegisterTotals, Form extends object>({
  register,
  id,
  Editor = RowEditor<Row, Form>,
  ...props
}: RegisterEditorProps<Row, Totals, Form>) => {
  const { row, error, missing, reload } = register.useRow(id);
  if (id === 'new') return <Editor key="new" {...props} rows={register} row={null} onReload={reload} />;
  if (row) return <Editor key={id} {...props} rows={register} row={row} onReload={reload} />;
  const { noun, failures } = register;
  const text = textsOf(noun).missing;
  return (
    <AwaitedDrawer
      title={titleOf(noun)}
      error={error}
      missing={missing}
      failureText={error ? (failures.one ?? text) : text}
      onRetry={reload}
      onClose={props.onClose}
    />
  );
};
