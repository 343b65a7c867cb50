import { sql } from 'kysely';
import { allowedBuildings, PERMISSIONS } from '#domain/permissions.ts';
import { buildingEndpoints } from '#schema/financial/buildings.rest.ts';
import { forbidden, notFound } from '../platform/errors.ts';
import { name, text } from '../platform/register/fields.ts';
import { registerStore } from '../platform/register/store.ts';
import type { Session } from '../platform/session.ts';
import type { Trx } from '../platform/db/unitOfWork.ts';

export const BUILDING_NOT_FOUND = 'Obra não encontrada.';
export const NAME_TAKEN = 'Já existe uma obra com este nome nesta empresa.';

/** Ids of the buildings on which the user has any permission; 'all' for an administrator. */
export const visibleIds = (session: Session, companyIds: readonly number[]): number[] | 'all' => {
  const ids = companyIds.map((companyId) => allowedBuildings(session, companyId, PERMISSIONS));
  if (ids.includes('all')) return 'all';
  return ids.flat().flatMap((id) => (id === null ? [] : [Number(id)]));
};

/** What is kept of a building. */
export const buildingFields = {
  ...{ name, address: text },
  ...{ technicalName: text, technicalTitle: text, technicalRegistration: text },
};

/** Requires ENGINEERING on the building itself. @throws ServiceError 404 for a building without any grant (§6) */
export const requireEngineering = (session: Session, companyId: number, id: number): void => {
  const visible = visibleIds(session, [companyId]);
  if (visible !== 'all' && !visible.includes(id)) throw notFound(BUILDING_NOT_FOUND);
  const allowed = allowedBuildings(session, companyId, ['ENGINEERING']);
  if (allowed !== 'all' && !allowed.includes(String(id))) throw forbidden();
};

/** Buildings that the user may see; deleting one deletes its permissions. */
export const buildingStore = registerStore(buildingEndpoints, {
  table: 'buildings',
  entity: 'building',
  noun: { name: 'Obra', feminine: true },
  missing: BUILDING_NOT_FOUND,
  fields: buildingFields,
  defaultSort: 'name',
  visible: ({ session, params }) => {
    const ids = visibleIds(session, params.companyId === undefined ? [...session.companies] : [params.companyId]);
    return ids === 'all' ? sql`true` : sql`r.id = any(${ids}::bigint[])`;
  },
  allow: ({ session, params }, id) => requireEngineering(session, params.companyId ?? 0, id),
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
      {
        one: 'pedido',
        many: 'pedidos',
        rows: sql`select from orders where account_id = ${account_id} and building_id = ${id}`,
      },
      {
        one: 'modelo de lançamento',
        many: 'modelos de lançamento',
        rows: sql`
          select from transaction_models m where m.account_id = ${account_id} and exists (
            select from transaction_model_shares s
             where s.account_id = m.account_id and s.model_id = m.id and s.building_id = ${id})`,
      },
      {
        one: 'cotação',
        many: 'cotações',
        rows: sql`select from quotes where account_id = ${account_id} and building_id = ${id}`,
      },
    ];
  },
});

/** Grants ENGINEERING on new buildings to a creator without admin rights, who could not see them otherwise. */
export const grantToMaker = async (
  trx: Trx,
  session: Session,
  companyId: number,
  ids: readonly number[],
): Promise<Session> => {
  if (session.admin) return session;
  // The maker of a token may be an administrator, who needs no grant.
  await sql`
    insert into user_permissions (account_id, user_id, company_id, building_id, permission)
    select u.account_id, u.id, ${companyId}, b.id, 'ENGINEERING'
      from users u cross join unnest(${[...ids]}::bigint[]) as b (id)
     where u.account_id = ${session.accountId} and u.id = ${session.userId} and not u.admin`.execute(trx);
  const made = Object.fromEntries(ids.map((id) => [String(id), ['ENGINEERING' as const]]));
  const ofCompany = { ...session.permissions[String(companyId)], ...made };
  return { ...session, permissions: { ...session.permissions, [String(companyId)]: ofCompany } };
};
