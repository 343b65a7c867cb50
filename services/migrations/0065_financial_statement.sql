-- Financial statement (DRE) and stages by category (domain.md §3; docs/decisions/0068): sums kept beside the documents, and notes on figures.

-- As the sums of lists (0006): every statement adds what it changed as rows of its own, a reader adds up what its snapshot shows.
-- COMPETENCE: gross value of documents by the month of their competence date. PAYMENT: gross value, increase and discount of
-- paid installments by the month of their payment.

-- Of whole companies.
create table result_sums (
  account_id  bigint not null,
  company_id  bigint not null,
  measure     text not null check (measure in ('COMPETENCE', 'PAYMENT')),
  type        text not null check (type in ('CREDIT', 'DEBIT')),
  -- Null: without a category.
  category_id bigint,
  -- First day of the month.
  month       date not null,
  count       bigint not null,
  gross_value numeric(18, 2) not null,
  increase    numeric(18, 2) not null,
  discount    numeric(18, 2) not null
);
create index result_sums_key on result_sums (account_id, company_id, measure, month, type, category_id)
  include (count, gross_value, increase, discount);

-- Of the shares of buildings, by stage.
create table site_result_sums (
  account_id  bigint not null,
  building_id bigint not null,
  -- Null: without a stage.
  stage_id    bigint,
  measure     text not null check (measure in ('COMPETENCE', 'PAYMENT')),
  type        text not null check (type in ('CREDIT', 'DEBIT')),
  category_id bigint,
  month       date not null,
  count       bigint not null,
  gross_value numeric(18, 2) not null,
  increase    numeric(18, 2) not null,
  discount    numeric(18, 2) not null
);
create index site_result_sums_key on site_result_sums (account_id, building_id, measure, month, type, category_id, stage_id)
  include (count, gross_value, increase, discount);

select protect_tenant_table(t::regclass) from unnest(array['result_sums', 'site_result_sums']) as t;
-- Only the triggers write.
revoke insert, update, delete on result_sums, site_result_sums from prumo_app;

-- Each trigger counts what its own statement changed, by the rows of the other tables as they are now: documents, their
-- installments, their apportionments and the shares between these change in statements of their own, so that the changes add up.

create function keep_results_of_transactions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  came transactions[] := '{}';
  gone transactions[] := '{}';
begin
  if tg_op <> 'DELETE' then came := array(select after from after); end if;
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  insert into result_sums
  select account_id, company_id, 'COMPETENCE', type, category_id, month_of(competence_date), sum(sign), sum(sign * gross_value), 0, 0
    from (select 1 as sign, a.* from unnest(came) a union all select -1, b.* from unnest(gone) b) c
   group by account_id, company_id, type, category_id, month_of(competence_date)
  having (sum(sign), sum(sign * gross_value)) <> (0, 0);
  return null;
end $$;

create trigger keep_results_insert after insert on transactions referencing new table as after
  for each statement execute function keep_results_of_transactions();
create trigger keep_results_update after update on transactions referencing old table as before new table as after
  for each statement execute function keep_results_of_transactions();
create trigger keep_results_delete after delete on transactions referencing old table as before
  for each statement execute function keep_results_of_transactions();

