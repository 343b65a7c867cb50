import { useListPage } from '#web/app/useListPage.ts';
import {
  InstallmentsDocument,
  type InstallmentsQuery,
  type InstallmentStatus,
  type TransactionType,
} from '#web/generated/financial.ts';
import { useIsOfObra, useLedgerOptions } from '../transactions/list/useTransactionList.ts';
import { withMatches } from '../transactions/list/withMatches.ts';
import type { Row } from './status.tsx';

type Page = NonNullable<InstallmentsQuery['installments']>;

const listPageOf = withMatches<Page, Omit<Page, 'content'> & { content: readonly Row[] }>(({ matching }) => {
  const matches = new Map(matching.map((match) => [match.installmentId, match]));
  return ({ id }) => matches.get(id);
});

const statuses: readonly InstallmentStatus[] = ['DUE', 'OVERDUE', 'PAID', 'PLANNED'];

/** The page of installments that the address asks for. */
export const useInstallmentList = (type: TransactionType) => {
  const list = useListPage({
    document: InstallmentsDocument,
    pageOf: (data) => data.installments && listPageOf(data.installments),
    sortable: ['settled', 'dueDate', 'paymentDate', 'value', 'documentNumber', 'description', 'partner'],
    ...useLedgerOptions(type, statuses),
  });
  return { ...list, ofObra: useIsOfObra(list.query) };
};
