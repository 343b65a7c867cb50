-- The assistant speaks first: kinds of messages, what a person wants to be told, broadcasts of administrators, and what
-- has been told already (docs/decisions/0089).

alter table assistant_messages
  -- Null of questions, answers and messages from before.
  add column event        text check (event in ('PAYMENT', 'PRICE_ABOVE_LAST', 'DUPLICATE', 'MEASUREMENT_BEHIND', 'NEGATIVE_DAY',
    'APPROVAL', 'SUPPLIER', 'JOB', 'ACCOUNT', 'BROADCAST')),
  add column title        text check (length(title) between 1 and 120),
  add column link_label   text check (length(link_label) between 1 and 60),
  -- It does not pop up at its reader.
  add column quiet        boolean not null default false,
  -- It tells of what only administrators see.
  add column for_admins   boolean not null default false,
  -- Who wrote a broadcast, and when it was taken back.
  add column sent_by      bigint,
  add column withdrawn_at timestamptz,
  add constraint assistant_messages_sender_fk foreign key (account_id, sent_by) references users (account_id, id)
    on delete set null (sent_by),
  add constraint assistant_messages_withdrawn check (withdrawn_at is null or user_id is null),
  add constraint assistant_messages_author check (sent_by is null or user_id is null);
create index assistant_messages_broadcasts on assistant_messages (account_id, id desc) where user_id is null;
create index assistant_messages_sent_by on assistant_messages (account_id, sent_by) where sent_by is not null;
-- Unread messages of the daily letter, and counts of those who have acknowledged a broadcast.
create index assistant_acknowledgements_user on assistant_acknowledgements (account_id, user_id);

create table assistant_preferences (
  account_id     bigint not null,
  user_id        bigint not null,
  -- Kinds that are not posted, and kinds that the daily letter does not count.
  muted          text[] not null default '{}' check (cardinality(muted) <= 8),
  undigested     text[] not null default '{}' check (cardinality(undigested) <= 8),
  -- Times on the wall, in the user's time zone; before `quiet_from`, the end is one of the next day.
  quiet_from     text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_to       text check (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_weekends boolean not null default false,
  digest_hour    smallint check (digest_hour between 0 and 23),
  -- When the next letter is due, and until when a process is at it.
  digest_next_at timestamptz,
  digest_lease   timestamptz,
  primary key (account_id, user_id),
  constraint assistant_preferences_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  constraint assistant_preferences_quiet check ((quiet_from is null) = (quiet_to is null)
    and (quiet_from is null or quiet_from <> quiet_to)),
  constraint assistant_preferences_digest check ((digest_hour is null) = (digest_next_at is null))
);
create index assistant_preferences_due on assistant_preferences (digest_next_at) where digest_next_at is not null;
select protect_tenant_table('assistant_preferences');

-- What an account has been told: the same cause with the same value is not told again. A row is written by the command
-- that tells it: of two at once, the second one waits for the first and tells nothing.
create table assistant_told (
  account_id bigint not null references accounts (id) on delete cascade,
  event      text not null check (event in ('PRICE_ABOVE_LAST', 'DUPLICATE', 'MEASUREMENT_BEHIND', 'NEGATIVE_DAY')),
  -- "order/12/product/5", "company/3".
  subject    text not null check (length(subject) between 1 and 120),
  -- Null: there is nothing to tell any more.
  value      text check (length(value) <= 200),
  told_at    timestamptz not null,
  primary key (account_id, event, subject)
);
select protect_tenant_table('assistant_told');

-- The daily round of an account: the last day in São Paulo that is done, and until when a process is at the next one.
create table assistant_rounds (
  account_id bigint primary key references accounts (id) on delete cascade,
  day        date,
  lease      timestamptz
);
select protect_tenant_table('assistant_rounds', 'account_id');

-- Takes the round of one account that is due from 5 a.m. in São Paulo on, for ten minutes: a process that dies leaves it to
-- another. After days without a process there is one round, that of today.
create function claim_assistant_round(p_now timestamptz) returns table (account_id bigint, day date)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  today date := (p_now at time zone 'America/Sao_Paulo')::date;
begin
  if extract(hour from p_now at time zone 'America/Sao_Paulo') < 5 then return; end if;
  set local prumo.owner_access = 'on';
  return query
  insert into assistant_rounds as r (account_id, lease)
  select a.id, p_now + interval '10 minutes' from accounts a left join assistant_rounds q on q.account_id = a.id
   where a.activated_at is not null and (q.day is null or q.day < today) and (q.lease is null or q.lease <= p_now)
   order by a.id limit 1
  on conflict (account_id) do update set lease = excluded.lease
    where (r.day is null or r.day < today) and (r.lease is null or r.lease <= p_now)
  returning r.account_id, today;
  set local prumo.owner_access = '';
end $$;
revoke all on function claim_assistant_round from public;
grant execute on function claim_assistant_round to prumo_app;

-- Takes one daily letter that is due, for ten minutes.
create function claim_digest(p_now timestamptz) returns table (account_id bigint, user_id bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  set local prumo.owner_access = 'on';
  return query
  update assistant_preferences p set digest_lease = p_now + interval '10 minutes'
   where (p.account_id, p.user_id) = (
     select q.account_id, q.user_id from assistant_preferences q
      where q.digest_next_at <= p_now and (q.digest_lease is null or q.digest_lease <= p_now)
      order by q.digest_next_at, q.user_id limit 1 for update skip locked)
  returning p.account_id, p.user_id;
  set local prumo.owner_access = '';
end $$;
revoke all on function claim_digest from public;
grant execute on function claim_digest to prumo_app;

-- One more kind of mail, whichever there are.
do $$
declare
  kinds text;
begin
  select pg_get_constraintdef(oid) into kinds from pg_constraint
   where conrelid = 'outgoing_mail'::regclass and conname = 'outgoing_mail_kind_check';
  alter table outgoing_mail drop constraint outgoing_mail_kind_check;
  execute 'alter table outgoing_mail add constraint outgoing_mail_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''DIGEST''::text, ');
end $$;

-- As before, and what a person wants to be told.
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
  delete from assistant_preferences where account_id = p_account_id and user_id = p_user_id;
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
