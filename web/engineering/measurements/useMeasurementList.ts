import type { ListQuery } from '#domain/listQuery.ts';
import { MeasurementsDocument, type MeasurementFilter } from '#web/generated/engineering.ts';
import { filterText, isId, specs, type FilterSpecs } from '#web/list/listFilters.ts';
import { useListPage } from '#web/list/useListPage.ts';
import { usePlace } from '#web/session/sessionContext.ts';

const filters: FilterSpecs = {
  view: specs.view('open', 'review', 'closed'),
  search: specs.search,
  building: specs.choice('Obra'),
};

const VIEWS: Readonly<Record<string, MeasurementFilter>> = {
  open: { status: 'OPEN' },
  review: { status: 'REVIEW' },
  closed: { status: 'CLOSED' },
};

const filterOf = (query: ListQuery, placeBuilding: string | null): MeasurementFilter => {
  const named = filterText(query, 'building');
  const building = isId(named) ? named : placeBuilding;
  return {
    search: filterText(query, 'search') ?? null,
    ...VIEWS[filterText(query, 'view') ?? ''],
    ...(building ? { buildingId: building } : {}),
  };
};

/** The page of measurements that the address requests, of the chosen company and building. */
export const useMeasurementList = () => {
  const { companyId, buildingId } = usePlace();
  return useListPage({
    document: MeasurementsDocument,
    pageOf: (data) => data.measurements,
    filters,
    sortable: [
      'number',
      'building',
      'costEstimate',
      'partner',
      'periodEnd',
      'status',
      'periodValue',
      'accumulatedValue',
    ],
    variables: (query) => ({ companyId, filter: filterOf(query, buildingId) }),
    skip: companyId === '',
  });
};
