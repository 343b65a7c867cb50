import { formatTaxId } from '#domain/taxId.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { CreatePartnerDocument, PartnerOptionsDocument } from '#web/generated/choices.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';

interface PartnerRow {
  id: string;
  name: string;
  taxId?: string | null;
}

const partnerOption = ({ id, name, taxId }: PartnerRow): Option => ({
  id,
  label: name,
  ...(taxId ? { hint: formatTaxId(taxId) } : {}),
});

/** Returns a server search for partners: suppliers for expenses, customers for income. */
export const usePartnerChoice = (type: TransactionType) => {
  const client = useApolloClient();
  const partnerType = type === 'DEBIT' ? 'SUPPLIER' : 'CUSTOMER';
  const load = useCallback(
    async (search: string): Promise<Option[]> => {
      const { data } = await client.query({
        query: PartnerOptionsDocument,
        variables: { type: partnerType, search: search || null },
        fetchPolicy: 'network-only',
      });
      return (data?.partners?.content ?? []).map(partnerOption);
    },
    [client, partnerType],
  );
  const create = useCallback(
    async (name: string): Promise<Option | null> => {
      try {
        const { data } = await client.mutate({
          mutation: CreatePartnerDocument,
          variables: { input: { type: partnerType, name } },
        });
        if (!data) return null;
        notifySuccess(partnerType === 'SUPPLIER' ? 'Fornecedor cadastrado' : 'Cliente cadastrado', { detail: name });
        return partnerOption(data.createPartner.partner);
      } catch (error) {
        notifyFailure(error);
        return null;
      }
    },
    [client, partnerType],
  );
  return { load, create };
};
