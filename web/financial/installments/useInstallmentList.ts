import { filterText } from '#web/app/listFilters.ts';
import { usePlace } from '#web/app/sessionContext.ts';
import { useListPage } from '#web/app/useListPage.ts';
import { InstallmentsDocument, type InstallmentStatus, type TransactionType } from '#web/generated/financial.ts';
import { commonFilterOf, knownFilters, OPEN_FIRST } from '../transactions/list/useTransactionList.ts';

const statuses: readonly InstallmentStatus[] = ['DUE', 'OVERDUE', 'PAID', 'PLANNED'];

/** The page of installments that the address asks for. A payment brings the new figures along: nothing is asked twice. */
export const useInstallmentList = (type: TransactionType) => {
  const { companyId, buildingId } = usePlace();
  return useListPage({
    document: InstallmentsDocument,
    pageOf: (data) => data.installments,
    known: knownFilters,
    sortable: ['settled', 'dueDate', 'paymentDate', 'value', 'documentNumber', 'description', 'partner'],
    defaultSort: OPEN_FIRST,
    variables: (query) => {
      const status = statuses.find((one) => one === filterText(query, 'status'));
      return {
        companyId,
        type,
        filter: { ...commonFilterOf(query, buildingId), ...(status ? { status } : {}) },
      };
    },
    skip: companyId === '',
    fetchPolicy: 'cache-first',
  });
};
