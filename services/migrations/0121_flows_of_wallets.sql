-- Cash flow of a wallet from sums, and counts of an obra in installments (docs/decisions/0113): what is due of an obra, and the cash flow of a
-- wallet, looked at each of their installments.

-- As site_flow_sums (0116): of the wallet that paid, or is expected to.
create table wallet_flow_sums (
  account_id  bigint not null,
  wallet_id   bigint not null,
  type        text not null check (type in ('CREDIT', 'DEBIT')),
  forecast    boolean not null,
  day         date not null,
  category_id bigint,
  count       bigint not null,
  value       numeric(18, 2) not null
);
create index wallet_flow_sums_key on wallet_flow_sums (account_id, wallet_id, forecast, day, type, category_id) include (count, value);
select protect_tenant_table('wallet_flow_sums');
-- Only the triggers write.
revoke insert, update, delete on wallet_flow_sums from prumo_app;

comment on column site_flow_sums.count is 'Of installments: one with several shares in the building counts once.';

create or replace function keep_flows_of_installments() returns trigger
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
  with changed as materialized (
    select c.sign, c.account_id, c.company_id, coalesce(c.wallet_id, t.expected_wallet_id) as wallet_id,
           c.type, c.forecast, c.day, t.category_id, c.value
      from (select 1 as sign, flow_day(a) as day, a.* from unnest(came) a
            union all select -1, flow_day(b), b.* from unnest(gone) b) c
      join transactions t on t.account_id = c.account_id and t.id = c.transaction_id
  ), of_wallets as (
    insert into wallet_flow_sums
    select account_id, wallet_id, type, forecast, day, category_id, sum(sign), sum(sign * value)
      from changed where wallet_id is not null
     group by account_id, wallet_id, type, forecast, day, category_id
    having (sum(sign), sum(sign * value)) <> (0, 0)
  )
  insert into flow_sums
  select account_id, company_id, type, forecast, day, category_id, sum(sign), sum(sign * value)
    from changed
   group by account_id, company_id, type, forecast, day, category_id
  having (sum(sign), sum(sign * value)) <> (0, 0);
  if tg_op = 'UPDATE' then
    -- Due or paid on another day, paid, or undone: the shares that are there move along.
    insert into site_flow_sums
    select s.account_id, a.building_id, c.type, c.forecast, c.day, t.category_id,
           count(distinct c.id) filter (where c.sign > 0) - count(distinct c.id) filter (where c.sign < 0), sum(c.sign * s.value)
      from (
        select account_id, id, transaction_id, type, forecast, day, sum(sign)::integer as sign
          from (select 1 as sign, flow_day(x) as day, x.* from unnest(came) x
                union all select -1, flow_day(y), y.* from unnest(gone) y) m
         group by account_id, id, transaction_id, type, forecast, day having sum(sign) <> 0) c
      join transactions t on t.account_id = c.account_id and t.id = c.transaction_id
      join apportionment_shares s on s.installment_id = c.id and s.account_id = c.account_id
      join apportionments a on a.account_id = s.account_id and a.id = s.apportionment_id
     group by s.account_id, a.building_id, c.type, c.forecast, c.day, t.category_id
    having (count(distinct c.id) filter (where c.sign > 0) - count(distinct c.id) filter (where c.sign < 0), sum(c.sign * s.value)) <> (0, 0);
  end if;
  return null;
end $$;

-- What a statement changed of an installment's shares in a building: how many more or fewer, and their value.
create type share_change as (
  account_id bigint, transaction_id bigint, installment_id bigint, building_id bigint, shares bigint, value numeric
);

