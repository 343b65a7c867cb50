-- The same for functions and triggers (docs/decisions/0118).

-- What find_documents looks for where no word is long enough for the index. `p_condition` is made by that function alone.
create function scan_documents(p_company bigint, p_type text, p_condition text, p_patterns text[], p_forms text[]) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp set jit = off set enable_seqscan = on as $$
begin
  return query execute format(
    'select s.transaction_id from document_search s where s.account_id = $1 and s.company_id = $2 and s.type = $3 and %s', p_condition)
    using current_account_id(), p_company, p_type, p_patterns, p_forms;
end $$;
revoke all on function scan_documents from public;

create or replace function find_documents(p_company bigint, p_type text, p_words text[]) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp set jit = off set enable_seqscan = off as $$
declare
  patterns text[] := array(select search_pattern(word) from unnest(p_words) with ordinality w (word, n) order by n);
  forms text[] := array(
    select case when word ~ '[0-9]' and length(document_number_key(word)) >= 3
             then search_pattern(document_number_key(word)) else search_pattern(word) end
      from unnest(p_words) with ordinality w (word, n) order by n);
  -- One condition a word, since no index answers `like all`; nothing of the caller's gets into the statement's text.
  every_word text := (
    select string_agg(case when patterns[n] = forms[n] then format('s.text like $4[%s]', n)
                        else format('(s.text like $4[%1$s] or s.text like $5[%1$s])', n) end, ' and ')
      from generate_subscripts(patterns, 1) n);
  condition text := coalesce(every_word, 'true');
begin
  -- Whatever the planner makes of its chances, what can be looked up is; this function's setting says so.
  if not exists (select from unnest(patterns) pattern where pattern ~ '[[:alnum:]]{3}') then
    return query select scan_documents(p_company, p_type, condition, patterns, forms);
    return;
  end if;
  return query execute format(
    'select s.transaction_id from document_search s where s.account_id = $1 and s.company_id = $2 and s.type = $3 and %s', condition)
    using current_account_id(), p_company, p_type, patterns, forms;
end $$;

-- Triggers -----------------------------------------------------------------------------------------------------------
-- Changed rows are read alone, into an array; what they are of, a trigger says as its argument, since the name of the table
-- differs on other machines.

create or replace function check_transaction_sums() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head transactions%rowtype;
  sums record;
  wrong text;
begin
  delete from pending_sum_checks where account_id = new.account_id and transaction_id = new.transaction_id;
  select * into head from transactions where account_id = new.account_id and id = new.transaction_id;
  if not found then
    return null;
  end if;

  select count(*) as installments, count(*) filter (where not forecast) as paid,
         coalesce(sum(gross_value), 0) as gross, coalesce(sum(increase), 0) as increase, coalesce(sum(discount), 0) as discount,
         coalesce(sum(value) filter (where not forecast), 0) as paid_value,
         coalesce(min(due_date) filter (where forecast), max(due_date)) as reference_due_date,
         bool_and(type = head.type) as same_type
    into sums from installments where account_id = head.account_id and transaction_id = head.id;

  wrong := case
    when sums.gross <> head.gross_value then 'gross_value of the installments'
    when sums.increase <> head.increase then 'increase of the installments'
    when sums.discount <> head.discount then 'discount of the installments'
    when sums.paid_value <> head.paid_value then 'paid_value'
    when sums.installments <> head.installment_count then 'installment_count'
    when sums.paid <> head.paid_installment_count then 'paid_installment_count'
    when sums.reference_due_date is distinct from head.reference_due_date then 'reference_due_date'
    when not sums.same_type then 'type of the installments'
    when head.status <> case sums.paid when 0 then 'OPEN' when sums.installments then 'PAID' else 'PARTIAL' end then 'status'
  end;

  if wrong is null and exists (select from apportionments where account_id = head.account_id and transaction_id = head.id) then
    wrong := case
      when (select sum(gross_value) from apportionments where account_id = head.account_id and transaction_id = head.id) <> head.gross_value
        then 'gross_value of the apportionments'
      when exists (
        select from installments i cross join lateral (
          select coalesce(sum(s.gross_value), 0) as gross, coalesce(sum(s.increase), 0) as increase, coalesce(sum(s.discount), 0) as discount
          from apportionment_shares s where s.account_id = i.account_id and s.installment_id = i.id) shares
        where i.account_id = head.account_id and i.transaction_id = head.id
          and (shares.gross, shares.increase, shares.discount) <> (i.gross_value, i.increase, i.discount))
        then 'shares of an installment'
      when exists (
        select from apportionments a
        where a.account_id = head.account_id and a.transaction_id = head.id and a.gross_value <> (
          select coalesce(sum(s.gross_value), 0) from apportionment_shares s
          where s.account_id = a.account_id and s.apportionment_id = a.id))
        then 'shares of an apportionment'
    end;
  end if;

  if wrong is not null then
    raise exception 'transaction % does not add up: %', head.id, wrong using errcode = 'check_violation', constraint = 'transaction_sums';
  end if;
  return null;
