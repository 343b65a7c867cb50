import type { FieldPolicy, InMemoryCacheConfig, TypePolicy } from '@apollo/client';

/**
 * How the normalized cache knows things. Lists need no field policy: every set of arguments is a list of its own, and
 * numbered pages are never merged. A new page type goes into `pageTypes`, a new detail field into `details`.
 */
const pageTypes = [
  'AssistantMessagePage',
  'BuildingPage',
  'CategoryPage',
  'CompanyPage',
  'InstallmentRowPage',
  'PartnerPage',
  'TransactionPage',
  'TransferPage',
  'UserPage',
  'WalletPage',
];

/** Root field → type: a detail that some list already brought is shown without asking for it again. */
const details = {
  building: 'Building',
  category: 'Category',
  company: 'Company',
  partner: 'Partner',
  transaction: 'Transaction',
  transfer: 'Transfer',
  user: 'User',
  wallet: 'Wallet',
};

// A page is no entity, its rows are.
const page: TypePolicy = { keyFields: false };

const detail = (typename: string): FieldPolicy => ({
  read: (existing, { args, toReference }) =>
    existing ?? (args?.id ? toReference({ __typename: typename, id: String(args.id) }) : undefined),
});

export const cacheOptions: InMemoryCacheConfig = {
  typePolicies: {
    Query: { fields: Object.fromEntries(Object.entries(details).map(([field, type]) => [field, detail(type)])) },
    ...Object.fromEntries(pageTypes.map((type) => [type, page])),
  },
};
