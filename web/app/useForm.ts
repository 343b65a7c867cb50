import type { FieldProblem } from '#domain/errors.ts';
import { useCallback, useMemo, useState } from 'react';

/** Problems by path of the form. */
export type Problems = Readonly<Record<string, string>>;

interface State<Form> {
  form: Form;
  /** What the form looked like when it was opened or last saved. */
  saved: Form;
  /** What the server refused, by path. */
  refused: Problems;
  /** Problems show from the first try to save on; before, an empty field is only unfinished. */
  checked: boolean;
}

export interface FormState<Form> {
  form: Form;
  /** What the form looked like when it was opened or last saved. */
  saved: Form;
  /** What to show, by path. */
  problems: Problems;
  /** Everything that keeps it from being saved, shown or not. */
  blocking: Problems;
  dirty: boolean;
  /** Changes fields; what the server refused of them is forgotten. */
  set: (values: Partial<Form>) => void;
  refuse: (problems: readonly FieldProblem[]) => void;
  /** Shows all problems. */
  check: () => void;
  reset: (form: Form, saved?: Form) => void;
}

const without = (problems: Problems, changed: object): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([path]) => !Object.hasOwn(changed, path)));

/**
 * State of a flat form. `initial` may be a draft; `saved` is what the server has; `problemsOf` says what keeps the form
 * from being saved. Fields of the service are those of the form, with or without "input." in front.
 */
export const useForm = <Form extends object>(
  initial: Form,
  saved: Form,
  problemsOf: (form: Form) => Problems,
): FormState<Form> => {
  const [state, setState] = useState<State<Form>>({ form: initial, saved, refused: {}, checked: false });
  const blocking = useMemo(() => problemsOf(state.form), [problemsOf, state.form]);
  const set = useCallback(
    (values: Partial<Form>) =>
      setState((now) => ({ ...now, form: { ...now.form, ...values }, refused: without(now.refused, values) })),
    [],
  );
  const refuse = useCallback((problems: readonly FieldProblem[]) => {
    const refused = Object.fromEntries(problems.map(({ path, message }) => [path.replace(/^input\./, ''), message]));
    setState((now) => ({ ...now, refused }));
  }, []);
  const check = useCallback(() => setState((now) => ({ ...now, checked: true })), []);
  const reset = useCallback(
    (form: Form, base = form) => setState({ form, saved: base, refused: {}, checked: false }),
    [],
  );
  return {
    form: state.form,
    saved: state.saved,
    problems: state.checked ? { ...blocking, ...state.refused } : state.refused,
    blocking,
    dirty: JSON.stringify(state.form) !== JSON.stringify(state.saved),
    set,
    refuse,
    check,
    reset,
  };
};
