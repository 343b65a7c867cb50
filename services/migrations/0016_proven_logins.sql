-- A login belongs to who has proved that the address is theirs, and to nobody before (docs/decisions/0014): an invitation
-- or a sign-up that waits for its link keeps no address from anybody, and tells nobody whether it has a login elsewhere.

-- Hash of the password that came with a sign-up. It opens nothing: it is asked for again when the link is followed.
alter table users add column signup_hash text;
-- The address that becomes the login once its link is followed.
alter table users add column new_login text check (new_login = lower(new_login) and length(new_login) between 3 and 254);

-- When the password was last given again in this session (docs/decisions/0005).
alter table access_tokens add column reauthenticated_at timestamptz;

select set_config('prumo.owner_access', 'on', true);
update users u set signup_hash = u.password_hash, password_hash = null
from accounts a where a.id = u.account_id and a.activated_at is null;
select set_config('prumo.owner_access', '', true);

-- A password is made by the link of the address alone: whoever has one has proved it.
alter table users drop constraint users_login_key;
create unique index users_login_key on users (login) where password_hash is not null;
create unique index users_account_login_key on users (login, account_id);

-- Mail that goes to another address than the login of the moment, and mail about somebody else.
alter table outgoing_mail add column address text, add column about_id bigint;
alter table outgoing_mail add constraint outgoing_mail_about_fk
  foreign key (account_id, about_id) references users (account_id, id) on delete cascade;
alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail add constraint outgoing_mail_kind_check
  check (kind in ('INVITATION', 'RECOVERY', 'CONFIRMATION', 'PASSWORD_CHANGED', 'ACTIVATION', 'ALREADY_REGISTERED',
                  'LOGIN_CHANGE', 'LOGIN_CHANGED', 'ADMIN_GRANTED'));

drop function find_login(text);
create function find_login(p_login text)
  returns table (id bigint, account_id bigint, password_hash text, active boolean)
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform set_config('prumo.owner_access', 'on', true);
  return query select u.id, u.account_id, u.password_hash, u.active
  from users u where u.login = p_login and u.password_hash is not null;
  perform set_config('prumo.owner_access', '', true);
end $$;

-- Whether somebody else than this user has proved that the address is theirs.
create function login_is_taken(p_login text, p_user_id bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken boolean;
begin
  perform set_config('prumo.owner_access', 'on', true);
  select exists (select from users u where u.login = p_login and u.password_hash is not null and u.id <> p_user_id) into taken;
  perform set_config('prumo.owner_access', '', true);
  return taken;
end $$;
drop function login_exists(text);

-- Whose link this is; no row when it is unknown, used, expired, of another purpose, its user has gone or moved, or
-- somebody else has become the owner of the address meanwhile.
drop function find_link(bytea, text, timestamptz);
create function find_link(p_token_hash bytea, p_purpose text, p_now timestamptz)
  returns table (account_id bigint, user_id bigint, login text, name text, company text, expires_at timestamptz,
                 moves boolean, signup boolean, signup_hash text)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  perform set_config('prumo.owner_access', 'on', true);
  return query
  select u.account_id, u.id, l.login, u.name, a.name, l.expires_at, u.login <> l.login, a.activated_at is null, u.signup_hash
  from link_tokens l join users u on u.account_id = l.account_id and u.id = l.user_id join accounts a on a.id = u.account_id
  where l.token_hash = p_token_hash and l.purpose = p_purpose and l.used_at is null and l.expires_at > p_now and u.active
    and (u.login = l.login or (l.purpose = 'CONFIRM_EMAIL' and u.new_login = l.login))
    and not exists (select from users o where o.login = l.login and o.password_hash is not null and o.id <> u.id);
  perform set_config('prumo.owner_access', '', true);
end $$;

-- Queues the mail of a forgotten password, if somebody has this login; one statement either way, so that the time it
-- takes tells nothing. Who never made a password gets the link of their invitation, or of their sign-up, again. What is
-- on its way already is not queued twice.
create or replace function request_recovery(p_login text, p_now timestamptz, p_request_id text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('prumo.owner_access', 'on', true);
  with known as (
    select u.account_id, u.id,
      case when u.password_hash is not null then 'RECOVERY' when a.activated_at is null then 'ACTIVATION' else 'INVITATION' end as kind
    from users u join accounts a on a.id = u.account_id
    where u.login = p_login and u.active
    order by u.password_hash is null, u.id desc limit 1
  ), queued as (
    insert into outgoing_mail (account_id, user_id, kind, created_at, next_attempt_at)
    select k.account_id, k.id, k.kind, p_now, p_now from known k
    where not exists (select from outgoing_mail m where m.account_id = k.account_id and m.user_id = k.id and m.kind = k.kind
      and m.sent_at is null and m.failed_at is null)
  )
  insert into audit_log (account_id, at, request_id, route, action, entity, entity_id)
  select k.account_id, p_now, p_request_id, 'POST /api/v1/security/recover-password', 'requestRecovery', 'user', k.id from known k;
  perform set_config('prumo.owner_access', '', true);
end $$;

-- Keys for a new account and its first user. Nulls where the login is somebody's already: they get a mail that says so,
-- and whoever asks learns nothing. What was asked for before stays as it is: each link opens what it was made for.
create or replace function reserve_account(p_login text, p_now timestamptz, p_request_id text, out account_id bigint, out user_id bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  known record;
begin
  perform set_config('prumo.owner_access', 'on', true);
  select u.account_id, u.id, u.active into known from users u where u.login = p_login and u.password_hash is not null;
  if known.id is null then
    account_id := nextval(pg_get_serial_sequence('accounts', 'id'));
    user_id := nextval(pg_get_serial_sequence('users', 'id'));
  elsif known.active then
    insert into outgoing_mail (account_id, user_id, kind, created_at, next_attempt_at)
    select known.account_id, known.id, 'ALREADY_REGISTERED', p_now, p_now
    where not exists (select from outgoing_mail m where m.account_id = known.account_id and m.user_id = known.id
      and m.kind = 'ALREADY_REGISTERED' and m.sent_at is null and m.failed_at is null);
    insert into audit_log (account_id, at, request_id, route, action, entity, entity_id)
    values (known.account_id, p_now, p_request_id, 'POST /api/v1/security/accounts', 'requestAccount', 'user', known.id);
  end if;
  perform set_config('prumo.owner_access', '', true);
end $$;

revoke all on function find_login, find_link, login_is_taken from public;
grant execute on function find_login, find_link, login_is_taken to prumo_app;
