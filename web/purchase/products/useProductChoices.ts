import { useProductChoicesQuery } from '#web/generated/purchase.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useMemo } from 'react';

interface Choices {
  types: Option[];
  units: Option[];
  brands: Option[];
}

const named = (rows: readonly { id: string; name: string }[] = []): Option[] =>
  rows.map(({ id, name }) => ({ id, label: name }));

/** What the fields and filters of products choose from. */
export const useProductChoices = (): Choices => {
  const { data } = useProductChoicesQuery();
  return useMemo(
    () => ({
      types: named(data?.productTypes?.content),
      units: (data?.units?.content ?? []).map(({ id, acronyms, description }) => ({
        ...{ id, label: acronyms, hint: description },
      })),
      brands: named(data?.brands?.content),
    }),
    [data],
  );
};
