import { forgetting } from '#web/client/forgetting.ts';

const MONTH_FIELDS = ['transactionModelPreview', 'transactionModelDraft'] as const;

/** After a model was made, changed or deleted: lists of models, and what they bring. */
export const forgetModels = forgetting(
  'transactionModels',
  'transactionModelTotals',
  'transactionModelSuggestions',
  'frequentTransactions',
  ...MONTH_FIELDS,
);

/** After documents were made or removed: what models bring, and lists of documents with their counts. */
export const forgetDocuments = forgetting(
  'transactions',
  'installments',
  'transactionModels',
  'transactionModelSuggestions',
  ...MONTH_FIELDS,
);