-- The installment counts from its first share there to its last, by the shares that are there now.
create function keep_site_flows(p_changes share_change[]) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if cardinality(p_changes) = 0 then return; end if;
  if cardinality(p_changes) > 100 then
    set local plan_cache_mode = force_custom_plan;
    set local enable_seqscan = on;
    set local enable_hashjoin = on;
    set local enable_mergejoin = on;
  end if;
  insert into site_flow_sums
  select c.account_id, c.building_id, i.type, i.forecast, flow_day(i), t.category_id,
         sum((c.shares <> 0 and n.now > 0)::integer - (c.shares <> 0 and n.now > c.shares)::integer), sum(c.value)
    from unnest(p_changes) c
    join installments i on i.account_id = c.account_id and i.id = c.installment_id
    join transactions t on t.account_id = c.account_id and t.id = c.transaction_id
   cross join lateral (
     -- By their keys, one by one: a join could begin at all apportionments of the building.
     select count(*) filter (where (
              select a.building_id from apportionments a where a.account_id = s.account_id and a.id = s.apportionment_id) = c.building_id) as now
       from apportionment_shares s
      where c.shares <> 0 and s.account_id = c.account_id and s.installment_id = c.installment_id) n
   group by c.account_id, c.building_id, i.type, i.forecast, flow_day(i), t.category_id
  having (sum((c.shares <> 0 and n.now > 0)::integer - (c.shares <> 0 and n.now > c.shares)::integer), sum(c.value)) <> (0, 0);
end $$;

create or replace function keep_flows_of_shares() returns trigger
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
  perform keep_site_flows(array(
    select row(c.account_id, c.transaction_id, c.installment_id, a.building_id, sum(c.sign), sum(c.sign * c.value))::share_change
      from (select 1 as sign, x.* from unnest(came) x union all select -1, y.* from unnest(gone) y) c
      join apportionments a on a.account_id = c.account_id and a.id = c.apportionment_id
     group by c.account_id, c.transaction_id, c.installment_id, a.building_id
    having (sum(c.sign), sum(c.sign * c.value)) <> (0, 0)));
  return null;
end $$;

-- Apportionments that move to other buildings take their shares along: all of a statement at once, for two of them may have shares of
-- one installment.
drop trigger move_flows on apportionments;
drop function move_flows_of_apportionment;
create function move_flows_of_apportionments() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan as $$
declare
  came apportionments[] := array(select after from after);
  gone apportionments[] := array(select before from before);
  moved bigint[] := array(select id from (select id, building_id from unnest(came) union select id, building_id from unnest(gone)) each
                           group by id having count(*) > 1);
begin
  if cardinality(moved) = 0 then return null; end if;
  perform keep_site_flows(array(
    select row(s.account_id, s.transaction_id, s.installment_id, d.building_id, sum(d.sign), sum(d.sign * s.value))::share_change
      from (select 1 as sign, a.* from unnest(came) a union all select -1, b.* from unnest(gone) b) d
      join apportionment_shares s on s.account_id = d.account_id and s.apportionment_id = d.id
     where d.id = any(moved)
     group by s.account_id, s.transaction_id, s.installment_id, d.building_id));
  return null;
end $$;

create trigger move_flows after update on apportionments referencing old table as before new table as after
  for each statement execute function move_flows_of_apportionments();

-- A document that moves to another category, or expects another wallet, takes along what stands under it.
create or replace function move_flows() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into wallet_flow_sums
  select i.account_id, coalesce(i.wallet_id, d.wallet_id), i.type, i.forecast, flow_day(i), d.category_id, sum(d.sign), sum(d.sign * i.value)
    from installments i
   cross join (values (-1, old.expected_wallet_id, old.category_id), (1, new.expected_wallet_id, new.category_id)) d (sign, wallet_id, category_id)
   where i.account_id = new.account_id and i.transaction_id = new.id and coalesce(i.wallet_id, d.wallet_id) is not null
   group by i.account_id, coalesce(i.wallet_id, d.wallet_id), i.type, i.forecast, flow_day(i), d.category_id
  having (sum(d.sign), sum(d.sign * i.value)) <> (0, 0);
  if old.category_id is not distinct from new.category_id then return null; end if;
  insert into flow_sums
  select i.account_id, i.company_id, i.type, i.forecast, flow_day(i), d.category_id, d.sign * count(*), d.sign * sum(i.value)
    from installments i
   cross join (values (-1, old.category_id), (1, new.category_id)) d (sign, category_id)
   where i.account_id = new.account_id and i.transaction_id = new.id
   group by i.account_id, i.company_id, i.type, i.forecast, flow_day(i), d.sign, d.category_id;
  insert into site_flow_sums
  select s.account_id, a.building_id, i.type, i.forecast, flow_day(i), d.category_id, d.sign * count(distinct i.id), d.sign * sum(s.value)
    from apportionment_shares s
    join installments i on i.account_id = s.account_id and i.id = s.installment_id
    join apportionments a on a.account_id = s.account_id and a.id = s.apportionment_id
   cross join (values (-1, old.category_id), (1, new.category_id)) d (sign, category_id)
   where s.account_id = new.account_id and s.transaction_id = new.id
   group by s.account_id, a.building_id, i.type, i.forecast, flow_day(i), d.sign, d.category_id;
  return null;
