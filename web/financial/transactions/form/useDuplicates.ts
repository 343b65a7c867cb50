import { useDuplicateTransactionsQuery, type TransactionType } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useEffect, useState } from 'react';
import { isFilled, partnerIdOf, type TransactionForm } from './model.ts';

const typingPause = 400;

/**
 * Returns other transactions of the same partner with the same number and value (domain.md §3), while the user types.
 */
export const useDuplicates = (type: TransactionType, form: TransactionForm, exceptId: string | null) => {
  const { companyId } = usePlace();
  const partnerId = partnerIdOf(form) ?? '';
  const documentNumber = form.documentNumber.trim();
  const value = form.grossValue;
  const key = `${partnerId}|${documentNumber}|${value}`;
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), typingPause);
    return () => clearTimeout(timer);
  }, [key]);
  const { data } = useDuplicateTransactionsQuery({
    variables: { companyId, type, partnerId, documentNumber, value: value || '0.00', exceptId },
    skip: settled !== key || partnerId === '' || documentNumber === '' || !isFilled(value),
    fetchPolicy: 'cache-and-network',
  });
  return data?.duplicateTransactions ?? [];
};
