-- Tables can be spread over machines by the account once each of their keys holds it (docs/decisions/0118).

-- Keys ---------------------------------------------------------------------------------------------------------------

-- Where (account_id, id) is unique already, the key of the id alone goes; foreign keys have always used the other one.
do $$
declare
  t text;
begin
  foreach t in array array['apportionments', 'assistant_messages', 'attachments', 'buildings', 'categories', 'companies',
    'cost_estimate_groups', 'cost_estimates', 'installments', 'partners', 'transactions', 'transfers', 'users', 'wallets'] loop
    execute format('alter table %I drop constraint %I', t, t || '_pkey');
    execute format('alter table %I replica identity using index %I', t, t || '_account_id_id_key');
  end loop;
end $$;

alter table audit_log drop constraint audit_log_pkey, add primary key (account_id, id);
alter table outgoing_mail drop constraint outgoing_mail_pkey, add primary key (account_id, id);
alter table company_logos drop constraint company_logos_pkey, add primary key (account_id, company_id);
alter table attachment_contents drop constraint attachment_contents_pkey, add primary key (account_id, attachment_id);
alter table assistant_acknowledgements drop constraint assistant_acknowledgements_pkey, add primary key (account_id, message_id, user_id);
alter table apportionment_shares drop constraint apportionment_shares_pkey, add primary key (account_id, installment_id, apportionment_id);
alter table pending_sum_checks drop constraint pending_sum_checks_pkey, add primary key (account_id, transaction_id);
-- Looked up by the token before the account is known: it comes first.
alter table access_tokens drop constraint access_tokens_pkey, add primary key (token_hash, account_id);
alter table link_tokens drop constraint link_tokens_pkey, add primary key (token_hash, account_id);

alter table installments drop constraint installments_number_key,
  add constraint installments_number_key unique (account_id, transaction_id, number) deferrable initially deferred;
alter table apportionments drop constraint apportionments_position_key, drop constraint apportionments_target_key,
  add constraint apportionments_position_key unique (account_id, transaction_id, position) deferrable initially deferred,
  add constraint apportionments_target_key unique nulls not distinct (account_id, transaction_id, building_id, cost_estimate_group_id)
    deferrable initially deferred;
-- Those two have become the same as their keys.
drop index installments_transaction, apportionments_transaction;
alter table user_permissions drop constraint user_permissions_key,
  add constraint user_permissions_key unique nulls not distinct (account_id, user_id, company_id, building_id, permission);

-- References that a deleted row leaves empty ---------------------------------------------------------------------------
-- Citus refuses ON DELETE SET NULL in a key that holds the account, even of another column: a trigger empties them, and the key
-- checks when the transaction ends. Nothing is emptied while a whole account goes: its rows go with it.

-- Arguments: pairs of a table and its column that holds the id of the deleted row.
create function release_references() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select 1 from accounts where id = old.account_id) then return null; end if;
  for n in 0 .. tg_nargs / 2 - 1 loop
    execute format('update %1$I set %2$I = null where account_id = $1 and %2$I = $2', tg_argv[2 * n], tg_argv[2 * n + 1])
      using old.account_id, old.id;
  end loop;
  return null;
end $$;

do $$
declare
  key record;
  released record;
begin
  create temporary table releasing on commit drop as
  select f.conrelid::regclass as child, f.confrelid::regclass as parent, f.conname as name, a.attname as emptied,
         regexp_replace(pg_get_constraintdef(f.oid), ' ON DELETE SET NULL \(\w+\)', ' DEFERRABLE INITIALLY DEFERRED') as checked
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.confdelsetcols[1]
   where f.contype = 'f' and f.confdeltype = 'n' and f.connamespace = 'public'::regnamespace order by f.oid;
  for key in select * from releasing loop
    execute format('alter table %s drop constraint %I, add constraint %2$I %s', key.child, key.name, key.checked);
  end loop;
  for released in select parent, string_agg(format('%L, %L', child, emptied), ', ') as parts from releasing group by parent loop
    execute format('create trigger release_references after delete on %s for each row execute function release_references(%s)',
                   released.parent, released.parts);
  end loop;
end $$;

-- The same of ON UPDATE CASCADE: lines follow their document to another building. Arguments as above.
create function follow_building() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  for n in 0 .. tg_nargs / 2 - 1 loop
    execute format('update %I set building_id = $3 where account_id = $1 and %I = $2', tg_argv[2 * n], tg_argv[2 * n + 1])
      using new.account_id, new.id, new.building_id;
  end loop;
  return null;
end $$;

alter table cost_estimate_groups drop constraint cost_estimate_groups_estimate_fk,
  add constraint cost_estimate_groups_estimate_fk foreign key (account_id, building_id, cost_estimate_id)
    references cost_estimates (account_id, building_id, id) on delete cascade;
alter table order_lines drop constraint order_lines_order_fk,
  add constraint order_lines_order_fk foreign key (account_id, building_id, order_id)
    references orders (account_id, building_id, id) on delete cascade;
