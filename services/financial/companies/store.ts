import { sql } from 'kysely';
import { isCnpj, normalizeTaxId } from '#domain/taxId.ts';
import { companyEndpoints } from '#schema/financial/companies.rest.ts';
import { formed, name, text } from '../../platform/register/fields.ts';
import { registerStore } from '../../platform/register/store.ts';
import { logoAnswer, type LogoColumns } from './logo.ts';

/**
 * Companies with a grant of the user (for an administrator, all of the account); deleting one deletes its permissions.
 */
export const companyStore = registerStore(companyEndpoints, {
  table: 'companies',
  entity: 'company',
  noun: { name: 'Empresa', feminine: true },
  missing: 'Empresa não encontrada.',
  fields: {
    name,
    taxId: formed({ accepts: isCnpj, keep: normalizeTaxId, message: 'Informe um CNPJ válido.' }),
    address: text,
  },
  defaultSort: 'name',
  joined: {
    columns: sql<LogoColumns>`l.width as logo_width, l.height as logo_height, length(l.content) as logo_size,
      l.updated_at as logo_updated_at, l.preview as logo_preview`,
    tables: sql`left join company_logos l on l.account_id = r.account_id and l.company_id = r.id`,
  },
  visible: ({ session }) => (session.admin ? sql`true` : sql`r.id = any(${[...session.companies]}::bigint[])`),
  answer: (row) => ({ logo: logoAnswer(row) }),
  usages: ({ account_id, id }) => {
    const ofCompany = sql`where account_id = ${account_id} and company_id = ${id}`;
    return [
      { one: 'obra', many: 'obras', rows: sql`select from buildings ${ofCompany}` },
      { one: 'carteira', many: 'carteiras', rows: sql`select from wallets ${ofCompany}` },
      { one: 'despesa', many: 'despesas', rows: sql`select from transactions ${ofCompany} and type = 'DEBIT'` },
      { one: 'receita', many: 'receitas', rows: sql`select from transactions ${ofCompany} and type = 'CREDIT'` },
      { one: 'pedido', many: 'pedidos', rows: sql`select from orders ${ofCompany}` },
      { one: 'cotação', many: 'cotações', rows: sql`select from quotes ${ofCompany}` },
      {
        one: 'modelo de lançamento',
        many: 'modelos de lançamento',
        rows: sql`select from transaction_models ${ofCompany}`,
      },
    ];
  },
});
