import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Id, IsoDate, Nullable, Reference, Version } from '../../platform/shapes.ts';
import { Transaction } from './transactions.rest.ts';

/** Maximum rows of one bulk change or removal. */
export const MAX_CHANGED = 500;

const listOf = <T extends Parameters<typeof Type.Array>[0]>(item: T) =>
  Type.Array(item, { minItems: 1, maxItems: MAX_CHANGED });

const key = { transactionId: Id, version: Version };

/** What a document changes to: a field that is left out stays. */
export const ChangeItem = Type.Object({
  ...key,
  category: Type.Optional(Nullable(Reference)),
  building: Type.Optional(
    Type.Union([Reference, Type.Null()], {
      description: 'Of a document with a single share or none; null takes the share away. Its stage goes with it',
    }),
  ),
  costEstimateGroup: Type.Optional(Nullable(Reference)),
});
export type ChangeItem = Static<typeof ChangeItem>;

export const DueDateItem = Type.Object({ ...key, installmentId: Id, dueDate: IsoDate });
export type DueDateItem = Static<typeof DueDateItem>;

export const RemovalItem = Type.Object(key);
export type RemovalItem = Static<typeof RemovalItem>;

const outcome = {
  transactionId: Id,
  ok: Type.Boolean(),
  error: Nullable(Type.String({ description: 'Error code, e.g. CONFLICT, FORBIDDEN or RULE_BROKEN' })),
  message: Nullable(Type.String({ description: 'Why it was rejected: Portuguese text for the user' })),
};
const version = Type.Union([Version, Type.Null()], {
  description: 'After the change; the same where nothing was different, null for a rejected one',
});

/** Result of one document. Nothing of a rejected one is stored. */
export const ChangeResult = Type.Object({ ...outcome, version });
export type ChangeResult = Static<typeof ChangeResult>;

/** Result of one installment. */
export const DueDateResult = Type.Object({ ...outcome, installmentId: Id, version });
export type DueDateResult = Static<typeof DueDateResult>;

export const RemovalResult = Type.Object(outcome);
export type RemovalResult = Static<typeof RemovalResult>;

/** Results in the order of the items, and the changed documents as they are afterwards. */
export const ChangeAnswer = Type.Object({
  results: Type.Array(ChangeResult),
  transactions: Type.Array(Transaction),
});
export type ChangeAnswer = Static<typeof ChangeAnswer>;

export const DueDateAnswer = Type.Object({
  results: Type.Array(DueDateResult),
  transactions: Type.Array(Transaction),
});
export type DueDateAnswer = Static<typeof DueDateAnswer>;

export const RemovalAnswer = Type.Object({ results: Type.Array(RemovalResult) });
export type RemovalAnswer = Static<typeof RemovalAnswer>;

const params = Type.Object({ companyId: Id });

const endpointsOf = (kind: 'credit' | 'debit') => {
  const collection = `/api/v1/financial/company/:companyId/${kind}`;
  return {
    change: endpoint({
      method: 'POST',
      path: `${collection}/changes`,
      summary: 'Changes category and building of several documents, and returns a result for each',
      params,
      body: Type.Object({ items: listOf(ChangeItem) }),
      answer: ChangeAnswer,
    }),
    remove: endpoint({
      method: 'POST',
      path: `${collection}/removals`,
      summary: 'Deletes several documents without paid installments, and returns a result for each',
      params,
      body: Type.Object({ items: listOf(RemovalItem) }),
      answer: RemovalAnswer,
    }),
    dueDates: endpoint({
      method: 'POST',
      path: `${collection}/installments/due-dates`,
      summary: 'Changes the due dates of several open installments, and returns a result for each',
      params,
      body: Type.Object({ items: listOf(DueDateItem) }),
      answer: DueDateAnswer,
    }),
  };
};

export const creditBulkEndpoints = endpointsOf('credit');
export const debitBulkEndpoints = endpointsOf('debit');
