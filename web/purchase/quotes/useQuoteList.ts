import { addDays, isIsoDate, LAST_DAY } from '#domain/dates.ts';
import type { DateBounds, ListQuery } from '#domain/listQuery.ts';
import { QuotesDocument, type QuoteFilter } from '#web/generated/purchase.ts';
import { buildingOf, buildingSpec } from '#web/list/buildingFilter.ts';
import { filterText, isId, sentOf, specs, type FilterSpecs } from '#web/list/listFilters.ts';
import { useListPage } from '#web/list/useListPage.ts';
import { usePlace } from '#web/session/sessionContext.ts';

const filters: FilterSpecs = {
  view: specs.view('waiting', 'decide', 'draft', 'ordered', 'closed'),
  search: specs.search,
  building: buildingSpec,
  supplier: specs.choice('Fornecedor'),
  deadlineFrom: { label: 'Encerra desde', reads: isIsoDate },
  deadlineTo: { label: 'Encerra até', reads: isIsoDate },
};

const VIEWS: Readonly<Record<string, QuoteFilter>> = {
  waiting: { state: 'WAITING' },
  decide: { state: 'TO_DECIDE' },
  draft: { state: 'DRAFT' },
  ordered: { state: 'ORDERED' },
  closed: { state: 'CLOSED' },
};

/** The days of the deadlines that the address names, half-open as periods are. */
export const deadlineOf = (query: ListQuery): DateBounds | undefined => {
  const { deadlineFrom: start, deadlineTo: last } = sentOf(query, filters, ['deadlineFrom', 'deadlineTo']);
  if (start === undefined && last === undefined) return undefined;
  return { ...(start && { start }), ...(last && last !== LAST_DAY && { end: addDays(last, 1) }) };
};

const filterOf = (query: ListQuery, placeBuilding: string | null): QuoteFilter => {
  const supplier = filterText(query, 'supplier');
  const deadline = deadlineOf(query);
  const building = buildingOf(query, placeBuilding);
  return {
    search: filterText(query, 'search') ?? null,
    ...VIEWS[filterText(query, 'view') ?? ''],
    ...(building ? { buildingId: building } : {}),
    ...(isId(supplier) ? { supplierId: supplier } : {}),
    ...(deadline ? { deadline: { start: deadline.start ?? '1900-01-01', end: deadline.end ?? LAST_DAY } } : {}),
  };
};

/** The page of quotes that the address requests, of the chosen company and building. */
export const useQuoteList = () => {
  const { companyId, buildingId } = usePlace();
  return useListPage({
    document: QuotesDocument,
    pageOf: (data) => data.quotes,
    filters,
    sortable: ['document', 'title', 'buildingName', 'state', 'deadline', 'referenceTotal', 'bestTotal'] as const,
    variables: (query) => ({ companyId, filter: filterOf(query, buildingId) }),
    skip: companyId === '',
  });
};
