-- Companies, buildings, registers, wallets and the ledger (specification §3-§5; domain.md §1-§3).
-- Every tenant table carries account_id, is reached only through row-level security, and refers to its neighbours by
-- (account_id, id), so that a row of one account can never point at a row of another.

create table companies (
  account_id bigint not null references accounts (id) on delete cascade,
  id         bigint generated always as identity primary key,
  name       text not null check (length(name) between 1 and 120),
  tax_id     text check (tax_id ~ '^[0-9A-Z]{12}[0-9]{2}$'),
  active     boolean not null default true,
  version    integer not null default 1,
  unique (account_id, id)
);
create unique index companies_name_key on companies (account_id, lower(name));

create table buildings (
  account_id bigint not null,
  id         bigint generated always as identity primary key,
  company_id bigint not null,
  name       text not null check (length(name) between 1 and 120),
  active     boolean not null default true,
  version    integer not null default 1,
  unique (account_id, id),
  unique (account_id, company_id, id),
  constraint buildings_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade
);
create unique index buildings_name_key on buildings (account_id, company_id, lower(name));

alter table user_permissions
  add constraint user_permissions_company_fk foreign key (account_id, company_id)
    references companies (account_id, id) on delete cascade,
  add constraint user_permissions_building_fk foreign key (account_id, company_id, building_id)
    references buildings (account_id, company_id, id) on delete cascade;

-- A stage (etapa) is a GROUP of a building's cost estimate; the estimate's lines and editor come with engineering.
create table cost_estimates (
  account_id  bigint not null,
  id          bigint generated always as identity primary key,
  company_id  bigint not null,
  building_id bigint not null,
  code        text not null check (length(code) between 1 and 40),
  description text not null check (length(description) between 1 and 200),
  approved    boolean not null default false,
  version     integer not null default 1,
  unique (account_id, id),
  unique (account_id, building_id, id),
  constraint cost_estimates_building_fk foreign key (account_id, company_id, building_id)
    references buildings (account_id, company_id, id) on delete cascade
);

create table cost_estimate_groups (
  account_id       bigint not null,
  id               bigint generated always as identity primary key,
  cost_estimate_id bigint not null,
  building_id      bigint not null,
  parent_id        bigint,
  code             text not null check (code ~ '^[0-9]+(\.[0-9]+)*$'),
  name             text not null check (length(name) between 1 and 200),
  position         integer not null,
  unique (account_id, id),
  unique (account_id, building_id, id),
  unique (cost_estimate_id, code),
  constraint cost_estimate_groups_estimate_fk foreign key (account_id, building_id, cost_estimate_id)
    references cost_estimates (account_id, building_id, id) on delete cascade,
  constraint cost_estimate_groups_parent_fk foreign key (account_id, parent_id) references cost_estimate_groups (account_id, id)
);
create index cost_estimate_groups_building on cost_estimate_groups (account_id, building_id, position);

create table categories (
  account_id     bigint not null references accounts (id) on delete cascade,
  id             bigint generated always as identity primary key,
  type           text not null check (type in ('CREDIT', 'DEBIT')),
  name           text not null check (length(name) between 1 and 120),
  -- Line of the income statement (domain/statementLines.ts); null shows as "Não classificado".
  statement_line text check (length(statement_line) <= 60),
  active         boolean not null default true,
  version        integer not null default 1,
  unique (account_id, id)
);
create unique index categories_name_key on categories (account_id, type, lower(name));

