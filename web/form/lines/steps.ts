/** Steps that can be undone. */
const MOST = 200;

/** The forms before and after the one that is shown. */
export interface Steps<Form> {
  past: readonly Form[];
  future: readonly Form[];
  /** What the last edit typed into; undefined for an edit of another kind. */
  tag: string | undefined;
}

export const NO_STEPS: Steps<never> = { past: [], future: [], tag: undefined };

/** An edit of the form; consecutive ones with one tag are one step. */
export const edited = <Form>({ past, tag: before }: Steps<Form>, form: Form, tag?: string): Steps<Form> => ({
  past: tag !== undefined && tag === before ? past : [...past, form].slice(-MOST),
  ...{ future: [], tag },
});

type Step<Form> = { form: Form; steps: Steps<Form> } | null;

/** The form as it was before the last step; null where there is none. */
export const undone = <Form>({ past, future }: Steps<Form>, form: Form): Step<Form> => {
  const previous = past.at(-1);
  if (previous === undefined) return null;
  return { form: previous, steps: { past: past.slice(0, -1), future: [form, ...future], tag: undefined } };
};

/** The form as it was before the last undo; null where there is none. */
export const redone = <Form>({ past, future }: Steps<Form>, form: Form): Step<Form> => {
  const [next, ...later] = future;
  if (next === undefined) return null;
  return { form: next, steps: { past: [...past, form], future: later, tag: undefined } };
};