-- A document that moves to another month or category takes along what stands under them.
create function move_results() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into site_result_sums
  select a.account_id, a.building_id, a.cost_estimate_group_id, 'COMPETENCE', d.type, d.category_id, d.month,
         d.sign * count(*), d.sign * sum(a.gross_value), 0, 0
    from apportionments a
   cross join (values (-1, old.type, old.category_id, month_of(old.competence_date)),
                      (1, new.type, new.category_id, month_of(new.competence_date))) d (sign, type, category_id, month)
   where a.account_id = new.account_id and a.transaction_id = new.id
   group by a.account_id, a.building_id, a.cost_estimate_group_id, d.sign, d.type, d.category_id, d.month;
  if (old.type, coalesce(old.category_id, 0)) <> (new.type, coalesce(new.category_id, 0)) then
    insert into result_sums
    select i.account_id, i.company_id, 'PAYMENT', d.type, d.category_id, month_of(i.payment_date),
           d.sign * count(*), d.sign * sum(i.gross_value), d.sign * sum(i.increase), d.sign * sum(i.discount)
      from installments i
     cross join (values (-1, old.type, old.category_id), (1, new.type, new.category_id)) d (sign, type, category_id)
     where i.account_id = new.account_id and i.transaction_id = new.id and not i.forecast
     group by i.account_id, i.company_id, d.sign, d.type, d.category_id, month_of(i.payment_date);
    insert into site_result_sums
    select s.account_id, a.building_id, a.cost_estimate_group_id, 'PAYMENT', d.type, d.category_id, month_of(i.payment_date),
           d.sign * count(*), d.sign * sum(s.gross_value), d.sign * sum(s.increase), d.sign * sum(s.discount)
      from apportionment_shares s
      join installments i on i.account_id = s.account_id and i.id = s.installment_id and not i.forecast
      join apportionments a on a.account_id = s.account_id and a.id = s.apportionment_id
     cross join (values (-1, old.type, old.category_id), (1, new.type, new.category_id)) d (sign, type, category_id)
     where s.account_id = new.account_id and s.transaction_id = new.id
     group by s.account_id, a.building_id, a.cost_estimate_group_id, d.sign, d.type, d.category_id, month_of(i.payment_date);
  end if;
  return null;
end $$;

create trigger move_results after update on transactions for each row
  when ((old.type, coalesce(old.category_id, 0), month_of(old.competence_date))
     <> (new.type, coalesce(new.category_id, 0), month_of(new.competence_date)))
  execute function move_results();

create function keep_results_of_installments() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  came installments[] := '{}';
  gone installments[] := '{}';
begin
  if tg_op <> 'DELETE' then came := array(select after from after); end if;
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  insert into result_sums
  select c.account_id, c.company_id, 'PAYMENT', t.type, t.category_id, month_of(c.payment_date),
         sum(c.sign), sum(c.sign * c.gross_value), sum(c.sign * c.increase), sum(c.sign * c.discount)
    from (select 1 as sign, a.* from unnest(came) a union all select -1, b.* from unnest(gone) b) c
    join transactions t on t.account_id = c.account_id and t.id = c.transaction_id
   where not c.forecast
   group by c.account_id, c.company_id, t.type, t.category_id, month_of(c.payment_date)
  having (sum(c.sign), sum(c.sign * c.gross_value), sum(c.sign * c.increase), sum(c.sign * c.discount)) <> (0, 0, 0, 0);
  if tg_op = 'UPDATE' then
    -- Paid, undone, or paid on another day: the shares that are there move, too.
    insert into site_result_sums
    select s.account_id, a.building_id, a.cost_estimate_group_id, 'PAYMENT', t.type, t.category_id, c.month,
           sum(c.sign), sum(c.sign * s.gross_value), sum(c.sign * s.increase), sum(c.sign * s.discount)
      from (
        select account_id, id, transaction_id, month, sum(sign)::integer as sign
          from (select 1 as sign, a.account_id, a.id, a.transaction_id, month_of(a.payment_date) as month from unnest(came) a where not a.forecast
                union all select -1, b.account_id, b.id, b.transaction_id, month_of(b.payment_date) from unnest(gone) b where not b.forecast) m
         group by account_id, id, transaction_id, month having sum(sign) <> 0) c
      join transactions t on t.account_id = c.account_id and t.id = c.transaction_id
      join apportionment_shares s on s.installment_id = c.id and s.account_id = c.account_id
      join apportionments a on a.account_id = s.account_id and a.id = s.apportionment_id
     group by s.account_id, a.building_id, a.cost_estimate_group_id, t.type, t.category_id, c.month
    having (sum(c.sign), sum(c.sign * s.gross_value), sum(c.sign * s.increase), sum(c.sign * s.discount)) <> (0, 0, 0, 0);
  end if;
  return null;
