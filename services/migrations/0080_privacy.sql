-- Personal data of users and partners (LGPD, articles 16 and 18; Marco Civil, article 15; docs/decisions/0077).

alter table users add column anonymised_at timestamptz;

alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail add constraint outgoing_mail_kind_check
  check (kind in ('INVITATION', 'RECOVERY', 'CONFIRMATION', 'PASSWORD_CHANGED', 'ACTIVATION', 'ALREADY_REGISTERED',
                  'LOGIN_CHANGE', 'LOGIN_CHANGED', 'ADMIN_GRANTED', 'NEW_DEVICE', 'SSO_USER', 'ORDER_APPROVAL',
                  'QUOTE_REQUEST', 'QUOTE_REMINDER', 'QUOTE_DEADLINE', 'QUOTE_COPY', 'ORDER', 'ORDER_DATE_KEPT',
                  'PERSONAL_EXPORT', 'ANONYMISATION_REQUESTED'));

-- A job of one user, whom nobody else may see at it.
alter table jobs drop constraint jobs_permission_check,
  add constraint jobs_permission_check check (permission in ('DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING', 'ADMIN', 'SELF'));

-- What is kept of a user, as one file; one a user at a time.
create table personal_exports (
  account_id   bigint not null,
  id           bigint generated always as identity,
  user_id      bigint not null,
  job_id       bigint not null,
  requested_at timestamptz not null,
  ready_at     timestamptz,
  expires_at   timestamptz,
  content      bytea check (length(content) between 1 and 67108864),
  primary key (account_id, id),
  constraint personal_exports_user_key unique (account_id, user_id),
  constraint personal_exports_job_key unique (account_id, job_id),
  constraint personal_exports_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  constraint personal_exports_job_fk foreign key (account_id, job_id) references jobs (account_id, id) on delete cascade,
  check ((ready_at is null) = (content is null) and (ready_at is null) = (expires_at is null))
);
alter table personal_exports alter column content set storage external;
select protect_tenant_table('personal_exports');

create table anonymisations (
  account_id   bigint not null,
  id           bigint generated always as identity,
  user_id      bigint not null,
  requested_by bigint,
  requested_at timestamptz not null,
  decided_by   bigint,
  decided_at   timestamptz,
  outcome      text check (outcome in ('DONE', 'REFUSED', 'CANCELLED')),
  primary key (account_id, id),
  constraint anonymisations_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  constraint anonymisations_requester_fk foreign key (account_id, requested_by) references users (account_id, id) on delete set null (requested_by),
  constraint anonymisations_decider_fk foreign key (account_id, decided_by) references users (account_id, id) on delete set null (decided_by),
  check ((outcome is null) = (decided_at is null))
);
create unique index anonymisations_open_key on anonymisations (account_id, user_id) where outcome is null;
create index anonymisations_user on anonymisations (account_id, user_id);
create index anonymisations_requester on anonymisations (account_id, requested_by);
create index anonymisations_decider on anonymisations (account_id, decided_by);
select protect_tenant_table('anonymisations');

-- Who opened the record of which partner: one row a day, so that a day's work does not fill the table.
create table data_views (
  account_id bigint not null,
  partner_id bigint not null,
  user_id    bigint not null,
  day        date not null,
  first_at   timestamptz not null,
  last_at    timestamptz not null,
  times      integer not null default 1 check (times > 0),
  primary key (account_id, partner_id, user_id, day),
  constraint data_views_partner_fk foreign key (account_id, partner_id) references partners (account_id, id) on delete cascade,
  constraint data_views_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index data_views_user on data_views (account_id, user_id, last_at desc);
create index data_views_newest on data_views (account_id, last_at desc, partner_id, user_id);
select protect_tenant_table('data_views');
-- Written once for each look, by the function alone.
revoke insert, update, delete on data_views from prumo_app;

-- The look that is about to be answered; a partner of another account, or none, leaves nothing.
create function note_data_view(p_account_id bigint, p_user_id bigint, p_partner_id bigint, p_day date, p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  insert into data_views as v (account_id, partner_id, user_id, day, first_at, last_at)
  select p.account_id, p.id, p_user_id, p_day, p_now, p_now from partners p
   where p.account_id = p_account_id and p.id = p_partner_id
  on conflict (account_id, partner_id, user_id, day) do update set last_at = excluded.last_at, times = v.times + 1
  -- A screen that reads its record again is no other look.
  where excluded.last_at >= v.last_at + interval '1 minute';
  set local prumo.owner_access = '';
end $$;

-- A user becomes a number: nothing in the books changes, and nothing in them leads to the person.
create function anonymise_user(p_account_id bigint, p_user_id bigint, p_now timestamptz) returns void
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

-- Months that an account keeps what it does not need for its books (accounts.settings), or the usual ones.
create function retention_months(p_settings jsonb, p_key text, p_usual integer) returns integer language sql immutable as $$
  select coalesce((p_settings ->> p_key)::integer, p_usual)
$$;

create or replace function forget_accesses(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from user_accesses l using accounts a
   where a.id = l.account_id and l.at < p_now - make_interval(months => retention_months(a.settings, 'accessMonths', 6));
  set local prumo.owner_access = '';
end $$;

create function forget_personal_rows(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from personal_exports where expires_at <= p_now or (expires_at is null and requested_at < p_now - interval '7 days');
  delete from data_views v using accounts a
   where a.id = v.account_id and v.last_at < p_now - make_interval(months => retention_months(a.settings, 'accessMonths', 6));
  delete from assistant_messages m using accounts a
   where a.id = m.account_id and m.at < p_now - make_interval(months => retention_months(a.settings, 'messageMonths', 24));
  set local prumo.owner_access = '';
end $$;

revoke all on function note_data_view, anonymise_user, forget_personal_rows from public;
grant execute on function note_data_view, anonymise_user, forget_personal_rows to prumo_app;
