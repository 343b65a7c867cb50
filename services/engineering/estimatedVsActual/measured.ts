/** Values measured at the customer's side of a building up to a day. */
export interface Measured {
  /** Days of the first and of the last measurement. */
  first: string;
  last: string;
  /** By the stage that the measured rows stand in directly; null: in none. */
  byStage: ReadonlyMap<number | null, bigint>;
  /** What each day of measurement added. */
  byDay: readonly (readonly [day: string, cents: bigint])[];
}
