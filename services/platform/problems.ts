import { invalid, ruleBroken, type FieldError } from './errors.ts';

/** Throws one ServiceError with all problems, so that a form can show them together; returns when there is none. */
export const refuseProblems = (problems: readonly FieldError[]): void => {
  if (problems.length > 0) throw ruleBroken(messageOf(problems), problems);
};

const messageOf = (problems: readonly FieldError[]): string =>
  problems.length === 1 ? (problems[0]?.message ?? '') : 'Confira os campos indicados.';

/**
 * Collects the problems of a document. A broken rule is 422; a body that contradicts itself or its address is 400,
 * even if it also breaks rules (domain.md §7).
 */
export class Problems {
  readonly #found: FieldError[] = [];
  #contradicts = false;

  /** Adds a broken business rule. */
  rule(path: string, message: string): void {
    // The same wallet can be both the payment's and the expected one; one message is enough.
    if (!this.#found.some((one) => one.path === path && one.message === message)) this.#found.push({ path, message });
  }

  rules(problems: readonly FieldError[]): void {
    for (const { path, message } of problems) this.rule(path, message);
  }

  /** Adds a contradiction between two values of the request. */
  contradiction(path: string, message: string): void {
    this.#contradicts = true;
    this.rule(path, message);
  }

  add(other: Problems): void {
    this.rules(other.#found);
    this.#contradicts ||= other.#contradicts;
  }

  get all(): readonly FieldError[] {
    return this.#found;
  }

  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  /** Returns when there is no problem. @throws ServiceError 400 or 422 with every problem */
  refuse(): void {
    if (this.isEmpty) return;
    if (this.#contradicts) throw invalid(this.#found, messageOf(this.#found));
    refuseProblems(this.#found);
  }
}
