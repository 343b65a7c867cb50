import type { FieldPolicy, InMemoryCacheConfig } from '@apollo/client';
import { details } from '#web/generated/cache.ts';

/** Reads a detail that a list has already loaded from the cache, without a request. */
const detail = (typename: string): FieldPolicy => ({
  read: (existing, { args, toReference }) =>
    existing ?? (args?.id ? toReference({ __typename: typename, id: String(args.id) }) : undefined),
});

/**
 * Configuration of the normalized cache. Lists need no policy: each set of arguments is a list of its own, numbered
 * pages are never merged, and a page has no id. The detail fields are generated from the schema.
 */
export const cacheOptions: InMemoryCacheConfig = {
  typePolicies: {
    // Its id is that of the composition, while quantity and total are those of one product in it.
    ProductUsage: { keyFields: false },
    // Own and published lines are numbered apart, and a published one has another price in each cost database.
    TaskItem: { keyFields: false },
    // A product and a task may have the same id.
    Resource: { keyFields: false },
    // A building, a partner and a user may have the same id.
    MeasurementReference: { keyFields: false },
    // Likewise of an order; its products are called as they were when they were ordered.
    OrderReference: { keyFields: false },
    OrderedProduct: { keyFields: false },
    PurchaseProduct: { keyFields: false },
    // A list does not bring what a partner is paid by: its newer version must not stand beside older keys, or saving the
    // form would take back what somebody else has changed.
    Partner: { keyFields: (partner) => ('pixKeys' in partner ? `Partner:opened:${String(partner['id'])}` : ['id']) },
    // Its id is that of a partner, a category, an obra, a wallet or a user.
    BankName: { keyFields: false },
    // Its entries are those that answer one of its lines.
    BankReconciliation: { keyFields: false },
    // Their ids are those of rows of the cost estimate, which every measurement and every contract has.
    MeasurementRow: { keyFields: false },
    MeasurementLine: { keyFields: false },
    ContractedLine: { keyFields: false },
    Query: { fields: Object.fromEntries(Object.entries(details).map(([field, type]) => [field, detail(type)])) },
  },
};
