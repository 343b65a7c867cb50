import { filterText, sentOf, specs, type FilterSpecs } from '#web/list/listFilters.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { erase, forgetting, forgettingRow, toggleActive } from '#web/register/registerCalls.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { useListPage } from '#web/list/useListPage.ts';
import {
  CompaniesDocument,
  CompanyDocument,
  useCreateCompanyMutation,
  useDeleteCompanyMutation,
  useRemoveCompanyLogoMutation,
  useUpdateCompanyMutation,
  type CompanyRowFragment,
} from '#web/generated/financial.ts';
import { useApolloClient } from '@apollo/client/react';
import { sendCompany } from './logoApi.ts';
import type { CompanyForm } from './model.ts';

const filters: FilterSpecs = {
  active: specs.active,
  search: specs.search,
  name: specs.text('Nome'),
  taxId: specs.text('CNPJ'),
};

/** The page of companies that the address asks for; all of them unless it says otherwise. */
export const useCompanyList = () =>
  useListPage({
    document: CompaniesDocument,
    pageOf: (data) => data.companies,
    filters,
    sortable: ['name'],
    variables: (query) => {
      const view = filterText(query, 'active');
      const active = view === 'true' ? true : view === 'false' ? false : null;
      const search = filterText(query, 'search') ?? null;
      return { filter: { active, search, ...sentOf(query, filters, ['name', 'taxId']) } };
    },
  });

const lists = ['companies', 'companyTotals'];
const forgetLists = forgetting(...lists);

/** The calls that change companies, what they do to the cached lists, and to the choice of company in the shell. */
export const useCompanyCalls = () => {
  const client = useApolloClient();
  const { accountId } = useSession();
  const options = { context: { quiet: true }, update: forgetLists, refetchQueries: ['Session'] };
  const [create] = useCreateCompanyMutation(options);
  const [update] = useUpdateCompanyMutation(options);
  const [remove] = useDeleteCompanyMutation({ context: { quiet: true }, refetchQueries: ['Session'] });
  const [removeLogo] = useRemoveCompanyLogoMutation({ context: { quiet: true } });

  const reload = async (id: string): Promise<CompanyRowFragment | undefined> => {
    const { data } = await client.query({ query: CompanyDocument, variables: { id }, fetchPolicy: 'network-only' });
    return data?.company ?? undefined;
  };

  /** Stores a company and its logo in one call; throws LogoRefused. */
  const sendLogo = async (row: CompanyRowFragment | null, form: CompanyForm, logo: File) => {
    const key = row ? { id: Number(row.id), version: row.version } : {};
    const id = await sendCompany(accountId, { ...key, ...form }, logo);
    if (!row) {
      forgetLists(client.cache);
      void client.refetchQueries({ include: ['Session'] });
    }
    return reload(id);
  };

  /** Throws what the gateway answers. */
  const save = async (row: CompanyRowFragment | null, form: CompanyForm): Promise<CompanyRowFragment | undefined> => {
    if (!row) {
      const { data } = await create({ variables: { input: form } });
      return data?.createCompany.company;
    }
    const { data } = await update({ variables: { id: row.id, version: row.version, input: form } });
    return data?.updateCompany.company;
  };

  const toggle = (row: CompanyRowFragment) =>
    toggleActive(row, ['Empresa', 'a'], async ({ id, version, name }, active) => {
      const { data } = await update({ variables: { id, version, input: { name, active } } });
      return data?.updateCompany.company;
    });

  const dropLogo = async ({ id }: CompanyRowFragment): Promise<void> => {
    try {
      await removeLogo({ variables: { id } });
      notifySuccess('Logo removido');
    } catch (error) {
      notifyFailure(error);
    }
  };

  const eraseCompany = ({ id }: CompanyRowFragment) =>
    erase(
      () => remove({ variables: { id }, update: forgettingRow({ __typename: 'Company', id }, ...lists) }),
      'Empresa excluída',
    );
  return { save, sendLogo, dropLogo, toggle, erase: eraseCompany };
};
