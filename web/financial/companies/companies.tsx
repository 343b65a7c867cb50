import { FETCH_COMPANIES_FAILED, FETCH_COMPANY_FAILED } from '#domain/messages.ts';
import { formatTaxId } from '#domain/taxId.ts';
import {
  CompaniesDocument,
  CompanyDocument,
  CreateCompanyDocument,
  DeleteCompanyDocument,
  UpdateCompanyDocument,
  type CompanyRowFragment,
} from '#web/generated/financial.ts';
import { specs } from '#web/list/listFilters.ts';
import { activeColumn, nameColumn } from '#web/register/columns.tsx';
import { defineRegister } from '#web/register/defineRegister.ts';
import type { Noun } from '#web/register/noun.ts';
import { ActivePill } from '#web/ui/index.ts';
import { companyForm } from './CompanyFields.tsx';
import styles from './Companies.module.css';

const noun: Noun = { one: 'empresa', many: 'empresas', gender: 'a' };

/** The logo as a small picture; hidden from screen readers, because the name is beside it. */
const LogoPreview = ({ company }: { company: CompanyRowFragment }) =>
  company.logo ? <img className={styles.preview} src={company.logo.preview} alt="" /> : null;

export const companies = defineRegister({
  noun,
  draftKey: 'company',
  operations: {
    list: CompaniesDocument,
    one: CompanyDocument,
    create: CreateCompanyDocument,
    update: UpdateCompanyDocument,
    remove: DeleteCompanyDocument,
  },
  firstTab: 'all',
  filters: { name: specs.text('Nome'), taxId: specs.text('CNPJ') },
  columns: [
    {
      id: 'logo',
      title: 'Logo',
      width: 112,
      value: (row) => (row.logo ? 'Com logo' : 'Sem logo'),
      render: (row) => (row.logo ? <LogoPreview company={row} /> : <span className={styles.none}>—</span>),
    },
    nameColumn('Nome'),
    { id: 'taxId', title: 'CNPJ', width: 180, value: (row) => formatTaxId(row.taxId) || '—' },
    activeColumn(noun),
  ],
  card: (row) => ({
    ...{ id: row.id, title: row.name, meta: formatTaxId(row.taxId) || 'Sem CNPJ' },
    end: <LogoPreview company={row} />,
    endMeta: <ActivePill active={row.active} feminine />,
  }),
  form: companyForm,
  identityOf: ({ name }) => ({ name }),
  nameOf: ({ name }) => name,
  subtitle: (row) => formatTaxId(row?.taxId) || undefined,
  emptyText: 'Cadastre a primeira: nome, CNPJ e logo.',
  loss: 'A empresa, o logo e as permissões sobre ela deixam de existir.',
  typedName: true,
  failures: { list: FETCH_COMPANIES_FAILED, one: FETCH_COMPANY_FAILED },
  // Refetches the session, so that the shell's choice of companies is updated.
  inSession: true,
});
