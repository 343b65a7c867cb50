import type { TransactionType } from '#domain/transactions.ts';
import { isRecord, isText } from '#web/client/storage.ts';

/** Where documents of a type are listed. */
export const DOCUMENTS: Record<TransactionType, string> = {
  DEBIT: '/home/forms/transactions/outcome',
  CREDIT: '/home/forms/transactions/income',
};

/** A new transaction that begins as the next document of a model. */
export interface NewTransaction {
  modelId: string;
  /** Tells one such document from another: each has a draft of its own. */
  key: string;
}

const isNewTransaction = (value: unknown): value is NewTransaction =>
  isRecord(value) && isText(value.modelId) && isText(value.key);

/** Address and state of the history entry in which it opens; as of a new purchase. */
export const newTransactionEntry = (type: TransactionType, modelId: string) => ({
  to: `${DOCUMENTS[type]}?id=new`,
  options: { state: { newTransaction: { modelId, key: Date.now().toString(36) } } },
});

/** What the new transaction of this history entry begins with; null for an empty one. */
export const newTransactionOf = (state: unknown): NewTransaction | null =>
  isRecord(state) && isNewTransaction(state.newTransaction) ? state.newTransaction : null;

/** A new transaction that begins as a copy of another one. */
export interface CopiedTransaction {
  id: string;
  /** As of a new transaction of a model. */
  key: string;
}

const isCopied = (value: unknown): value is CopiedTransaction =>
  isRecord(value) && isText(value.id) && isText(value.key);

/** State of the history entry in which a copy of a transaction opens. */
export const copyState = (id: string) => ({ copiedTransaction: { id, key: Date.now().toString(36) } });

/** What the new transaction of this history entry is a copy of; null for another one. */
export const copiedTransactionOf = (state: unknown): CopiedTransaction | null =>
  isRecord(state) && isCopied(state.copiedTransaction) ? state.copiedTransaction : null;

export const NEW_MODEL = '/home/forms/transactions/transaction-models/new-model';

/** Address of a new model that begins as a document; `mean` where its values differ from month to month. */
export const newModelOf = (type: TransactionType, id: string, mean = false): string =>
  `${NEW_MODEL}?${new URLSearchParams({ type, from: id, ...(mean && { value: 'MEAN' }) }).toString()}`;
