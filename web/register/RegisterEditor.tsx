import type { ComponentType, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useEditor, type Editor } from '#web/form/useEditor.ts';
import { begunOf, type Begun } from '#web/session/begun.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { ActivePill } from '#web/ui/index.ts';
import type { Register } from './defineRegister.ts';
import type { Rows } from './defineRows.ts';
import { textsOf, titleOf } from './noun.ts';
import type { RegisterRow, RegisterTotals } from './operations.ts';
import { AwaitedDrawer, RegisterDrawer } from './RegisterDrawer.tsx';
import type { RowCalls } from './useRegisterCalls.ts';

/** The user's rights on rows; the services check again. */
export interface RegisterRights<Row> {
  /** Whether rows can be created; default true. */
  create?: boolean;
  /** Returns why a row, or a new one (null), is read-only. */
  readOnly?: (row: Row | null) => string | undefined;
  /** Returns whether a row can be deactivated and deleted; users cannot lock themselves out. */
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
  /** Null for a new row. */
  row: Row | null;
  /** What the assistant understood of a new row. */
  begun?: Begun | null;
  /** Refetches the row after a change by another user. */
  onReload: () => void;
  /** Saves the row in place of the register's own operations. */
  save?: (form: Form, row: Row | null) => Promise<Row | undefined>;
  /** Content below the fields. */
  below?: (editor: Editor<Form>) => ReactNode;
}

/** The form of a row in its drawer. */
export const RowEditor = <Row extends RegisterRow, Form extends object>(props: RowEditorProps<Row, Form>) => {
  const { rows, rights, row, actions, begun } = props;
  const { form, noun, failures } = rows;
  const { Fields } = form;
  const texts = textsOf(noun);
  const calls = rows.useCalls();
  const { place } = useSession();
  const draftKey = typeof rows.draftKey === 'string' ? rows.draftKey : rows.draftKey(place.company?.id ?? '');
  const editor: Editor<Form> = useEditor({
    // What is typed into a begun one leaves the draft of another new one alone.
    ...{
      row,
      draftKey: begun ? `${draftKey}.${begun.key}` : draftKey,
      storedKey: draftKey,
      isForm: form.isForm,
      formOf: form.formOf,
      problemsOf: form.problemsOf,
    },
    begin: begun && form.begun ? (empty) => form.begun?.fill(empty, begun) ?? empty : undefined,
    save: props.save ?? calls.save,
    savedText: (saved) => rows.savedText?.(row, saved) ?? texts.saved,
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
  /** 'new', or the id of the row. */
  id: string;
  /** A RowEditor with additional content. */
  Editor?: ComponentType<RowEditorProps<Row, Form>>;
}

/** A row beside the list, once it is loaded. */
export const RegisterEditor = <Row extends RegisterRow, Totals extends RegisterTotals, Form extends object>({
  register,
  id,
  Editor = RowEditor<Row, Form>,
  ...props
}: RegisterEditorProps<Row, Totals, Form>) => {
  const { row, error, missing, reload } = register.useRow(id);
  const { state } = useLocation() as { state: unknown };
  const begun = register.form.begun ? begunOf(register.form.begun.kind, state) : null;
  if (id === 'new') {
    return <Editor key={begun?.key ?? 'new'} {...props} rows={register} row={null} begun={begun} onReload={reload} />;
  }
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
