-- Models of transactions, and the documents that were made of them (domain.md §3; docs/decisions/0067).

create table transaction_models (
  account_id               bigint not null,
  id                       bigint generated always as identity,
  company_id               bigint not null,
  type                     text not null check (type in ('CREDIT', 'DEBIT')),
  name                     text not null check (length(name) between 1 and 80),
  -- Templates, with their placeholders.
  document_number          text check (length(document_number) between 1 and 60),
  description              text check (length(description) between 1 and 500),
  recurrence               text not null check (recurrence in ('MONTHLY', 'WEEKLY', 'YEARLY', 'ON_DEMAND')),
  day                      integer check (day between 1 and 31),
  -- "day" counts working days.
  working_day              boolean not null default false,
  weekday                  integer check (weekday between 0 and 6),
  month                    integer check (month between 1 and 12),
  working_day_rule         text not null check (working_day_rule in ('NEXT', 'PREVIOUS', 'KEEP')),
  competence               text not null check (competence in ('SAME', 'PREVIOUS')),
  value_rule               text not null check (value_rule in ('FIXED', 'LAST', 'MEAN', 'TYPED')),
  value                    numeric(15, 2) check (value > 0),
  installment_count        integer not null check (installment_count between 1 and 360),
  category_id              bigint,
  partner_id               bigint,
  expected_wallet_id       bigint,
  preferred_payment_method text check (length(preferred_payment_method) <= 20),
  paused                   boolean not null default false,
  created_by               bigint,
  created_at               timestamptz not null,
  updated_at               timestamptz not null,
  version                  integer not null default 1,
  primary key (account_id, id),
  constraint transaction_models_company_key unique (account_id, company_id, id),
  constraint transaction_models_company_fk foreign key (account_id, company_id)
    references companies (account_id, id) on delete cascade,
  constraint transaction_models_category_fk foreign key (account_id, category_id) references categories (account_id, id),
  constraint transaction_models_partner_fk foreign key (account_id, partner_id) references partners (account_id, id),
  constraint transaction_models_wallet_fk foreign key (account_id, company_id, expected_wallet_id)
    references wallets (account_id, company_id, id),
  constraint transaction_models_creator_fk foreign key (account_id, created_by)
    references users (account_id, id) on delete set null (created_by),
  check ((value_rule = 'FIXED') = (value is not null)),
  check ((recurrence in ('MONTHLY', 'YEARLY')) = (day is not null)),
  check ((recurrence = 'WEEKLY') = (weekday is not null)),
  check ((recurrence = 'YEARLY') = (month is not null)),
  check (not working_day or (recurrence = 'MONTHLY' and day <= 23))
);
create unique index transaction_models_name_key on transaction_models (account_id, company_id, search_key(name));
create index transaction_models_category on transaction_models (account_id, category_id) where category_id is not null;
create index transaction_models_partner on transaction_models (account_id, partner_id) where partner_id is not null;
create index transaction_models_wallet on transaction_models (account_id, expected_wallet_id) where expected_wallet_id is not null;
create index transaction_models_creator on transaction_models (account_id, created_by);
select protect_tenant_table('transaction_models');

-- The rateio: the values of a document are in proportion to the weights.
create table transaction_model_shares (
  account_id             bigint not null,
  company_id             bigint not null,
  model_id               bigint not null,
  position               integer not null check (position between 1 and 100),
  building_id            bigint not null,
  cost_estimate_group_id bigint,
  weight                 numeric(15, 2) not null check (weight > 0),
  is_customer_charged    boolean not null default false,
  primary key (account_id, model_id, position),
  constraint transaction_model_shares_model_fk foreign key (account_id, company_id, model_id)
    references transaction_models (account_id, company_id, id) on delete cascade,
  constraint transaction_model_shares_building_fk foreign key (account_id, company_id, building_id)
    references buildings (account_id, company_id, id),
  constraint transaction_model_shares_group_fk foreign key (account_id, cost_estimate_group_id)
    references cost_estimate_groups (account_id, id) on delete set null (cost_estimate_group_id)
);
create index transaction_model_shares_building on transaction_model_shares (account_id, building_id);
create index transaction_model_shares_group on transaction_model_shares (account_id, cost_estimate_group_id)
  where cost_estimate_group_id is not null;
select protect_tenant_table('transaction_model_shares');

