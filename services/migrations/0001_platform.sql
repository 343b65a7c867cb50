-- The role the services work as, tenancy, users and their tokens, and what every command leaves behind: its audit
-- rows, its idempotency key, its messages (specification §3, §6; domain.md §2, §6, §7).

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Roles belong to the whole server, so several databases may create this one at the same moment.
do $$
begin
  if not exists (select from pg_roles where rolname = 'prumo_app') then
    create role prumo_app nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
exception when duplicate_object or unique_violation then
  null;
end $$;

-- A superuser may take any role; any other owner must be a member (having made the role is not enough to take it).
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant prumo_app to %I', current_user);
  end if;
exception when insufficient_privilege then
  null; -- The role was made by somebody else, who has granted it already, or the services will say so when they connect.
end $$;

grant usage on schema public to prumo_app;

-- What a search compares: no case, no accents. Immutable, so that indexes may hold it.
create function search_key(value text) returns text
  language sql immutable strict parallel safe
  as $$ select lower(public.unaccent('public.unaccent', value)) $$;

-- Account of the transaction under way. The setting comes back as '' after a transaction, hence nullif.
create function current_account_id() returns bigint
  language sql stable parallel safe
  as $$ select nullif(current_setting('prumo.account_id', true), '')::bigint $$;

-- Row-level security of one tenant table, forced on its owner too. The owner sees other accounts only where
-- prumo.owner_access is on: in the functions below, and in tools that work over all accounts (seed, ledger check).
create function protect_tenant_table(tenant_table regclass, tenant_column name default 'account_id') returns void
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format('create policy tenant on %1$s using (%2$I = current_account_id()) with check (%2$I = current_account_id())',
                 tenant_table, tenant_column);
  execute format('create policy owner on %s to %I using (current_setting(''prumo.owner_access'', true) = ''on'')',
                 tenant_table, current_user);
  execute format('grant select, insert, update, delete on %s to prumo_app', tenant_table);
end $$;

-- Accounts, users ---------------------------------------------------------------------------------------------------

create table accounts (
  id         bigint generated always as identity primary key,
  name       text not null check (length(name) between 1 and 120),
  settings   jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  created_at timestamptz not null default now()
);

create table users (
  account_id    bigint not null references accounts (id) on delete cascade,
  id            bigint generated always as identity primary key,
  login         text not null check (login = lower(login) and length(login) between 3 and 254),
  name          text not null check (length(name) between 1 and 120),
  password_hash text,
  admin         boolean not null default false,
  active        boolean not null default true,
  timezone      text not null default 'America/Sao_Paulo' check (length(timezone) between 1 and 60),
  created_at    timestamptz not null default now(),
  version       integer not null default 1,
  unique (account_id, id),
  constraint users_login_key unique (login)
);

-- building_id null grants the rows of the company that belong to no building (-1 on the wire). 0002 adds the keys to
-- companies and buildings.
create table user_permissions (
  account_id  bigint not null,
  user_id     bigint not null,
  company_id  bigint not null,
  building_id bigint,
  permission  text not null check (permission in ('DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING')),
  constraint user_permissions_key unique nulls not distinct (user_id, company_id, building_id, permission),
  constraint user_permissions_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index user_permissions_company on user_permissions (account_id, company_id, building_id);

-- Tokens, logins ----------------------------------------------------------------------------------------------------

-- Only the SHA-256 of a token is kept: a copy of this table opens no session.
create table access_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id bigint not null,
  user_id    bigint not null,
  issued_at  timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint access_tokens_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index access_tokens_user on access_tokens (account_id, user_id);
create index access_tokens_expiry on access_tokens (expires_at);

-- One row a guess, known login or not. A guess counts as wrong until it is settled, so that guesses sent side by side
-- cannot slip through together.
create table login_attempts (
  id        bigint generated always as identity primary key,
  login     text not null,
  address   text not null,
  at        timestamptz not null,
  succeeded boolean not null default false
);
create index login_attempts_login on login_attempts (login, at);
create index login_attempts_address on login_attempts (address, at);

-- Takes one guess out of the allowance of the login and of the address. A login has 10 wrong guesses in 15 minutes,
-- wherever they come from; once they are used up, an address that has not failed yet, or that is known to have logged
-- in, still has its own, so that nobody is locked out by a stranger. Answers the guess, or the seconds to wait.
create function reserve_login_attempt(p_login text, p_address text, p_now timestamptz, out attempt_id bigint, out retry_after integer)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  since timestamptz := p_now - interval '15 minutes';
  wrong record;
  known boolean;
  allowed integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('login:' || p_login, 0));
  select count(*) as total, count(*) filter (where address = p_address) as here,
         min(at) filter (where address = p_address) as first_here, min(at) as first_ever
    into wrong from login_attempts where login = p_login and at > since and not succeeded;
  known := exists (select from login_attempts
    where login = p_login and address = p_address and succeeded and at > p_now - interval '30 days');
  allowed := case when wrong.total < 10 or known then 10 else 1 end;

  if wrong.here >= allowed then
    retry_after := greatest(1, ceil(extract(epoch from coalesce(wrong.first_here, wrong.first_ever) - since)));
  else
    select case when count(*) >= 100 then greatest(1, ceil(extract(epoch from min(at) - since))) end into retry_after
      from login_attempts where address = p_address and at > since and not succeeded;
  end if;

  if retry_after is null then
    insert into login_attempts (login, address, at) values (p_login, p_address, p_now) returning id into attempt_id;
  end if;
end $$;

create function settle_login_attempt(p_attempt_id bigint) returns void
  language sql security definer set search_path = public, pg_temp
  as $$ update login_attempts set succeeded = true where id = p_attempt_id $$;