end $$;

create trigger keep_results_insert after insert on installments referencing new table as after
  for each statement execute function keep_results_of_installments();
create trigger keep_results_update after update on installments referencing old table as before new table as after
  for each statement execute function keep_results_of_installments();
create trigger keep_results_delete after delete on installments referencing old table as before
  for each statement execute function keep_results_of_installments();

create function keep_results_of_apportionments() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  came apportionments[] := '{}';
  gone apportionments[] := '{}';
begin
  if tg_op <> 'DELETE' then came := array(select after from after); end if;
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  insert into site_result_sums
  select c.account_id, c.building_id, c.cost_estimate_group_id, 'COMPETENCE', t.type, t.category_id, month_of(t.competence_date),
         sum(c.sign), sum(c.sign * c.gross_value), 0, 0
    from (select 1 as sign, a.* from unnest(came) a union all select -1, b.* from unnest(gone) b) c
    join transactions t on t.account_id = c.account_id and t.id = c.transaction_id
   group by c.account_id, c.building_id, c.cost_estimate_group_id, t.type, t.category_id, month_of(t.competence_date)
  having (sum(c.sign), sum(c.sign * c.gross_value)) <> (0, 0);
  if tg_op = 'UPDATE' then
    -- To another building or stage: the shares of what is paid move along.
    insert into site_result_sums
    select s.account_id, c.building_id, c.stage_id, 'PAYMENT', t.type, t.category_id, month_of(i.payment_date),
           sum(c.sign), sum(c.sign * s.gross_value), sum(c.sign * s.increase), sum(c.sign * s.discount)
      from (
        select account_id, id, transaction_id, building_id, stage_id, sum(sign)::integer as sign
          from (select 1 as sign, a.account_id, a.id, a.transaction_id, a.building_id, a.cost_estimate_group_id as stage_id from unnest(came) a
                union all select -1, b.account_id, b.id, b.transaction_id, b.building_id, b.cost_estimate_group_id from unnest(gone) b) m
         group by account_id, id, transaction_id, building_id, stage_id having sum(sign) <> 0) c
      join transactions t on t.account_id = c.account_id and t.id = c.transaction_id
      join apportionment_shares s on s.account_id = c.account_id and s.apportionment_id = c.id
      join installments i on i.account_id = s.account_id and i.id = s.installment_id and not i.forecast
     group by s.account_id, c.building_id, c.stage_id, t.type, t.category_id, month_of(i.payment_date)
    having (sum(c.sign), sum(c.sign * s.gross_value), sum(c.sign * s.increase), sum(c.sign * s.discount)) <> (0, 0, 0, 0);
  end if;
  return null;
end $$;

create trigger keep_results_insert after insert on apportionments referencing new table as after
  for each statement execute function keep_results_of_apportionments();
create trigger keep_results_update after update on apportionments referencing old table as before new table as after
  for each statement execute function keep_results_of_apportionments();
create trigger keep_results_delete after delete on apportionments referencing old table as before
  for each statement execute function keep_results_of_apportionments();

create function keep_results_of_shares() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  came apportionment_shares[] := '{}';
  gone apportionment_shares[] := '{}';
begin
  if tg_op <> 'DELETE' then came := array(select after from after); end if;
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  insert into site_result_sums
  select c.account_id, a.building_id, a.cost_estimate_group_id, 'PAYMENT', t.type, t.category_id, month_of(i.payment_date),
         sum(c.sign), sum(c.sign * c.gross_value), sum(c.sign * c.increase), sum(c.sign * c.discount)
    from (select 1 as sign, x.* from unnest(came) x union all select -1, y.* from unnest(gone) y) c
    join installments i on i.account_id = c.account_id and i.id = c.installment_id and not i.forecast
    join apportionments a on a.account_id = c.account_id and a.id = c.apportionment_id
    join transactions t on t.account_id = c.account_id and t.id = c.transaction_id
   group by c.account_id, a.building_id, a.cost_estimate_group_id, t.type, t.category_id, month_of(i.payment_date)
  having (sum(c.sign), sum(c.sign * c.gross_value), sum(c.sign * c.increase), sum(c.sign * c.discount)) <> (0, 0, 0, 0);
  return null;