alter table order_commitments drop constraint order_commitments_order_fk,
  add constraint order_commitments_order_fk foreign key (account_id, building_id, order_id)
    references orders (account_id, building_id, id) on delete cascade;
alter table quote_lines drop constraint quote_lines_quote_fk,
  add constraint quote_lines_quote_fk foreign key (account_id, building_id, quote_id)
    references quotes (account_id, building_id, id) on delete cascade;

create trigger "Before_checks_of_building" after update of building_id on cost_estimates for each row
  when (old.building_id is distinct from new.building_id)
  execute function follow_building('cost_estimate_groups', 'cost_estimate_id');
create trigger "Before_checks_of_building" after update of building_id on orders for each row
  when (old.building_id is distinct from new.building_id)
  execute function follow_building('order_lines', 'order_id', 'order_commitments', 'order_id');
create trigger "Before_checks_of_building" after update of building_id on quotes for each row
  when (old.building_id is distinct from new.building_id)
  execute function follow_building('quote_lines', 'quote_id');

-- Logins -------------------------------------------------------------------------------------------------------------

-- A login with a password is one in all accounts, which no key that holds the account can say: this directory does, under the
-- name of the key that did. Only the trigger writes it.
drop index users_login_key;
create table logins (
  login      text not null,
  account_id bigint not null,
  user_id    bigint not null,
  constraint users_login_key primary key (login)
);
set local prumo.owner_access = 'on';
insert into logins select login, account_id, id from users where password_hash is not null;
set local prumo.owner_access = '';

create function keep_login() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.password_hash is not null then
    delete from logins where login = old.login and user_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.password_hash is not null then
    insert into logins (login, account_id, user_id) values (new.login, new.account_id, new.id);
  end if;
  return null;
end $$;
create trigger keep_login after insert or delete on users for each row execute function keep_login();
create trigger keep_changed_login after update of login, password_hash on users for each row
  when ((old.login, old.password_hash is null) is distinct from (new.login, new.password_hash is null))
  execute function keep_login();

