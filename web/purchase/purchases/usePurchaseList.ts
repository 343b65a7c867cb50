import { DUE_DATE_FILTER, type ListQuery } from '#domain/listQuery.ts';
import { addDays, LAST_DAY } from '#domain/dates.ts';
import { PurchasesDocument, type PurchaseFilter } from '#web/generated/purchase.ts';
import { buildingOf, buildingSpec } from '#web/list/buildingFilter.ts';
import { filterDates, filterText, isId, specs, type FilterSpecs } from '#web/list/listFilters.ts';
import { useListPage } from '#web/list/useListPage.ts';
import { usePlace } from '#web/session/sessionContext.ts';

/** Filter keys of the address; `from` and `to` are the days of the receipts. */
const filters: FilterSpecs = {
  [DUE_DATE_FILTER]: { label: 'Recebimento', reads: () => false },
  search: specs.search,
  building: buildingSpec,
  supplier: specs.choice('Fornecedor'),
  product: specs.choice('Insumo'),
};

const filterOf = (query: ListQuery, placeBuilding: string | null): PurchaseFilter => {
  const [supplier, product] = [filterText(query, 'supplier'), filterText(query, 'product')];
  const days = filterDates(query, DUE_DATE_FILTER);
  const building = buildingOf(query, placeBuilding);
  return {
    search: filterText(query, 'search') ?? null,
    ...(building && { buildingId: building }),
    ...(isId(supplier) && { supplierId: supplier }),
    ...(isId(product) && { productId: product }),
    ...(days?.start && { from: days.start }),
    // The last day of the calendar has no next one.
    ...(days?.end && days.end !== LAST_DAY && { to: addDays(days.end, -1) }),
  };
};

/** The page of purchases that the address requests, of the chosen company and building. */
export const usePurchaseList = () => {
  const { companyId, buildingId } = usePlace();
  const variables = (query: ListQuery) => ({ companyId, filter: filterOf(query, buildingId) });
  return useListPage({
    document: PurchasesDocument,
    pageOf: (data) => data.purchases,
    filters,
    sortable: ['date', 'product', 'supplier', 'building', 'document', 'value'],
    defaultSort: [{ id: 'date', desc: true }],
    variables,
    exported: (query) => ({ list: 'Purchases', variables: variables(query) }),
    sources: ['Order'],
    skip: companyId === '',
  });
};
