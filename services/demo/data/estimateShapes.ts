/**
 * A row of a cost estimate: the code of a composition and its quantity, or a service with a price of its own
 * (description, unit, quantity, unit price). A quantity may be a formula.
 */
export type EstimateLine =
  | readonly [code: string, quantity: string]
  | readonly [description: string, unit: string, quantity: string, price: string];

/** Rows by the code of their stage, which has no rows of its own where it has stages in it. */
export type EstimateLines = Readonly<Record<string, readonly EstimateLine[]>>;
