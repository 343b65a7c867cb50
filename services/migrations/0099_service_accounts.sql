-- Service accounts: users that programs act for and nobody logs in as (docs/decisions/0094).

alter table users
  add column service boolean not null default false,
  -- Who answers for a service account; null once that person has no access any more.
  add column responsible_id bigint,
  -- Last day on which its tokens hold while nobody answers for it.
  add column tokens_until date,
  add constraint users_service check (not service or (
    not admin and password_hash is null and signup_hash is null and new_login is null
    -- No e-mail address, which every login of a person is.
    and email_confirmed_at is null and login ~ '^servico-[0-9a-f]{12}$')),
  add constraint users_responsible check (case when service then responsible_id is null or tokens_until is null
    else responsible_id is null and tokens_until is null end),
  add constraint users_responsible_fk foreign key (account_id, responsible_id)
    references users (account_id, id) on delete set null (responsible_id);
create index users_responsible on users (account_id, responsible_id) where responsible_id is not null;

-- The last line: whatever would let somebody in as a service account, or write to it, is an error.
create function refuse_service_account() returns trigger language plpgsql as $$
begin
  if exists (select from users u where u.account_id = new.account_id and u.id = new.user_id and u.service) then
    raise exception 'user % is a service account', new.user_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refuse_service_account before insert on access_tokens for each row execute function refuse_service_account();
create trigger refuse_service_account before insert on link_tokens for each row execute function refuse_service_account();
create trigger refuse_service_account before insert on login_challenges for each row execute function refuse_service_account();
create trigger refuse_service_account before insert on passkeys for each row execute function refuse_service_account();
create trigger refuse_service_account before insert on user_totp for each row execute function refuse_service_account();
create trigger refuse_service_account before insert on user_identities for each row execute function refuse_service_account();
create trigger refuse_service_account before insert on scim_users for each row execute function refuse_service_account();
create trigger refuse_service_account before insert on outgoing_mail
  for each row when (new.user_id is not null) execute function refuse_service_account();

-- Who made a token: user_id is whom it acts for, its maker or a service account.
alter table api_tokens add column made_by bigint;
set local prumo.owner_access = 'on';
update api_tokens set made_by = user_id;
set local prumo.owner_access = '';
alter table api_tokens
  alter column made_by set not null,
  -- Deferred, so that the tokens that go with their user go first.
  add constraint api_tokens_maker_fk foreign key (account_id, made_by) references users (account_id, id)
    deferrable initially deferred;
create index api_tokens_maker on api_tokens (account_id, made_by);

-- As before, but for service accounts, which approve nothing.
create or replace function order_approvers(p_account bigint, p_order bigint, p_value numeric) returns setof bigint language sql stable as $$
  select u.id
    from orders o
    join users u on u.account_id = o.account_id and u.active and not u.service
   where o.account_id = p_account and o.id = p_order
     and (u.admin or exists (
       select from user_permissions g
        where g.account_id = u.account_id and g.user_id = u.id and g.company_id = o.company_id
          and g.building_id = o.building_id and g.permission = 'PURCHASE'))
     and coalesce(order_limit(o.account_id, o.company_id, u.id) >= p_value, true)
$$;

-- As before, but for service accounts, which have no password.
create or replace function request_recovery(p_login text, p_now timestamptz, p_request_id text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  with known as (
    select u.account_id, u.id,
      case when u.password_hash is not null then 'RECOVERY' when a.activated_at is null then 'ACTIVATION' else 'INVITATION' end as kind
    from users u join accounts a on a.id = u.account_id
    where u.login = p_login and u.active and not u.service
      and not exists (select from login_rules r
        where r.account_id = u.account_id and r.sso_only and r.emergency_user_id <> u.id)
    order by u.password_hash is null, u.id desc limit 1
  ), queued as (
    insert into outgoing_mail (account_id, user_id, kind, created_at, next_attempt_at)
    select k.account_id, k.id, k.kind, p_now, p_now from known k
    where not exists (select from outgoing_mail m where m.account_id = k.account_id and m.user_id = k.id and m.kind = k.kind
      and m.sent_at is null and m.failed_at is null)
  )
  insert into audit_log (account_id, at, request_id, route, action, entity, entity_id)
  select k.account_id, p_now, p_request_id, 'POST /api/v1/security/recover-password', 'requestRecovery', 'user', k.id from known k;
  set local prumo.owner_access = '';
end $$;

-- As before; a token of a service account holds while somebody with access answers for it, or until its last day without.
create or replace function resolve_session(p_token_hash bytea, p_now timestamptz, p_company bigint default null, p_address inet default null)
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
  where t.token_hash = p_token_hash and t.revoked_at is null and t.expires_at > p_now and u.active and not u.service;
  if not found then
    return query
    with live as (
      select t.*, u.service, u.name as actor, u.login, u.timezone,
        -- Whoever must set a factor up first may do nothing else, by a token neither. Single sign-on is left to its provider,
        -- and a service account has nothing to set up.
        not u.service and second_factor_in_force(u.account_id, p_now)
          and not exists (select from user_totp f where f.account_id = u.account_id and f.user_id = u.id and f.confirmed_at is not null)
          and not exists (select from passkeys k where k.account_id = u.account_id and k.user_id = u.id)
          and not exists (select from user_identities i where i.account_id = u.account_id and i.user_id = u.id) as due
      from api_tokens t join users u on u.account_id = t.account_id and u.id = t.user_id
      where t.token_hash = p_token_hash and t.revoked_at is null and t.expires_at > p_now and u.active
        and (t.networks = '{}' or exists (select from unnest(t.networks) n where p_address <<= n))
        and (not u.service or (p_now at time zone 'America/Sao_Paulo')::date <= u.tokens_until
          or exists (select from users r where r.account_id = u.account_id and r.id = u.responsible_id and r.active))
    ), grants as (
      select g.* from live l, api_token_grants(l.account_id, l.id, first_company, last_company) g
    )
    select l.id, 'TOKEN', coalesce(l.last_used_at, 'epoch'::timestamptz), l.user_id, l.account_id, false, l.actor, l.login, l.timezone, l.expires_at,
      array(select distinct g.company_id from grants g order by 1),
      coalesce((
        select json_object_agg(by_company.company_id, by_company.buildings) from (
          select by_building.company_id, json_object_agg(by_building.building_id, by_building.list) as buildings from (
            select g.company_id, g.building_id, array_to_json(array_agg(g.permission order by g.permission)) as list
            from grants g group by g.company_id, g.building_id
          ) by_building group by by_building.company_id
        ) by_company), '{}'),
      l.due,
      json_build_object('id', l.id, 'name', l.name, 'access', l.access, 'madeBy', l.made_by, 'service', l.service,
        'points', coalesce(used.points, 0), 'calls', coalesce(used.calls, 0))
    from live l left join api_usage used
      on used.account_id = l.account_id and used.day = (p_now at time zone 'America/Sao_Paulo')::date;
  end if;
  set local prumo.owner_access = '';
end $$;
