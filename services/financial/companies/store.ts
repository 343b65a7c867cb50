import { sql } from 'kysely';
import { isCnpj, normalizeTaxId } from '#domain/taxId.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type { Company, CompanyBody } from '#schema/financial/companies.rest.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { countViews, mapPage, matches, type RegisterListRules } from '../../platform/register/listFilters.ts';
import { fetchPage, readListQuery, type ListKeys } from '../../platform/register/lists.ts';
import { register } from '../../platform/register/register.ts';
import type { Session } from '../../platform/session.ts';
import { blankAsNull } from '../../platform/text.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { logoAnswer } from './logo.ts';

const COMPANY_NOT_FOUND = 'Empresa não encontrada.';

/** Making, changing and deleting companies; deleting one deletes its permissions. */
export const companyRegister = register({
  table: 'companies',
  entity: 'company',
  noun: { name: 'Empresa', feminine: true },
  missing: COMPANY_NOT_FOUND,
  usages: ({ account_id, id }) => {
    const ofCompany = sql`where account_id = ${account_id} and company_id = ${id}`;
    return [
      { one: 'obra', many: 'obras', rows: sql`select from buildings ${ofCompany}` },
      { one: 'carteira', many: 'carteiras', rows: sql`select from wallets ${ofCompany}` },
      { one: 'despesa', many: 'despesas', rows: sql`select from transactions ${ofCompany} and type = 'DEBIT'` },
      { one: 'receita', many: 'receitas', rows: sql`select from transactions ${ofCompany} and type = 'CREDIT'` },
    ];
  },
});

/** A body as columns. @throws ServiceError 400 for a CNPJ that is none. */
export const companyColumns = (body: CompanyBody) => {
  const taxId = blankAsNull(body.taxId);
  if (taxId && !isCnpj(taxId)) throw invalid([{ path: 'taxId', message: 'Informe um CNPJ válido.' }]);
  return { name: normalizeSpaces(body.name), tax_id: taxId ? normalizeTaxId(taxId) : taxId, active: body.active };
};

const rules: RegisterListRules = {
  sortable: { name: sql`search_key(c.name)` },
  defaultSort: 'name',
  key: 'c.id',
  searched: sql`c.name`,
};

/** Companies of the account, each with what lists show of its logo. */
const rowsOfAccount = (trx: Trx, accountId: number) =>
  trx
    .selectFrom('companies as c')
    .leftJoin('company_logos as l', (join) =>
      join.onRef('l.account_id', '=', 'c.account_id').onRef('l.company_id', '=', 'c.id'),
    )
    .where('c.account_id', '=', accountId);

const withColumns = (rows: ReturnType<typeof rowsOfAccount>) =>
  rows
    .selectAll('c')
    .select([
      'l.width as logo_width',
      'l.height as logo_height',
      sql<number | null>`length(l.content)`.as('logo_size'),
      'l.updated_at as logo_updated_at',
      'l.preview as logo_preview',
    ]);
type CompanyRow = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

const companyAnswer = (row: CompanyRow): Company => ({
  id: row.id,
  name: row.name,
  taxId: row.tax_id,
  active: row.active,
  logo: logoAnswer(row),
  account: { id: row.account_id },
  version: row.version,
});

/** Companies that the user may enter: the session knows them; to an admin, all of the account. */
const rowsOf = (trx: Trx, session: Session) => {
  const rows = rowsOfAccount(trx, session.accountId);
  return session.admin ? rows : rows.where(sql<boolean>`c.id = any(${[...session.companies]}::bigint[])`);
};

interface Filters extends ListKeys {
  active?: boolean | undefined;
  name?: string | undefined;
  taxId?: string | undefined;
}

const filtered = (query: Filters) => {
  const taxId = query.taxId === undefined ? undefined : normalizeTaxId(query.taxId);
  const equal = { 'c.active': query.active, 'c.tax_id': taxId };
  return matches(readListQuery(query, rules), rules, equal, { 'c.name': query.name });
};

export const listCompanies = async (trx: Trx, session: Session, query: Filters) =>
  mapPage(
    await fetchPage(rowsOf(trx, session).where(filtered(query)), readListQuery(query, rules), withColumns),
    companyAnswer,
  );

/** How many companies each view of the list holds, under the same filters. */
export const companyTotals = async (trx: Trx, session: Session, query: Filters) =>
  countViews(rowsOf(trx, session).where(filtered(query)), 'c.active');

/** One company. @throws ServiceError 404, also for one that the user may not enter */
export const readCompany = async (trx: Trx, session: Session, id: number): Promise<Company> => {
  const row = await withColumns(rowsOf(trx, session)).where('c.id', '=', id).executeTakeFirst();
  if (!row) throw notFound(COMPANY_NOT_FOUND);
  return companyAnswer(row);
};

/** A company as its own command answers it: just made, it is in no session yet. */
export const writtenCompany = async (trx: Trx, accountId: number, id: number): Promise<Company> =>
  companyAnswer(await withColumns(rowsOfAccount(trx, accountId)).where('c.id', '=', id).executeTakeFirstOrThrow());
