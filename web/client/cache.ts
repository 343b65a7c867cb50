import type { FieldPolicy, InMemoryCacheConfig } from '@apollo/client';
import { details } from '#web/generated/cache.ts';

/** A detail that some list already brought is shown without asking for it again. */
const detail = (typename: string): FieldPolicy => ({
  read: (existing, { args, toReference }) =>
    existing ?? (args?.id ? toReference({ __typename: typename, id: String(args.id) }) : undefined),
});

/**
 * How the normalized cache knows things. Lists need no policy: every set of arguments is a list of its own, numbered
 * pages are never merged, and a page has no id to be kept under. The details are read from the contract.
 */
export const cacheOptions: InMemoryCacheConfig = {
  typePolicies: {
    Query: { fields: Object.fromEntries(Object.entries(details).map(([field, type]) => [field, detail(type)])) },
  },
};
