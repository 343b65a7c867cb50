import { useAllRows } from '#web/list/useAllRows.ts';
import type { ListState } from '#web/list/useListQuery.ts';
import {
  PurchaseOverviewDocument,
  usePurchaseOverviewGroupsQuery,
  usePurchaseOverviewStagesQuery,
} from '#web/generated/purchase.ts';
import { useState } from 'react';
import type { Row } from './rows.ts';
import { filterOf } from './view.ts';

/** Inputs that the address asks for, the sums of these, and those of the whole obra. */
export const useInputs = (place: { companyId: string; buildingId: string }, { query }: Pick<ListState, 'query'>) => {
  const variables = { ...place, filter: filterOf(query) };
  const common = { fetchPolicy: 'cache-and-network', context: { quiet: true } } as const;
  const list = useAllRows({
    document: PurchaseOverviewDocument,
    variables,
    pageOf: (data) => data.purchaseOverview,
    withPage: (data, page) => ({ ...data, purchaseOverview: page && { ...data.purchaseOverview, ...page } }),
    fresh: true,
  });
  const narrowed = usePurchaseOverviewGroupsQuery({ variables, ...common });
  const whole = usePurchaseOverviewGroupsQuery({ variables: { ...place, filter: {} }, ...common });
  const stages = usePurchaseOverviewStagesQuery({ variables: place, ...common });
  // What was shown stays until all of what is asked for is there.
  const [kept, setKept] = useState<readonly Row[] | null>(null);
  const content = list.page?.content;
  if (content && content !== kept) setKept(content);
  const byStage = stages.data?.purchaseOverviewStages;
  return {
    rows: content ?? kept,
    groups: (narrowed.data ?? narrowed.previousData)?.purchaseOverviewGroups ?? undefined,
    whole: (whole.data ?? whole.previousData)?.purchaseOverviewGroups ?? undefined,
    stageCount: byStage?.content.filter(({ level }) => level === 0).length,
    loading: list.loading,
    error: list.error ?? narrowed.error ?? whole.error,
    refetch: () => {
      for (const one of [list, narrowed, whole]) void one.refetch();
    },
  };
};
export type Inputs = ReturnType<typeof useInputs>;
