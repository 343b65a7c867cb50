-- What expenses cost by obra, stage and month of competence, kept beside the apportionments (docs/decisions/0045): a report reads
-- the months before its own here, and counts only the expenses of its own month.

-- As the sums of lists (0006): every statement adds what it changed as rows of its own, a reader adds up what its snapshot shows.
create table stage_cost_sums (
  account_id  bigint not null,
  building_id bigint not null,
  -- Null: without a stage.
  stage_id    bigint,
  -- First day of the month.
  month       date not null,
  count       bigint not null,
  gross_value numeric(18, 2) not null
);
create index stage_cost_sums_key on stage_cost_sums (account_id, building_id, month, stage_id) include (count, gross_value);
select protect_tenant_table('stage_cost_sums');
-- Only the triggers write.
revoke insert, update, delete on stage_cost_sums from prumo_app;

create function month_of(p_day date) returns date language sql immutable parallel safe
  return date_trunc('month', p_day::timestamp)::date;

-- What a statement did to apportionments, by the documents as they are now.
create function keep_stage_costs() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  came apportionments[] := '{}';
  gone apportionments[] := '{}';
begin
  if tg_op <> 'DELETE' then came := array(select after from after); end if;
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  insert into stage_cost_sums
  select c.account_id, c.building_id, c.cost_estimate_group_id, month_of(t.competence_date), sum(c.sign), sum(c.sign * c.gross_value)
    from (select 1 as sign, a.* from unnest(came) a union all select -1, b.* from unnest(gone) b) c
    join transactions t on t.account_id = c.account_id and t.id = c.transaction_id
   where t.type = 'DEBIT'
   group by 1, 2, 3, 4
  having (sum(c.sign), sum(c.sign * c.gross_value)) <> (0, 0);
  return null;
end $$;

create trigger keep_costs_insert after insert on apportionments referencing new table as after
  for each statement execute function keep_stage_costs();
create trigger keep_costs_update after update on apportionments referencing old table as before new table as after
  for each statement execute function keep_stage_costs();
create trigger keep_costs_delete after delete on apportionments referencing old table as before
  for each statement execute function keep_stage_costs();

-- A document that moves to another month takes its shares along.
create function move_stage_costs() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stage_cost_sums
  select a.account_id, a.building_id, a.cost_estimate_group_id, d.month, d.sign * count(*), d.sign * sum(a.gross_value)
    from apportionments a
   cross join (values (-1, old.type, month_of(old.competence_date)), (1, new.type, month_of(new.competence_date))) d (sign, type, month)
   where a.account_id = new.account_id and a.transaction_id = new.id and d.type = 'DEBIT'
   group by 1, 2, 3, 4, d.sign;
  return null;
end $$;

create trigger move_costs after update on transactions for each row
  when (old.type <> new.type or month_of(old.competence_date) <> month_of(new.competence_date))
  execute function move_stage_costs();

-- Shares go before their document: afterwards its month is not known any more.
create function delete_apportionments_first() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from apportionments where account_id = old.account_id and transaction_id = old.id;
  return old;
end $$;

create trigger delete_apportionments before delete on transactions for each row execute function delete_apportionments_first();

-- Expenses of the month of a report.
create index transactions_competence on transactions (account_id, company_id, type, competence_date, id);

-- One row of many, for every key that has many; see fold_sums.
create function fold_stage_costs() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  with many as (
    select account_id, building_id, stage_id, month from stage_cost_sums
    group by 1, 2, 3, 4 having count(*) > 1 or sum(count) = 0
  ), gone as (
    delete from stage_cost_sums s using many m
    where (s.account_id, s.building_id, s.month) = (m.account_id, m.building_id, m.month) and s.stage_id is not distinct from m.stage_id
    returning s.*
  )
  insert into stage_cost_sums
  select account_id, building_id, stage_id, month, sum(count), sum(gross_value)
  from gone group by 1, 2, 3, 4 having (sum(count), sum(gross_value)) <> (0, 0);
  set local prumo.owner_access = '';
end $$;

-- All of them anew from the rows, for who has changed documents with triggers off.
create function rebuild_stage_costs() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  lock table transactions, apportionments in share row exclusive mode;
  delete from stage_cost_sums;
  insert into stage_cost_sums
  select a.account_id, a.building_id, a.cost_estimate_group_id, month_of(t.competence_date), count(*), sum(a.gross_value)
  from apportionments a join transactions t on t.account_id = a.account_id and t.id = a.transaction_id
  where t.type = 'DEBIT' group by 1, 2, 3, 4;
  set local prumo.owner_access = '';
end $$;

revoke all on function keep_stage_costs, move_stage_costs, delete_apportionments_first, fold_stage_costs, rebuild_stage_costs from public;
grant execute on function fold_stage_costs to prumo_app;
select rebuild_stage_costs();
