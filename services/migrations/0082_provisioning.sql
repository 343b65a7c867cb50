-- Users that an organization provisions by SCIM 2.0, and the tokens that it does so with (docs/decisions/0080).

alter table organizations
  -- When the TXT record was last looked for again, since when it is missing, and when that was told.
  add column proof_checked_at timestamptz,
  add column proof_missing_since timestamptz,
  add column proof_warned_at timestamptz;

create table scim_tokens (
  account_id      bigint not null,
  id              bigint generated always as identity,
  organization_id bigint not null,
  -- SHA-256: a copy of this table provisions nobody.
  token_hash      bytea not null check (length(token_hash) = 32),
  created_at      timestamptz not null,
  -- Null until it is replaced.
  expires_at      timestamptz,
  last_used_at    timestamptz,
  -- Calls since the minute began that is counted.
  window_at       timestamptz,
  window_calls    integer not null default 0,
  primary key (account_id, id),
  constraint scim_tokens_organization_fk foreign key (account_id, organization_id)
    references organizations (account_id, id) on delete cascade
);
create index scim_tokens_hash on scim_tokens (token_hash);
create index scim_tokens_organization on scim_tokens (account_id, organization_id);
select protect_tenant_table('scim_tokens');

-- What a directory says of a user, as it says it; one directory manages a user.
create table scim_users (
  account_id      bigint not null,
  user_id         bigint not null,
  organization_id bigint not null,
  user_name       text not null check (length(user_name) between 1 and 254),
  external_id     text check (length(external_id) between 1 and 255),
  email           text check (length(email) between 3 and 254),
  display_name    text check (length(display_name) between 1 and 255),
  formatted       text check (length(formatted) between 1 and 255),
  given_name      text check (length(given_name) between 1 and 255),
  family_name     text check (length(family_name) between 1 and 255),
  created_at      timestamptz not null,
  modified_at     timestamptz not null,
  version         integer not null default 1,
  primary key (account_id, user_id),
  constraint scim_users_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  constraint scim_users_organization_fk foreign key (account_id, organization_id)
    references organizations (account_id, id) on delete cascade
);
create unique index scim_users_user_name_key on scim_users (account_id, organization_id, lower(user_name));
create unique index scim_users_page on scim_users (account_id, organization_id, user_id);
create index scim_users_external on scim_users (account_id, organization_id, external_id);
select protect_tenant_table('scim_users');

-- Whose token it is, counted within its minute: `wait` is null, or the seconds to wait. No row for an unknown token, and
-- for one of an organization that is switched off or unproven. `trusted`: whether whom it does not know yet may be linked.
create function use_scim_token(p_token_hash bytea, p_calls integer, p_now timestamptz)
  returns table (account_id bigint, organization_id bigint, name text, domain text, trusted boolean, wait integer)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  set local prumo.owner_access = 'on';
  return query
  update scim_tokens t set last_used_at = p_now,
    window_at = case when t.window_at > p_now - interval '1 minute' then t.window_at else p_now end,
    window_calls = case when t.window_at > p_now - interval '1 minute' then least(t.window_calls, p_calls) + 1 else 1 end
  from organizations o
  where t.token_hash = p_token_hash and (t.expires_at is null or t.expires_at > p_now)
    and o.account_id = t.account_id and o.id = t.organization_id and o.active and o.proven_at is not null
  returning t.account_id, t.organization_id, o.name, o.domain,
    coalesce(o.proof_missing_since > p_now - interval '30 days', true),
    case when t.window_calls > p_calls
      then greatest(1, ceil(extract(epoch from t.window_at + interval '1 minute' - p_now))::integer) end;
  set local prumo.owner_access = '';
end $$;

create function forget_scim_tokens(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from scim_tokens where expires_at <= p_now;
  set local prumo.owner_access = '';
end $$;

revoke all on function use_scim_token, forget_scim_tokens from public;
grant execute on function use_scim_token, forget_scim_tokens to prumo_app;

-- A user who becomes nameless is nobody's any more.
create function forget_provisioned() returns trigger language plpgsql as $$
begin
  delete from scim_users where account_id = new.account_id and user_id = new.id;
  return null;
end $$;
create trigger forget_provisioned after update of anonymised_at on users
  for each row when (new.anonymised_at is not null) execute function forget_provisioned();

-- Proven domains whose record is to be looked for again; each is handed out once a day.
create function take_domains_to_check(p_now timestamptz)
  returns table (account_id bigint, id bigint, domain text, proof text)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  set local prumo.owner_access = 'on';
  return query
  update organizations o set proof_checked_at = p_now
  from (select d.account_id, d.id from organizations d
         where d.proven_at is not null and d.proven_at <= p_now - interval '1 day'
           and coalesce(d.proof_checked_at, d.proven_at) <= p_now - interval '1 day'
         order by coalesce(d.proof_checked_at, d.proven_at) limit 200 for update skip locked) due
  where o.account_id = due.account_id and o.id = due.id
  returning o.account_id, o.id, o.domain, o.proof;
  set local prumo.owner_access = '';
end $$;

revoke all on function take_domains_to_check from public;
grant execute on function take_domains_to_check to prumo_app;

-- One more kind of mail: the record that proves a domain is gone.
do $$
declare
  kinds text;
begin
  select pg_get_constraintdef(oid) into kinds from pg_constraint
   where conrelid = 'outgoing_mail'::regclass and conname = 'outgoing_mail_kind_check';
  alter table outgoing_mail drop constraint outgoing_mail_kind_check;
  execute 'alter table outgoing_mail add constraint outgoing_mail_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''DOMAIN_PROOF''::text, ');
end $$;
