-- Tokens of programs (docs/decisions/0083), and what programs have used of a day.

create table api_tokens (
  account_id     bigint not null,
  id             bigint generated always as identity,
  -- Who made it: it can do no more than this user can at that moment, and ends with them.
  user_id        bigint not null,
  name           text not null check (length(name) between 1 and 80),
  -- SHA-256: a copy of this table opens nothing. The end of the token is kept for people to recognise it by.
  token_hash     bytea not null check (length(token_hash) = 32),
  last_four      text not null check (length(last_four) = 4),
  access         text not null check (access in ('READ', 'READ_WRITE')),
  areas          text[] not null check (cardinality(areas) between 1 and 3 and areas <@ array['FINANCIAL', 'PURCHASE', 'ENGINEERING']),
  -- Without it the rows of api_token_places are all that it reaches, and without a row it reaches nothing.
  everywhere     boolean not null,
  -- None: from anywhere.
  networks       cidr[] not null default '{}' check (cardinality(networks) <= 20),
  created_at     timestamptz not null,
  expires_at     timestamptz not null check (expires_at > created_at and expires_at <= created_at + interval '368 days'),
  revoked_at     timestamptz,
  revoked_by     bigint,
  last_used_at   timestamptz,
  last_used_from inet,
  primary key (account_id, id),
  constraint api_tokens_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  constraint api_tokens_revoker_fk foreign key (account_id, revoked_by) references users (account_id, id) on delete set null (revoked_by)
);
create index api_tokens_hash on api_tokens (token_hash);
create index api_tokens_user on api_tokens (account_id, user_id);
create index api_tokens_revoker on api_tokens (account_id, revoked_by) where revoked_by is not null;
select protect_tenant_table('api_tokens');

create table api_token_places (
  account_id  bigint not null,
  token_id    bigint not null,
  company_id  bigint not null,
  -- Null: all of the company, and its rows without a building.
  building_id bigint,
  constraint api_token_places_key unique nulls not distinct (account_id, token_id, company_id, building_id),
  constraint api_token_places_token_fk foreign key (account_id, token_id) references api_tokens (account_id, id) on delete cascade,
  constraint api_token_places_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade,
  constraint api_token_places_building_fk foreign key (account_id, company_id, building_id)
    references buildings (account_id, company_id, id) on delete cascade
);
create index api_token_places_building on api_token_places (account_id, company_id, building_id);
select protect_tenant_table('api_token_places');

-- What the tokens of an account have used on a day in São Paulo.
create table api_usage (
  account_id bigint not null references accounts (id) on delete cascade,
  day        date not null,
  points     bigint not null check (points >= 0),
  calls      bigint not null check (calls >= 0),
  primary key (account_id, day)
);
select protect_tenant_table('api_usage');