end $$;

drop trigger session_changed on users;
drop trigger session_changed on user_permissions;
drop trigger session_changed on access_tokens;
create or replace function notify_session_changed() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  perform pg_notify('session_changed', to_jsonb(changed) ->> tg_argv[0]);
  return null;
end $$;
create trigger session_changed after update of active, admin or delete on users
  for each row execute function notify_session_changed('id');
create trigger session_changed after insert or update or delete on user_permissions
  for each row execute function notify_session_changed('user_id');
create trigger session_changed after update of revoked_at or delete on access_tokens
  for each row execute function notify_session_changed('user_id');

drop trigger delete_shares on installments;
drop trigger delete_shares on apportionments;
drop function delete_shares_first;
create function delete_shares_of_installment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from apportionment_shares where account_id = old.account_id and installment_id = old.id;
  return old;
end $$;
create function delete_shares_of_apportionment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from apportionment_shares where account_id = old.account_id and apportionment_id = old.id;
  return old;
end $$;
create trigger delete_shares before delete on installments for each row
  when (current_setting('prumo.below_is_gone', true) is distinct from 'on') execute function delete_shares_of_installment();
create trigger delete_shares before delete on apportionments for each row
  when (current_setting('prumo.below_is_gone', true) is distinct from 'on') execute function delete_shares_of_apportionment();

drop trigger keep_search_insert on product_aliases;
drop trigger keep_search_delete on product_aliases;
create or replace function keep_product_search() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owners bigint[] := array(select account_id from rows);
  touched bigint[] := array(select id from rows);
begin
  perform search_products(owners, touched);
  return null;
end $$;
create function keep_product_alias_search() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owners bigint[] := array(select account_id from rows);
  touched bigint[] := array(select definition_id from rows);
begin
  perform search_products(owners, touched);
  return null;
end $$;
create trigger keep_search_insert after insert on product_aliases referencing new table as rows
  for each statement execute function keep_product_alias_search();
create trigger keep_search_delete after delete on product_aliases referencing old table as rows
  for each statement execute function keep_product_alias_search();

drop trigger keep_order_search on partners;
drop trigger keep_order_search on buildings;
drop function keep_renamed_order_search;
create function keep_order_search_of_partner() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_order_search(new.account_id,
    array(select o.id from orders o where o.account_id = new.account_id and o.partner_id = new.id));
  return null;
end $$;
create function keep_order_search_of_building() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_order_search(new.account_id,
    array(select o.id from orders o where o.account_id = new.account_id and o.building_id = new.id));
  return null;
end $$;
create trigger keep_order_search after update of name, trade_name on partners for each row
  when (old.name is distinct from new.name or old.trade_name is distinct from new.trade_name)
  execute function keep_order_search_of_partner();
create trigger keep_order_search after update of name on buildings for each row
  when (old.name is distinct from new.name) execute function keep_order_search_of_building();

-- The documents that a statement touched, by their own rows and by those of their parts.
drop trigger note_insert on transactions;
drop trigger note_update on transactions;
drop trigger note_delete on transactions;
create function note_touched_documents() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owners bigint[] := array(select account_id from touched);
  documents bigint[] := array(select id from touched);
begin
  insert into pending_sum_checks (account_id, transaction_id)
  select t.account_id, t.id from unnest(owners, documents) t (account_id, id) on conflict do nothing;
  return null;
