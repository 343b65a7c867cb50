import { DOCUMENTS } from '#web/session/newTransaction.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import { useLocation } from 'react-router-dom';

const INSTALLMENTS = {
  DEBIT: '/home/forms/transactions/debit-installments',
  CREDIT: '/home/forms/transactions/credit-installments',
};

/**
 * Returns the address of the list in which another document of the type opens: the one behind the form with its filters,
 * else, as over a statement, that of all documents.
 */
export const useListBehind = (type: TransactionType): { pathname: string; search: string } => {
  const { pathname, search } = useLocation();
  const isList = [DOCUMENTS[type], INSTALLMENTS[type]].includes(pathname);
  return isList ? { pathname, search } : { pathname: DOCUMENTS[type], search: '' };
};
