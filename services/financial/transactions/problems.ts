import { ruleBroken, type FieldError } from '../../platform/errors.ts';

/** Refuses with everything that is wrong at once, so that a form can show it all; silent when nothing is. */
export const refuseProblems = (problems: readonly FieldError[]): void => {
  const [first, ...others] = problems;
  if (!first) return;
  throw ruleBroken(others.length === 0 ? first.message : 'Confira os campos indicados.', problems);
};
