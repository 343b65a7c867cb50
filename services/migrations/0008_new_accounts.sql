-- A company opens an account by itself (specification §7, POST accounts). It opens with a link that is sent to whoever
-- asked for it; until then nobody logs in there, and it is forgotten after a week.

-- Null until the link was followed. Accounts that exist, or are made otherwise, are open.
alter table accounts add column activated_at timestamptz default now();

alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail add constraint outgoing_mail_kind_check
  check (kind in ('INVITATION', 'RECOVERY', 'CONFIRMATION', 'PASSWORD_CHANGED', 'ACTIVATION', 'ALREADY_REGISTERED'));

drop function find_login(text);
create function find_login(p_login text)
  returns table (id bigint, account_id bigint, password_hash text, active boolean, activated boolean)
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform set_config('prumo.owner_access', 'on', true);
  return query select u.id, u.account_id, u.password_hash, u.active, a.activated_at is not null
  from users u join accounts a on a.id = u.account_id where u.login = p_login;
  perform set_config('prumo.owner_access', '', true);
end $$;

-- Keys for a new account and its first user. Nulls where the login is somebody's already: they get a mail that says so,
-- and whoever asks learns nothing. What the same login asked for before, and nobody opened, makes room.
create function reserve_account(p_login text, p_now timestamptz, p_request_id text, out account_id bigint, out user_id bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  known record;
begin
  perform set_config('prumo.owner_access', 'on', true);
  delete from accounts a using users u where u.account_id = a.id and u.login = p_login and a.activated_at is null;
  select u.account_id, u.id, u.active into known from users u where u.login = p_login;
  if known.id is null then
    account_id := nextval(pg_get_serial_sequence('accounts', 'id'));
    user_id := nextval(pg_get_serial_sequence('users', 'id'));
  elsif known.active then
    insert into outgoing_mail (account_id, user_id, kind, created_at, next_attempt_at)
    values (known.account_id, known.id, 'ALREADY_REGISTERED', p_now, p_now);
    insert into audit_log (account_id, at, request_id, route, action, entity, entity_id)
    values (known.account_id, p_now, p_request_id, 'POST /api/v1/security/accounts', 'requestAccount', 'user', known.id);
  end if;
  perform set_config('prumo.owner_access', '', true);
end $$;

create or replace function forget_old_rows(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('prumo.owner_access', 'on', true);
  delete from login_attempts where at < p_now - interval '31 days' or (not succeeded and at < p_now - interval '1 day');
  delete from access_tokens where expires_at < p_now - interval '30 days';
  delete from idempotency_keys where created_at < now() - interval '7 days';
  delete from link_tokens where expires_at < p_now - interval '30 days';
  delete from outgoing_mail where created_at < p_now - interval '1 year';
  delete from allowances where at < p_now - interval '1 day';
  delete from accounts where activated_at is null and created_at < p_now - interval '8 days';
  perform set_config('prumo.owner_access', '', true);
end $$;

revoke all on function find_login, reserve_account from public;
grant execute on function find_login, reserve_account to prumo_app;