end $$;
create trigger note_insert after insert on transactions referencing new table as touched
  for each statement execute function note_touched_documents();
create trigger note_update after update on transactions referencing new table as touched
  for each statement execute function note_touched_documents();
create trigger note_delete after delete on transactions referencing old table as touched
  for each statement execute function note_touched_documents();

create or replace function note_touched_transactions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owners bigint[] := array(select account_id from touched);
  documents bigint[] := array(select transaction_id from touched);
begin
  if tg_op = 'UPDATE' then
    owners := owners || array(select account_id from before);
    documents := documents || array(select transaction_id from before);
  end if;
  insert into pending_sum_checks (account_id, transaction_id)
  select distinct t.account_id, t.id from unnest(owners, documents) t (account_id, id) on conflict do nothing;
  return null;
end $$;

create or replace function keep_transaction_sums() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  came transactions[] := '{}';
  gone transactions[] := '{}';
begin
  if tg_op <> 'DELETE' then came := array(select after from after); end if;
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  insert into transaction_sums
  select account_id, company_id, type, status, case status when 'PAID' then 'infinity' else reference_due_date end,
         sum(sign), sum(sign * value), sum(sign * gross_value), sum(sign * paid_value), sum(sign * open_value)
    from (select 1 as sign, a.* from unnest(came) a union all select -1, b.* from unnest(gone) b) changes
   group by 1, 2, 3, 4, 5
  having (sum(sign), sum(sign * value), sum(sign * gross_value), sum(sign * paid_value), sum(sign * open_value)) <> (0, 0, 0, 0, 0);
  return null;
end $$;

create or replace function keep_installment_sums() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  came installments[] := '{}';
  gone installments[] := '{}';
begin
  if tg_op <> 'DELETE' then came := array(select after from after); end if;
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  insert into installment_sums
  select account_id, company_id, type, forecast, case when forecast then due_date else 'infinity' end, sum(sign), sum(sign * value)
    from (select 1 as sign, a.* from unnest(came) a union all select -1, b.* from unnest(gone) b) changes
   group by 1, 2, 3, 4, 5 having (sum(sign), sum(sign * value)) <> (0, 0);
  insert into wallet_sums
  select account_id, company_id, wallet_id, type, payment_date, sum(sign), sum(sign * value)
    from (select 1 as sign, a.* from unnest(came) a union all select -1, b.* from unnest(gone) b) changes
   where not forecast group by 1, 2, 3, 4, 5 having (sum(sign), sum(sign * value)) <> (0, 0);
  return null;
end $$;

-- An access that was on stays on: rows also go while the owner's tools delete an account.
create or replace function erase_personal_history() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  access text := current_setting('prumo.owner_access', true);
  owners bigint[] := array(select account_id from gone);
  ids bigint[] := array(select id from gone);
  names text[] := array(select name from gone);
  logins text[];
  new_logins text[];
begin
  set local prumo.owner_access = 'on';
  update audit_log a set details = without_personal(a.entity, a.details)
    from unnest(owners, ids) g (account_id, id)
   where a.account_id = g.account_id and a.entity = tg_argv[0] and a.entity_id = g.id and has_personal(a.entity, a.details);
  update register_import_rows i set before = without_personal(i.entity, i.before)
    from unnest(owners, ids) g (account_id, id)
   where i.account_id = g.account_id and i.entity = tg_argv[0] and i.row_id = g.id and has_personal(i.entity, i.before);
  if tg_argv[0] = 'user' then
    logins := array(select login from gone);
    new_logins := array(select new_login from gone);
    for n in 1 .. cardinality(ids) loop
      perform unname_answers(owners[n], array[names[n], logins[n], new_logins[n]], 'Usuário excluído');
      -- Whoever has done nothing yet may have had a limit of orders.
      perform unname_history(owners[n], ids[n], array[names[n]], 'Usuário excluído', 'company');
    end loop;
  end if;
  if access is distinct from 'on' then set local prumo.owner_access = ''; end if;
  return null;
end $$;

-- A sub-select without columns cannot be handed on between machines; one with a constant says the same.
do $$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(p.oid) from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prosrc ~ '\mselect from\M'
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute regexp_replace(definition, '\mselect from\M', 'select 1 from', 'g');
  end loop;
end $$;