end $$;

create trigger keep_results_insert after insert on apportionment_shares referencing new table as after
  for each statement execute function keep_results_of_shares();
create trigger keep_results_update after update on apportionment_shares referencing old table as before new table as after
  for each statement execute function keep_results_of_shares();
create trigger keep_results_delete after delete on apportionment_shares referencing old table as before
  for each statement execute function keep_results_of_shares();

-- What stands under a row goes before it: afterwards its month, its category or its building is not known any more.
create or replace function delete_apportionments_first() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from apportionments where account_id = old.account_id and transaction_id = old.id;
  delete from installments where account_id = old.account_id and transaction_id = old.id;
  return old;
end $$;

create function delete_shares_first() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'installments' then
    delete from apportionment_shares where account_id = old.account_id and installment_id = old.id;
  else
    delete from apportionment_shares where account_id = old.account_id and apportionment_id = old.id;
  end if;
  return old;
end $$;

create trigger delete_shares before delete on installments for each row execute function delete_shares_first();
create trigger delete_shares before delete on apportionments for each row execute function delete_shares_first();

-- One row of many, for every key that has many; see fold_sums.
create function fold_results() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  with many as (
    select account_id, company_id, measure, type, category_id, month from result_sums
    group by 1, 2, 3, 4, 5, 6 having count(*) > 1 or sum(count) = 0
  ), gone as (
    delete from result_sums s using many m
    where (s.account_id, s.company_id, s.measure, s.type, s.month) = (m.account_id, m.company_id, m.measure, m.type, m.month)
      and s.category_id is not distinct from m.category_id
    returning s.*
  )
  insert into result_sums
  select account_id, company_id, measure, type, category_id, month, sum(count), sum(gross_value), sum(increase), sum(discount)
  from gone group by 1, 2, 3, 4, 5, 6
  having (sum(count), sum(gross_value), sum(increase), sum(discount)) <> (0, 0, 0, 0);
  with many as (
    select account_id, building_id, stage_id, measure, type, category_id, month from site_result_sums
    group by 1, 2, 3, 4, 5, 6, 7 having count(*) > 1 or sum(count) = 0
  ), gone as (
    delete from site_result_sums s using many m
    where (s.account_id, s.building_id, s.measure, s.type, s.month) = (m.account_id, m.building_id, m.measure, m.type, m.month)
      and s.category_id is not distinct from m.category_id and s.stage_id is not distinct from m.stage_id
    returning s.*
  )
  insert into site_result_sums
  select account_id, building_id, stage_id, measure, type, category_id, month, sum(count), sum(gross_value), sum(increase), sum(discount)
  from gone group by 1, 2, 3, 4, 5, 6, 7
  having (sum(count), sum(gross_value), sum(increase), sum(discount)) <> (0, 0, 0, 0);
  set local prumo.owner_access = '';
end $$;