-- Adds what one process has counted since it last did; days of a quarter ago are forgotten.
create function add_api_use(p_account_id bigint, p_day date, p_points bigint, p_calls bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  -- Losing the last minute in a crash is no loss: nobody waits for the disk.
  set local synchronous_commit = off;
  insert into api_usage (account_id, day, points, calls)
    select a.id, p_day, p_points, p_calls from accounts a where a.id = p_account_id
    on conflict (account_id, day) do update
      set points = api_usage.points + excluded.points, calls = api_usage.calls + excluded.calls;
  delete from api_usage where account_id = p_account_id and day < p_day - 92;
  set local prumo.owner_access = '';
end $$;

create function touch_api_token(p_token_hash bytea, p_now timestamptz, p_address inet) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  set local synchronous_commit = off;
  update api_tokens set last_used_at = p_now, last_used_from = p_address
   where token_hash = p_token_hash and revoked_at is null
     and (last_used_at is null or last_used_at <= p_now - interval '1 minute');
  set local prumo.owner_access = '';
end $$;

-- What an administrator may do is everything in every place; whoever is none has grants. Cut to what the token was made for.
create function api_token_grants(p_account_id bigint, p_token_id bigint, p_first bigint, p_last bigint)
  returns table (company_id bigint, building_id bigint, permission text)
  language sql stable set search_path = public, pg_temp as $$
  with held as (
    select p.company_id, coalesce(p.building_id, -1) as building_id, p.permission
      from api_tokens t
      join users u on u.account_id = t.account_id and u.id = t.user_id and not u.admin
      join user_permissions p on p.account_id = u.account_id and p.user_id = u.id and p.company_id between p_first and p_last
     where t.account_id = p_account_id and t.id = p_token_id
    union
    select c.id, place.building_id, w.permission
      from api_tokens t
      join users u on u.account_id = t.account_id and u.id = t.user_id and u.admin
      join companies c on c.account_id = u.account_id and c.id between p_first and p_last
      cross join lateral (select -1::bigint as building_id
        union all select b.id from buildings b where b.account_id = c.account_id and b.company_id = c.id) place
      cross join unnest(array['CREDIT', 'DEBIT', 'ENGINEERING', 'PURCHASE']) w (permission)
     where t.account_id = p_account_id and t.id = p_token_id
  )
  select h.company_id, h.building_id, h.permission
    from held h join api_tokens t on t.account_id = p_account_id and t.id = p_token_id
   where case when h.permission in ('DEBIT', 'CREDIT') then 'FINANCIAL' else h.permission end = any(t.areas)
     and (t.everywhere or exists (select from api_token_places x
           where x.account_id = t.account_id and x.token_id = t.id and x.company_id = h.company_id
             and (x.building_id is null or x.building_id = h.building_id)))
$$;

drop function resolve_session(bytea, timestamptz, bigint);

-- As before; where the hash is that of no session, of a token of programs, which is none of an administrator.
create function resolve_session(p_token_hash bytea, p_now timestamptz, p_company bigint default null, p_address inet default null)
  returns table (session_id bigint, method text, last_used_at timestamptz,
                 user_id bigint, account_id bigint, admin boolean, name text, login text, timezone text,
                 expires_at timestamptz, company_ids bigint[], permissions json, second_factor_due boolean, token json)
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
      and not exists (select from passkeys k where k.account_id = u.account_id and k.user_id = u.id),
    null::json
  from access_tokens t join users u on u.id = t.user_id
  where t.token_hash = p_token_hash and t.revoked_at is null and t.expires_at > p_now and u.active;
  if not found then
    return query
    with live as (
      select t.*, u.name as maker, u.login, u.timezone,
        -- Whoever must set a factor up first may do nothing else, by a token neither. Single sign-on is left to its provider.
        second_factor_in_force(u.account_id, p_now)
          and not exists (select from user_totp f where f.account_id = u.account_id and f.user_id = u.id and f.confirmed_at is not null)
          and not exists (select from passkeys k where k.account_id = u.account_id and k.user_id = u.id)
          and not exists (select from user_identities i where i.account_id = u.account_id and i.user_id = u.id) as due
      from api_tokens t join users u on u.account_id = t.account_id and u.id = t.user_id
      where t.token_hash = p_token_hash and t.revoked_at is null and t.expires_at > p_now and u.active
        and (t.networks = '{}' or exists (select from unnest(t.networks) n where p_address <<= n))
    ), grants as (
      select g.* from live l, api_token_grants(l.account_id, l.id, first_company, last_company) g
    )
    select l.id, 'TOKEN', coalesce(l.last_used_at, 'epoch'::timestamptz), l.user_id, l.account_id, false, l.maker, l.login, l.timezone, l.expires_at,
      array(select distinct g.company_id from grants g order by 1),
      coalesce((
        select json_object_agg(by_company.company_id, by_company.buildings) from (
          select by_building.company_id, json_object_agg(by_building.building_id, by_building.list) as buildings from (
            select g.company_id, g.building_id, array_to_json(array_agg(g.permission order by g.permission)) as list
            from grants g group by g.company_id, g.building_id
          ) by_building group by by_building.company_id
        ) by_company), '{}'),
      l.due,
      json_build_object('id', l.id, 'name', l.name, 'access', l.access,
        'points', coalesce(used.points, 0), 'calls', coalesce(used.calls, 0))
    from live l left join api_usage used
      on used.account_id = l.account_id and used.day = (p_now at time zone 'America/Sao_Paulo')::date;
  end if;
  set local prumo.owner_access = '';
end $$;

revoke all on function resolve_session, add_api_use, touch_api_token, api_token_grants from public;
grant execute on function resolve_session, add_api_use, touch_api_token to prumo_app;
