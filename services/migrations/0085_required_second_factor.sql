-- Accounts that demand a second factor of whoever logs in by password (docs/decisions/0081).

-- The first day on which it is demanded; null: it is not.
alter table login_rules add column second_factor_from date;

-- Days begin at midnight in São Paulo.
create function second_factor_in_force(p_account_id bigint, p_now timestamptz) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select exists (select from login_rules r
    where r.account_id = p_account_id and r.second_factor_from <= (p_now at time zone 'America/Sao_Paulo')::date)
$$;

drop function resolve_session(bytea, timestamptz, bigint);

-- As before, and whether the session may do nothing but set a second factor up.
create function resolve_session(p_token_hash bytea, p_now timestamptz, p_company bigint default null)
  returns table (session_id bigint, method text, last_used_at timestamptz,
                 user_id bigint, account_id bigint, admin boolean, name text, login text, timezone text,
                 expires_at timestamptz, company_ids bigint[], permissions json, second_factor_due boolean)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  -- As a range, which an index serves whatever the plan was made for.
  first_company bigint := coalesce(p_company, 0);
  last_company bigint := coalesce(p_company, 9223372036854775807);
begin
  set local prumo.owner_access = 'on';
  return query
  select t.id, t.method, coalesce(t.last_used_at, t.issued_at),
    u.id, u.account_id, u.admin, u.name, u.login, u.timezone, t.expires_at,
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
      ) by_company), '{}'),
    t.method = 'PASSWORD' and second_factor_in_force(u.account_id, p_now)
      and not exists (select from user_totp f where f.account_id = u.account_id and f.user_id = u.id and f.confirmed_at is not null)
      and not exists (select from passkeys k where k.account_id = u.account_id and k.user_id = u.id)
  from access_tokens t join users u on u.id = t.user_id
  where t.token_hash = p_token_hash and t.revoked_at is null and t.expires_at > p_now and u.active;
  set local prumo.owner_access = '';
end $$;

revoke all on function second_factor_in_force, resolve_session from public;
grant execute on function second_factor_in_force, resolve_session to prumo_app;
