import { PurchasedProductOptionsDocument } from '#web/generated/purchase.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';

/** Returns a server search for inputs, those that are no longer in use included. */
export const useProductOptions = () => {
  const client = useApolloClient();
  return useCallback(
    async (search: string): Promise<Option[]> => {
      const { data } = await client.query({
        query: PurchasedProductOptionsDocument,
        variables: { search: search || null },
        fetchPolicy: 'network-only',
      });
      return (data?.products?.content ?? []).map(({ id, code, name }) => ({ id, label: name, hint: code }));
    },
    [client],
  );
};