create table partners (
  account_id   bigint not null references accounts (id) on delete cascade,
  id           bigint generated always as identity primary key,
  type         text not null check (type in ('SUPPLIER', 'CUSTOMER')),
  name         text not null check (length(name) between 1 and 160),
  trade_name   text check (length(trade_name) <= 160),
  tax_id       text check (tax_id ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  email        text check (length(email) <= 254),
  phone        text check (phone ~ '^[0-9]{10,11}$'),
  postal_code  text check (postal_code ~ '^[0-9]{8}$'),
  street       text check (length(street) <= 160),
  street_number text check (length(street_number) <= 20),
  complement   text check (length(complement) <= 120),
  district     text check (length(district) <= 120),
  city         text check (length(city) <= 120),
  state        text check (state ~ '^[A-Z]{2}$'),
  notes        text check (length(notes) <= 2000),
  active       boolean not null default true,
  version      integer not null default 1,
  unique (account_id, id)
);
create unique index partners_tax_id_key on partners (account_id, type, tax_id);
-- As lists sort: without accents and case.
create index partners_name on partners (account_id, type, search_key(name), id);
create index partners_search on partners using gin (search_key(name || ' ' || coalesce(trade_name, '')) gin_trgm_ops);

create table wallets (
  account_id      bigint not null,
  id              bigint generated always as identity primary key,
  company_id      bigint not null,
  identifier      text not null check (length(identifier) between 1 and 60),
  description     text check (length(description) <= 200),
  initial_balance numeric(15, 2) not null default 0,
  balance_date    date not null,
  active          boolean not null default true,
  version         integer not null default 1,
  unique (account_id, id),
  unique (account_id, company_id, id),
  constraint wallets_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade
);
create unique index wallets_identifier_key on wallets (account_id, company_id, lower(identifier));

-- Two legs in one row: never income, never expense (domain.md §3).
create table transfers (
  account_id       bigint not null,
  id               bigint generated always as identity primary key,
  company_id       bigint not null,
  amount           numeric(15, 2) not null check (amount > 0),
  date             date not null,
  source_wallet_id bigint not null,
  target_wallet_id bigint not null,
  description      text check (length(description) <= 200),
  version          integer not null default 1,
  unique (account_id, id),
  constraint transfers_two_wallets check (source_wallet_id <> target_wallet_id),
  constraint transfers_source_fk foreign key (account_id, company_id, source_wallet_id) references wallets (account_id, company_id, id),
  constraint transfers_target_fk foreign key (account_id, company_id, target_wallet_id) references wallets (account_id, company_id, id)
);
create index transfers_source on transfers (account_id, source_wallet_id, date);
create index transfers_target on transfers (account_id, target_wallet_id, date);

-- One document. Its figures repeat the sums of its installments so that a list needs no join; check_transaction_sums
-- refuses a commit in which they differ.
create table transactions (
  account_id               bigint not null,
  id                       bigint generated always as identity primary key,
  company_id               bigint not null,
  type                     text not null check (type in ('CREDIT', 'DEBIT')),
  document_number          text check (length(document_number) <= 60),
  description              text check (length(description) <= 500),
  emission_date            date not null,
  competence_date          date not null,
  category_id              bigint,
  partner_id               bigint,
  expected_wallet_id       bigint,
  preferred_payment_method text check (length(preferred_payment_method) <= 20),
  status                   text not null check (status in ('OPEN', 'PARTIAL', 'PAID')),
  installment_count        integer not null check (installment_count between 1 and 360),
  paid_installment_count   integer not null check (paid_installment_count between 0 and installment_count),
  gross_value              numeric(15, 2) not null check (gross_value > 0),
  increase                 numeric(15, 2) not null default 0 check (increase >= 0),
  discount                 numeric(15, 2) not null default 0 check (discount >= 0),
  value                    numeric(15, 2) generated always as (gross_value + increase - discount) stored,
  paid_value               numeric(15, 2) not null default 0 check (paid_value >= 0),
  open_value               numeric(15, 2) generated always as (gross_value + increase - discount - paid_value) stored,
  -- Due date of the first open installment, or of the last one when all are paid: what lists sort and age by.
  reference_due_date       date not null,
  created_by               bigint,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  version                  integer not null default 1,
  unique (account_id, id),
  unique (account_id, company_id, id),
  constraint transactions_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade,
  constraint transactions_category_fk foreign key (account_id, category_id) references categories (account_id, id),
  constraint transactions_partner_fk foreign key (account_id, partner_id) references partners (account_id, id),
  constraint transactions_wallet_fk foreign key (account_id, company_id, expected_wallet_id) references wallets (account_id, company_id, id)
);
create index transactions_due on transactions (account_id, company_id, type, reference_due_date, id);
create index transactions_emission on transactions (account_id, company_id, type, emission_date, id);
create index transactions_value on transactions (account_id, company_id, type, value, id);
create index transactions_open on transactions (account_id, company_id, type, reference_due_date, id) where status <> 'PAID';
create index transactions_partner on transactions (account_id, partner_id, document_number, value);
create index transactions_category on transactions (account_id, category_id);
create index transactions_expected_wallet on transactions (account_id, expected_wallet_id) where expected_wallet_id is not null;
create index transactions_search on transactions using gin (search_key(coalesce(document_number, '') || ' ' || coalesce(description, '')) gin_trgm_ops);

create table installments (
  account_id     bigint not null,
  id             bigint generated always as identity primary key,
  company_id     bigint not null,
  transaction_id bigint not null,
  -- Repeated from the document: wallets and cash flow read installments alone.
  type           text not null check (type in ('CREDIT', 'DEBIT')),
  number         integer not null check (number between 1 and 360),
  forecast       boolean not null,
  created_on     date not null,
  due_date       date not null,
  gross_value    numeric(15, 2) not null check (gross_value >= 0),
  increase       numeric(15, 2) not null default 0 check (increase >= 0),
  discount       numeric(15, 2) not null default 0 check (discount >= 0),
  value          numeric(15, 2) generated always as (gross_value + increase - discount) stored check (value >= 0),
  payment_date   date,
  wallet_id      bigint,
  payment_method text check (length(payment_method) <= 20),
  unique (account_id, id),
  unique (account_id, transaction_id, id),
  constraint installments_number_key unique (transaction_id, number) deferrable initially deferred,
  constraint installments_transaction_fk foreign key (account_id, company_id, transaction_id)
    references transactions (account_id, company_id, id) on delete cascade,
  constraint installments_wallet_fk foreign key (account_id, company_id, wallet_id) references wallets (account_id, company_id, id),
  -- §4: a forecast carries nothing of a payment; what is paid carries all of it.
  constraint installments_forecast_is_unpaid check (
    case when forecast then payment_date is null and wallet_id is null and payment_method is null and increase = 0 and discount = 0
         else payment_date is not null and wallet_id is not null and payment_method is not null end)
);
create index installments_transaction on installments (account_id, transaction_id, number);
create index installments_due on installments (account_id, company_id, type, due_date, transaction_id);
-- What is still to be paid and received, by day: cash flow.
create index installments_forecast on installments (account_id, company_id, due_date) include (transaction_id, type, value) where forecast;
create index installments_wallet on installments (account_id, wallet_id, payment_date, id) include (type, value) where not forecast;

-- Rateio of the document by building and stage, edited once; its values follow the installments' shares.
create table apportionments (
  account_id             bigint not null,
  id                     bigint generated always as identity primary key,
  company_id             bigint not null,
  transaction_id         bigint not null,
  position               integer not null check (position between 1 and 100),
  building_id            bigint not null,
  cost_estimate_group_id bigint,
  gross_value            numeric(15, 2) not null check (gross_value > 0),
  percentage             numeric(5, 2) not null check (percentage between 0 and 100),
  is_customer_charged    boolean not null default false,
  unique (account_id, id),
  unique (account_id, transaction_id, id),
  constraint apportionments_position_key unique (transaction_id, position) deferrable initially deferred,
  constraint apportionments_target_key unique nulls not distinct (transaction_id, building_id, cost_estimate_group_id)
    deferrable initially deferred,
  constraint apportionments_transaction_fk foreign key (account_id, company_id, transaction_id)
    references transactions (account_id, company_id, id) on delete cascade,
  constraint apportionments_building_fk foreign key (account_id, company_id, building_id) references buildings (account_id, company_id, id),
  constraint apportionments_group_fk foreign key (account_id, building_id, cost_estimate_group_id)
    references cost_estimate_groups (account_id, building_id, id)
);
create index apportionments_transaction on apportionments (account_id, transaction_id, position);
create index apportionments_building on apportionments (account_id, building_id, transaction_id);
create index apportionments_group on apportionments (account_id, cost_estimate_group_id) where cost_estimate_group_id is not null;

-- The rateio materialised per installment: rows sum to the installment, columns to the apportionment, to the cent.
create table apportionment_shares (
  account_id       bigint not null,
  transaction_id   bigint not null,
  installment_id   bigint not null,
  apportionment_id bigint not null,
  gross_value      numeric(15, 2) not null check (gross_value >= 0),
  increase         numeric(15, 2) not null default 0 check (increase >= 0),
  discount         numeric(15, 2) not null default 0 check (discount >= 0),
  value            numeric(15, 2) generated always as (gross_value + increase - discount) stored check (value >= 0),
  primary key (installment_id, apportionment_id),
  constraint apportionment_shares_installment_fk foreign key (account_id, transaction_id, installment_id)
    references installments (account_id, transaction_id, id) on delete cascade,
  constraint apportionment_shares_apportionment_fk foreign key (account_id, transaction_id, apportionment_id)
    references apportionments (account_id, transaction_id, id) on delete cascade
);
create index apportionment_shares_transaction on apportionment_shares (account_id, transaction_id);
create index apportionment_shares_apportionment on apportionment_shares (account_id, apportionment_id);

create table attachments (
  account_id     bigint not null,
  id             bigint generated always as identity primary key,
  transaction_id bigint not null,
  name           text not null check (length(name) between 1 and 200),
  media_type     text not null check (length(media_type) <= 100),
  size           integer not null check (size between 1 and 20971520),
  created_at     timestamptz not null default now(),
  created_by     bigint,
  unique (account_id, id),
  constraint attachments_transaction_fk foreign key (account_id, transaction_id) references transactions (account_id, id) on delete cascade
);
create index attachments_transaction on attachments (account_id, transaction_id);

-- Apart from its row, so that listing attachments never reads their bytes.
create table attachment_contents (
  account_id    bigint not null,
  attachment_id bigint primary key,
  content       bytea not null,
  constraint attachment_contents_attachment_fk foreign key (account_id, attachment_id) references attachments (account_id, id) on delete cascade
);

-- Sums ------------------------------------------------------------------------------------------------------------
-- Statement triggers collect the documents that a transaction touched; one deferred check a document runs at commit,
-- however many rows changed.

create table pending_sum_checks (
  transaction_id bigint primary key,
  account_id     bigint not null
);

create function note_touched_transactions() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_table_name = 'transactions' then
    insert into pending_sum_checks select distinct id, account_id from touched on conflict do nothing;
  else
    insert into pending_sum_checks select distinct transaction_id, account_id from touched on conflict do nothing;
    if tg_op = 'UPDATE' then
      insert into pending_sum_checks select distinct transaction_id, account_id from before on conflict do nothing;
    end if;
  end if;
  return null;
end $$;

-- Every lookup names the account as the indexes do, and aggregates one row at a time: a plan made while the tables were
-- small stays good when they are large, whatever the statistics say.
create function check_transaction_sums() returns trigger language plpgsql security definer set search_path from current as $$
declare
  head transactions%rowtype;
  sums record;
  wrong text;
begin
  delete from pending_sum_checks where transaction_id = new.transaction_id;
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
          from apportionment_shares s where s.installment_id = i.id) shares
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

create constraint trigger check_sums after insert on pending_sum_checks
  deferrable initially deferred for each row execute function check_transaction_sums();

do $$
declare t text;
begin
  foreach t in array array['transactions', 'installments', 'apportionments', 'apportionment_shares'] loop
    execute format('create trigger note_insert after insert on %I referencing new table as touched for each statement execute function note_touched_transactions()', t);
    execute format('create trigger note_update after update on %I referencing old table as before new table as touched for each statement execute function note_touched_transactions()', t);
    execute format('create trigger note_delete after delete on %I referencing old table as touched for each statement execute function note_touched_transactions()', t);
  end loop;
end $$;

-- Tenancy -----------------------------------------------------------------------------------------------------------

select protect_tenant_table(t::regclass) from unnest(array[
  'companies', 'buildings', 'cost_estimates', 'cost_estimate_groups', 'categories', 'partners', 'wallets', 'transfers',
  'transactions', 'installments', 'apportionments', 'apportionment_shares', 'attachments', 'attachment_contents']) as t;
