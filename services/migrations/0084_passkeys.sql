-- Passkeys (WebAuthn): alone, or after the password (docs/decisions/0081).

create table passkeys (
  account_id    bigint not null,
  id            bigint generated always as identity,
  user_id       bigint not null,
  -- What the authenticator calls the key, and whose it says it is: both come back at each login.
  credential_id bytea not null check (length(credential_id) between 1 and 1023),
  user_handle   bytea not null check (length(user_handle) = 32),
  -- COSE; not a secret.
  public_key    bytea not null check (length(public_key) between 1 and 2000),
  -- Of the authenticator; stays 0 where it does not count.
  counter       bigint not null check (counter >= 0),
  -- How browsers reach the authenticator: "internal,hybrid".
  transports    text not null check (length(transports) <= 200),
  name          text not null check (length(name) between 1 and 60),
  -- Copied to other devices by its provider.
  synced        boolean not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  primary key (account_id, id),
  constraint passkeys_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create unique index passkeys_credential_key on passkeys (account_id, credential_id);
create index passkeys_credential on passkeys (credential_id, user_handle);
create index passkeys_user on passkeys (account_id, user_id);
select protect_tenant_table('passkeys');

-- Questions put to the authenticators of a session: each counts once, for five minutes.
create table passkey_challenges (
  account_id     bigint not null,
  challenge_hash bytea not null check (length(challenge_hash) = 32),
  user_id        bigint not null,
  session_id     bigint not null,
  purpose        text not null check (purpose in ('REGISTER', 'CONFIRM')),
  expires_at     timestamptz not null,
  primary key (account_id, challenge_hash),
  constraint passkey_challenges_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index passkey_challenges_user on passkey_challenges (account_id, user_id);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
select protect_tenant_table('passkey_challenges');

-- Questions put before anybody is known. No account owns them, so only the functions below reach them.
create table passkey_logins (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  expires_at     timestamptz not null
);
create index passkey_logins_expiry on passkey_logins (expires_at);

create function start_passkey_login(p_challenge_hash bytea, p_expires_at timestamptz) returns void
  language sql security definer set search_path = public, pg_temp
  as $$ insert into passkey_logins (challenge_hash, expires_at) values (p_challenge_hash, p_expires_at) $$;

-- Takes a question: it counts once.
create function take_passkey_login(p_challenge_hash bytea, p_now timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from passkey_logins where challenge_hash = p_challenge_hash and expires_at > p_now;
  return found;
end $$;

-- Whose key it is. The handle is asked for besides: another account could have been given the same credential by its authenticator.
create function find_passkey(p_credential_id bytea, p_user_handle bytea)
  returns table (account_id bigint, user_id bigint, login text, active boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  set local prumo.owner_access = 'on';
  return query
  select k.account_id, k.user_id, u.login, u.active and u.password_hash is not null
    from passkeys k join users u on u.account_id = k.account_id and u.id = k.user_id
   where k.credential_id = p_credential_id and k.user_handle = p_user_handle limit 1;
  set local prumo.owner_access = '';
end $$;

create function forget_passkey_challenges(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from passkey_challenges where expires_at <= p_now;
  delete from passkey_logins where expires_at <= p_now;
  set local prumo.owner_access = '';
end $$;

revoke all on function start_passkey_login, take_passkey_login, find_passkey, forget_passkey_challenges from public;
grant execute on function start_passkey_login, take_passkey_login, find_passkey, forget_passkey_challenges to prumo_app;

-- More kinds of what happens to an access, and of mails, whichever there are.
do $$
declare
  kinds text;
begin
  select pg_get_constraintdef(oid) into kinds from pg_constraint
   where conrelid = 'user_accesses'::regclass and conname = 'user_accesses_kind_check';
  alter table user_accesses drop constraint user_accesses_kind_check;
  execute 'alter table user_accesses add constraint user_accesses_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''PASSKEY_ADDED''::text, ''PASSKEY_REMOVED''::text, ''PASSKEY_REFUSED''::text, ''FACTORS_RESET''::text, ');
  select pg_get_constraintdef(oid) into kinds from pg_constraint
   where conrelid = 'outgoing_mail'::regclass and conname = 'outgoing_mail_kind_check';
  alter table outgoing_mail drop constraint outgoing_mail_kind_check;
  execute 'alter table outgoing_mail add constraint outgoing_mail_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''PASSKEY_ADDED''::text, ''PASSKEY_REMOVED''::text, ''FACTORS_RESET''::text, ');
end $$;

-- As before, and passkeys.
create or replace function anonymise_user(p_account_id bigint, p_user_id bigint, p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old_login text;
begin
  if p_account_id is distinct from current_account_id() then raise exception 'not this account'; end if;
  set local prumo.owner_access = 'on';
  select login into strict old_login from users where account_id = p_account_id and id = p_user_id for update;
  update users set login = 'anonimizado-' || id || '@anonimizado.invalid', name = 'Usuário anonimizado ' || id, password_hash = null,
    signup_hash = null, new_login = null, admin = false, active = false, timezone = 'America/Sao_Paulo', email_confirmed_at = null,
    anonymised_at = p_now, version = version + 1
   where account_id = p_account_id and id = p_user_id;
  delete from user_permissions where account_id = p_account_id and user_id = p_user_id;
  delete from access_tokens where account_id = p_account_id and user_id = p_user_id;
  delete from user_accesses where account_id = p_account_id and user_id = p_user_id;
  delete from user_identities where account_id = p_account_id and user_id = p_user_id;
  delete from user_totp where account_id = p_account_id and user_id = p_user_id;
  delete from recovery_codes where account_id = p_account_id and user_id = p_user_id;
  delete from passkeys where account_id = p_account_id and user_id = p_user_id;
  delete from passkey_challenges where account_id = p_account_id and user_id = p_user_id;
  delete from login_challenges where account_id = p_account_id and user_id = p_user_id;
  delete from link_tokens where account_id = p_account_id and user_id = p_user_id;
  delete from outgoing_mail where account_id = p_account_id and (user_id = p_user_id or about_id = p_user_id);
  delete from idempotency_keys where account_id = p_account_id and user_id = p_user_id;
  delete from assistant_messages where account_id = p_account_id and user_id = p_user_id;
  delete from assistant_acknowledgements where account_id = p_account_id and user_id = p_user_id;
  delete from personal_exports where account_id = p_account_id and user_id = p_user_id;
  -- Tried by anybody, known or not: no account.
  delete from login_attempts where login = old_login;
  delete from signup_drafts where login = old_login;
  -- In the answers that administrators got of their own commands on this user.
  delete from idempotency_keys where account_id = p_account_id and route like '% /api/v1/financial/%user%';
  update audit_log a set details = without_personal(a.entity, a.details)
   where a.account_id = p_account_id and a.entity = 'user' and a.entity_id = p_user_id and a.details ?| personal_columns('user');
  set local prumo.owner_access = '';
end $$;
