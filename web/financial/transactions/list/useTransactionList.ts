import { DUE_DATE_FILTER, type ListQuery } from '#domain/listQuery.ts';
import { useUnknownFilters } from '#web/app/listFilters.ts';
import { useListQuery } from '#web/app/useListQuery.ts';
import { usePlace } from '#web/app/sessionContext.ts';
import {
  TransactionExportDocument,
  useTransactionsQuery,
  type TransactionFilter,
  type TransactionType,
} from '#web/generated/financial.ts';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useMemo } from 'react';

const statuses = ['OPEN', 'PARTIAL', 'PAID', 'OVERDUE'] as const;
export type StatusFilter = (typeof statuses)[number];

/** Keys of the address that filter documents; any other is ignored, and said in the console (domain.md §7). */
const equality = ['status', 'category', 'partner', 'building', 'bank', 'documentNumber', 'search'] as const;
export type FilterKey = (typeof equality)[number] | typeof DUE_DATE_FILTER;

export const knownFilters: readonly string[] = [...equality, DUE_DATE_FILTER];
const isStatus = (value: string | undefined): value is StatusFilter => statuses.some((status) => status === value);

export const valueOf = (query: ListQuery, id: FilterKey): string | undefined => {
  const value = query.filters.find((filter) => filter.id === id)?.value;
  return typeof value === 'string' ? value : undefined;
};

export const dueDateOf = (query: ListQuery): { start?: string; end?: string } | undefined => {
  const value = query.filters.find((filter) => filter.id === DUE_DATE_FILTER)?.value;
  return typeof value === 'object' ? value : undefined;
};

/** The query with one filter set, or without it; back on the first page. */
export const withFilter = (
  query: ListQuery,
  id: FilterKey,
  value: string | { start: string; end: string } | null,
): ListQuery => ({
  ...query,
  page: undefined,
  filters: [...query.filters.filter((filter) => filter.id !== id), ...(value === null ? [] : [{ id, value }])],
});

const isId = (value: string | undefined): value is string => /^[1-9]\d*$/.test(value ?? '');

/** What lists of documents and of installments filter by alike. */
export const commonFilterOf = (query: ListQuery, buildingId: string | null): Omit<TransactionFilter, 'status'> => {
  const due = dueDateOf(query);
  const [category, partner, bank] = [valueOf(query, 'category'), valueOf(query, 'partner'), valueOf(query, 'bank')];
  const named = valueOf(query, 'building');
  const building = isId(named) ? named : buildingId;
  return {
    ...(due ? { dueDate: { start: due.start ?? '1900-01-01', end: due.end ?? '9999-12-31' } } : {}),
    ...(isId(category) ? { categoryId: category } : {}),
    ...(isId(partner) ? { partnerId: partner } : {}),
    ...(isId(bank) ? { walletId: bank } : {}),
    // null means documents of no building; the address says it as -1 (§9).
    ...(named === '-1' ? { buildingId: null } : building ? { buildingId: building } : {}),
    documentNumber: valueOf(query, 'documentNumber') ?? null,
    search: valueOf(query, 'search') ?? null,
  };
};

const filterOf = (query: ListQuery, buildingId: string | null): TransactionFilter => {
  const status = valueOf(query, 'status');
  return { ...commonFilterOf(query, buildingId), ...(isStatus(status) ? { status } : {}) };
};

const sortable = ['dueDate', 'emissionDate', 'value', 'documentNumber', 'description', 'partner', 'status'];
export const pageSize = 50;

/** The page of documents that the address asks for; what was shown stays while the next one comes. */
export const useTransactionList = (type: TransactionType) => {
  const state = useListQuery();
  const client = useApolloClient();
  const { companyId, buildingId } = usePlace();
  const { query } = state;
  useUnknownFilters(query, knownFilters);
  const variables = useMemo(
    () => ({
      companyId,
      type,
      page: query.page ?? 0,
      size: query.size ?? pageSize,
      sort: query.sort.filter(({ id }) => sortable.includes(id)),
      filter: filterOf(query, buildingId),
    }),
    [buildingId, companyId, query, type],
  );
  const result = useTransactionsQuery({ variables, skip: companyId === '' });
  const page = (result.data ?? result.previousData)?.transactions;
  /** A page of the same list, whatever its size, past the cache: for the file. */
  const fetchPage = useCallback(
    async (number: number, size: number) => {
      const { data } = await client.query({
        query: TransactionExportDocument,
        variables: { ...variables, page: number, size },
        fetchPolicy: 'no-cache',
      });
      return data?.transactions;
    },
    [client, variables],
  );
  return {
    ...state,
    fetchPage,
    page,
    variables,
    loading: result.loading,
    error: result.error,
    refetch: result.refetch,
  };
};
