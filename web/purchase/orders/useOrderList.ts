import { addDays, isIsoDate, LAST_DAY } from '#domain/dates.ts';
import { DUE_DATE_FILTER, type DateBounds, type ListQuery } from '#domain/listQuery.ts';
import { OrdersDocument, type OrderFilter } from '#web/generated/purchase.ts';
import { buildingOf, buildingSpec } from '#web/list/buildingFilter.ts';
import { filterDates, filterText, isId, sentOf, specs, type FilterSpecs } from '#web/list/listFilters.ts';
import { useListPage } from '#web/list/useListPage.ts';
import { usePlace } from '#web/session/sessionContext.ts';

/** Filter keys of the address, by the names of §7; `from` and `to` are the days of the orders, `view` that of the tabs. */
const filters: FilterSpecs = {
  [DUE_DATE_FILTER]: { label: 'Emissão', reads: () => false },
  view: specs.view('approval', 'ordered', 'late', 'partial', 'received', 'canceled'),
  search: specs.search,
  building: buildingSpec,
  supplier: specs.choice('Fornecedor'),
  open: { label: 'A receber', reads: (value) => value === 'true' },
  deliveryFrom: { label: 'Entrega desde', reads: isIsoDate },
  deliveryTo: { label: 'Entrega até', reads: isIsoDate },
};

const VIEWS: Readonly<Record<string, OrderFilter>> = {
  approval: { approval: 'WAITING' },
  ordered: { state: 'ORDERED' },
  late: { late: true },
  partial: { state: 'PARTIAL' },
  received: { state: 'RECEIVED' },
  canceled: { state: 'CANCELED' },
};

/** The days of delivery that the address names, half-open as periods are. */
export const deliveryOf = (query: ListQuery): DateBounds | undefined => {
  const { deliveryFrom: start, deliveryTo: last } = sentOf(query, filters, ['deliveryFrom', 'deliveryTo']);
  if (start === undefined && last === undefined) return undefined;
  // The last day of the calendar has no next one.
  return { ...(start && { start }), ...(last && last !== LAST_DAY && { end: addDays(last, 1) }) };
};

const periodOf = ({ start = '1900-01-01', end = LAST_DAY }: DateBounds) => ({ start, end });

const filterOf = (query: ListQuery, placeBuilding: string | null): OrderFilter => {
  const supplier = filterText(query, 'supplier');
  const [date, delivery] = [filterDates(query, DUE_DATE_FILTER), deliveryOf(query)];
  const building = buildingOf(query, placeBuilding);
  return {
    search: filterText(query, 'search') ?? null,
    ...VIEWS[filterText(query, 'view') ?? ''],
    ...(building ? { buildingId: building } : {}),
    ...(filterText(query, 'open') === 'true' ? { open: true } : {}),
    ...(isId(supplier) ? { supplierId: supplier } : {}),
    ...(date ? { date: periodOf(date) } : {}),
    ...(delivery ? { deliveryDate: periodOf(delivery) } : {}),
  };
};

/** The page of orders that the address requests, of the chosen company and building. */
export const useOrderList = () => {
  const { companyId, buildingId } = usePlace();
  const variables = (query: ListQuery) => ({ companyId, filter: filterOf(query, buildingId) });
  return useListPage({
    document: OrdersDocument,
    pageOf: (data) => data.orders,
    filters,
    sortable: [
      ...(['document', 'total', 'date', 'deliveryDate'] as const),
      ...(['buildingName', 'supplierName', 'state', 'receivedPercentage'] as const),
    ],
    variables,
    exported: (query) => ({ list: 'Orders', variables: variables(query) }),
    skip: companyId === '',
  });
};
