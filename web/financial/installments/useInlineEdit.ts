import { formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/money.ts';
import { notifyError, notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import { Refused } from '#web/form/document/edit.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import {
  TransactionDocument,
  useUpdateTransactionMutation,
  type TransactionInput,
  type TransactionType,
} from '#web/generated/financial.ts';
import { useApolloClient } from '@apollo/client/react';
import { setInstallmentDueDate, setInstallmentValue, setTotal, type Edit } from '../transactions/form/edits.ts';
import { formOf, inputOf, type TransactionForm } from '../transactions/form/model.ts';
import { problemsOf } from '../transactions/form/validate.ts';
import { forgetListsAndRetained } from '../transactions/cachedLists.ts';
import { DUE_DATE_PASSED } from '../transactions/form/warnings.ts';
import { today } from '#web/ui/clock.ts';
import type { Row } from './row.ts';

const editOf = (row: Row, column: string, value: string, form: TransactionForm): Edit => {
  if (column === 'dueDate') return setInstallmentDueDate(row.id, value);
  // The value of a single installment is the transaction's total, since no other installment can take the difference.
  return form.installments.length === 1 ? setTotal(value) : setInstallmentValue(row.id, value);
};

const textOf = (column: string, value: string, before: TransactionForm, after: TransactionForm): string => {
  const changed = after.installments.filter((one, index) => {
    const was = before.installments[index];
    return was?.dueDate !== one.dueDate || was.grossValue !== one.grossValue;
  }).length;
  const what = column === 'dueDate' ? `Vencimento em ${formatDate(value)}` : `Valor de ${formatCurrency(value)}`;
  if (changed < 2) return what;
  return changed === 2 ? `${what}; outra parcela acompanhou` : `${what}; outras ${changed - 1} parcelas acompanharam`;
};

/**
 * Stores the edit of one cell at once, by the rules of the form (§4: later due dates follow, later values take the
 * difference). An edit that the rules reject is reported and not stored. "Desfazer" restores the transaction.
 */
export const useInlineEdit = (type: TransactionType) => {
  const client = useApolloClient();
  const { companyId } = usePlace();
  const [update] = useUpdateTransactionMutation();

  const store = async (id: string, version: number, input: TransactionInput) => {
    const variables = { companyId, type, id, version, input };
    const { data } = await update({ variables, update: forgetListsAndRetained([id]), context: { quiet: true } });
    return data?.updateTransaction.transaction;
  };

  return async (row: Row, column: string, value: string): Promise<void> => {
    const { id } = row.transaction;
    try {
      const { data } = await client.query({
        query: TransactionDocument,
        variables: { companyId, type, id },
        fetchPolicy: 'network-only',
      });
      if (!data?.transaction) return;
      const before = formOf(data.transaction);
      const after = editOf(row, column, value, before)(before);
      if (after instanceof Refused) return notifyError(after.message);
      const [problem] = Object.values(problemsOf(after));
      if (problem !== undefined) return notifyError(problem);
      const stored = await store(id, data.transaction.version, inputOf(after));
      if (!stored) return;
      const undo = () =>
        void store(id, stored.version, inputOf(before)).then(() => notifySuccess('Alteração desfeita'), notifyFailure);
      const passed = column === 'dueDate' && value < today();
      notifyUndo(textOf(column, value, before, after), undo, passed ? DUE_DATE_PASSED : undefined);
    } catch (error) {
      notifyFailure(error);
    }
  };
};
