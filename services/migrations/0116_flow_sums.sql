-- Sums of cash flow by day and category, of companies and of the shares of buildings (docs/decisions/0113): dashboard and cash flow
-- read days instead of installments. As the sums of lists (0006): every statement adds what it changed as rows of its own, a reader
-- adds up what its snapshot shows.

create table flow_sums (
  account_id  bigint not null,
  company_id  bigint not null,
  type        text not null check (type in ('CREDIT', 'DEBIT')),
  forecast    boolean not null,
  -- On which it is due, or was paid.
  day         date not null,
  -- Of the document; null: without a category.
  category_id bigint,
  count       bigint not null,
  value       numeric(18, 2) not null
);
create index flow_sums_key on flow_sums (account_id, company_id, forecast, day, type, category_id) include (count, value);

create table site_flow_sums (
  account_id  bigint not null,
  building_id bigint not null,
  type        text not null check (type in ('CREDIT', 'DEBIT')),
  forecast    boolean not null,
  day         date not null,
  category_id bigint,
  -- Of shares: an installment may have several in a building.
  count       bigint not null,
  value       numeric(18, 2) not null
);
create index site_flow_sums_key on site_flow_sums (account_id, building_id, forecast, day, type, category_id) include (count, value);

select protect_tenant_table(t::regclass) from unnest(array['flow_sums', 'site_flow_sums']) as t;
-- Only the triggers write.
revoke insert, update, delete on flow_sums, site_flow_sums from prumo_app;

create function flow_day(p installments) returns date language sql immutable parallel safe
  return case when p.forecast then p.due_date else p.payment_date end;

-- As in 0065, each trigger counts what its own statement changed by the rows of the other tables as they are now, and what stands
-- under a row goes before it. Those of several rows are planned as the functions of 0115 are.

create function keep_flows_of_installments() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  came installments[] := '{}';
  gone installments[] := '{}';
begin
  if tg_op <> 'DELETE' then came := array(select after from after); end if;
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  if cardinality(came) + cardinality(gone) > 100 then
    set local plan_cache_mode = force_custom_plan;
    set local enable_seqscan = on;
    set local enable_hashjoin = on;
    set local enable_mergejoin = on;
  end if;
  insert into flow_sums
  select c.account_id, c.company_id, c.type, c.forecast, c.day, t.category_id, sum(c.sign), sum(c.sign * c.value)
    from (select 1 as sign, flow_day(a) as day, a.* from unnest(came) a
          union all select -1, flow_day(b), b.* from unnest(gone) b) c
    join transactions t on t.account_id = c.account_id and t.id = c.transaction_id
   group by c.account_id, c.company_id, c.type, c.forecast, c.day, t.category_id
  having (sum(c.sign), sum(c.sign * c.value)) <> (0, 0);
  if tg_op = 'UPDATE' then
    -- Due or paid on another day, paid, or undone: the shares that are there move along.
    insert into site_flow_sums
    select s.account_id, a.building_id, c.type, c.forecast, c.day, t.category_id, sum(c.sign), sum(c.sign * s.value)
      from (
        select account_id, id, transaction_id, type, forecast, day, sum(sign)::integer as sign
          from (select 1 as sign, flow_day(x) as day, x.* from unnest(came) x
                union all select -1, flow_day(y), y.* from unnest(gone) y) m
         group by account_id, id, transaction_id, type, forecast, day having sum(sign) <> 0) c
      join transactions t on t.account_id = c.account_id and t.id = c.transaction_id
      join apportionment_shares s on s.installment_id = c.id and s.account_id = c.account_id
      join apportionments a on a.account_id = s.account_id and a.id = s.apportionment_id
     group by s.account_id, a.building_id, c.type, c.forecast, c.day, t.category_id
    having (sum(c.sign), sum(c.sign * s.value)) <> (0, 0);
  end if;
  return null;
end $$;

create trigger keep_flows_insert after insert on installments referencing new table as after
  for each statement execute function keep_flows_of_installments();
create trigger keep_flows_update after update on installments referencing old table as before new table as after
  for each statement execute function keep_flows_of_installments();
create trigger keep_flows_delete after delete on installments referencing old table as before
  for each statement execute function keep_flows_of_installments();

create function keep_flows_of_shares() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  came apportionment_shares[] := '{}';
  gone apportionment_shares[] := '{}';
begin
  if tg_op <> 'DELETE' then came := array(select after from after); end if;
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  if cardinality(came) + cardinality(gone) > 100 then
    set local plan_cache_mode = force_custom_plan;
    set local enable_seqscan = on;
    set local enable_hashjoin = on;
    set local enable_mergejoin = on;
  end if;
  insert into site_flow_sums
  select c.account_id, a.building_id, i.type, i.forecast, flow_day(i), t.category_id, sum(c.sign), sum(c.sign * c.value)
    from (select 1 as sign, x.* from unnest(came) x union all select -1, y.* from unnest(gone) y) c
    join installments i on i.account_id = c.account_id and i.id = c.installment_id
    join apportionments a on a.account_id = c.account_id and a.id = c.apportionment_id
    join transactions t on t.account_id = c.account_id and t.id = c.transaction_id
   group by c.account_id, a.building_id, i.type, i.forecast, flow_day(i), t.category_id
  having (sum(c.sign), sum(c.sign * c.value)) <> (0, 0);
  return null;
