import type { FieldProblem } from '#domain/errors.ts';
import { unreadProblems, useReading, type Unread } from '#web/ui/reading.ts';
import { useCallback, useMemo, useReducer, useState } from 'react';
import { same } from '../same.ts';
import type { BaseFormState, Problems } from '../useForm.ts';
import { Refused, type Edit } from './edit.ts';

interface State<Form> {
  form: Form;
  /** The form when it was opened or last saved. */
  saved: Form;
  /** Problems of the server by path; each stays until its own field changes. */
  refused: Problems;
  /** Why the last edit was declined, by path; the next edit clears it. */
  declined: Problems;
  /** Problems are shown after the first attempt to save, because until then an empty field is only unfinished. */
  checked: boolean;
}

type Action<Form> =
  | { kind: 'edit'; edit: Edit<Form> }
  | { kind: 'refuse'; problems: Problems }
  | { kind: 'check' }
  | { kind: 'reset'; form: Form; saved: Form }
  | { kind: 'settle'; sent: Form | null; stored: Form; merge: Merge<Form> };

/** Returns the stored form with what `mine` changes of `before` on top. */
export type Merge<Form> = (before: Form, mine: Form, stored: Form) => Form;

/** Returns the value at a path such as "installments.2.dueDate". */
const valueAt = (form: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (typeof value === 'object' && value ? Reflect.get(value, key) : undefined), form);

const stillRefused = (refused: Problems, before: unknown, now: unknown): Problems =>
  Object.fromEntries(Object.entries(refused).filter(([path]) => same(valueAt(before, path), valueAt(now, path))));

const reduce = <Form>(state: State<Form>, action: Action<Form>): State<Form> => {
  switch (action.kind) {
    case 'edit': {
      const next = action.edit(state.form);
      const declined: Problems = next instanceof Refused ? { [next.path]: next.message } : {};
      const form: Form = next instanceof Refused ? (next.form ?? state.form) : next;
      return { ...state, form, declined, refused: stillRefused(state.refused, state.form, form) };
    }
    case 'refuse':
      return { ...state, refused: action.problems };
    case 'check':
      return { ...state, checked: true };
    case 'reset':
      return { form: action.form, saved: action.saved, refused: {}, declined: {}, checked: false };
    case 'settle': {
      const { stored, merge } = action;
      const before = action.sent ?? state.saved;
      const form = state.form === before ? stored : merge(before, state.form, stored);
      return { form, saved: stored, refused: {}, declined: state.declined, checked: false };
    }
  }
};

export interface DocumentFormState<Form> extends BaseFormState<Form> {
  /** Applies an edit; a declined one shows its problem until the next edit. */
  edit: (edit: Edit<Form>) => void;
  /** Shows what was stored of the sent form, null where none was sent, and keeps what was typed since. */
  settle: (sent: Form | null, stored: Form, merge: Merge<Form>) => void;
}

export interface DocumentFormOptions<Form> {
  /** Initial form, possibly a draft. */
  initial: Form;
  /** The stored form. */
  saved: Form;
  keptUnread?: Unread;
  problemsOf: (form: Form) => Problems;
  pathOf: (path: string) => string;
}

/**
 * Returns the state of a document's form. Unlike `useForm` it is changed by edits, which see the whole form (a total
 * changes its lines) and may be declined; a problem of the server stays until the value at its path changes.
 */
export const useDocumentForm = <Form extends object>(options: DocumentFormOptions<Form>): DocumentFormState<Form> => {
  const { initial, saved, keptUnread, problemsOf, pathOf } = options;
  const [state, dispatch] = useReducer(reduce<Form>, {
    form: initial,
    saved,
    refused: {},
    declined: {},
    checked: false,
  });
  const [refusals, setRefusals] = useState(0);
  const reading = useReading(keptUnread);
  const unread = useMemo(() => unreadProblems(reading.unread), [reading.unread]);
  const blocking = useMemo(() => ({ ...problemsOf(state.form), ...unread }), [problemsOf, state.form, unread]);
  const edit = useCallback((change: Edit<Form>) => dispatch({ kind: 'edit', edit: change }), []);
  const pointOut = useCallback(() => setRefusals((count) => count + 1), []);
  const refuse = useCallback(
    (problems: readonly FieldProblem[]) => {
      const refused = problems.map(({ path, message }) => [pathOf(path), message]);
      dispatch({ kind: 'refuse', problems: Object.fromEntries(refused) });
      if (problems.length > 0) setRefusals((count) => count + 1);
    },
    [pathOf],
  );
  const blocked = Object.keys(blocking).length > 0;
  const check = useCallback(() => {
    dispatch({ kind: 'check' });
    if (blocked) setRefusals((count) => count + 1);
    return !blocked;
  }, [blocked]);
  const settle = useCallback(
    (sent: Form | null, stored: Form, merge: Merge<Form>) => dispatch({ kind: 'settle', sent, stored, merge }),
    [],
  );
  const reset = useCallback((form: Form, base = form) => dispatch({ kind: 'reset', form, saved: base }), []);
  return {
    form: state.form,
    saved: state.saved,
    problems: { ...(state.checked ? blocking : {}), ...state.refused, ...state.declined, ...unread },
    blocking,
    dirty: Object.keys(unread).length > 0 || !same(state.form, state.saved),
    reading,
    refusals,
    edit,
    refuse,
    pointOut,
    check,
    settle,
    reset,
  };
};