-- The look-ups below cannot know the account yet. They work as the owner of the tables, who sees rows of an account only
-- while prumo.owner_access is on, which nobody else gains by; it is switched in the body, because an owner without
-- superuser rights may not attach a setting of our own to a function.
create function find_login(p_login text)
  returns table (id bigint, account_id bigint, password_hash text, active boolean)
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform set_config('prumo.owner_access', 'on', true);
  return query select u.id, u.account_id, u.password_hash, u.active from users u where u.login = p_login;
  perform set_config('prumo.owner_access', '', true);
end $$;

-- Who a token stands for, with everything an access decision needs, in one statement. No row: no such token, expired,
-- revoked, or the user is no longer active. PL/pgSQL because companies come with 0002.
create function resolve_session(p_token_hash bytea, p_now timestamptz)
  returns table (user_id bigint, account_id bigint, admin boolean, name text, login text, timezone text,
                 expires_at timestamptz, company_ids bigint[], permissions jsonb)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  perform set_config('prumo.owner_access', 'on', true);
  return query
  select u.id, u.account_id, u.admin, u.name, u.login, u.timezone, t.expires_at,
    case when u.admin
      then array(select c.id from companies c where c.account_id = u.account_id order by c.id)
      else array(select distinct p.company_id from user_permissions p where p.user_id = u.id order by 1)
    end,
    coalesce((
      select jsonb_object_agg(by_company.company_id, by_company.buildings) from (
        select by_building.company_id, jsonb_object_agg(by_building.building_id, by_building.list) as buildings from (
          select p.company_id, coalesce(p.building_id, -1) as building_id, jsonb_agg(p.permission order by p.permission) as list
          from user_permissions p where p.user_id = u.id group by p.company_id, p.building_id
        ) by_building group by by_building.company_id
      ) by_company), '{}')
  from access_tokens t join users u on u.id = t.user_id
  where t.token_hash = p_token_hash and t.revoked_at is null and t.expires_at > p_now and u.active;
  perform set_config('prumo.owner_access', '', true);
end $$;

revoke all on function reserve_login_attempt, settle_login_attempt, find_login, resolve_session from public;
grant execute on function reserve_login_attempt, settle_login_attempt, find_login, resolve_session to prumo_app;

-- Open streams listen here and look again at their session: a revoked token, a deactivated user or a changed
-- permission acts at once, whichever statement changed it.
create function notify_session_changed() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if tg_table_name = 'users' then
    perform pg_notify('session_changed', changed.id::text);
  else
    perform pg_notify('session_changed', changed.user_id::text);
  end if;
  return null;
end $$;

create trigger session_changed after update of active, admin or delete on users
  for each row execute function notify_session_changed();
create trigger session_changed after insert or update or delete on user_permissions
  for each row execute function notify_session_changed();
create trigger session_changed after update of revoked_at or delete on access_tokens
  for each row execute function notify_session_changed();

-- What a command leaves behind --------------------------------------------------------------------------------------

create table audit_log (
  account_id bigint not null references accounts (id) on delete cascade,
  id         bigint generated always as identity primary key,
  at         timestamptz not null,
  user_id    bigint,
  request_id text,
  route      text not null,
  action     text not null,
  entity     text,
  entity_id  bigint,
  details    jsonb
);
create index audit_log_entity on audit_log (account_id, entity, entity_id, id);

create table idempotency_keys (
  account_id bigint not null,
  user_id    bigint not null,
  key        text not null check (length(key) between 1 and 200),
  route      text not null,
  body_hash  bytea not null,
  -- json and not jsonb: the first answer is repeated as it was written.
  answer     json,
  created_at timestamptz not null default now(),
  primary key (account_id, user_id, key),
  constraint idempotency_keys_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Messages of the assistant; user_id null is a broadcast to the account and stays until each user acknowledges it.
create table assistant_messages (
  account_id bigint not null references accounts (id) on delete cascade,
  id         bigint generated always as identity primary key,
  user_id    bigint,
  kind       text not null check (kind in ('INFO', 'SUCCESS', 'WARNING', 'ERROR')),
  text       text not null check (length(text) between 1 and 2000),
  link       text check (link ~ '^/([^/\\]|$)' and length(link) <= 500),
  at         timestamptz not null,
  -- Time of the database, as users.created_at is: a user sees the broadcasts that came after them.
  stored_at  timestamptz not null default now(),
  unique (account_id, id),
  constraint assistant_messages_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index assistant_messages_user on assistant_messages (account_id, user_id, id desc);

create table assistant_acknowledgements (
  account_id bigint not null,
  message_id bigint not null,
  user_id    bigint not null,
  at         timestamptz not null,
  primary key (message_id, user_id),
  constraint assistant_acknowledgements_message_fk foreign key (account_id, message_id)
    references assistant_messages (account_id, id) on delete cascade,
  constraint assistant_acknowledgements_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- Deletes what nobody will ask for again: old guesses, tokens long expired, keys whose callers have given up.
create function forget_old_rows(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('prumo.owner_access', 'on', true);
  delete from login_attempts where at < p_now - interval '31 days' or (not succeeded and at < p_now - interval '1 day');
  delete from access_tokens where expires_at < p_now - interval '30 days';
  delete from idempotency_keys where created_at < now() - interval '7 days';
  perform set_config('prumo.owner_access', '', true);
end $$;
revoke all on function forget_old_rows from public;
grant execute on function forget_old_rows to prumo_app;

-- Tenancy -----------------------------------------------------------------------------------------------------------

select protect_tenant_table('accounts', 'id');
select protect_tenant_table(t::regclass) from unnest(array['users', 'user_permissions', 'access_tokens', 'audit_log',
  'idempotency_keys', 'assistant_messages', 'assistant_acknowledgements']) as t;

-- The history is written and read, never changed.
revoke update, delete on audit_log from prumo_app;
