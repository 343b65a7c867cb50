import { same } from './same.ts';

export interface Rebased<Form> {
  /** Typed fields are mine, all others theirs. */
  merged: Form;
  /** Both changed a field, to different values. */
  overlapping: boolean;
}

/** Rebases a flat form, typed over one stored version, onto a newer one. */
export const rebased = <Form extends object>(saved: Form, mine: Form, theirs: Form): Rebased<Form> => {
  const fields = Object.keys(mine) as (keyof Form)[];
  const typed = fields.filter((field) => !same(mine[field], saved[field]));
  const own = Object.fromEntries(typed.map((field) => [field, mine[field]])) as Partial<Form>;
  return {
    merged: { ...theirs, ...own },
    overlapping: typed.some((field) => !same(theirs[field], saved[field]) && !same(theirs[field], mine[field])),
  };
};
