import type { usePlace } from '#web/session/sessionContext.ts';
import {
  useDashboardBuildingsQuery,
  useDashboardCategoriesQuery,
  useDashboardDueQuery,
  useDashboardFlowQuery,
  useDashboardWalletsQuery,
} from '#web/generated/home.ts';
import type { DashboardDays } from './figures.ts';

/** Data or error of one part of the dashboard; both undefined while it loads. */
export interface Part<Data> {
  data: Data | undefined;
  error: unknown;
  retry: () => void;
}

interface Result<Data> {
  data?: Data | undefined;
  previousData?: Data | undefined;
  error?: unknown;
  refetch: () => Promise<unknown>;
}

const partOf = <Data>({ data, previousData, error, refetch }: Result<Data>): Part<Data> => ({
  data: data ?? previousData,
  error,
  // The part itself and the common error routing report a failure.
  retry: () => void refetch().catch(() => undefined),
});

/** Returns the parts of the dashboard, one query each, for the chosen building or the whole company. */
export const useDashboard = ({ companyId, buildingId }: ReturnType<typeof usePlace>, days: DashboardDays) => {
  const { today, soon, seriesStart, seriesEnd, first, last } = days;
  const place = { companyId, buildingId };
  const common = { skip: companyId === '', fetchPolicy: 'cache-and-network' } as const;
  return {
    wallets: partOf(useDashboardWalletsQuery({ ...common, variables: { companyId } })),
    flow: partOf(useDashboardFlowQuery({ ...common, variables: { ...place, seriesStart, seriesEnd } })),
    due: partOf(useDashboardDueQuery({ ...common, variables: { ...place, today, soon } })),
    categories: partOf(useDashboardCategoriesQuery({ ...common, variables: { ...place, today, soon } })),
    buildings: partOf(useDashboardBuildingsQuery({ ...common, variables: { companyId, first, last, today } })),
  };
};
export type Dashboard = ReturnType<typeof useDashboard>;
