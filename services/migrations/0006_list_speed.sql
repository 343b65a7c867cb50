-- Lists that stay as quick on a million installments as on a thousand: sums and counts kept beside the rows, an index for
-- every order that a list offers, and what a search compares stored with its row (docs/decisions/0013).

-- Searches ----------------------------------------------------------------------------------------------------------
-- Behind row-level security no index may answer LIKE (the operator is not leakproof), so the trigram indexes were never
-- read. What a search costs is working out search_key for every row of the account; stored, it is a tenth of that.

drop index transactions_search;
drop index partners_search;

alter table transactions add column search_text text
  generated always as (search_key(coalesce(document_number, '') || ' ' || coalesce(description, ''))) stored;

-- Orders ------------------------------------------------------------------------------------------------------------

create index transactions_number on transactions (account_id, company_id, type, search_key(document_number), id);
create index transactions_description on transactions (account_id, company_id, type, search_key(description), id);
create index transactions_status on transactions (account_id, company_id, type, array_position(array['OPEN', 'PARTIAL', 'PAID'], status), id);
create index transactions_of_partner on transactions (account_id, company_id, type, partner_id, id);
create index transactions_document_number on transactions (account_id, company_id, document_number);
create index partners_of_account on partners (account_id, search_key(name), id);

create index installments_due_id on installments (account_id, company_id, type, due_date, id);
create index installments_paid on installments (account_id, company_id, type, payment_date, id);
-- What was paid in some days, of either kind: cash flow.
create index installments_payment on installments (account_id, company_id, payment_date) where not forecast;
create index installments_value on installments (account_id, company_id, type, value, id);

-- Sums --------------------------------------------------------------------------------------------------------------
-- Every statement adds what it changed as rows of its own, so that two people never wait for each other, and a reader
-- adds up the rows that its snapshot shows: exact at any moment. fold_sums makes one row of many, every hour.

-- Documents by state and by the day from which on they are overdue; paid ones are never.
create table transaction_sums (
  account_id         bigint not null,
  company_id         bigint not null,
  type               text not null check (type in ('CREDIT', 'DEBIT')),
  status             text not null check (status in ('OPEN', 'PARTIAL', 'PAID')),
  reference_due_date date not null,
  count              bigint not null,
  value              numeric(18, 2) not null,
  gross_value        numeric(18, 2) not null,
  paid_value         numeric(18, 2) not null,
  open_value         numeric(18, 2) not null
);
create index transaction_sums_key on transaction_sums (account_id, company_id, type, status, reference_due_date);

-- Installments by the day on which they are due, paid ones on no day.
create table installment_sums (
  account_id bigint not null,
  company_id bigint not null,
  type       text not null check (type in ('CREDIT', 'DEBIT')),
  forecast   boolean not null,
  due_date   date not null,
  count      bigint not null,
  value      numeric(18, 2) not null
);
create index installment_sums_key on installment_sums (account_id, company_id, type, forecast, due_date);

-- Payments of each wallet by their day: balances.
create table wallet_sums (
  account_id   bigint not null,
  company_id   bigint not null,
  wallet_id    bigint not null,
  type         text not null check (type in ('CREDIT', 'DEBIT')),
  payment_date date not null,
  count        bigint not null,
  value        numeric(18, 2) not null
);
create index wallet_sums_key on wallet_sums (account_id, wallet_id, payment_date, type);

create function keep_transaction_sums() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into transaction_sums
    select account_id, company_id, type, status, case status when 'PAID' then 'infinity' else reference_due_date end,
           count(*), sum(value), sum(gross_value), sum(paid_value), sum(open_value)
    from after group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into transaction_sums
    select account_id, company_id, type, status, case status when 'PAID' then 'infinity' else reference_due_date end,
           -count(*), -sum(value), -sum(gross_value), -sum(paid_value), -sum(open_value)
    from before group by 1, 2, 3, 4, 5;
  else
    insert into transaction_sums
    select account_id, company_id, type, status, case status when 'PAID' then 'infinity' else reference_due_date end,
           sum(sign), sum(sign * value), sum(sign * gross_value), sum(sign * paid_value), sum(sign * open_value)
    from (select 1 as sign, a.* from after a union all select -1, b.* from before b) changes
    group by 1, 2, 3, 4, 5
    having (sum(sign), sum(sign * value), sum(sign * gross_value), sum(sign * paid_value), sum(sign * open_value)) <> (0, 0, 0, 0, 0);
  end if;
  return null;
end $$;

create function keep_installment_sums() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into installment_sums
    select account_id, company_id, type, forecast, case when forecast then due_date else 'infinity' end, count(*), sum(value)
    from after group by 1, 2, 3, 4, 5;
    insert into wallet_sums
    select account_id, company_id, wallet_id, type, payment_date, count(*), sum(value)
    from after where not forecast group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into installment_sums
    select account_id, company_id, type, forecast, case when forecast then due_date else 'infinity' end, -count(*), -sum(value)
    from before group by 1, 2, 3, 4, 5;
    insert into wallet_sums
    select account_id, company_id, wallet_id, type, payment_date, -count(*), -sum(value)
    from before where not forecast group by 1, 2, 3, 4, 5;
  else
    insert into installment_sums
    select account_id, company_id, type, forecast, case when forecast then due_date else 'infinity' end, sum(sign), sum(sign * value)
    from (select 1 as sign, a.* from after a union all select -1, b.* from before b) changes
    group by 1, 2, 3, 4, 5 having (sum(sign), sum(sign * value)) <> (0, 0);
    insert into wallet_sums
    select account_id, company_id, wallet_id, type, payment_date, sum(sign), sum(sign * value)
    from (select 1 as sign, a.* from after a union all select -1, b.* from before b) changes
    where not forecast group by 1, 2, 3, 4, 5 having (sum(sign), sum(sign * value)) <> (0, 0);
  end if;
  return null;
end $$;

create trigger keep_sums_insert after insert on transactions referencing new table as after
  for each statement execute function keep_transaction_sums();
create trigger keep_sums_update after update on transactions referencing old table as before new table as after
  for each statement execute function keep_transaction_sums();
create trigger keep_sums_delete after delete on transactions referencing old table as before
  for each statement execute function keep_transaction_sums();
create trigger keep_sums_insert after insert on installments referencing new table as after
  for each statement execute function keep_installment_sums();
create trigger keep_sums_update after update on installments referencing old table as before new table as after
  for each statement execute function keep_installment_sums();
create trigger keep_sums_delete after delete on installments referencing old table as before
  for each statement execute function keep_installment_sums();

-- Only the triggers write: to everybody else sums are something to read.
select protect_tenant_table(t::regclass) from unnest(array['transaction_sums', 'installment_sums', 'wallet_sums']) as t;
revoke insert, update, delete on transaction_sums, installment_sums, wallet_sums from prumo_app;

-- One row of many, for every key that has many; keys that come to nothing go. Rows that others are still writing are not
-- seen, and who folds at the same time finds them gone: nothing is counted twice.
create function fold_sums() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('prumo.owner_access', 'on', true);
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
  perform set_config('prumo.owner_access', '', true);
end $$;

-- All sums anew from the rows, in one transaction during which nobody writes.
create function rebuild_sums() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('prumo.owner_access', 'on', true);
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
  perform set_config('prumo.owner_access', '', true);
end $$;

revoke all on function fold_sums, rebuild_sums from public;
grant execute on function fold_sums to prumo_app;
select rebuild_sums();
