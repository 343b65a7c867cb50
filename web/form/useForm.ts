import type { FieldProblem } from '#domain/errors.ts';
import { unreadProblems, useReading, type Reading, type Unread } from '#web/ui/reading.ts';
import { useCallback, useMemo, useState } from 'react';
import { same } from './same.ts';

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
  /** For the ReadingContext around the fields: what cannot be read blocks, and is unsaved work. */
  reading: Reading;
  /** Counts the tries to save that were refused: each leads to the first problem (FirstProblem). */
  refusals: number;
  /** Changes fields; what the server refused of them is forgotten. */
  set: (values: Partial<Form>) => void;
  refuse: (problems: readonly FieldProblem[]) => void;
  /** A save was refused for what a banner says: leads to it. */
  pointOut: () => void;
  /** Shows all problems; false when there are any. */
  check: () => boolean;
  reset: (form: Form, saved?: Form) => void;
}

/** A problem of a part of a field ('permissions.7.12') goes when the field changes. */
const without = (problems: Problems, changed: object): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([path]) => !Object.hasOwn(changed, path.split('.')[0] ?? path)));

/**
 * State of a flat form. `initial` may be a draft; `saved` is what the server has; `problemsOf` says what keeps the form
 * from being saved; what a field cannot read does so by itself. Fields of the service are those of the form, with or without "input." in front.
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