create or replace function find_login(p_login text) returns table (id bigint, account_id bigint, password_hash text, active boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_login record;
begin
  select d.account_id, d.user_id into of_login from logins d where d.login = p_login;
  set local prumo.owner_access = 'on';
  return query select u.id, u.account_id, u.password_hash, u.active
    from users u where u.account_id = of_login.account_id and u.id = of_login.user_id;
  set local prumo.owner_access = '';
end $$;

create or replace function login_is_taken(p_login text, p_user_id bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return exists (select from logins d where d.login = p_login and d.user_id <> p_user_id);
end $$;

create or replace function note_refused_password(p_login text, p_address text, p_user_agent text, p_device text, p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known record;
begin
  set local prumo.owner_access = 'on';
  select d.account_id, d.user_id as id into known from logins d where d.login = p_login;
  if known.id is not null then
    update user_accesses a set times = times + 1, at = p_now
     where a.account_id = known.account_id and a.user_id = known.id
       and a.id = (select max(l.id) from user_accesses l where l.account_id = known.account_id and l.user_id = known.id)
       and a.kind = 'PASSWORD_REFUSED' and a.address = p_address and a.device = p_device and a.at > p_now - interval '1 hour';
    if not found then
      insert into user_accesses (account_id, user_id, at, kind, method, address, user_agent, device)
      values (known.account_id, known.id, p_now, 'PASSWORD_REFUSED', 'PASSWORD', p_address, p_user_agent, p_device);
    end if;
  end if;
  set local prumo.owner_access = '';
end $$;

create or replace function reserve_account(p_login text, p_now timestamptz, p_request_id text, out account_id bigint, out user_id bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  of_login record;
  known record;
begin
  set local prumo.owner_access = 'on';
  select d.account_id, d.user_id into of_login from logins d where d.login = p_login;
  select u.account_id, u.id, u.active into known from users u where u.account_id = of_login.account_id and u.id = of_login.user_id;
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
  set local prumo.owner_access = '';
end $$;

create or replace function find_link(p_token_hash bytea, p_purpose text, p_now timestamptz) returns table (account_id bigint, user_id bigint, login text, name text, company text, expires_at timestamptz, moves boolean, signup boolean, signup_hash text)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  link record;
begin
  set local prumo.owner_access = 'on';
  select u.account_id, u.id, l.login, u.name, a.name as company, l.expires_at, u.login <> l.login as moves,
         a.activated_at is null as signup, u.signup_hash into link
    from link_tokens l
    join users u on u.account_id = l.account_id and u.id = l.user_id
    join accounts a on a.id = l.account_id
   where l.token_hash = p_token_hash and l.purpose = p_purpose and l.used_at is null and l.expires_at > p_now and u.active
     and (u.login = l.login or (l.purpose = 'CONFIRM_EMAIL' and u.new_login = l.login));
  set local prumo.owner_access = '';
  if link.id is null or exists (select from logins d where d.login = link.login and d.user_id <> link.id) then
    return;
  end if;
  return query select link.account_id, link.id, link.login, link.name, link.company, link.expires_at, link.moves, link.signup, link.signup_hash;
end $$;

-- Settings -----------------------------------------------------------------------------------------------------------
-- SET LOCAL reaches other machines, set_config does not.

create or replace function forget_old_rows(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from login_attempts where at < p_now - interval '31 days' or (not succeeded and at < p_now - interval '1 day');
  delete from access_tokens where expires_at < p_now - interval '30 days';
  delete from idempotency_keys where created_at < now() - interval '7 days';
  delete from link_tokens where expires_at < p_now - interval '30 days';
  delete from outgoing_mail where created_at < p_now - interval '1 year';
  delete from allowances where at < p_now - interval '1 day';
  delete from accounts where activated_at is null and created_at < p_now - interval '8 days';
  set local prumo.owner_access = '';
end $$;

create or replace function fold_sums() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  with many as (
    select account_id, company_id, type, status, reference_due_date from transaction_sums
    group by 1, 2, 3, 4, 5 having count(*) > 1 or sum(count) = 0
  ), gone as (
    delete from transaction_sums s using many m
    where (s.account_id, s.company_id, s.type, s.status, s.reference_due_date) = (m.account_id, m.company_id, m.type, m.status, m.reference_due_date)
    returning s.*
  )
  insert into transaction_sums
  select account_id, company_id, type, status, reference_due_date, sum(count), sum(value), sum(gross_value), sum(paid_value), sum(open_value)
  from gone group by 1, 2, 3, 4, 5
  having (sum(count), sum(value), sum(gross_value), sum(paid_value), sum(open_value)) <> (0, 0, 0, 0, 0);

  with many as (
    select account_id, company_id, type, forecast, due_date from installment_sums
    group by 1, 2, 3, 4, 5 having count(*) > 1 or sum(count) = 0
  ), gone as (
    delete from installment_sums s using many m
    where (s.account_id, s.company_id, s.type, s.forecast, s.due_date) = (m.account_id, m.company_id, m.type, m.forecast, m.due_date)
    returning s.*
  )
  insert into installment_sums
  select account_id, company_id, type, forecast, due_date, sum(count), sum(value)
  from gone group by 1, 2, 3, 4, 5 having (sum(count), sum(value)) <> (0, 0);

  with many as (
    select account_id, company_id, wallet_id, type, payment_date from wallet_sums
    group by 1, 2, 3, 4, 5 having count(*) > 1 or sum(count) = 0
  ), gone as (
    delete from wallet_sums s using many m
    where (s.account_id, s.company_id, s.wallet_id, s.type, s.payment_date) = (m.account_id, m.company_id, m.wallet_id, m.type, m.payment_date)
    returning s.*
  )
  insert into wallet_sums
  select account_id, company_id, wallet_id, type, payment_date, sum(count), sum(value)
  from gone group by 1, 2, 3, 4, 5 having (sum(count), sum(value)) <> (0, 0);
  set local prumo.owner_access = '';
end $$;

create or replace function rebuild_sums() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  lock table transactions, installments in share row exclusive mode;
  delete from transaction_sums;
  delete from installment_sums;
  delete from wallet_sums;
  insert into transaction_sums
  select account_id, company_id, type, status, case status when 'PAID' then 'infinity' else reference_due_date end,
         count(*), sum(value), sum(gross_value), sum(paid_value), sum(open_value)
  from transactions group by 1, 2, 3, 4, 5;
  insert into installment_sums
  select account_id, company_id, type, forecast, case when forecast then due_date else 'infinity' end, count(*), sum(value)
  from installments group by 1, 2, 3, 4, 5;
  insert into wallet_sums
  select account_id, company_id, wallet_id, type, payment_date, count(*), sum(value)
  from installments where not forecast group by 1, 2, 3, 4, 5;
  set local prumo.owner_access = '';
end $$;

create or replace function rebuild_days() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  lock table transactions, installments in share row exclusive mode;
  delete from document_days;
  insert into document_days
  select t.account_id, t.company_id, t.type, i.due_date, t.id,
         lag(i.due_date) over (partition by t.account_id, t.id order by i.due_date),
         t.status, t.reference_due_date, t.value, t.gross_value, t.paid_value, t.open_value
    from (select distinct account_id, transaction_id, due_date from installments) i
    join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
   order by t.account_id, t.company_id, t.type, i.due_date, t.id;
  set local prumo.owner_access = '';
end $$;

create or replace function rebuild_search() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  lock table transactions, partners in share row exclusive mode;
  delete from document_search;
  insert into document_search (account_id, company_id, type, transaction_id, text)
  select t.account_id, t.company_id, t.type, t.id,
         search_text(t.document_number, t.description, p.name, p.trade_name)
    from transactions t left join partners p on p.account_id = t.account_id and p.id = t.partner_id;
  set local prumo.owner_access = '';
end $$;
