import { useListPage } from '#web/app/useListPage.ts';
import { InstallmentsDocument, type InstallmentStatus, type TransactionType } from '#web/generated/financial.ts';
import { useLedgerOptions } from '../transactions/list/useTransactionList.ts';

const statuses: readonly InstallmentStatus[] = ['DUE', 'OVERDUE', 'PAID', 'PLANNED'];

/** The page of installments that the address asks for. */
export const useInstallmentList = (type: TransactionType) =>
  useListPage({
    document: InstallmentsDocument,
    pageOf: (data) => data.installments,
    sortable: ['settled', 'dueDate', 'paymentDate', 'value', 'documentNumber', 'description', 'partner'],
    ...useLedgerOptions(type, statuses),
  });
