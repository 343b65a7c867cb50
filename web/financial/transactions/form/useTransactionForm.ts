import type { FieldProblem } from '#domain/errors.ts';
import { useCallback, useMemo, useReducer } from 'react';
import { Refused, type Edit } from './edits.ts';
import type { TransactionForm } from './model.ts';
import { formPath, problemsOf, type Problems } from './validate.ts';

interface State {
  form: TransactionForm;
  /** What the form looked like when it was opened or last saved. */
  saved: TransactionForm;
  /** What the last edit or the server refused, by path. */
  refused: Problems;
  /** Problems show from the first try to save on; before, an empty field is only unfinished. */
  checked: boolean;
}

type Action =
  | { kind: 'edit'; edit: Edit }
  | { kind: 'refuse'; problems: readonly FieldProblem[] }
  | { kind: 'check' }
  | { kind: 'reset'; form: TransactionForm; saved: TransactionForm };

const reduce = (state: State, action: Action): State => {
  switch (action.kind) {
    case 'edit': {
      const next = action.edit(state.form);
      return next instanceof Refused
        ? { ...state, form: next.form ?? state.form, refused: { [next.path]: next.message } }
        : { ...state, form: next, refused: {} };
    }
    case 'refuse':
      return {
        ...state,
        refused: Object.fromEntries(action.problems.map(({ path, message }) => [formPath(path), message])),
      };
    case 'check':
      return { ...state, checked: true };
    case 'reset':
      return { form: action.form, saved: action.saved, refused: {}, checked: false };
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
  edit: (edit: Edit) => void;
  refuse: (problems: readonly FieldProblem[]) => void;
  /** Shows all problems. */
  check: () => void;
  reset: (form: TransactionForm, saved?: TransactionForm) => void;
}

const same = (a: TransactionForm, b: TransactionForm) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** State of the form of one document. `initial` may be a draft; `saved` is what the server has. */
export const useTransactionForm = (initial: TransactionForm, saved: TransactionForm): TransactionFormState => {
  const [state, dispatch] = useReducer(reduce, { form: initial, saved, refused: {}, checked: false });
  const blocking = useMemo(() => problemsOf(state.form), [state.form]);
  const edit = useCallback((change: Edit) => dispatch({ kind: 'edit', edit: change }), []);
  const refuse = useCallback((problems: readonly FieldProblem[]) => dispatch({ kind: 'refuse', problems }), []);
  const check = useCallback(() => dispatch({ kind: 'check' }), []);
  const reset = useCallback((form: TransactionForm, base = form) => dispatch({ kind: 'reset', form, saved: base }), []);
  return {
    form: state.form,
    saved: state.saved,
    problems: state.checked ? { ...blocking, ...state.refused } : state.refused,
    blocking,
    dirty: !same(state.form, state.saved),
    edit,
    refuse,
    check,
    reset,
  };
};
