import { useTransactionModelsQuery, type TransactionModelFilter } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { MAX_PAGE_SIZE } from '#web/list/useListPage.ts';

export const VIEWS = ['', 'monthly', 'others', 'onDemand', 'paused'] as const;
export type View = (typeof VIEWS)[number];

export const viewOf = (text: string | null): View => VIEWS.find((view) => view === text) ?? '';

const FILTERS: Record<View, TransactionModelFilter> = {
  '': {},
  monthly: { recurrence: 'MONTHLY', paused: false },
  others: { others: true, paused: false },
  onDemand: { recurrence: 'ON_DEMAND', paused: false },
  paused: { paused: true },
};

/** The models of a view with the counts of all views; the last ones stay while another view loads. */
export const useModels = (view: View, skip = false) => {
  const { companyId } = usePlace();
  const { data, previousData, error, refetch } = useTransactionModelsQuery({
    variables: { companyId, page: 0, size: MAX_PAGE_SIZE, filter: FILTERS[view] },
    skip: skip || companyId === '',
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const now = data ?? previousData;
  return { models: now?.models?.content, totals: now?.totals, total: now?.models?.totalElements, error, refetch };
};
