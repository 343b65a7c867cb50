import { activeOf, filterText, sentOf, specs, type FilterSpecs } from '#web/list/listFilters.ts';
import { erase, forgetting, forgettingRow, toggleActive } from '#web/register/registerCalls.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useListPage } from '#web/list/useListPage.ts';
import {
  PartnersDocument,
  useDeletePartnerMutation,
  useSavePartnerMutation,
  useUpdatePartnerMutation,
  type PartnerRowFragment,
} from '#web/generated/financial.ts';
import type { PartnerKind } from './kinds.ts';
import { inputOf, type PartnerForm } from './model.ts';

const filters = {
  active: specs.active,
  search: specs.search,
  name: specs.text('Nome'),
  tradeName: specs.text('Nome fantasia'),
  taxId: specs.text('CPF/CNPJ'),
  email: specs.text('E-mail'),
  phone: specs.text('Telefone'),
  postalCode: specs.text('CEP'),
  district: specs.text('Bairro'),
  city: specs.text('Cidade'),
  state: specs.text('UF'),
} satisfies FilterSpecs;
const texts = ['name', 'tradeName', 'taxId', 'email', 'phone', 'postalCode', 'district', 'city', 'state'] as const;

/** The page of partners that the address asks for; active ones unless it says otherwise. */
export const usePartnerList = ({ type }: PartnerKind) => {
  const { companyId, buildingId } = usePlace();
  return useListPage({
    document: PartnersDocument,
    pageOf: (data) => data.partners,
    filters,
    sortable: ['name', 'taxId', 'city', 'openValue', 'overdueValue', 'nextDueDate'],
    variables: (query) => ({
      companyId,
      buildingId,
      type,
      filter: {
        type,
        active: activeOf(query),
        ...sentOf(query, filters, texts),
        search: filterText(query, 'search') ?? null,
      },
    }),
    skip: companyId === '',
  });
};

const lists = ['partners', 'partnerTotals'];
const forgetLists = forgetting(...lists);

/** The calls that change partners of one kind, and what they do to the cached lists. */
export const usePartnerCalls = (kind: PartnerKind) => {
  const { companyId, buildingId } = usePlace();
  const quiet = { context: { quiet: true } };
  const [create] = useSavePartnerMutation(quiet);
  const [update] = useUpdatePartnerMutation(quiet);
  const [remove] = useDeletePartnerMutation(quiet);

  /** Throws what the gateway answers. */
  const save = async (row: PartnerRowFragment | null, form: PartnerForm): Promise<PartnerRowFragment | undefined> => {
    const input = inputOf(kind.type, form);
    if (!row) {
      const { data } = await create({ variables: { companyId, buildingId, input }, update: forgetLists });
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
