import type { ListQuery } from '#domain/listQuery.ts';
import { hasPlace } from '#domain/lists/transactions.ts';
import { sentOf, specs } from '#web/list/listFilters.ts';
import { useIsPhone } from '#web/ui/index.ts';
import { useListPage } from '#web/list/useListPage.ts';
import {
  InstallmentsDocument,
  type InstallmentsQuery,
  type InstallmentStatus,
  type TransactionType,
} from '#web/generated/financial.ts';
import { methodOf, methodSpec, useLedgerOptions } from '../transactions/list/useTransactionList.ts';
import { withMatches } from '../transactions/list/withMatches.ts';
import type { Row } from './row.ts';

type Page = NonNullable<InstallmentsQuery['installments']>;

const listPageOf = withMatches<Page, Omit<Page, 'content'> & { content: readonly Row[] }>(({ matching }) => {
  const matches = new Map(matching.map((match) => [match.installmentId, match]));
  return ({ id }) => matches.get(id);
});

const statuses: readonly InstallmentStatus[] = ['DUE', 'OVERDUE', 'PAID', 'PLANNED'];

/** Returns the page of installments that the address requests; it can also be filtered by payment. */
export const useInstallmentList = (type: TransactionType) => {
  const ledger = useLedgerOptions(type, statuses);
  // Cards stand under their days.
  const withDays = useIsPhone();
  const filters = {
    ...ledger.filters,
    paymentDate: specs.day(type === 'DEBIT' ? 'Pagamento' : 'Recebimento'),
    paymentMethod: methodSpec('Forma'),
  };
  const variables = (query: ListQuery) => {
    const { filter, ...place } = ledger.variables(query);
    const paid = { ...sentOf(query, filters, ['paymentDate']), paymentMethod: methodOf(query, 'paymentMethod') };
    return { ...place, filter: { ...filter, ...paid } };
  };
  const list = useListPage({
    document: InstallmentsDocument,
    pageOf: (data) => data.installments && listPageOf(data.installments),
    sortable: ['settled', 'dueDate', 'paymentDate', 'value', 'documentNumber', 'description', 'partner'],
    ...ledger,
    filters,
    variables: (query) => ({ ...variables(query), withDays }),
    exported: (query) => ({ list: 'Installments', variables: variables(query) }),
  });
  return { ...list, hasShares: hasPlace(variables(list.query).filter) };
};
