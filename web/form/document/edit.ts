/** A change of a document's form. Returns Refused with a reason for its field. */
export type Edit<Form> = (form: Form) => Form | Refused<Form>;

export class Refused<Form = unknown> {
  constructor(
    readonly message: string,
    readonly path: string,
    /** The form to continue with when the typed value is kept; otherwise the form stays unchanged. */
    readonly form?: Form,
  ) {}
}
