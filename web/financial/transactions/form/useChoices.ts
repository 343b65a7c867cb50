import { formatTaxId } from '#domain/taxId.ts';
import {
  CreatePartnerDocument,
  PartnerOptionsDocument,
  useCategoryOptionsQuery,
  useStageOptionsQuery,
  useWalletOptionsQuery,
  type TransactionType,
} from '#web/generated/financial.ts';
import { usePlace, useSession } from '#web/app/sessionContext.ts';
import { notifyFailure, notifySuccess } from '#web/app/notify.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useMemo } from 'react';

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

/** Suppliers of an expense, customers of an income: searched on the server while somebody types. */
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

/** Active categories of one type. */
export const useCategoryChoice = (type: TransactionType): { options: Option[]; loading: boolean } => {
  const { data, loading } = useCategoryOptionsQuery({ variables: { type } });
  const options = useMemo(() => (data?.categories?.content ?? []).map(({ id, name }) => ({ id, label: name })), [data]);
  return { options, loading };
};

/** Active wallets of the chosen company. */
export const useWalletChoice = (): { options: Option[]; loading: boolean } => {
  const { companyId } = usePlace();
  const { data, loading } = useWalletOptionsQuery({ variables: { companyId } });
  const options = useMemo(
    () => (data?.wallets?.content ?? []).map(({ id, identifier }) => ({ id, label: identifier })),
    [data],
  );
  return { options, loading };
};

/** Buildings of the chosen company that the user may enter. */
export const useBuildingChoice = (): Option[] => {
  const { place } = useSession();
  return useMemo(() => (place.company?.buildings ?? []).map(({ id, name }) => ({ id, label: name })), [place.company]);
};

/** Stages of one building, as a tree by their codes. */
export const useStageChoice = (buildingId: string | null): { options: Option[]; loading: boolean } => {
  const { companyId } = usePlace();
  const { data, loading } = useStageOptionsQuery({
    variables: { companyId, buildingId: buildingId ?? '' },
    skip: buildingId === null,
  });
  const options = useMemo(
    () => (data?.building?.stages ?? []).map(({ id, code, name }) => ({ id, label: code ? `${code} ${name}` : name })),
    [data],
  );
  return { options, loading };
};
