import { invalid, ruleBroken, type FieldError } from '../../platform/errors.ts';

/** Refuses with everything that is wrong at once, so that a form can show it all; silent when nothing is. */
export const refuseProblems = (problems: readonly FieldError[]): void => {
  if (problems.length > 0) throw ruleBroken(messageOf(problems), problems);
};

const messageOf = (problems: readonly FieldError[]): string =>
  problems.length === 1 ? (problems[0]?.message ?? '') : 'Confira os campos indicados.';

/**
 * What is wrong with a transaction, as far as it was found out. A rule that is broken is 422; a body that contradicts
 * itself, or the address that it was sent to, is 400, whatever else is wrong with it (domain.md §7).
 */
export class Problems {
  readonly #found: FieldError[] = [];
  #contradicts = false;

  /** A rule of the business says no. */
  rule(path: string, message: string): void {
    // One wallet may be the one of the payment and the expected one: it is missed once.
    if (!this.#found.some((one) => one.path === path && one.message === message)) this.#found.push({ path, message });
  }

  rules(problems: readonly FieldError[]): void {
    for (const { path, message } of problems) this.rule(path, message);
  }

  /** Two things that were sent cannot both be so. */
  contradiction(path: string, message: string): void {
    this.#contradicts = true;
    this.rule(path, message);
  }

  add(other: Problems): void {
    this.rules(other.#found);
    this.#contradicts ||= other.#contradicts;
  }

  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  /** @throws ServiceError with every field that is at fault; silent when none is. */
  refuse(): void {
    if (this.isEmpty) return;
    if (this.#contradicts) throw invalid(this.#found, messageOf(this.#found));
    refuseProblems(this.#found);
  }
}
