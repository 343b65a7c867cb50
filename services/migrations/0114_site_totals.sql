-- Sums of shares by stage and category over all months (docs/decisions/0068): stages by category ask for what an obra cost up to a day,
-- which is this less the months after it. Of an obra with a million installments that is a twentieth of the rows.
create table site_total_sums (
  account_id  bigint not null,
  building_id bigint not null,
  -- Null: without a stage.
  stage_id    bigint,
  measure     text not null check (measure in ('COMPETENCE', 'PAYMENT')),
  type        text not null check (type in ('CREDIT', 'DEBIT')),
  category_id bigint,
  count       bigint not null,
  gross_value numeric(18, 2) not null
);
create index site_total_sums_key on site_total_sums (account_id, building_id, measure, type, category_id, stage_id)
  include (count, gross_value);
select protect_tenant_table('site_total_sums');
-- Only the triggers write.
revoke insert, update, delete on site_total_sums from prumo_app;

-- Whatever comes into the sums by month, or leaves them, does so here; the months are never updated.
create function keep_site_totals() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
  -- Taken out of the transition table first (docs/decisions/0028).
  sums site_result_sums[] := array(select changed from changed);
begin
  insert into site_total_sums
  select account_id, building_id, stage_id, measure, type, category_id, sign * sum(count), sign * sum(gross_value)
    from unnest(sums) group by account_id, building_id, stage_id, measure, type, category_id
  having (sum(count), sum(gross_value)) <> (0, 0);
  return null;
end $$;

create trigger keep_totals_insert after insert on site_result_sums referencing new table as changed
  for each statement execute function keep_site_totals();
create trigger keep_totals_delete after delete on site_result_sums referencing old table as changed
  for each statement execute function keep_site_totals();

-- One row of many, after the months are folded, which comes and goes here too.
create function fold_site_totals() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  with many as (
    select account_id, building_id, stage_id, measure, type, category_id from site_total_sums
    group by 1, 2, 3, 4, 5, 6 having count(*) > 1 or sum(count) = 0
  ), gone as (
    delete from site_total_sums s using many m
    where (s.account_id, s.building_id, s.measure, s.type) = (m.account_id, m.building_id, m.measure, m.type)
      and s.category_id is not distinct from m.category_id and s.stage_id is not distinct from m.stage_id
    returning s.*
  )
  insert into site_total_sums
  select account_id, building_id, stage_id, measure, type, category_id, sum(count), sum(gross_value)
  from gone group by 1, 2, 3, 4, 5, 6
  having (sum(count), sum(gross_value)) <> (0, 0);
  set local prumo.owner_access = '';
end $$;

-- All sums of results anew from the rows: those by month (0065), and the totals from them.
alter function rebuild_results() rename to rebuild_monthly_results;
create function rebuild_results() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform rebuild_monthly_results();
  set local prumo.owner_access = 'on';
  delete from site_total_sums;
  insert into site_total_sums
  select account_id, building_id, stage_id, measure, type, category_id, sum(count), sum(gross_value)
    from site_result_sums group by 1, 2, 3, 4, 5, 6
  having (sum(count), sum(gross_value)) <> (0, 0);
  set local prumo.owner_access = '';
end $$;

-- As 0075, with the totals, to which the deletion of the months has added rows.
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
    delete from site_result_sums where account_id = account and building_id = any(buildings_of_it);
    delete from site_total_sums where account_id = account and building_id = any(buildings_of_it);
    delete from stage_cost_sums where account_id = account and building_id = any(buildings_of_it);
  end if;
  set local prumo.owner_access = '';
end $$;

revoke all on function keep_site_totals, fold_site_totals, rebuild_results from public;
grant execute on function fold_site_totals to prumo_app;
select rebuild_results();
