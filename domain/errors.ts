/** A problem with one field; `path` is the dotted name of the form's input: "apportionments.0.building". */
export interface FieldProblem {
  path: string;
  message: string;
}

/** A violated business rule, with a Portuguese `message` for the user; services return it as 422 (domain.md §7). */
export class RuleError extends Error {
  readonly fields: readonly FieldProblem[];

  constructor(message: string, fields: readonly FieldProblem[] = []) {
    super(message);
    this.name = 'RuleError';
    this.fields = fields;
  }
}
