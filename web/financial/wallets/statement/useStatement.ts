import { addDays, type DateRange, type IsoDate } from '#domain/dates.ts';
import { DUE_DATE_FILTER, type ListQuery } from '#domain/listQuery.ts';
import { filterDates, withFilter } from '#web/list/listFilters.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useListPage } from '#web/list/useListPage.ts';
import { WalletStatementDocument } from '#web/generated/financial.ts';
import { today } from '#web/ui/index.ts';

/** Returns the last thirty days including today, the default period of a statement. */
export const lastThirtyDays = (day: IsoDate): DateRange => ({ start: addDays(day, -29), end: addDays(day, 1) });

/** Returns the half-open period of the address (`from`, `to`). */
const periodOf = (query: ListQuery): DateRange => {
  const value = filterDates(query, DUE_DATE_FILTER);
  if (!value?.end) return lastThirtyDays(today());
  const { start = addDays(value.end, -30), end } = value;
  return start < end ? { start, end } : { start, end: addDays(start, 1) };
};

/** What happened last is what is looked for. */
const NEWEST_FIRST = { id: 'date', desc: true };

/** Returns the page of the statement that the address requests; the old page stays while the next one loads. */
export const useStatement = (walletId: string) => {
  const { companyId } = usePlace();
  const list = useListPage({
    document: WalletStatementDocument,
    pageOf: (data) => data.walletStatement,
    // The screen reports invalid parts of the address, once.
    filters: {},
    sortable: ['date'],
    defaultSort: [NEWEST_FIRST],
    variables: (query) => {
      const { start, end } = periodOf(query);
      // The service takes both days as inclusive.
      return { companyId, walletId, from: start, to: addDays(end, -1) };
    },
  });
  const { query, setQuery, setOwn } = list;
  return {
    ...list,
    statement: list.page,
    period: periodOf(query),
    setPeriod: (range: DateRange | null) => setQuery((now) => withFilter(now, DUE_DATE_FILTER, range)),
    setPage: (next: number) => setQuery((now) => ({ ...now, page: next === 0 ? undefined : next })),
    setSize: (next: number) => setQuery((now) => ({ ...now, size: next, page: undefined })),
    sort: query.sort.length > 0 ? query.sort : [NEWEST_FIRST],
    // The grid goes from newest first to no order, which is the same again.
    setSort: (sort: ListQuery['sort']) =>
      setQuery((now) => ({ ...now, sort: sort.length > 0 ? sort : [{ id: 'date', desc: false }], page: undefined })),
    openWallet: () => setOwn('id', walletId),
  };
};
