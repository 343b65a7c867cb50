import type { ListQuery } from '#domain/listQuery.ts';
import { MeasurementsDocument, type MeasurementFilter } from '#web/generated/engineering.ts';
import { buildingOf, buildingSpec } from '#web/list/buildingFilter.ts';
import { filterText, specs, type FilterSpecs } from '#web/list/listFilters.ts';
import { useListPage } from '#web/list/useListPage.ts';
import { usePlace } from '#web/session/sessionContext.ts';

const filters: FilterSpecs = {
  view: specs.view('open', 'review', 'closed'),
  search: specs.search,
  building: buildingSpec,
};

const VIEWS: Readonly<Record<string, MeasurementFilter>> = {
  open: { status: 'OPEN' },
  review: { status: 'REVIEW' },
  closed: { status: 'CLOSED' },
};

const filterOf = (query: ListQuery, placeBuilding: string | null): MeasurementFilter => {
  const building = buildingOf(query, placeBuilding);
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
