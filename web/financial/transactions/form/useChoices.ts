import { SAVE_BUILDING_FAILED } from '#domain/messages.ts';
import { formatTaxId } from '#domain/taxId.ts';
import {
  CategoryOptionsDocument,
  CreatePartnerDocument,
  PartnerOptionsDocument,
  useStageOptionsQuery,
  WalletOptionsDocument,
  type TransactionType,
} from '#web/generated/financial.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useAllRows } from '#web/list/useAllRows.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useMemo } from 'react';
import { buildings } from '../../buildings/buildings.tsx';
import { categories } from '../../categories/categories.ts';
import { useCategoryAccess } from '../../categories/useCategoryAccess.ts';

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

/** Active categories of one type; `create` is there for who may make one. */
export const useCategoryChoice = (type: TransactionType) => {
  const { page, loading } = useAllRows({
    document: CategoryOptionsDocument,
    variables: { type },
    pageOf: (data) => data.categories,
    withPage: (data, categories) => ({ ...data, categories }),
  });
  const { save } = categories.useCalls();
  const mayCreate = useCategoryAccess().may(type);
  const options = useMemo(() => (page?.content ?? []).map(({ id, name }) => ({ id, label: name })), [page]);
  const create = async (name: string): Promise<Option | null> => {
    try {
      // Its line of the statement is the accountant's matter: it waits under "Não classificado".
      const category = await save({ type, name, statementLine: '' }, null);
      if (!category) return null;
      notifySuccess('Categoria cadastrada', { detail: name });
      return { id: category.id, label: category.name };
    } catch (error) {
      notifyFailure(error);
      return null;
    }
  };
  return { options, loading, create: mayCreate ? create : undefined };
};

/** A wallet to choose, and the day from which its balance counts; null for who may not see its figures. */
export interface WalletOption extends Option {
  balanceDate: string | null;
}

/** Active wallets of the chosen company. */
export const useWalletChoice = (): { options: WalletOption[]; loading: boolean } => {
  const { companyId } = usePlace();
  const { page, loading } = useAllRows({
    document: WalletOptionsDocument,
    variables: { companyId },
    pageOf: (data) => data.wallets,
    withPage: (data, wallets) => ({ ...data, wallets }),
  });
  const options = useMemo(
    () =>
      (page?.content ?? []).map(({ id, identifier, balanceDate }) => ({
        id,
        label: identifier,
        balanceDate: balanceDate ?? null,
      })),
    [page],
  );
  return { options, loading };
};

/**
 * Buildings of the chosen company that the user may enter. `create` is there for admins: whoever else makes a building
 * gets ENGINEERING on it and nothing more, so that the document could not be stored with it.
 */
export const useBuildingChoice = () => {
  const { place, grantee } = useSession();
  const { save } = buildings.useCalls();
  const options = useMemo(
    () => (place.company?.buildings ?? []).map(({ id, name }) => ({ id, label: name })),
    [place.company],
  );
  const create = async (name: string): Promise<Option | null> => {
    try {
      const building = await save({ name }, null);
      if (!building) return null;
      notifySuccess('Obra cadastrada', { detail: name });
      return { id: building.id, label: building.name };
    } catch (error) {
      notifyFailure(error, SAVE_BUILDING_FAILED);
      return null;
    }
  };
  return { options, create: grantee.admin ? create : undefined };
};

/** The building that the person works in; null while all of them are chosen. */
export const useChosenBuilding = (): Option | null => {
  const { building } = useSession().place;
  return useMemo(() => (building ? { id: building.id, label: building.name } : null), [building]);
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
