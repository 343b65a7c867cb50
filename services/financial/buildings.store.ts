import { sql, type RawBuilder } from 'kysely';
import { allowedBuildings, PERMISSIONS } from '#domain/permissions.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type { Building, BuildingBody } from '#schema/financial/buildings.rest.ts';
import { forbidden, notFound } from '../platform/errors.ts';
import { countViews, mapPage, matches, type RegisterListRules } from '../platform/register/listFilters.ts';
import { fetchPage, readListQuery, type ListKeys } from '../platform/register/lists.ts';
import { register } from '../platform/register/register.ts';
import type { Session } from '../platform/session.ts';
import type { Trx } from '../platform/db/unitOfWork.ts';

export const BUILDING_NOT_FOUND = 'Obra não encontrada.';

/** Making, changing and deleting buildings; deleting one deletes its permissions. */
export const buildingRegister = register({
  table: 'buildings',
  entity: 'building',
  noun: { name: 'Obra', feminine: true },
  missing: BUILDING_NOT_FOUND,
  usages: ({ account_id, id }) => {
    const transactions = (type: string) => sql`
      select from transactions t where t.account_id = ${account_id} and t.type = ${type}
        and exists (select from apportionments a
                    where a.account_id = t.account_id and a.transaction_id = t.id and a.building_id = ${id})`;
    const estimates = sql`select from cost_estimates where account_id = ${account_id} and building_id = ${id}`;
    return [
      { one: 'despesa', many: 'despesas', rows: transactions('DEBIT') },
      { one: 'receita', many: 'receitas', rows: transactions('CREDIT') },
      { one: 'orçamento', many: 'orçamentos', rows: estimates },
    ];
  },
});

export const buildingColumns = (body: BuildingBody) => ({ name: normalizeSpaces(body.name), active: body.active });

/** Keys of the buildings where the user has any permission; 'all' for an admin. */
const visibleIds = (session: Session, companyIds: readonly number[]): number[] | 'all' => {
  const ids = companyIds.map((companyId) => allowedBuildings(session, companyId, PERMISSIONS));
  if (ids.includes('all')) return 'all';
  return ids.flat().flatMap((id) => (id === null ? [] : [Number(id)]));
};

/** 404 for a building that the user may not know of: any permission on it is enough (§6). */
export const requireBuilding = (session: Session, companyId: number, id: number): void => {
  const visible = visibleIds(session, [companyId]);
  if (visible !== 'all' && !visible.includes(id)) throw notFound(BUILDING_NOT_FOUND);
};

/** Changing a building needs ENGINEERING on that very one. */
export const requireEngineering = (session: Session, companyId: number, id: number): void => {
  requireBuilding(session, companyId, id);
  const allowed = allowedBuildings(session, companyId, ['ENGINEERING']);
  if (allowed !== 'all' && !allowed.includes(String(id))) throw forbidden();
};

const rules: RegisterListRules = {
  sortable: { name: sql`search_key(b.name)` },
  defaultSort: 'name',
  key: 'b.id',
  searched: sql`b.name`,
};

const rowsOf = (trx: Trx, session: Session, companyIds: readonly number[]) => {
  const ids = visibleIds(session, companyIds);
  const visible: RawBuilder<boolean> = ids === 'all' ? sql`true` : sql`b.id = any(${ids}::bigint[])`;
  return trx
    .selectFrom('buildings as b')
    .innerJoin('companies as c', (join) =>
      join.onRef('c.account_id', '=', 'b.account_id').onRef('c.id', '=', 'b.company_id'),
    )
    .where('b.account_id', '=', session.accountId)
    .where(sql<boolean>`b.company_id = any(${[...companyIds]}::bigint[])`)
    .where(visible);
};

type Rows = ReturnType<typeof rowsOf>;
const withColumns = (rows: Rows) => rows.selectAll('b').select('c.name as company_name');
type BuildingRow = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

const answer = (row: BuildingRow): Building => ({
  id: row.id,
  name: row.name,
  active: row.active,
  company: { id: row.company_id, name: row.company_name, account: { id: row.account_id } },
  version: row.version,
});

interface Filters extends ListKeys {
  active?: boolean | undefined;
  name?: string | undefined;
}

const filtered = (query: Filters) =>
  matches(readListQuery(query, rules), rules, { 'b.active': query.active }, { 'b.name': query.name });

/** A page of the buildings of some companies that the user may see. */
export const listBuildings = async (trx: Trx, session: Session, companyIds: readonly number[], query: Filters) => {
  const list = readListQuery(query, rules);
  return mapPage(await fetchPage(rowsOf(trx, session, companyIds).where(filtered(query)), list, withColumns), answer);
};

/** How many buildings of a company each view of the list holds, under the same filters. */
export const buildingTotals = async (trx: Trx, session: Session, companyId: number, query: Filters) =>
  countViews(rowsOf(trx, session, [companyId]).where(filtered(query)), 'b.active');

/** One building. @throws ServiceError 404, also for one that the user may not see */
export const readBuilding = async (trx: Trx, session: Session, companyId: number, id: number): Promise<Building> => {
  const row = await withColumns(rowsOf(trx, session, [companyId]))
    .where('b.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(BUILDING_NOT_FOUND);
  return answer(row);
};

/** A building that its maker could not see would be lost to them: a maker without admin rights gets ENGINEERING on it. */
export const grantToMaker = async (trx: Trx, session: Session, companyId: number, id: number): Promise<Session> => {
  if (session.admin) return session;
  await trx
    .insertInto('user_permissions')
    .values({
      account_id: session.accountId,
      user_id: session.userId,
      company_id: companyId,
      building_id: id,
      permission: 'ENGINEERING',
    })
    .execute();
  const ofCompany = { ...session.permissions[String(companyId)], [String(id)]: ['ENGINEERING' as const] };
  return { ...session, permissions: { ...session.permissions, [String(companyId)]: ofCompany } };
};
