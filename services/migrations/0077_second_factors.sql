-- Verification in two steps (docs/decisions/0075).

alter table users add column password_changed_at timestamptz;

-- Key of a user's authenticator app; it counts once a first code has confirmed it.
create table user_totp (
  account_id   bigint not null,
  user_id      bigint not null,
  -- Sealed by services/platform/secrets.ts.
  secret       bytea not null,
  created_at   timestamptz not null,
  confirmed_at timestamptz,
  -- Half minute of the last code taken: none counts twice.
  last_step    bigint not null default 0,
  primary key (account_id, user_id),
  constraint user_totp_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
select protect_tenant_table('user_totp');

-- Codes for who has lost the app. Signed, not hashed: they are too short to withstand guessing from a copy of the table.
create table recovery_codes (
  account_id bigint not null,
  user_id    bigint not null,
  signature  bytea not null check (length(signature) = 32),
  used_at    timestamptz,
  primary key (account_id, user_id, signature),
  constraint recovery_codes_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
select protect_tenant_table('recovery_codes');

-- Logins by the right password that wait for their second factor, for five minutes and five wrong codes.
create table login_challenges (
  account_id bigint not null,
  token_hash bytea not null check (length(token_hash) = 32),
  user_id    bigint not null,
  expires_at timestamptz not null,
  wrong      integer not null default 0 check (wrong between 0 and 5),
  used_at    timestamptz,
  primary key (account_id, token_hash),
  constraint login_challenges_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index login_challenges_token on login_challenges (token_hash);
create index login_challenges_user on login_challenges (account_id, user_id);
create index login_challenges_expiry on login_challenges (expires_at);
select protect_tenant_table('login_challenges');

-- Whose login waits here; no row once it is used, expired, or has had its wrong codes.
create function find_login_challenge(p_token_hash bytea, p_now timestamptz)
  returns table (account_id bigint, user_id bigint, login text)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  set local prumo.owner_access = 'on';
  return query
  select c.account_id, c.user_id, u.login
    from login_challenges c join users u on u.account_id = c.account_id and u.id = c.user_id
   where c.token_hash = p_token_hash and c.used_at is null and c.wrong < 5 and c.expires_at > p_now
     and u.active and u.password_hash is not null;
  set local prumo.owner_access = '';
end $$;

create function forget_login_challenges(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from login_challenges where expires_at < p_now - interval '1 day';
  -- Keys that no code has confirmed.
  delete from user_totp where confirmed_at is null and created_at < p_now - interval '1 day';
  set local prumo.owner_access = '';
end $$;

-- A right password that a second factor must follow: neither a wrong attempt, nor one that makes its address known.
create function withdraw_login_attempt(p_attempt_id bigint) returns void
  language sql security definer set search_path = public, pg_temp
  as $$ delete from login_attempts where id = p_attempt_id and not succeeded $$;

revoke all on function find_login_challenge, forget_login_challenges, withdraw_login_attempt from public;
grant execute on function find_login_challenge, forget_login_challenges, withdraw_login_attempt to prumo_app;
