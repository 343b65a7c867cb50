import { addDays, type DateRange, type IsoDate } from '#domain/dates.ts';
import { DUE_DATE_FILTER, type ListQuery } from '#domain/listQuery.ts';
import { useListQuery } from '#web/app/useListQuery.ts';
import { usePlace } from '#web/app/sessionContext.ts';
import { useWalletStatementQuery } from '#web/generated/financial.ts';
import { today } from '#web/ui/index.ts';

/** The last thirty days, today included: what a statement shows unless the address says otherwise. */
export const lastThirtyDays = (day: IsoDate): DateRange => ({ start: addDays(day, -29), end: addDays(day, 1) });

/** The half-open period of the address (`from`, `to`). */
const periodOf = (query: ListQuery): DateRange => {
  const value = query.filters.find(({ id }) => id === DUE_DATE_FILTER)?.value;
  if (typeof value !== 'object' || !value.end) return lastThirtyDays(today());
  const { start = addDays(value.end, -30), end } = value;
  return start < end ? { start, end } : { start, end: addDays(start, 1) };
};

const sizes = [25, 50, 100];
const pageSize = 50;

/** One page of the statement that the address asks for; what was shown stays while the next one comes. */
export const useStatement = (walletId: string) => {
  const { companyId } = usePlace();
  const { query, setQuery, setOwn } = useListQuery();
  const period = periodOf(query);
  const page = query.page ?? 0;
  const size = sizes.find((known) => known === query.size) ?? pageSize;
  const { data, previousData, loading, error, refetch } = useWalletStatementQuery({
    // The service counts both days.
    variables: { companyId, walletId, from: period.start, to: addDays(period.end, -1), page, size },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const others = query.filters.filter(({ id }) => id !== DUE_DATE_FILTER);
  return {
    statement: (data ?? previousData)?.walletStatement,
    loading,
    error,
    refetch,
    period,
    page,
    size,
    setPeriod: (range: DateRange | null) =>
      setQuery({
        ...query,
        page: undefined,
        filters: range ? [...others, { id: DUE_DATE_FILTER, value: range }] : others,
      }),
    setPage: (next: number) => setQuery({ ...query, page: next === 0 ? undefined : next }),
    setSize: (next: number) => setQuery({ ...query, size: next, page: undefined }),
    openWallet: () => setOwn('id', walletId),
  };
};
