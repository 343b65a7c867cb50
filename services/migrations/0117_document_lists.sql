-- Documents of a wallet, and those without an obra (docs/decisions/0113): lists as long as the company's own, so that their page, their
-- number and their totals are read as its are.

-- One row for each document and list that it is in, with the document's figures, in the order of the screen. Written when a transaction
-- commits, by the check of its sums, as document_days (0013); nobody else writes it.
create table document_lists (
  account_id         bigint not null,
  company_id         bigint not null,
  type               text not null check (type in ('CREDIT', 'DEBIT')),
  -- A wallet: the documents that it has paid, or is expected to pay. −1: those without an apportionment.
  list               bigint not null,
  transaction_id     bigint not null,
  status             text not null check (status in ('OPEN', 'PARTIAL', 'PAID')),
  reference_due_date date not null,
  value              numeric(15, 2) not null,
  gross_value        numeric(15, 2) not null,
  paid_value         numeric(15, 2) not null,
  open_value         numeric(15, 2) not null,
  primary key (account_id, transaction_id, list),
  constraint document_lists_transaction_fk foreign key (account_id, transaction_id)
    references transactions (account_id, id) on delete cascade
);
create index document_lists_open_first on document_lists
  (account_id, company_id, type, list, (status = 'PAID'), reference_due_date, transaction_id) include (status, value);

-- Their sums, as transaction_sums (0006).
create table document_list_sums (
  account_id         bigint not null,
  company_id         bigint not null,
  type               text not null check (type in ('CREDIT', 'DEBIT')),
  list               bigint not null,
  status             text not null check (status in ('OPEN', 'PARTIAL', 'PAID')),
  -- From the day after which they are overdue; infinity for paid ones.
  reference_due_date date not null,
  count              bigint not null,
  value              numeric(18, 2) not null,
  gross_value        numeric(18, 2) not null,
  paid_value         numeric(18, 2) not null,
  open_value         numeric(18, 2) not null
);
create index document_list_sums_key on document_list_sums (account_id, company_id, type, list, status, reference_due_date);

-- Its plan is the same for any rows: it reads no table.
create function keep_document_list_sums() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  came document_lists[] := '{}';
  gone document_lists[] := '{}';
begin
  if tg_op <> 'DELETE' then came := array(select after from after); end if;
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  -- An upsert fires for both, and for none.
  if cardinality(came) + cardinality(gone) = 0 then return null; end if;
  insert into document_list_sums
  select account_id, company_id, type, list, status, case status when 'PAID' then 'infinity' else reference_due_date end,
         sum(sign), sum(sign * value), sum(sign * gross_value), sum(sign * paid_value), sum(sign * open_value)
    from (select 1 as sign, a.* from unnest(came) a union all select -1, b.* from unnest(gone) b) c
   group by 1, 2, 3, 4, 5, 6
  having (sum(sign), sum(sign * value), sum(sign * gross_value), sum(sign * paid_value), sum(sign * open_value)) <> (0, 0, 0, 0, 0);
  return null;
end $$;

create trigger keep_sums_insert after insert on document_lists referencing new table as after
  for each statement execute function keep_document_list_sums();
create trigger keep_sums_update after update on document_lists referencing old table as before new table as after
  for each statement execute function keep_document_list_sums();
create trigger keep_sums_delete after delete on document_lists referencing old table as before
  for each statement execute function keep_document_list_sums();

-- Lists of a document: wallets of its payments, and the expected one while it is open; −1 without an apportionment.
create function lists_of(p_head transactions) returns setof bigint language sql stable as $$
  select i.wallet_id from installments i
   where i.account_id = p_head.account_id and i.transaction_id = p_head.id and i.wallet_id is not null
  union
  select p_head.expected_wallet_id where p_head.expected_wallet_id is not null and p_head.status <> 'PAID'
  union
  select -1 where not exists (
    select from apportionments a where a.account_id = p_head.account_id and a.transaction_id = p_head.id)
$$;

create function keep_document_lists(p_head transactions) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from document_lists l
   where l.account_id = p_head.account_id and l.transaction_id = p_head.id
     and not exists (select from lists_of(p_head) w (id) where w.id = l.list);
  insert into document_lists as l
  select p_head.account_id, p_head.company_id, p_head.type, w.id, p_head.id,
         p_head.status, p_head.reference_due_date, p_head.value, p_head.gross_value, p_head.paid_value, p_head.open_value
    from lists_of(p_head) w (id)
  on conflict (account_id, transaction_id, list) do update
    set company_id = excluded.company_id, type = excluded.type, status = excluded.status,
        reference_due_date = excluded.reference_due_date, value = excluded.value, gross_value = excluded.gross_value,
        paid_value = excluded.paid_value, open_value = excluded.open_value
    where (l.company_id, l.type, l.status, l.reference_due_date, l.value, l.gross_value, l.paid_value, l.open_value) is distinct from
      (excluded.company_id, excluded.type, excluded.status, excluded.reference_due_date, excluded.value, excluded.gross_value,
       excluded.paid_value, excluded.open_value);
