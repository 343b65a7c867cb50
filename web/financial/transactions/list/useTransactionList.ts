import { DUE_DATE_FILTER, type ListQuery } from '#domain/listQuery.ts';
import { filterDates, filterText } from '#web/app/listFilters.ts';
import { usePlace } from '#web/app/sessionContext.ts';
import { useListPage } from '#web/app/useListPage.ts';
import { TransactionsDocument, type TransactionFilter, type TransactionType } from '#web/generated/financial.ts';

const statuses = ['OPEN', 'PARTIAL', 'PAID', 'OVERDUE'] as const;

/** Keys of the address that filter documents and installments. */
const equality = ['status', 'category', 'partner', 'building', 'bank', 'documentNumber', 'search'] as const;
export type FilterKey = (typeof equality)[number] | typeof DUE_DATE_FILTER;
const knownFilters: readonly string[] = [...equality, DUE_DATE_FILTER];

/** Order while nobody asked for one: what is overdue, what is due next, and what is settled after all that. */
const OPEN_FIRST = [{ id: 'settled' }, { id: 'dueDate' }];

const isId = (value: string | undefined): value is string => /^[1-9]\d*$/.test(value ?? '');

/** What lists of documents and of installments filter by alike. */
const commonFilterOf = (query: ListQuery, buildingId: string | null): Omit<TransactionFilter, 'status'> => {
  const due = filterDates(query, DUE_DATE_FILTER);
  const text = (id: FilterKey) => filterText(query, id);
  const [category, partner, bank, named] = [text('category'), text('partner'), text('bank'), text('building')];
  const building = isId(named) ? named : buildingId;
  return {
    ...(due ? { dueDate: { start: due.start ?? '1900-01-01', end: due.end ?? '9999-12-31' } } : {}),
    ...(isId(category) ? { categoryId: category } : {}),
    ...(isId(partner) ? { partnerId: partner } : {}),
    ...(isId(bank) ? { walletId: bank } : {}),
    // null means documents of no building; the address says it as -1 (§9).
    ...(named === '-1' ? { buildingId: null } : building ? { buildingId: building } : {}),
    documentNumber: text('documentNumber') ?? null,
    search: text('search') ?? null,
  };
};

/** What lists of documents and of installments ask for alike; `statuses` are the views that one of them has. */
export const useLedgerOptions = <Status extends string>(type: TransactionType, statuses: readonly Status[]) => {
  const { companyId, buildingId } = usePlace();
  return {
    known: knownFilters,
    defaultSort: OPEN_FIRST,
    variables: (query: ListQuery) => {
      const status = statuses.find((one) => one === filterText(query, 'status'));
      return { companyId, type, filter: { ...commonFilterOf(query, buildingId), ...(status ? { status } : {}) } };
    },
    skip: companyId === '',
    // A payment brings the new figures along: nothing is asked twice.
    fetchPolicy: 'cache-first',
  } as const;
};

/** The page of documents that the address asks for. */
export const useTransactionList = (type: TransactionType) =>
  useListPage({
    document: TransactionsDocument,
    pageOf: (data) => data.transactions,
    sortable: ['settled', 'dueDate', 'emissionDate', 'value', 'documentNumber', 'description', 'partner', 'status'],
    ...useLedgerOptions(type, statuses),
  });
