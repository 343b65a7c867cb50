-- The demonstration company that a new account may begin with, and that goes with one click (docs/decisions/0078).
create table demonstrations (
  account_id      bigint primary key references accounts (id) on delete cascade,
  company_id      bigint not null,
  -- Ids of its rows when it was made: what the company has beyond them, somebody entered.
  partners_from   bigint not null,
  partners_to     bigint not null,
  buildings_to    bigint not null,
  wallets_to      bigint not null,
  transactions_to bigint not null,
  transfers_to    bigint not null,
  created_at      timestamptz not null,
  constraint demonstrations_company_fk foreign key (account_id, company_id)
    references companies (account_id, id) on delete cascade
);
select protect_tenant_table('demonstrations');

-- Its rows refer to each other, so their ids are taken before they are inserted.
grant usage on sequence companies_id_seq, buildings_id_seq, wallets_id_seq, partners_id_seq, transactions_id_seq,
  installments_id_seq, apportionments_id_seq, transfers_id_seq to prumo_app;

-- Deltas of sums that the deletion of a demonstration company's rows leaves, which add up to nothing and are of nothing any more.
create function forget_demonstration_sums(p_company bigint) returns void
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
    delete from stage_cost_sums where account_id = account and building_id = any(buildings_of_it);
  end if;
  set local prumo.owner_access = '';
end $$;
revoke all on function forget_demonstration_sums from public;
grant execute on function forget_demonstration_sums to prumo_app;