end $$;

-- As 0013, with the lists.
create or replace function keep_checked_document() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head transactions%rowtype;
begin
  select * into head from transactions where account_id = new.account_id and id = new.transaction_id;
  if found then
    perform keep_document_days(head);
    perform keep_document_lists(head);
  end if;
  return null;
end $$;

-- One row of many, for every key that has many; see fold_sums.
create function fold_document_lists() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  with many as (
    select account_id, company_id, type, list, status, reference_due_date from document_list_sums
    group by 1, 2, 3, 4, 5, 6 having count(*) > 1 or sum(count) = 0
  ), gone as (
    delete from document_list_sums s using many m
    where (s.account_id, s.company_id, s.type, s.list, s.status, s.reference_due_date)
        = (m.account_id, m.company_id, m.type, m.list, m.status, m.reference_due_date)
    returning s.*
  )
  insert into document_list_sums
  select account_id, company_id, type, list, status, reference_due_date,
         sum(count), sum(value), sum(gross_value), sum(paid_value), sum(open_value)
  from gone group by 1, 2, 3, 4, 5, 6
  having (sum(count), sum(value), sum(gross_value), sum(paid_value), sum(open_value)) <> (0, 0, 0, 0, 0);
  set local prumo.owner_access = '';
end $$;

-- All of them anew from the rows, for who has changed documents with triggers off. One account at a time: the trigger has the rows of a
-- statement in an array.
create function rebuild_document_lists() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account bigint;
begin
  set local prumo.owner_access = 'on';
  lock table transactions, installments, apportionments in share row exclusive mode;
  truncate document_lists;
  for account in select distinct account_id from transactions loop
    insert into document_lists
    select t.account_id, t.company_id, t.type, l.list, t.id, t.status, t.reference_due_date, t.value, t.gross_value, t.paid_value, t.open_value
      from (
        select transaction_id, wallet_id as list from installments where account_id = account and wallet_id is not null
        union
        select id, expected_wallet_id from transactions where account_id = account and expected_wallet_id is not null and status <> 'PAID'
        union all
        select t.id, -1 from transactions t where t.account_id = account
           and not exists (select from apportionments a where a.account_id = account and a.transaction_id = t.id)) l
      join transactions t on t.account_id = account and t.id = l.transaction_id;
  end loop;
  delete from document_list_sums;
  insert into document_list_sums
  select account_id, company_id, type, list, status, case status when 'PAID' then 'infinity' else reference_due_date end,
         count(*), sum(value), sum(gross_value), sum(paid_value), sum(open_value)
    from document_lists group by 1, 2, 3, 4, 5, 6;
  set local prumo.owner_access = '';
end $$;

-- As 0116, with the sums of lists.
create or replace function forget_demonstration_sums(p_company bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account bigint := current_account_id();
  buildings_of_it bigint[];
begin
  set local prumo.owner_access = 'on';
  if exists (select from demonstrations where account_id = account and company_id = p_company) then
    buildings_of_it := array(select id from buildings where account_id = account and company_id = p_company);
    delete from transaction_sums where account_id = account and company_id = p_company;
    delete from document_list_sums where account_id = account and company_id = p_company;
    delete from installment_sums where account_id = account and company_id = p_company;
    delete from wallet_sums where account_id = account and company_id = p_company;
    delete from result_sums where account_id = account and company_id = p_company;
    delete from flow_sums where account_id = account and company_id = p_company;
    delete from site_flow_sums where account_id = account and building_id = any(buildings_of_it);
    delete from site_result_sums where account_id = account and building_id = any(buildings_of_it);
    delete from site_total_sums where account_id = account and building_id = any(buildings_of_it);
    delete from stage_cost_sums where account_id = account and building_id = any(buildings_of_it);
  end if;
  set local prumo.owner_access = '';
end $$;

select protect_tenant_table(t::regclass) from unnest(array['document_lists', 'document_list_sums']) as t;
revoke insert, update, delete on document_lists, document_list_sums from prumo_app;
revoke all on function keep_document_list_sums, lists_of, keep_document_lists, fold_document_lists, rebuild_document_lists from public;
grant execute on function fold_document_lists to prumo_app;
select rebuild_document_lists();

-- What is open of each partner is summed from this index alone.
drop index transactions_open;
create index transactions_open on transactions (account_id, company_id, type, reference_due_date, id) include (partner_id)
  where status <> 'PAID';
