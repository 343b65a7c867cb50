-- Organizations that users log in through (docs/decisions/0076).

create table organizations (
  account_id    bigint not null references accounts (id) on delete cascade,
  id            bigint generated always as identity,
  name          text not null check (length(name) between 1 and 120),
  -- Of the addresses whose users may log in through it.
  domain        text not null check (domain = lower(domain) and length(domain) between 3 and 253),
  issuer        text not null check (length(issuer) between 8 and 300),
  client_id     text not null check (length(client_id) between 1 and 200),
  -- Sealed; null for a client without one.
  client_secret bytea,
  -- Text that a TXT record of the domain proves it by.
  proof         text not null check (length(proof) between 20 and 100),
  -- Null until the record was found: nobody logs in through it before.
  proven_at     timestamptz,
  active        boolean not null default true,
  version       integer not null default 1,
  primary key (account_id, id)
);
create unique index organizations_issuer_key on organizations (account_id, domain, issuer, client_id);
create index organizations_domain on organizations (domain) where proven_at is not null and active;
create index organizations_id on organizations (id);
select protect_tenant_table('organizations');

-- Whom the subjects of a provider are.
create table user_identities (
  account_id      bigint not null,
  organization_id bigint not null,
  -- A subject means nothing at another issuer, which the organization may be given later.
  issuer          text not null check (length(issuer) between 8 and 300),
  subject         text not null check (length(subject) between 1 and 255),
  user_id         bigint not null,
  linked_at       timestamptz not null,
  primary key (account_id, organization_id, issuer, subject),
  constraint user_identities_organization_fk foreign key (account_id, organization_id)
    references organizations (account_id, id) on delete cascade,
  constraint user_identities_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
-- One person of a provider is one user, and the other way round.
create unique index user_identities_user_key on user_identities (account_id, organization_id, issuer, user_id);
create index user_identities_user on user_identities (account_id, user_id);
select protect_tenant_table('user_identities');

-- Logins under way at a provider, each of one browser.
create table sso_attempts (
  account_id      bigint not null,
  id              bigint generated always as identity,
  organization_id bigint not null,
  -- Hashes of the cookie and of the state: both must come back.
  browser_hash    bytea not null check (length(browser_hash) = 32),
  state_hash      bytea not null check (length(state_hash) = 32),
  -- Nonce and PKCE verifier.
  sealed          bytea not null,
  -- The provider must ask for the login again.
  fresh           boolean not null,
  expires_at      timestamptz not null,
  primary key (account_id, id),
  constraint sso_attempts_organization_fk foreign key (account_id, organization_id)
    references organizations (account_id, id) on delete cascade
);
create index sso_attempts_browser on sso_attempts (browser_hash);
create index sso_attempts_organization on sso_attempts (account_id, organization_id);
create index sso_attempts_age on sso_attempts (expires_at);
select protect_tenant_table('sso_attempts');

-- How the users of an account log in.
create table login_rules (
  account_id        bigint not null references accounts (id) on delete cascade,
  -- No passwords, but that of one administrator for emergencies.
  sso_only          boolean not null default false,
  emergency_user_id bigint,
  version           integer not null default 1,
  primary key (account_id),
  constraint login_rules_emergency_fk foreign key (account_id, emergency_user_id) references users (account_id, id),
  check (not sso_only or emergency_user_id is not null)
);
create index login_rules_emergency on login_rules (account_id, emergency_user_id);
select protect_tenant_table('login_rules');

-- The organizations of a domain, in every account that has proven it.
create function organizations_of_domain(p_domain text)
  returns table (account_id bigint, id bigint, name text, issuer text, sso_only boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  set local prumo.owner_access = 'on';
  return query
  select o.account_id, o.id, o.name, o.issuer, coalesce(r.sso_only, false)
  from organizations o join accounts a on a.id = o.account_id left join login_rules r on r.account_id = o.account_id
  where o.domain = p_domain and o.proven_at is not null and o.active and a.activated_at is not null
  order by o.name, o.id limit 20;
  set local prumo.owner_access = '';
end $$;

-- Takes the attempt of a browser: it counts once.
create function take_sso_attempt(p_browser_hash bytea, p_state_hash bytea, p_now timestamptz)
  returns table (account_id bigint, organization_id bigint, sealed bytea, fresh boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  set local prumo.owner_access = 'on';
  return query
  delete from sso_attempts a
  where a.browser_hash = p_browser_hash and a.state_hash = p_state_hash and a.expires_at > p_now
  returning a.account_id, a.organization_id, a.sealed, a.fresh;
  set local prumo.owner_access = '';
end $$;

create function forget_sso_attempts(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from sso_attempts where expires_at <= p_now;
  set local prumo.owner_access = '';
end $$;

-- Whether a user's account admits their password.
create function password_admitted(p_account_id bigint, p_user_id bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  refused boolean;
begin
  set local prumo.owner_access = 'on';
  select exists (select from login_rules r
    where r.account_id = p_account_id and r.sso_only and r.emergency_user_id <> p_user_id) into refused;
  set local prumo.owner_access = '';
  return not refused;
end $$;

revoke all on function organizations_of_domain, take_sso_attempt, forget_sso_attempts, password_admitted from public;
grant execute on function organizations_of_domain, take_sso_attempt, forget_sso_attempts, password_admitted to prumo_app;

-- As before, but for whom the account admits no password: a link to make one would be refused.
create or replace function request_recovery(p_login text, p_now timestamptz, p_request_id text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  with known as (
    select u.account_id, u.id,
      case when u.password_hash is not null then 'RECOVERY' when a.activated_at is null then 'ACTIVATION' else 'INVITATION' end as kind
    from users u join accounts a on a.id = u.account_id
    where u.login = p_login and u.active
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

-- One more kind of mail, whichever there are: a user that logged in for the first time through an organization.
do $$
declare
  kinds text;
begin
  select pg_get_constraintdef(oid) into kinds from pg_constraint
   where conrelid = 'outgoing_mail'::regclass and conname = 'outgoing_mail_kind_check';
  alter table outgoing_mail drop constraint outgoing_mail_kind_check;
  execute 'alter table outgoing_mail add constraint outgoing_mail_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''SSO_USER''::text, ');
end $$;
