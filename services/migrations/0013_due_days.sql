-- What is due in some days, read in one piece: a month of a million installments finds ten thousand documents, and looking each
-- of them up cost four times the list itself (docs/decisions/0013).

-- One row for each document and each day on which some of it is due, with the document's figures beside it, in the order
-- of the days. Written when a transaction commits, by the check of its sums; nobody else writes it.
create table document_days (
  account_id         bigint not null,
  company_id         bigint not null,
  type               text not null check (type in ('CREDIT', 'DEBIT')),
  due_date           date not null,
  transaction_id     bigint not null,
  -- The document's day before this one, null on its first: in a period it counts on the day whose previous one lies before.
  previous_date      date,
  status             text not null check (status in ('OPEN', 'PARTIAL', 'PAID')),
  reference_due_date date not null,
  value              numeric(15, 2) not null,
  gross_value        numeric(15, 2) not null,
  paid_value         numeric(15, 2) not null,
  open_value         numeric(15, 2) not null,
  primary key (account_id, company_id, type, due_date, transaction_id)
    include (previous_date, status, reference_due_date, value, gross_value, paid_value, open_value),
  constraint document_days_transaction_fk foreign key (account_id, transaction_id)
    references transactions (account_id, id) on delete cascade
);

create function keep_document_days(p_head transactions) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from document_days d
   where d.account_id = p_head.account_id and d.transaction_id = p_head.id
     and ((d.company_id, d.type) <> (p_head.company_id, p_head.type) or not exists (
       select from installments i
        where i.account_id = d.account_id and i.transaction_id = d.transaction_id and i.due_date = d.due_date));
  insert into document_days as d
  select p_head.account_id, p_head.company_id, p_head.type, i.due_date, p_head.id, lag(i.due_date) over (order by i.due_date),
         p_head.status, p_head.reference_due_date, p_head.value, p_head.gross_value, p_head.paid_value, p_head.open_value
    from (select distinct due_date from installments
           where account_id = p_head.account_id and transaction_id = p_head.id) i
  on conflict (account_id, company_id, type, due_date, transaction_id) do update
    set previous_date = excluded.previous_date, status = excluded.status, reference_due_date = excluded.reference_due_date,
        value = excluded.value, gross_value = excluded.gross_value, paid_value = excluded.paid_value, open_value = excluded.open_value
    where (d.previous_date, d.status, d.reference_due_date, d.value, d.gross_value, d.paid_value, d.open_value) is distinct from
      (excluded.previous_date, excluded.status, excluded.reference_due_date, excluded.value, excluded.gross_value,
       excluded.paid_value, excluded.open_value);
end $$;

-- After check_sums, by its name: of a document whose sums are wrong nothing is kept, since nothing of it is committed.
create function keep_checked_document() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head transactions%rowtype;
begin
  select * into head from transactions where account_id = new.account_id and id = new.transaction_id;
  if found then
    perform keep_document_days(head);
  end if;
  return null;
end $$;

create constraint trigger keep_days after insert on pending_sum_checks
  deferrable initially deferred for each row execute function keep_checked_document();

-- All days anew, for who has changed documents or installments with triggers off.
create function rebuild_days() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('prumo.owner_access', 'on', true);
  lock table transactions, installments in share row exclusive mode;
  delete from document_days;
  insert into document_days
  select t.account_id, t.company_id, t.type, i.due_date, t.id,
         lag(i.due_date) over (partition by t.account_id, t.id order by i.due_date),
         t.status, t.reference_due_date, t.value, t.gross_value, t.paid_value, t.open_value
    from (select distinct account_id, transaction_id, due_date from installments) i
    join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
   order by t.account_id, t.company_id, t.type, i.due_date, t.id;
  perform set_config('prumo.owner_access', '', true);
end $$;

revoke all on function keep_document_days, keep_checked_document, rebuild_days from public;
select protect_tenant_table('document_days');
revoke insert, update, delete on document_days from prumo_app;
select rebuild_days();
create index document_days_transaction on document_days (account_id, transaction_id);

-- Installments of some days with all that their list orders, counts and sums: one index where there were two.
drop index installments_due;
drop index installments_due_id;
create index installments_due on installments (account_id, company_id, type, due_date, id) include (transaction_id, forecast, value);
