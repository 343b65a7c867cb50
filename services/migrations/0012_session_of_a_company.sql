-- A request about one company needs to know of no other: with ten thousand obras, all that somebody may do took longer to
-- gather and to read than what was asked for (docs/decisions/0022).

drop function resolve_session(bytea, timestamptz);

-- Who a token stands for, with everything an access decision needs, in one statement: of one company when it is named, else
-- of all. No row: no such token, expired, revoked, or the user is no longer active.
create function resolve_session(p_token_hash bytea, p_now timestamptz, p_company bigint default null)
  returns table (user_id bigint, account_id bigint, admin boolean, name text, login text, timezone text,
                 expires_at timestamptz, company_ids bigint[], permissions json)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  -- As a range, which an index serves whatever the plan was made for.
  first_company bigint := coalesce(p_company, 0);
  last_company bigint := coalesce(p_company, 9223372036854775807);
begin
  perform set_config('prumo.owner_access', 'on', true);
  return query
  select u.id, u.account_id, u.admin, u.name, u.login, u.timezone, t.expires_at,
    case when u.admin
      then array(select c.id from companies c
                  where c.account_id = u.account_id and c.id between first_company and last_company order by c.id)
      else array(select distinct p.company_id from user_permissions p
                  where p.user_id = u.id and p.company_id between first_company and last_company order by 1)
    end,
    coalesce((
      select json_object_agg(by_company.company_id, by_company.buildings) from (
        select by_building.company_id, json_object_agg(by_building.building_id, by_building.list) as buildings from (
          select p.company_id, coalesce(p.building_id, -1) as building_id,
                 array_to_json(array_agg(p.permission order by p.permission)) as list
          from user_permissions p where p.user_id = u.id and p.company_id between first_company and last_company
          group by p.company_id, p.building_id
        ) by_building group by by_building.company_id
      ) by_company), '{}')
  from access_tokens t join users u on u.id = t.user_id
  where t.token_hash = p_token_hash and t.revoked_at is null and t.expires_at > p_now and u.active;
  perform set_config('prumo.owner_access', '', true);
end $$;

revoke all on function resolve_session from public;
grant execute on function resolve_session to prumo_app;
