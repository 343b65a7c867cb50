import type { LiveType } from '#web/generated/session.ts';

/** Every type whose rows are told of live; complete by its type. */
const LIVE: Record<LiveType, true> = {
  Brand: true,
  Building: true,
  Category: true,
  Company: true,
  CostEstimate: true,
  InstallmentRow: true,
  Measurement: true,
  Order: true,
  Partner: true,
  Product: true,
  ProductGroup: true,
  ProductTable: true,
  ProductType: true,
  Quote: true,
  Task: true,
  Transaction: true,
  TransactionComment: true,
  TransactionModel: true,
  Transfer: true,
  Unit: true,
  User: true,
  Wallet: true,
};

/** A row that others may have open, too. */
export interface LiveRow {
  type: LiveType;
  id: string;
}

const isLive = (type: unknown): type is LiveType => typeof type === 'string' && Object.hasOwn(LIVE, type);

/** The row as others know it; null for a new one, and for one of a type that is not told of. */
export const liveRowOf = (row: { id: string; __typename?: string } | null | undefined): LiveRow | null =>
  row && isLive(row.__typename) ? { type: row.__typename, id: row.id } : null;