-- All of them anew from the rows, for who has changed documents with triggers off.
create function rebuild_results() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  lock table transactions, installments, apportionments, apportionment_shares in share row exclusive mode;
  delete from result_sums;
  delete from site_result_sums;
  insert into result_sums
  select account_id, company_id, 'COMPETENCE', type, category_id, month_of(competence_date), count(*), sum(gross_value), 0, 0
    from transactions group by 1, 2, 4, 5, 6;
  insert into result_sums
  select i.account_id, i.company_id, 'PAYMENT', t.type, t.category_id, month_of(i.payment_date),
         count(*), sum(i.gross_value), sum(i.increase), sum(i.discount)
    from installments i join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
   where not i.forecast group by 1, 2, 4, 5, 6;
  insert into site_result_sums
  select a.account_id, a.building_id, a.cost_estimate_group_id, 'COMPETENCE', t.type, t.category_id, month_of(t.competence_date),
         count(*), sum(a.gross_value), 0, 0
    from apportionments a join transactions t on t.account_id = a.account_id and t.id = a.transaction_id
   group by 1, 2, 3, 5, 6, 7;
  insert into site_result_sums
  select s.account_id, a.building_id, a.cost_estimate_group_id, 'PAYMENT', t.type, t.category_id, month_of(i.payment_date),
         count(*), sum(s.gross_value), sum(s.increase), sum(s.discount)
    from apportionment_shares s
    join installments i on i.account_id = s.account_id and i.id = s.installment_id and not i.forecast
    join apportionments a on a.account_id = s.account_id and a.id = s.apportionment_id
    join transactions t on t.account_id = s.account_id and t.id = s.transaction_id
   group by 1, 2, 3, 5, 6, 7;
  set local prumo.owner_access = '';
end $$;

revoke all on function keep_results_of_transactions, move_results, keep_results_of_installments, keep_results_of_apportionments,
  keep_results_of_shares, delete_shares_first, fold_results, rebuild_results from public;
grant execute on function fold_results to prumo_app;
select rebuild_results();

-- Notes on figures -------------------------------------------------------------------------------------------------

-- A note explains one figure: of a line or of a category, in a month, by a regime, of the company or of a building.
create table statement_notes (
  account_id  bigint not null,
  id          bigint generated always as identity,
  company_id  bigint not null,
  -- Null: of all buildings.
  building_id bigint,
  regime      text not null check (regime in ('CASH', 'ACCRUAL')),
  month       date not null check (month = month_of(month)),
  -- Line, or row within a line: domain/financial/financialStatement.
  figure      text not null check (length(figure) between 1 and 60),
  text        text not null check (length(text) between 1 and 500),
  author_id   bigint,
  written_at  timestamptz not null,
  version     integer not null default 1,
  primary key (account_id, id),
  constraint statement_notes_figure_key unique nulls not distinct (account_id, company_id, building_id, regime, month, figure),
  constraint statement_notes_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade,
  constraint statement_notes_building_fk foreign key (account_id, company_id, building_id)
    references buildings (account_id, company_id, id) on delete cascade,
  constraint statement_notes_author_fk foreign key (account_id, author_id) references users (account_id, id) on delete set null (author_id)
);
create index statement_notes_building on statement_notes (account_id, building_id) where building_id is not null;
create index statement_notes_author on statement_notes (account_id, author_id);
select protect_tenant_table('statement_notes');

-- Stages by category -----------------------------------------------------------------------------------------------

-- Category of expense that inputs of cost estimates belong to: those of a product group with the groups inside it, those
-- without a group, and what is made of no input (typed services).
create table input_categories (
  account_id       bigint not null,
  id               bigint generated always as identity,
  kind             text not null check (kind in ('GROUP', 'WITHOUT_GROUP', 'WITHOUT_INPUT')),
  product_group_id bigint,
  category_id      bigint not null,
  primary key (account_id, id),
  constraint input_categories_key unique nulls not distinct (account_id, kind, product_group_id),
  constraint input_categories_group_fk foreign key (account_id, product_group_id)
    references product_groups (account_id, id) on delete cascade,
  constraint input_categories_category_fk foreign key (account_id, category_id)
    references categories (account_id, id) on delete cascade,
  check ((kind = 'GROUP') = (product_group_id is not null))
);
create index input_categories_group on input_categories (account_id, product_group_id) where product_group_id is not null;
create index input_categories_category on input_categories (account_id, category_id);
select protect_tenant_table('input_categories');
