-- Sessions that their users can see and end, and the log of accesses (docs/decisions/0075).

alter table access_tokens
  add column id bigint generated always as identity,
  -- How the session was opened; older ones were all opened by password.
  add column method text not null default 'PASSWORD' check (method in ('PASSWORD', 'PASSKEY', 'SSO')),
  -- Name of the organization or identity provider of single sign-on.
  add column provider text check (length(provider) between 1 and 200),
  add column address text check (length(address) <= 64),
  add column user_agent text check (length(user_agent) <= 300),
  -- Written at most once a minute.
  add column last_used_at timestamptz;
alter table access_tokens add constraint access_tokens_id_key unique (account_id, id);

-- What happened to the access of a user. Kept for six months.
create table user_accesses (
  account_id bigint not null,
  id         bigint generated always as identity,
  user_id    bigint not null,
  at         timestamptz not null,
  kind       text not null check (kind in ('LOGIN', 'LOGOUT', 'PASSWORD_REFUSED', 'CODE_REFUSED', 'SESSION_ENDED', 'PASSWORD_CHANGED',
                                           'TOTP_ON', 'TOTP_OFF', 'RECOVERY_CODES', 'PASSKEY_ADDED', 'PASSKEY_REMOVED')),
  -- Refusals one after another from one place are one row.
  times      integer not null default 1 check (times > 0),
  method     text check (method in ('PASSWORD', 'PASSKEY', 'SSO')),
  provider   text check (length(provider) between 1 and 200),
  address    text check (length(address) <= 64),
  user_agent text check (length(user_agent) <= 300),
  -- Browser, system and network, by which a login is told to be from a new device.
  device     text not null check (length(device) <= 120),
  primary key (account_id, id),
  constraint user_accesses_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index user_accesses_user on user_accesses (account_id, user_id, id desc);
create index user_accesses_age on user_accesses (at);
select protect_tenant_table('user_accesses');

-- The login that a mail about a new device tells of.
alter table outgoing_mail add column about_access_id bigint;
alter table outgoing_mail add constraint outgoing_mail_access_fk
  foreign key (account_id, about_access_id) references user_accesses (account_id, id) on delete cascade;
create index outgoing_mail_access on outgoing_mail (account_id, about_access_id) where about_access_id is not null;

drop function resolve_session(bytea, timestamptz, bigint);

-- As before, and which session it is, how it was opened and when it was last used.
create function resolve_session(p_token_hash bytea, p_now timestamptz, p_company bigint default null)
  returns table (session_id bigint, method text, last_used_at timestamptz,
                 user_id bigint, account_id bigint, admin boolean, name text, login text, timezone text,
                 expires_at timestamptz, company_ids bigint[], permissions json)
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
      ) by_company), '{}')
  from access_tokens t join users u on u.id = t.user_id
  where t.token_hash = p_token_hash and t.revoked_at is null and t.expires_at > p_now and u.active;
  set local prumo.owner_access = '';
end $$;

-- Notes that a session is in use. No row is written twice within a minute, whichever process asks.
create function touch_session(p_token_hash bytea, p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  -- Losing the last minute in a crash is no loss: nobody waits for the disk.
  set local synchronous_commit = off;
  update access_tokens set last_used_at = p_now
   where token_hash = p_token_hash and revoked_at is null and coalesce(last_used_at, issued_at) <= p_now - interval '1 minute';
  set local prumo.owner_access = '';
end $$;

-- Notes a refused password in the log of the login's owner, if it is somebody's.
create function note_refused_password(p_login text, p_address text, p_user_agent text, p_device text, p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known record;
begin
  set local prumo.owner_access = 'on';
  select u.account_id, u.id into known from users u where u.login = p_login and u.password_hash is not null;
  if known.id is not null then
    update user_accesses a set times = times + 1, at = p_now
     where a.account_id = known.account_id and a.user_id = known.id
       and a.id = (select max(l.id) from user_accesses l where l.account_id = known.account_id and l.user_id = known.id)
       and a.kind = 'PASSWORD_REFUSED' and a.address = p_address and a.device = p_device and a.at > p_now - interval '1 hour';
    if not found then
      insert into user_accesses (account_id, user_id, at, kind, method, address, user_agent, device)
      values (known.account_id, known.id, p_now, 'PASSWORD_REFUSED', 'PASSWORD', p_address, p_user_agent, p_device);
    end if;
  end if;
  set local prumo.owner_access = '';
end $$;

create function forget_accesses(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from user_accesses where at < p_now - interval '6 months';
  set local prumo.owner_access = '';
end $$;

revoke all on function resolve_session, touch_session, note_refused_password, forget_accesses from public;
grant execute on function resolve_session, touch_session, note_refused_password, forget_accesses to prumo_app;

alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail add constraint outgoing_mail_kind_check
  check (kind in ('INVITATION', 'RECOVERY', 'CONFIRMATION', 'PASSWORD_CHANGED', 'ACTIVATION', 'ALREADY_REGISTERED',
                  'LOGIN_CHANGE', 'LOGIN_CHANGED', 'ADMIN_GRANTED', 'NEW_DEVICE', 'ORDER_APPROVAL',
                  'QUOTE_REQUEST', 'QUOTE_REMINDER', 'QUOTE_DEADLINE', 'QUOTE_COPY', 'ORDER', 'ORDER_DATE_KEPT'));
