import type { FieldProblem } from '#domain/errors.ts';
import { unreadProblems, useReading, type Reading, type Unread } from '#web/ui/reading.ts';
import { useCallback, useMemo, useState } from 'react';
import { same } from './same.ts';

/** Problems by path of the form. */
export type Problems = Readonly<Record<string, string>>;

interface State<Form> {
  form: Form;
  /** The form when it was opened or last saved. */
  saved: Form;
  /** Problems of the server, by path. */
  refused: Problems;
  /** Problems are shown after the first attempt to save, because until then an empty field is only unfinished. */
  checked: boolean;
}

/** State that all forms share, whichever way they are changed. */
export interface BaseFormState<Form> {
  form: Form;
  /** The form when it was opened or last saved. */
  saved: Form;
  /** Problems to show, by path. */
  problems: Problems;
  /** All problems that block saving, shown or not. */
  blocking: Problems;
  dirty: boolean;
  /** For the ReadingContext around the fields: invalid text blocks saving and counts as unsaved. */
  reading: Reading;
  /** Number of refused saves; each one focuses the first problem (FirstProblem). */
  refusals: number;
  refuse: (problems: readonly FieldProblem[]) => void;
  /** Counts a save that a banner has refused, so that the banner is focused. */
  pointOut: () => void;
  /** Shows all problems; returns false when there are any. */
  check: () => boolean;
  reset: (form: Form, saved?: Form) => void;
}

export interface FormState<Form> extends BaseFormState<Form> {
  /** Changes fields and clears the server's problems of them. */
  set: (values: Partial<Form>) => void;
}

/** Removes problems of changed fields, also of their parts ('permissions.7.12'). */
const without = (problems: Problems, changed: object): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([path]) => !Object.hasOwn(changed, path.split('.')[0] ?? path)));

/**
 * Returns the state of a flat form. `initial` may be a draft; `saved` is the stored form. `problemsOf` and invalid text
 * of fields block saving. The service's paths are those of the form, with or without "input." in front.
 */
export const useForm = <Form extends object>(
  initial: Form,
  saved: Form,
  problemsOf: (form: Form) => Problems,
  keptUnread?: Unread,
): FormState<Form> => {
  const [state, setState] = useState<State<Form>>({ form: initial, saved, refused: {}, checked: false });
  const [refusals, setRefusals] = useState(0);
  const reading = useReading(keptUnread);
  const unread = useMemo(() => unreadProblems(reading.unread), [reading.unread]);
  const blocking = useMemo(() => ({ ...problemsOf(state.form), ...unread }), [problemsOf, state.form, unread]);
  const set = useCallback(
    (values: Partial<Form>) =>
      setState((now) => ({ ...now, form: { ...now.form, ...values }, refused: without(now.refused, values) })),
    [],
  );
  const pointOut = useCallback(() => setRefusals((count) => count + 1), []);
  const refuse = useCallback((problems: readonly FieldProblem[]) => {
    const refused = Object.fromEntries(problems.map(({ path, message }) => [path.replace(/^input\./, ''), message]));
    setState((now) => ({ ...now, refused }));
    if (problems.length > 0) setRefusals((count) => count + 1);
  }, []);
  const blocked = Object.keys(blocking).length > 0;
  const check = useCallback(() => {
    setState((now) => ({ ...now, checked: true }));
    if (blocked) setRefusals((count) => count + 1);
    return !blocked;
  }, [blocked]);
  const reset = useCallback(
    (form: Form, base = form) => setState({ form, saved: base, refused: {}, checked: false }),
    [],
  );
  return {
    form: state.form,
    saved: state.saved,
    problems: { ...(state.checked ? blocking : {}), ...state.refused, ...unread },
    blocking,
    dirty: Object.keys(unread).length > 0 || !same(state.form, state.saved),
    reading,
    refusals,
    set,
    refuse,
    pointOut,
    check,
    reset,
  };
};
