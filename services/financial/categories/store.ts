import { sql, type Selectable } from 'kysely';
import { isStatementLine } from '#domain/statementLines.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type { Category, CategoryBody, TransactionType } from '#schema/financial/categories.rest.ts';
import { forbidden, invalid, notFound, ruleBroken } from '../../platform/errors.ts';
import { mapPage, matches, type RegisterListRules } from '../../platform/register/listFilters.ts';
import { fetchPage, readListQuery, type ListKeys } from '../../platform/register/lists.ts';
import { register } from '../../platform/register/register.ts';
import type { Session } from '../../platform/session.ts';
import { blankAsNull } from '../../platform/text.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { CategoryRow } from '../tables.ts';

const CATEGORY_NOT_FOUND = 'Categoria não encontrada.';

/** Making, changing and deleting categories. */
export const categoryRegister = register({
  table: 'categories',
  entity: 'category',
  noun: { name: 'Categoria', feminine: true },
  missing: CATEGORY_NOT_FOUND,
  usages: ({ account_id, id, type }) => [
    {
      ...(type === 'DEBIT' ? { one: 'despesa', many: 'despesas' } : { one: 'receita', many: 'receitas' }),
      rows: sql`select from transactions where account_id = ${account_id} and category_id = ${id}`,
    },
  ],
});

/** Income categories are kept by who has CREDIT anywhere in the account, expense ones by who has DEBIT. */
export const requireType = (session: Session, type: TransactionType): void => {
  const grants = Object.values(session.permissions).flatMap((buildings) => Object.values(buildings).flat());
  if (!session.admin && !grants.includes(type)) throw forbidden();
};

/** Transactions keep the category they were entered with, so its type stays what it was. */
export const requireSameType = (before: { type: string }, body: CategoryBody): void => {
  if (before.type === body.type) return;
  const message = 'O tipo de uma categoria não pode mudar. Cadastre outra categoria.';
  throw ruleBroken(message, [{ path: 'type', message }]);
};

/** A body as columns. @throws ServiceError 400 for a line that the income statement does not have */
export const categoryColumns = (body: CategoryBody) => {
  const line = blankAsNull(body.statementLine);
  if (line && !isStatementLine(line)) {
    throw invalid([{ path: 'statementLine', message: 'Esta linha não existe no demonstrativo de resultado.' }]);
  }
  return { type: body.type, name: normalizeSpaces(body.name), statement_line: line, active: body.active };
};

const rules: RegisterListRules = {
  sortable: { name: sql`search_key(k.name)`, type: 'k.type', statementLine: 'k.statement_line' },
  defaultSort: 'name',
  key: 'k.id',
  searched: sql`k.name`,
};

export const categoryAnswer = (row: Selectable<CategoryRow>): Category => ({
  id: row.id,
  type: row.type,
  name: row.name,
  statementLine: row.statement_line,
  active: row.active,
  account: { id: row.account_id },
  version: row.version,
});

const rowsOf = (trx: Trx, session: Session) =>
  trx.selectFrom('categories as k').where('k.account_id', '=', session.accountId);

type Filters = ListKeys & {
  type?: TransactionType | undefined;
  active?: boolean | undefined;
  name?: string | undefined;
  statementLine?: string | undefined;
};

export const listCategories = async (trx: Trx, session: Session, query: Filters) => {
  const list = readListQuery(query, rules);
  const equal = { 'k.type': query.type, 'k.active': query.active, 'k.statement_line': query.statementLine };
  const filtered = rowsOf(trx, session).where(matches(list, rules, equal, { 'k.name': query.name }));
  return mapPage(await fetchPage(filtered, list, (rows) => rows.selectAll('k')), categoryAnswer);
};

/** One category. @throws ServiceError 404 */
export const readCategory = async (trx: Trx, session: Session, id: number): Promise<Category> => {
  const row = await rowsOf(trx, session).where('k.id', '=', id).selectAll('k').executeTakeFirst();
  if (!row) throw notFound(CATEGORY_NOT_FOUND);
  return categoryAnswer(row);
};
