import { useBaselineComparisonQuery } from '#web/generated/engineering.ts';
import { useMemo } from 'react';
import { useAddressKeys } from '#web/client/address.ts';
import type { BaselineDates } from '../model/baseline.ts';

export interface ShownBaseline {
  /** Key of the baseline under the bars; null: none. */
  shown: string | null;
  show: (id: string | null) => void;
  /** Its dates by identity of the item. */
  dates: ReadonlyMap<string, BaselineDates>;
}

/** The baseline that the Gantt shows, named by the address as `?baseline=`. */
export const useShownBaseline = (costEstimateId: string): ShownBaseline => {
  const [search, set] = useAddressKeys();
  const shown = search.get('baseline');
  const { data } = useBaselineComparisonQuery({
    variables: { costEstimateId, scheduleBaselineId: shown ?? '' },
    skip: shown === null,
    ...{ fetchPolicy: 'no-cache', context: { quiet: true } },
  });
  const items = data?.scheduleBaselineComparison?.items;
  const dates = useMemo(
    () =>
      new Map(
        (shown === null ? [] : (items ?? [])).flatMap(({ costEstimateItem: { id }, milestone, before }) =>
          before ? [[`${id} ${milestone ?? ''}`, before] as const] : [],
        ),
      ),
    [shown, items],
  );
  const show = (id: string | null) => set({ baseline: id }, true);
  return { shown, show, dates };
};