-- A command that made documents of models, for its undo.
create table transaction_model_batches (
  account_id bigint not null,
  id         bigint generated always as identity,
  company_id bigint not null,
  -- First day of the month.
  month      date not null check (extract(day from month) = 1),
  created_by bigint,
  created_at timestamptz not null,
  undone_at  timestamptz,
  primary key (account_id, id),
  constraint transaction_model_batches_company_key unique (account_id, company_id, id),
  constraint transaction_model_batches_company_fk foreign key (account_id, company_id)
    references companies (account_id, id) on delete cascade,
  constraint transaction_model_batches_creator_fk foreign key (account_id, created_by)
    references users (account_id, id) on delete set null (created_by)
);
create index transaction_model_batches_creator on transaction_model_batches (account_id, created_by);
select protect_tenant_table('transaction_model_batches');

-- Documents of models. One that is deleted frees its period; a model makes each period once.
create table transaction_model_documents (
  account_id     bigint not null,
  company_id     bigint not null,
  model_id       bigint not null,
  transaction_id bigint not null,
  -- {parcela}
  number         integer not null check (number > 0),
  -- First day of the month, or Monday of the week; null for a document made by using the model.
  period         date,
  batch_id       bigint,
  -- Version of the transaction when it was made.
  made_version   integer not null check (made_version > 0),
  primary key (account_id, transaction_id),
  constraint transaction_model_documents_period_key unique (account_id, model_id, period),
  constraint transaction_model_documents_model_fk foreign key (account_id, company_id, model_id)
    references transaction_models (account_id, company_id, id) on delete cascade,
  constraint transaction_model_documents_transaction_fk foreign key (account_id, company_id, transaction_id)
    references transactions (account_id, company_id, id) on delete cascade,
  constraint transaction_model_documents_batch_fk foreign key (account_id, company_id, batch_id)
    references transaction_model_batches (account_id, company_id, id)
);
create index transaction_model_documents_batch on transaction_model_documents (account_id, batch_id) where batch_id is not null;
select protect_tenant_table('transaction_model_documents');

-- An index by which fixed values were adjusted, for its undo.
create table transaction_model_adjustments (
  account_id bigint not null,
  id         bigint generated always as identity,
  company_id bigint not null,
  percentage numeric(8, 4) not null check (percentage > -100 and percentage <= 1000 and percentage <> 0),
  created_by bigint,
  created_at timestamptz not null,
  undone_at  timestamptz,
  primary key (account_id, id),
  constraint transaction_model_adjustments_company_key unique (account_id, company_id, id),
  constraint transaction_model_adjustments_company_fk foreign key (account_id, company_id)
    references companies (account_id, id) on delete cascade,
  constraint transaction_model_adjustments_creator_fk foreign key (account_id, created_by)
    references users (account_id, id) on delete set null (created_by)
);
create index transaction_model_adjustments_creator on transaction_model_adjustments (account_id, created_by);
select protect_tenant_table('transaction_model_adjustments');

create table transaction_model_adjusted_values (
  account_id    bigint not null,
  company_id    bigint not null,
  adjustment_id bigint not null,
  model_id      bigint not null,
  before        numeric(15, 2) not null check (before > 0),
  after         numeric(15, 2) not null check (after > 0),
  primary key (account_id, adjustment_id, model_id),
  constraint transaction_model_adjusted_values_adjustment_fk foreign key (account_id, company_id, adjustment_id)
    references transaction_model_adjustments (account_id, company_id, id) on delete cascade,
  constraint transaction_model_adjusted_values_model_fk foreign key (account_id, company_id, model_id)
    references transaction_models (account_id, company_id, id) on delete cascade
);
create index transaction_model_adjusted_values_model on transaction_model_adjusted_values (account_id, model_id);
select protect_tenant_table('transaction_model_adjusted_values');

-- Partners and categories of which nobody wants a model proposed.
create table transaction_model_dismissals (
  account_id   bigint not null,
  company_id   bigint not null,
  type         text not null check (type in ('CREDIT', 'DEBIT')),
  partner_id   bigint not null,
  category_id  bigint not null,
  dismissed_at timestamptz not null,
  primary key (account_id, company_id, type, partner_id, category_id),
  constraint transaction_model_dismissals_company_fk foreign key (account_id, company_id)
    references companies (account_id, id) on delete cascade,
  constraint transaction_model_dismissals_partner_fk foreign key (account_id, partner_id)
    references partners (account_id, id) on delete cascade,
  constraint transaction_model_dismissals_category_fk foreign key (account_id, category_id)
    references categories (account_id, id) on delete cascade
);
create index transaction_model_dismissals_partner on transaction_model_dismissals (account_id, partner_id);
create index transaction_model_dismissals_category on transaction_model_dismissals (account_id, category_id);
select protect_tenant_table('transaction_model_dismissals');
