import type { LiveType } from '#schema/assistant/live.rest.ts';

/** Names of rows in `row_changes` (migration 0092), by the type that shows them. */
const ENTITIES: Record<LiveType, string> = {
  Brand: 'brand',
  Building: 'building',
  Category: 'category',
  Company: 'company',
  CostEstimate: 'cost_estimate',
  InstallmentRow: 'installment',
  Measurement: 'measurement',
  Order: 'order',
  Partner: 'partner',
  Product: 'product',
  ProductGroup: 'product_group',
  ProductTable: 'product_table',
  ProductType: 'product_type',
  Quote: 'quote',
  Task: 'task',
  Transaction: 'transaction',
  TransactionComment: 'transaction_comment',
  TransactionModel: 'transaction_model',
  Transfer: 'transfer',
  Unit: 'unit',
  User: 'user',
  Wallet: 'wallet',
};

const TYPES = new Map(Object.entries(ENTITIES).map(([type, entity]) => [entity, type as LiveType]));

/** The type that shows rows of an entity; undefined for rows that no screen lists. */
export const liveTypeOf = (entity: string): LiveType | undefined => TYPES.get(entity);

/** The entity of the rows of a type. */
export const entityOf = (type: LiveType): string => ENTITIES[type];
