import { useUnitOptionsQuery } from '#web/generated/purchase.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useMemo } from 'react';

/** The active units of the account. */
export const useUnitChoice = (): Option[] => {
  const { data } = useUnitOptionsQuery();
  return useMemo(
    () =>
      (data?.units?.content ?? []).map(({ id, acronyms, description }) => ({ id, label: acronyms, hint: description })),
    [data],
  );
};
