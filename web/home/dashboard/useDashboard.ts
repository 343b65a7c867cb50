import type { usePlace } from '#web/session/sessionContext.ts';
import {
  useDashboardBuildingsQuery,
  useDashboardCategoriesQuery,
  useDashboardDueQuery,
  useDashboardFlowQuery,
  useDashboardWalletsQuery,
} from '#web/generated/home.ts';
import type { DashboardDays } from './figures.ts';

/** What one part of the dashboard shows: figures, or why there are none. Neither while they are on their way. */
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
  // A failure is told by the part itself, and by the common routing.
  retry: () => void refetch().catch(() => undefined),
});

/** Every part asked for by itself, of the obra that is chosen or of the whole company. */
export const useDashboard = ({ companyId, buildingId }: ReturnType<typeof usePlace>, days: DashboardDays) => {
  const { today, soon, seriesStart, seriesEnd, first, last } = days;
  const place = { companyId, buildingId };
  const common = { skip: companyId === '', fetchPolicy: 'cache-and-network' } as const;
  return {
    wallets: partOf(useDashboardWalletsQuery({ ...common, variables: { companyId } })),
    flow: partOf(useDashboardFlowQuery({ ...common, variables: { ...place, seriesStart, seriesEnd } })),
    due: partOf(useDashboardDueQuery({ ...common, variables: { ...place, today, soon } })),
    categories: partOf(useDashboardCategoriesQuery({ ...common, variables: { ...place, today, soon } })),
    buildings: partOf(useDashboardBuildingsQuery({ ...common, variables: { companyId, first, last } })),
  };
};
export type Dashboard = ReturnType<typeof useDashboard>;
