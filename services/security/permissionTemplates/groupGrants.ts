import { sql } from 'kysely';
import { postMessage } from '../../assistant/postMessage.ts';
import type { Actor, Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';

export const PERMISSIONS_CHANGED = 'As suas permissões mudaram: o menu e as telas mostram o que você pode fazer agora.';

/** Most cells that the history lists of one change; of more it tells the number. */
const MOST_TOLD = 500;

interface ChangedRow {
  user_id: number;
  added: boolean;
  cell: string;
}

/**
 * The permissions that groups give: the union of the templates of a user's groups, by SCIM and by their last login. A
 * cell that an administrator has granted by hand stays his, whatever the groups say.
 */
const settle = (accountId: number, userIds: readonly number[] | null) => {
  const ofThem = (column: string) =>
    userIds === null ? sql`true` : sql`${sql.ref(column)} = any(${[...userIds]}::bigint[])`;
  return sql<ChangedRow>`
    with holders as (
      select m.user_id, o.template_id
        from scim_group_members m
        join scim_groups g on g.account_id = m.account_id and g.id = m.group_id
        join organization_groups o on o.account_id = g.account_id and o.organization_id = g.organization_id
         and o.name in (g.display_name, g.external_id)
       where m.account_id = ${accountId} and ${ofThem('m.user_id')}
      union
      select c.user_id, o.template_id
        from user_group_claims c
        join organization_groups o on o.account_id = c.account_id and o.id = c.group_id
       where c.account_id = ${accountId} and ${ofThem('c.user_id')}
    ), wanted as (
      select distinct h.user_id, t.company_id, t.building_id, t.permission
        from holders h join permission_template_grants t on t.account_id = ${accountId} and t.template_id = h.template_id
    ), stale as (
      select p.user_id, p.company_id, p.building_id, p.permission, p.by_hand
        from user_permissions p
       where p.account_id = ${accountId} and p.by_group and ${ofThem('p.user_id')}
         and not exists (select from wanted w where w.user_id = p.user_id and w.company_id = p.company_id
               and w.building_id is not distinct from p.building_id and w.permission = p.permission)
    ), kept as (
      update user_permissions p set by_group = false from stale s
       where p.account_id = ${accountId} and s.by_hand and p.user_id = s.user_id and p.company_id = s.company_id
         and p.building_id is not distinct from s.building_id and p.permission = s.permission
    ), taken as (
      delete from user_permissions p using stale s
       where p.account_id = ${accountId} and not s.by_hand and p.user_id = s.user_id and p.company_id = s.company_id
         and p.building_id is not distinct from s.building_id and p.permission = s.permission
      returning p.user_id, p.company_id, p.building_id, p.permission
    ), shared as (
      update user_permissions p set by_group = true from wanted w
       where p.account_id = ${accountId} and not p.by_group and p.user_id = w.user_id and p.company_id = w.company_id
         and p.building_id is not distinct from w.building_id and p.permission = w.permission
    ), given as (
      insert into user_permissions (account_id, user_id, company_id, building_id, permission, by_hand, by_group)
      select ${accountId}, w.user_id, w.company_id, w.building_id, w.permission, false, true from wanted w
       where not exists (select from user_permissions p where p.account_id = ${accountId} and p.user_id = w.user_id
               and p.company_id = w.company_id and p.building_id is not distinct from w.building_id and p.permission = w.permission)
      returning user_id, company_id, building_id, permission
    )
    select user_id, true as added, company_id || '/' || coalesce(building_id, -1) || '/' || permission as cell from given
    union all
    select user_id, false, company_id || '/' || coalesce(building_id, -1) || '/' || permission from taken`;
};

/**
 * Makes the grants by groups those of the users' groups now; of all users of the account without `userIds`. Whoever's
 * permissions change is told, and an open session obeys at once.
 */
export const settleGroupGrants = async (
  trx: Trx,
  work: Work<Actor | Outsider>,
  userIds: readonly number[] | null,
): Promise<void> => {
  const { accountId } = work.session;
  if (userIds?.length === 0) return;
  // In one order, so that two changes of the same users wait for each other.
  await sql`
    select from users where account_id = ${accountId}
      and ${userIds === null ? sql`true` : sql`id = any(${[...userIds]}::bigint[])`}
    order by id for no key update`.execute(trx);
  const { rows } = await settle(accountId, userIds).execute(trx);
  const changed = new Map<number, ChangedRow[]>();
  for (const row of rows) changed.set(row.user_id, [...(changed.get(row.user_id) ?? []), row]);
  for (const [entityId, cells] of changed) {
    const [added, removed] = [true, false].map((side) =>
      cells.filter((one) => one.added === side).map(({ cell }) => cell),
    );
    const details = cells.length > MOST_TOLD ? { added: added?.length, removed: removed?.length } : { added, removed };
    work.audit({ action: 'grant', entity: 'user', entityId, details: { by: 'group', ...details } });
  }
  await postMessage(trx, work, { userIds: [...changed.keys()], kind: 'INFO', text: PERMISSIONS_CHANGED });
};
