import { same } from './same.ts';

export interface Rebased<Form> {
  /** Fields that were typed in are mine, all others are theirs. */
  merged: Form;
  /** A field was changed by both, and not to the same. */
  overlapping: boolean;
}

/** What was typed over one stored version of a flat form, put on top of a newer one. */
export const rebased = <Form extends object>(saved: Form, mine: Form, theirs: Form): Rebased<Form> => {
  const fields = Object.keys(mine) as (keyof Form)[];
  const typed = fields.filter((field) => !same(mine[field], saved[field]));
  const own = Object.fromEntries(typed.map((field) => [field, mine[field]])) as Partial<Form>;
  return {
    merged: { ...theirs, ...own },
    overlapping: typed.some((field) => !same(theirs[field], saved[field]) && !same(theirs[field], mine[field])),
  };
};
