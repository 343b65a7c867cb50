-- Invitations, recovered passwords and confirmed addresses (specification §7 Security), and the mail that carries
-- their links.

-- When the person proved, by a link sent there, that the login's address is theirs.
alter table users add column email_confirmed_at timestamptz;

-- A link that was sent by mail: used once, for a while, and only as long as the login is still the address it went to.
-- Only the SHA-256 of its token is kept: a copy of this table opens nothing.
create table link_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id bigint not null,
  user_id    bigint not null,
  purpose    text not null check (purpose in ('FIRST_PASSWORD', 'RECOVER_PASSWORD', 'CONFIRM_EMAIL')),
  login      text not null,
  issued_at  timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  constraint link_tokens_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index link_tokens_user on link_tokens (account_id, user_id, purpose);
create index link_tokens_expiry on link_tokens (expires_at);

-- Mail to be sent, noted in the transaction that is the reason for it. It names a kind and a person; the text, and the
-- token in it, are made when it is delivered and are kept nowhere.
create table outgoing_mail (
  account_id      bigint not null,
  id              bigint generated always as identity primary key,
  user_id         bigint not null,
  kind            text not null check (kind in ('INVITATION', 'RECOVERY', 'CONFIRMATION', 'PASSWORD_CHANGED')),
  created_at      timestamptz not null,
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null,
  sent_at         timestamptz,
  failed_at       timestamptz,
  last_error      text check (length(last_error) <= 500),
  constraint outgoing_mail_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index outgoing_mail_due on outgoing_mail (next_attempt_at, id) where sent_at is null and failed_at is null;
create index outgoing_mail_user on outgoing_mail (account_id, user_id, id desc);

create function notify_mail_queued() returns trigger language plpgsql as $$
begin
  perform pg_notify('mail_queued', '');
  return null;
end $$;
create trigger mail_queued after insert on outgoing_mail for each statement execute function notify_mail_queued();

select protect_tenant_table(t::regclass) from unnest(array['link_tokens', 'outgoing_mail']) as t;

-- The next mail that is due, for one worker: until its next attempt nobody else gets it, so that a worker that dies
-- holds it up for a minute and loses nothing.
create function claim_mail(p_now timestamptz)
  returns table (id bigint, account_id bigint, user_id bigint, kind text, attempts integer)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  pauses interval[] := array['1 minute', '5 minutes', '15 minutes', '1 hour', '3 hours', '6 hours', '12 hours', '1 day'];
begin
  perform set_config('prumo.owner_access', 'on', true);
  return query
  update outgoing_mail m set attempts = m.attempts + 1,
    next_attempt_at = p_now + pauses[least(m.attempts + 1, array_length(pauses, 1))]
  where m.id = (
    select q.id from outgoing_mail q
    where q.sent_at is null and q.failed_at is null and q.next_attempt_at <= p_now
    order by q.next_attempt_at, q.id limit 1 for update skip locked)
  returning m.id, m.account_id, m.user_id, m.kind, m.attempts;
  perform set_config('prumo.owner_access', '', true);
end $$;

-- Whose link this is; no row when it is unknown, used, expired, of another purpose, or its user has gone or moved.
create function find_link(p_token_hash bytea, p_purpose text, p_now timestamptz)
  returns table (account_id bigint, user_id bigint, login text, name text, expires_at timestamptz)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  perform set_config('prumo.owner_access', 'on', true);
  return query select u.account_id, u.id, u.login, u.name, l.expires_at
  from link_tokens l join users u on u.account_id = l.account_id and u.id = l.user_id
  where l.token_hash = p_token_hash and l.purpose = p_purpose and l.used_at is null and l.expires_at > p_now
    and u.active and u.login = l.login;
  perform set_config('prumo.owner_access', '', true);
end $$;

-- Queues the mail of a forgotten password, if somebody has this login; one statement either way, so that the time it
-- takes tells nothing. Who never made a password is invited again.
create function request_recovery(p_login text, p_now timestamptz, p_request_id text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('prumo.owner_access', 'on', true);
  with known as (
    select u.account_id, u.id, u.password_hash from users u where u.login = p_login and u.active
  ), queued as (
    insert into outgoing_mail (account_id, user_id, kind, created_at, next_attempt_at)
    select k.account_id, k.id, case when k.password_hash is null then 'INVITATION' else 'RECOVERY' end, p_now, p_now from known k
  )
  insert into audit_log (account_id, at, request_id, route, action, entity, entity_id)
  select k.account_id, p_now, p_request_id, 'POST /api/v1/security/recover-password', 'requestRecovery', 'user', k.id from known k;
  perform set_config('prumo.owner_access', '', true);
end $$;

-- Whether any account has this login: logins are unique over all of them.
create function login_exists(p_login text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_one boolean;
begin
  perform set_config('prumo.owner_access', 'on', true);
  select exists (select from users u where u.login = p_login) into found_one;
  perform set_config('prumo.owner_access', '', true);
  return found_one;
end $$;

-- How often something was done, by a key such as an address: for limits of what anybody may call.
create table allowances (
  id     bigint generated always as identity primary key,
  bucket text not null,
  key    text not null,
  at     timestamptz not null
);
create index allowances_key on allowances (bucket, key, at);

-- Takes one of p_limit goes within the last p_seconds; null when it was granted, else the seconds to wait.
create function take_allowance(p_bucket text, p_key text, p_limit integer, p_seconds integer, p_now timestamptz) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  since timestamptz := p_now - make_interval(secs => p_seconds);
  taken record;
begin
  perform pg_advisory_xact_lock(hashtextextended('allowance:' || p_bucket || ':' || p_key, 0));
  select count(*) as total, min(at) as first into taken from allowances where bucket = p_bucket and key = p_key and at > since;
  if taken.total >= p_limit then
    return greatest(1, ceil(extract(epoch from taken.first - since)));
  end if;
  insert into allowances (bucket, key, at) values (p_bucket, p_key, p_now);
  return null;
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
  perform set_config('prumo.owner_access', '', true);
end $$;

revoke all on function claim_mail, find_link, request_recovery, login_exists, take_allowance from public;
grant execute on function claim_mail, find_link, request_recovery, login_exists, take_allowance to prumo_app;