end $$;

drop trigger move_flows on transactions;
create trigger move_flows after update on transactions for each row
  when (old.category_id is distinct from new.category_id or old.expected_wallet_id is distinct from new.expected_wallet_id)
  execute function move_flows();

create function fold_wallet_flows() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  with many as (
    select account_id, wallet_id, type, forecast, day, category_id from wallet_flow_sums
    group by 1, 2, 3, 4, 5, 6 having count(*) > 1 or sum(count) = 0
  ), gone as (
    delete from wallet_flow_sums s using many m
    where (s.account_id, s.wallet_id, s.type, s.forecast, s.day) = (m.account_id, m.wallet_id, m.type, m.forecast, m.day)
      and s.category_id is not distinct from m.category_id
    returning s.*
  )
  insert into wallet_flow_sums
  select account_id, wallet_id, type, forecast, day, category_id, sum(count), sum(value)
  from gone group by 1, 2, 3, 4, 5, 6 having (sum(count), sum(value)) <> (0, 0);
  set local prumo.owner_access = '';
end $$;

-- As 0116, with wallets, and installments of a building counted once.
create or replace function rebuild_flows() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  lock table transactions, installments, apportionments, apportionment_shares in share row exclusive mode;
  delete from flow_sums;
  delete from site_flow_sums;
  delete from wallet_flow_sums;
  insert into flow_sums
  select i.account_id, i.company_id, i.type, i.forecast, flow_day(i), t.category_id, count(*), sum(i.value)
    from installments i join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
   group by 1, 2, 3, 4, 5, 6;
  insert into site_flow_sums
  select s.account_id, a.building_id, i.type, i.forecast, flow_day(i), t.category_id, count(distinct i.id), sum(s.value)
    from apportionment_shares s
    join installments i on i.account_id = s.account_id and i.id = s.installment_id
    join apportionments a on a.account_id = s.account_id and a.id = s.apportionment_id
    join transactions t on t.account_id = s.account_id and t.id = s.transaction_id
   group by 1, 2, 3, 4, 5, 6;
  insert into wallet_flow_sums
  select i.account_id, coalesce(i.wallet_id, t.expected_wallet_id), i.type, i.forecast, flow_day(i), t.category_id, count(*), sum(i.value)
    from installments i join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
   where coalesce(i.wallet_id, t.expected_wallet_id) is not null
   group by 1, 2, 3, 4, 5, 6;
  set local prumo.owner_access = '';
end $$;

-- As 0117, with the sums of wallets.
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
    delete from wallet_flow_sums where account_id = account
      and wallet_id in (select id from wallets where account_id = account and company_id = p_company);
    delete from site_flow_sums where account_id = account and building_id = any(buildings_of_it);
    delete from site_result_sums where account_id = account and building_id = any(buildings_of_it);
    delete from site_total_sums where account_id = account and building_id = any(buildings_of_it);
    delete from stage_cost_sums where account_id = account and building_id = any(buildings_of_it);
  end if;
  set local prumo.owner_access = '';
end $$;

revoke all on function keep_site_flows, move_flows_of_apportionments, fold_wallet_flows from public;
grant execute on function fold_wallet_flows to prumo_app;
-- Emptied first: what a deletion leaves behind would stay as large as the sums.
truncate flow_sums, site_flow_sums;
select rebuild_flows();
