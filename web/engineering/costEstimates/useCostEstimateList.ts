import type { ListQuery } from '#domain/listQuery.ts';
import { CostEstimatesDocument, type CostEstimateFilter } from '#web/generated/engineering.ts';
import { filterText, flagOf, isId, specs, type FilterSpecs } from '#web/list/listFilters.ts';
import { useListPage } from '#web/list/useListPage.ts';
import { usePlace } from '#web/session/sessionContext.ts';

/** Filter keys of the address, by the names of §3; `view` is that of the tabs. */
const filters: FilterSpecs = {
  view: specs.view('open', 'approved', 'imported'),
  search: specs.search,
  building: specs.choice('Obra'),
  customer: specs.row('Cliente'),
  approved: specs.flag('Aprovado'),
  fromAnotherSystem: specs.flag('Importado'),
};

const VIEWS: Readonly<Record<string, CostEstimateFilter>> = {
  open: { approved: false, fromAnotherSystem: false },
  approved: { approved: true },
  imported: { fromAnotherSystem: true },
};

const filterOf = (query: ListQuery, placeBuilding: string | null): CostEstimateFilter => {
  const [named, customer] = [filterText(query, 'building'), filterText(query, 'customer')];
  const building = isId(named) ? named : placeBuilding;
  return {
    search: filterText(query, 'search') ?? null,
    approved: flagOf(query, 'approved') ?? null,
    fromAnotherSystem: flagOf(query, 'fromAnotherSystem') ?? null,
    ...VIEWS[filterText(query, 'view') ?? ''],
    ...(building ? { buildingId: building } : {}),
    ...(isId(customer) ? { customerId: customer } : {}),
  };
};

/** The page of cost estimates that the address requests, of the chosen company and building. */
export const useCostEstimateList = () => {
  const { companyId, buildingId } = usePlace();
  return useListPage({
    document: CostEstimatesDocument,
    pageOf: (data) => data.costEstimates,
    filters,
    sortable: ['code', 'description', 'building', 'customer', 'amendmentTotal', 'currentTotal', 'updatedAt'],
    variables: (query) => ({ companyId, filter: filterOf(query, buildingId) }),
    skip: companyId === '',
  });
};