end $$;

create trigger keep_flows_insert after insert on apportionment_shares referencing new table as after
  for each statement execute function keep_flows_of_shares();
create trigger keep_flows_update after update on apportionment_shares referencing old table as before new table as after
  for each statement execute function keep_flows_of_shares();
create trigger keep_flows_delete after delete on apportionment_shares referencing old table as before
  for each statement execute function keep_flows_of_shares();

-- An apportionment that moves to another building takes its shares along.
create function move_flows_of_apportionment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into site_flow_sums
  select s.account_id, d.building_id, i.type, i.forecast, flow_day(i), t.category_id, d.sign * count(*), d.sign * sum(s.value)
    from apportionment_shares s
    join installments i on i.account_id = s.account_id and i.id = s.installment_id
    join transactions t on t.account_id = s.account_id and t.id = s.transaction_id
   cross join (values (-1, old.building_id), (1, new.building_id)) d (sign, building_id)
   where s.account_id = new.account_id and s.apportionment_id = new.id
   group by s.account_id, d.sign, d.building_id, i.type, i.forecast, flow_day(i), t.category_id;
  return null;
end $$;

create trigger move_flows after update on apportionments for each row
  when (old.building_id <> new.building_id) execute function move_flows_of_apportionment();

-- A document that moves to another category takes along what stands under it.
create function move_flows() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into flow_sums
  select i.account_id, i.company_id, i.type, i.forecast, flow_day(i), d.category_id, d.sign * count(*), d.sign * sum(i.value)
    from installments i
   cross join (values (-1, old.category_id), (1, new.category_id)) d (sign, category_id)
   where i.account_id = new.account_id and i.transaction_id = new.id
   group by i.account_id, i.company_id, i.type, i.forecast, flow_day(i), d.sign, d.category_id;
  insert into site_flow_sums
  select s.account_id, a.building_id, i.type, i.forecast, flow_day(i), d.category_id, d.sign * count(*), d.sign * sum(s.value)
    from apportionment_shares s
    join installments i on i.account_id = s.account_id and i.id = s.installment_id
    join apportionments a on a.account_id = s.account_id and a.id = s.apportionment_id
   cross join (values (-1, old.category_id), (1, new.category_id)) d (sign, category_id)
   where s.account_id = new.account_id and s.transaction_id = new.id
   group by s.account_id, a.building_id, i.type, i.forecast, flow_day(i), d.sign, d.category_id;
  return null;
end $$;

create trigger move_flows after update on transactions for each row
  when (old.category_id is distinct from new.category_id) execute function move_flows();

-- One row of many, for every key that has many; see fold_sums.
create function fold_flows() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  with many as (
    select account_id, company_id, type, forecast, day, category_id from flow_sums
    group by 1, 2, 3, 4, 5, 6 having count(*) > 1 or sum(count) = 0
  ), gone as (
    delete from flow_sums s using many m
    where (s.account_id, s.company_id, s.type, s.forecast, s.day) = (m.account_id, m.company_id, m.type, m.forecast, m.day)
      and s.category_id is not distinct from m.category_id
    returning s.*
  )
  insert into flow_sums
  select account_id, company_id, type, forecast, day, category_id, sum(count), sum(value)
  from gone group by 1, 2, 3, 4, 5, 6 having (sum(count), sum(value)) <> (0, 0);
  with many as (
    select account_id, building_id, type, forecast, day, category_id from site_flow_sums
    group by 1, 2, 3, 4, 5, 6 having count(*) > 1 or sum(count) = 0
  ), gone as (
    delete from site_flow_sums s using many m
    where (s.account_id, s.building_id, s.type, s.forecast, s.day) = (m.account_id, m.building_id, m.type, m.forecast, m.day)
      and s.category_id is not distinct from m.category_id
    returning s.*
  )
  insert into site_flow_sums
  select account_id, building_id, type, forecast, day, category_id, sum(count), sum(value)
  from gone group by 1, 2, 3, 4, 5, 6 having (sum(count), sum(value)) <> (0, 0);
  set local prumo.owner_access = '';
end $$;

-- All of them anew from the rows, for who has changed documents with triggers off.
create function rebuild_flows() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  lock table transactions, installments, apportionments, apportionment_shares in share row exclusive mode;
  delete from flow_sums;
  delete from site_flow_sums;
  insert into flow_sums
  select i.account_id, i.company_id, i.type, i.forecast, flow_day(i), t.category_id, count(*), sum(i.value)
    from installments i join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
   group by 1, 2, 3, 4, 5, 6;
  insert into site_flow_sums
  select s.account_id, a.building_id, i.type, i.forecast, flow_day(i), t.category_id, count(*), sum(s.value)
    from apportionment_shares s
    join installments i on i.account_id = s.account_id and i.id = s.installment_id
    join apportionments a on a.account_id = s.account_id and a.id = s.apportionment_id
    join transactions t on t.account_id = s.account_id and t.id = s.transaction_id
   group by 1, 2, 3, 4, 5, 6;
  set local prumo.owner_access = '';
end $$;

-- As 0114, with these sums.
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

revoke all on function keep_flows_of_installments, keep_flows_of_shares, move_flows_of_apportionment, move_flows, fold_flows, rebuild_flows
  from public;
grant execute on function fold_flows to prumo_app;
select rebuild_flows();
