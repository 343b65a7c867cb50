/** One change of a document's form. A refused one says why, at its field. */
export type Edit<Form> = (form: Form) => Form | Refused<Form>;

export class Refused<Form = unknown> {
  constructor(
    readonly message: string,
    readonly path: string,
    /** The form to go on with where what was typed is kept all the same; else it stays as it was. */
    readonly form?: Form,
  ) {}
}
