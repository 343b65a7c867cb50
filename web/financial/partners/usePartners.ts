import { filterText, useUnknownFilters } from '#web/app/listFilters.ts';
import { DEFAULT_PAGE_SIZE } from '#web/app/ListScreen.tsx';
import { erase, forgetting, forgettingRow, toggleActive } from '#web/app/registerCalls.ts';
import { usePlace } from '#web/app/sessionContext.ts';
import { useListQuery } from '#web/app/useListQuery.ts';
import {
  useDeletePartnerMutation,
  usePartnersQuery,
  useSavePartnerMutation,
  useUpdatePartnerMutation,
  type PartnerRowFragment,
} from '#web/generated/financial.ts';
import { useMemo } from 'react';
import type { PartnerKind } from './kinds.ts';
import { inputOf, type PartnerForm } from './model.ts';

const known = ['active', 'search', 'taxId'];
const sortable = ['name', 'taxId', 'city', 'openValue', 'overdueValue', 'nextDueDate'];

/** The page of partners that the address asks for; active ones unless it says otherwise. */
export const usePartnerList = ({ type }: PartnerKind) => {
  const list = useListQuery();
  const { companyId } = usePlace();
  const { query } = list;
  useUnknownFilters(query, known);
  const view = filterText(query, 'active');
  const variables = useMemo(
    () => ({
      companyId,
      type,
      page: query.page ?? 0,
      size: query.size ?? DEFAULT_PAGE_SIZE,
      sort: query.sort.filter(({ id }) => sortable.includes(id)),
      filter: {
        type,
        active: view === 'all' ? null : view !== 'false',
        taxId: filterText(query, 'taxId') ?? null,
        search: filterText(query, 'search') ?? null,
      },
    }),
    [companyId, query, type, view],
  );
  const result = usePartnersQuery({ variables, skip: companyId === '', fetchPolicy: 'cache-and-network' });
  const data = result.data ?? result.previousData;
  return {
    list,
    page: data?.partners,
    totals: data?.partnerTotals,
    loading: result.loading,
    error: result.error,
    refetch: () => void result.refetch(),
  };
};

const lists = ['partners', 'partnerTotals'];
const forgetLists = forgetting(...lists);

/** The calls that change partners of one kind, and what they do to the cached lists. */
export const usePartnerCalls = (kind: PartnerKind) => {
  const { companyId } = usePlace();
  const quiet = { context: { quiet: true } };
  const [create] = useSavePartnerMutation(quiet);
  const [update] = useUpdatePartnerMutation(quiet);
  const [remove] = useDeletePartnerMutation(quiet);

  /** Throws what the gateway answers. */
  const save = async (row: PartnerRowFragment | null, form: PartnerForm): Promise<PartnerRowFragment | undefined> => {
    const input = inputOf(kind.type, form);
    if (!row) {
      const { data } = await create({ variables: { companyId, input }, update: forgetLists });
      return data?.createPartner.partner;
    }
    const { data } = await update({ variables: { id: row.id, version: row.version, input }, update: forgetLists });
    return data?.updatePartner.partner;
  };

  const toggle = (row: PartnerRowFragment) =>
    toggleActive(row, [kind.one, 'o'], async ({ id, version, name }, active) => {
      const input = { type: kind.type, name, active };
      const { data } = await update({ variables: { id, version, input }, update: forgetLists });
      return data?.updatePartner.partner;
    });

  const erasePartner = ({ id }: PartnerRowFragment) =>
    erase(
      () => remove({ variables: { id }, update: forgettingRow({ __typename: 'Partner', id }, ...lists) }),
      `${kind.one} excluído`,
    );
  return { save, toggle, erase: erasePartner };
};
