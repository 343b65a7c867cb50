import { FiscalProductOptionsDocument } from '#web/generated/financial.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';

/** Searches the register of products by name or code. */
export const useProductSearch = () => {
  const client = useApolloClient();
  return useCallback(
    async (search: string): Promise<Option[]> => {
      const { data } = await client.query({
        query: FiscalProductOptionsDocument,
        variables: { search },
        fetchPolicy: 'network-only',
        context: { quiet: true },
      });
      return (data?.products?.content ?? []).map(({ id, name, unit }) => ({
        id,
        label: name,
        ...(unit && { hint: unit.acronyms }),
      }));
    },
    [client],
  );
};
