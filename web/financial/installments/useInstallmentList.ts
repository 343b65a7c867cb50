import { useUnknownFilters } from '#web/app/listFilters.ts';
import { usePlace } from '#web/app/sessionContext.ts';
import { useListQuery } from '#web/app/useListQuery.ts';
import {
  InstallmentExportDocument,
  useInstallmentsQuery,
  type InstallmentStatus,
  type TransactionType,
} from '#web/generated/financial.ts';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useMemo } from 'react';
import { commonFilterOf, knownFilters, pageSize, valueOf } from '../transactions/list/useTransactionList.ts';
import type { Row } from './status.tsx';

const statuses: readonly InstallmentStatus[] = ['DUE', 'OVERDUE', 'PAID', 'PLANNED'];
const sortable = ['dueDate', 'paymentDate', 'value', 'documentNumber', 'description', 'partner'];
const noRows: readonly Row[] = [];

/** The page of installments that the address asks for; what was shown stays while the next one comes. */
export const useInstallmentList = (type: TransactionType) => {
  const state = useListQuery();
  const client = useApolloClient();
  const { companyId, buildingId } = usePlace();
  const { query } = state;
  useUnknownFilters(query, knownFilters);
  const variables = useMemo(() => {
    const status = statuses.find((one) => one === valueOf(query, 'status'));
    return {
      companyId,
      type,
      page: query.page ?? 0,
      size: query.size ?? pageSize,
      sort: query.sort.filter(({ id }) => sortable.includes(id)),
      filter: { ...commonFilterOf(query, buildingId), ...(status ? { status } : {}) },
    };
  }, [buildingId, companyId, query, type]);
  const result = useInstallmentsQuery({ variables, skip: companyId === '' });
  const page = (result.data ?? result.previousData)?.installments;
  /** A page of the same list, whatever its size, past the cache: for the file. */
  const fetchPage = useCallback(
    async (number: number, size: number) => {
      const { data } = await client.query({
        query: InstallmentExportDocument,
        variables: { ...variables, page: number, size },
        fetchPolicy: 'no-cache',
      });
      return data?.installments;
    },
    [client, variables],
  );
  return {
    ...state,
    page,
    rows: page?.content ?? noRows,
    variables,
    fetchPage,
    loading: result.loading,
    error: result.error,
    refetch: result.refetch,
  };
};
