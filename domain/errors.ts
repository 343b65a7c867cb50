/** What is wrong with one field; `path` is dotted, as forms name their inputs: "apportionments.0.building". */
export interface FieldProblem {
  path: string;
  message: string;
}

/** A broken business rule. `message` is Portuguese, for the person; services answer it with 422 (domain.md §7). */
export class RuleError extends Error {
  readonly fields: readonly FieldProblem[];

  constructor(message: string, fields: readonly FieldProblem[] = []) {
    super(message);
    this.name = 'RuleError';
    this.fields = fields;
  }
}
