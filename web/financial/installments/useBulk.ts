import { reread } from '#web/client/reread.ts';
import { newKey } from '#web/client/idempotency.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import {
  TransactionDocument,
  usePayInstallmentsMutation,
  useUndoInstallmentPaymentsMutation,
  type BulkOutcomeFragment,
  type BulkPaymentInput,
  type TransactionType,
} from '#web/generated/financial.ts';
import { useApolloClient } from '@apollo/client/react';
import { forgetListsAndRetained, forgetListsOf } from '../transactions/cachedLists.ts';
import type { Row } from './row.ts';

/** Maximum number of items per call; the service rejects more. */
const MAX_ITEMS = 200;
/** Maximum number of rejected transactions to refetch; beyond it the user refreshes the list. */
const MAX_LOOKS = 20;

export type BulkResults = BulkOutcomeFragment['results'];

/** Identifies an installment in a bulk command. */
export interface Item {
  transactionId: string;
  installmentId: string;
  version: number;
}

export interface Outcome {
  results: BulkResults;
  /** Successful items with the new versions of their transactions, as an undo needs them. */
  done: Item[];
}

export const itemOf = ({ id, transaction }: Row): Item => ({
  transactionId: transaction.id,
  installmentId: id,
  version: transaction.version,
});

const chunksOf = (items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / MAX_ITEMS) }, (_, index) =>
    items.slice(index * MAX_ITEMS, (index + 1) * MAX_ITEMS),
  );

type Answer = BulkOutcomeFragment | undefined;

const outcomeOf = (answers: readonly Answer[]): Outcome => {
  const versions = new Map(
    answers.flatMap((answer) => answer?.transactions.map(({ id, version }) => [id, version])) as [string, number][],
  );
  const results = answers.flatMap((answer) => answer?.results ?? []);
  return {
    results,
    done: results
      .filter(({ ok }) => ok)
      .map(({ id, transactionId }) => ({
        transactionId,
        installmentId: id,
        version: versions.get(transactionId) ?? 0,
      })),
  };
};

/** Returns the calls that pay or undo many installments. `key` is the Idempotency-Key of a retry. */
export const useBulk = (type: TransactionType) => {
  const { companyId } = usePlace();
  const { may } = useSession();
  const withBalance = may({ allOf: ['DEBIT', 'CREDIT'] });
  const [payMany, paying] = usePayInstallmentsMutation();
  const [undoMany, undoing] = useUndoInstallmentPaymentsMutation();
  const client = useApolloClient();
  const contextOf = (key: string, index: number) => ({ headers: { 'idempotency-key': `${key}-${index}` } });

  const pay = async (items: readonly Item[], input: BulkPaymentInput, key: string): Promise<Outcome> => {
    const answers: Answer[] = [];
    for (const [index, chunk] of chunksOf(items).entries()) {
      const variables = { companyId, type, items: chunk, input, withBalance };
      const update = forgetListsAndRetained(chunk.map(({ transactionId }) => transactionId));
      const { data } = await payMany({ variables, context: contextOf(key, index), update });
      answers.push(data?.payInstallments);
    }
    return outcomeOf(answers);
  };
  const undo = async (items: readonly Item[]): Promise<Outcome> => {
    const key = newKey();
    const answers: Answer[] = [];
    for (const [index, chunk] of chunksOf(items).entries()) {
      const variables = { companyId, type, items: chunk, withBalance };
      const { data } = await undoMany({
        variables,
        context: contextOf(key, index),
        update: (cache, answer) =>
          answer.data && forgetListsOf(answer.data.undoInstallmentPayments.transactions)(cache),
      });
      answers.push(data?.undoInstallmentPayments);
    }
    return outcomeOf(answers);
  };
  /** Refetches the transactions of rejected items, because the list shows an old version. */
  const look = async ({ results }: Outcome): Promise<void> => {
    const ids = new Set(results.filter(({ ok }) => !ok).map(({ transactionId }) => transactionId));
    const lookups = [...ids]
      .slice(0, MAX_LOOKS)
      .map((id) => reread(client, { query: TransactionDocument, variables: { companyId, type, id } }));
    // A deleted or unavailable transaction keeps the reason of the rejection.
    await Promise.allSettled(lookups);
  };
  return { pay, undo, look, busy: paying.loading || undoing.loading };
};
