import { sql, type RawBuilder } from 'kysely';
import { PERMISSIONS, type Permission, type PermissionMap } from '#domain/permissions.ts';
import type { UserBody } from '#schema/security/users.rest.ts';
import { invalid, ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';

/** One cell of the permission matrix; `buildingId` null covers rows without building. */
export interface Grant {
  companyId: number;
  buildingId: number | null;
  permission: Permission;
}

const MOST = 20_000;
const keyOf = ({ companyId, buildingId, permission }: Grant): string =>
  `${companyId}/${buildingId ?? -1}/${permission}`;
const isKey = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text);

/** Converts the map of §6 to distinct rows. @throws ServiceError 400 for an invalid id */
export const readGrants = (map: NonNullable<UserBody['permissions']>): Grant[] => {
  const grants = Object.entries(map).flatMap(([company, buildings]) =>
    Object.entries(buildings).flatMap(([building, permissions]) => {
      if (!isKey(company) || (building !== '-1' && !isKey(building))) {
        throw invalid([{ path: `permissions.${company}.${building}`, message: 'Informe uma empresa e uma obra.' }]);
      }
      return PERMISSIONS.filter((permission) => permissions.includes(permission)).map((permission) => ({
        companyId: Number(company),
        buildingId: building === '-1' ? null : Number(building),
        permission,
      }));
    }),
  );
  if (grants.length > MOST) throw invalid([{ path: 'permissions', message: 'Há permissões demais.' }]);
  return grants;
};

/** Throws for companies and buildings that do not exist or belong to another account. */
export const requirePlaces = async (trx: Trx, accountId: number, grants: readonly Grant[]): Promise<void> => {
  const companies = await trx.selectFrom('companies').select('id').where('account_id', '=', accountId).execute();
  const buildings = await trx
    .selectFrom('buildings')
    .select(['id', 'company_id'])
    .where('account_id', '=', accountId)
    .execute();
  const known = new Set(companies.map(({ id }) => `${id}/-1`));
  for (const { id, company_id } of buildings) known.add(`${company_id}/${id}`);
  const wrong = grants.find(({ companyId, buildingId }) => !known.has(`${companyId}/${buildingId ?? -1}`));
  if (!wrong) return;
  const message = wrong.buildingId === null ? 'Empresa não encontrada.' : 'Obra não encontrada nesta empresa.';
  throw ruleBroken(message, [{ path: `permissions.${wrong.companyId}.${wrong.buildingId ?? -1}`, message }]);
};

/** The matrix of §6 of the cells that `rows` selects as `p`: "user_permissions p where …". */
export const permissionMap = (rows: RawBuilder<unknown>): RawBuilder<PermissionMap> => sql<PermissionMap>`coalesce((
  select jsonb_object_agg(by_company.company_id, by_company.buildings) from (
    select by_building.company_id, jsonb_object_agg(by_building.building_id, by_building.list) as buildings from (
      select p.company_id, coalesce(p.building_id, -1) as building_id, jsonb_agg(p.permission order by p.permission) as list
      from ${rows} group by p.company_id, p.building_id
    ) by_building group by by_building.company_id
  ) by_company), '{}')`;

/** The cells that an administrator has granted; those that groups give are the groups'. */
const stored = async (trx: Trx, accountId: number, userId: number): Promise<Grant[]> =>
  trx
    .selectFrom('user_permissions')
    .select(['company_id as companyId', 'building_id as buildingId', 'permission'])
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('by_hand', '=', true)
    .execute();

const without = (grants: readonly Grant[], others: readonly Grant[]): Grant[] => {
  const keys = new Set(others.map(keyOf));
  return grants.filter((grant) => !keys.has(keyOf(grant)));
};

/** Difference between a new permission matrix and the stored one. */
export interface GrantChange {
  added: readonly Grant[];
  removed: readonly Grant[];
}

export const isChange = (grants: GrantChange | undefined): boolean =>
  grants !== undefined && grants.added.length + grants.removed.length > 0;

/** Returns the changes that make the stored matrix equal to the map. @throws ServiceError for an unknown place */
export const changedGrants = async (
  trx: Trx,
  work: Work,
  userId: number,
  map: NonNullable<UserBody['permissions']>,
): Promise<GrantChange> => {
  const { accountId } = work.session;
  const wanted = readGrants(map);
  const before = await stored(trx, accountId, userId);
  const change = { added: without(wanted, before), removed: without(before, wanted) };
  if (change.added.length > 0) await requirePlaces(trx, accountId, change.added);
  return change;
};

/** Stores the changed grants only: a trigger on each changed row makes open streams check their session. */
export const storeGrants = async (
  trx: Trx,
  work: Work,
  userId: number,
  { added, removed }: GrantChange,
): Promise<void> => {
  const { accountId } = work.session;
  if (added.length > 0) {
    await trx
      .insertInto('user_permissions')
      .values(
        added.map(({ companyId, buildingId, permission }) => ({
          account_id: accountId,
          user_id: userId,
          company_id: companyId,
          building_id: buildingId,
          permission,
        })),
      )
      .onConflict((conflict) => conflict.constraint('user_permissions_key').doUpdateSet({ by_hand: true }))
      .execute();
  }
  if (removed.length > 0) {
    const gone = sql`unnest(
        ${removed.map(({ companyId }) => companyId)}::bigint[],
        ${removed.map(({ buildingId }) => buildingId)}::bigint[],
        ${removed.map(({ permission }) => permission)}::text[]) as gone(company_id, building_id, permission)
      where p.account_id = ${accountId} and p.user_id = ${userId} and p.company_id = gone.company_id
        and p.building_id is not distinct from gone.building_id and p.permission = gone.permission`;
    await sql`delete from user_permissions p using ${gone} and not p.by_group`.execute(trx);
    // What a group gives, too, stays the group's.
    await sql`update user_permissions p set by_hand = false from ${gone} and p.by_group`.execute(trx);
  }
  if (added.length + removed.length > 0) {
    const details = { added: added.map(keyOf), removed: removed.map(keyOf) };
    work.audit({ action: 'grant', entity: 'user', entityId: userId, details });
  }
};
