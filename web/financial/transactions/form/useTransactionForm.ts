import type { FieldProblem } from '#domain/errors.ts';
import { unreadProblems, useReading, type Reading, type Unread } from '#web/ui/reading.ts';
import { useCallback, useMemo, useReducer, useState } from 'react';
import { Refused, type Edit } from './edits.ts';
import type { TransactionForm } from './model.ts';
import { formPath, problemsOf, type Problems } from './validate.ts';

interface State {
  form: TransactionForm;
  /** What the form looked like when it was opened or last saved. */
  saved: TransactionForm;
  /** What the server refused, by path: each stays until its own field changes. */
  refused: Problems;
  /** Why the last edit was not taken as it is, by path: it speaks of the form as it was, and goes with the next edit. */
  declined: Problems;
  /** Problems show from the first try to save on; before, an empty field is only unfinished. */
  checked: boolean;
}

type Action =
  | { kind: 'edit'; edit: Edit }
  | { kind: 'refuse'; problems: readonly FieldProblem[] }
  | { kind: 'check' }
  | { kind: 'reset'; form: TransactionForm; saved: TransactionForm };

/** What stands at "installments.2.dueDate". */
const valueAt = (form: TransactionForm, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (typeof value === 'object' && value ? Reflect.get(value, key) : undefined), form);

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

const stillRefused = (refused: Problems, before: TransactionForm, now: TransactionForm): Problems =>
  Object.fromEntries(Object.entries(refused).filter(([path]) => same(valueAt(before, path), valueAt(now, path))));

const reduce = (state: State, action: Action): State => {
  switch (action.kind) {
    case 'edit': {
      const next = action.edit(state.form);
      const declined = next instanceof Refused ? { [next.path]: next.message } : {};
      const form = next instanceof Refused ? (next.form ?? state.form) : next;
      return { ...state, form, declined, refused: stillRefused(state.refused, state.form, form) };
    }
    case 'refuse':
      return {
        ...state,
        refused: Object.fromEntries(action.problems.map(({ path, message }) => [formPath(path), message])),
      };
    case 'check':
      return { ...state, checked: true };
    case 'reset':
      return { form: action.form, saved: action.saved, refused: {}, declined: {}, checked: false };
  }
};

export interface TransactionFormState {
  form: TransactionForm;
  /** What the form looked like when it was opened or last saved. */
  saved: TransactionForm;
  /** What to show, by path. */
  problems: Problems;
  /** Everything that keeps it from being saved, shown or not. */
  blocking: Problems;
  dirty: boolean;
  /** For the ReadingContext around the fields: what cannot be read blocks, and is unsaved work. */
  reading: Reading;
  /** Counts the tries to save that were refused: each leads to the first problem (FirstProblem). */
  refusals: number;
  edit: (edit: Edit) => void;
  refuse: (problems: readonly FieldProblem[]) => void;
  /** A save was refused for what a banner says: leads to it. */
  pointOut: () => void;
  /** Shows all problems; false when there are any. */
  check: () => boolean;
  reset: (form: TransactionForm, saved?: TransactionForm) => void;
}

/** State of the form of one document. `initial` may be a draft; `saved` is what the server has. */
export const useTransactionForm = (
  initial: TransactionForm,
  saved: TransactionForm,
  keptUnread?: Unread,
): TransactionFormState => {
  const [state, dispatch] = useReducer(reduce, { form: initial, saved, refused: {}, declined: {}, checked: false });
  const [refusals, setRefusals] = useState(0);
  const reading = useReading(keptUnread);
  const unread = useMemo(() => unreadProblems(reading.unread), [reading.unread]);
  const blocking = useMemo(() => ({ ...problemsOf(state.form), ...unread }), [state.form, unread]);
  const edit = useCallback((change: Edit) => dispatch({ kind: 'edit', edit: change }), []);
  const pointOut = useCallback(() => setRefusals((count) => count + 1), []);
  const refuse = useCallback((problems: readonly FieldProblem[]) => {
    dispatch({ kind: 'refuse', problems });
    if (problems.length > 0) setRefusals((count) => count + 1);
  }, []);
  const blocked = Object.keys(blocking).length > 0;
  const check = useCallback(() => {
    dispatch({ kind: 'check' });
    if (blocked) setRefusals((count) => count + 1);
    return !blocked;
  }, [blocked]);
  const reset = useCallback((form: TransactionForm, base = form) => dispatch({ kind: 'reset', form, saved: base }), []);
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
    reset,
  };
};
