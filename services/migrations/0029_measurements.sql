-- Measurements (medições) of cost estimates: sides, sheets, what is typed, photos, retentions (domain.md §5;
-- docs/decisions/0043). References that keep a row from being deleted are checked at commit, so that a company or an account
-- is deleted with everything below it.

create table measurement_contracts (
  account_id           bigint not null,
  id                   bigint generated always as identity,
  company_id           bigint not null,
  cost_estimate_id     bigint not null,
  kind                 text not null check (kind in ('CUSTOMER', 'CONTRACTOR')),
  -- Null for the customer, who is that of the cost estimate.
  partner_id           bigint,
  category_id          bigint,
  retention_percentage numeric(5, 2) not null default 0 check (retention_percentage between 0 and 100),
  payment_days         integer not null default 15 check (payment_days between 0 and 365),
  version              integer not null default 1,
  primary key (account_id, id),
  check ((kind = 'CUSTOMER') = (partner_id is null)),
  constraint measurement_contracts_company_fk foreign key (account_id, company_id)
    references companies (account_id, id) on delete cascade,
  constraint measurement_contracts_estimate_fk foreign key (account_id, company_id, cost_estimate_id)
    references cost_estimates (account_id, company_id, id) deferrable initially deferred,
  constraint measurement_contracts_partner_fk foreign key (account_id, partner_id)
    references partners (account_id, id) deferrable initially deferred,
  constraint measurement_contracts_category_fk foreign key (account_id, category_id)
    references categories (account_id, id) deferrable initially deferred
);
create unique index measurement_contracts_customer_key on measurement_contracts (account_id, cost_estimate_id)
  where kind = 'CUSTOMER';
create unique index measurement_contracts_partner_key on measurement_contracts (account_id, cost_estimate_id, partner_id)
  where partner_id is not null;
create index measurement_contracts_company on measurement_contracts (account_id, company_id);
create index measurement_contracts_partner on measurement_contracts (account_id, partner_id) where partner_id is not null;
create index measurement_contracts_category on measurement_contracts (account_id, category_id) where category_id is not null;
select protect_tenant_table('measurement_contracts');

-- Rows of a contractor, at his quantities and prices.
create table measurement_contract_lines (
  account_id  bigint not null,
  contract_id bigint not null,
  line_id     bigint not null,
  quantity    numeric(17, 4) not null check (quantity >= 0),
  unit_price  numeric(19, 4) not null check (unit_price >= 0),
  primary key (account_id, contract_id, line_id),
  constraint measurement_contract_lines_contract_fk foreign key (account_id, contract_id)
    references measurement_contracts (account_id, id) on delete cascade,
  constraint measurement_contract_lines_line_fk foreign key (account_id, line_id)
    references cost_estimate_lines (account_id, id) deferrable initially deferred
);
create index measurement_contract_lines_line on measurement_contract_lines (account_id, line_id);
select protect_tenant_table('measurement_contract_lines');

create table measurements (
  account_id           bigint not null,
  id                   bigint generated always as identity,
  contract_id          bigint not null,
  number               integer not null check (number > 0),
  period_start         date not null,
  period_end           date not null,
  status               text not null default 'OPEN' check (status in ('OPEN', 'REVIEW', 'CLOSED')),
  -- Sums of the rows, kept by the services in the SQL transaction that changes them.
  contracted_value     numeric(15, 2) not null default 0,
  previous_value       numeric(15, 2) not null default 0,
  accumulated_value    numeric(15, 2) not null default 0,
  excess_value         numeric(15, 2) not null default 0,
  unresolved           integer not null default 0,
  retention_percentage numeric(5, 2) not null default 0 check (retention_percentage between 0 and 100),
  retention_value      numeric(15, 2) not null default 0 check (retention_value >= 0),
  -- Of its document, which closing makes unless nothing is left to be paid.
  due_date             date,
  transaction_id       bigint,
  -- Rows as they were when it was closed: the boletim shows these.
  sheet                jsonb,
  review_at            timestamptz,
  review_by            bigint,
  closed_at            timestamptz,
  closed_by            bigint,
  updated_at           timestamptz not null default now(),
  updated_by           bigint,
  version              integer not null default 1,
  primary key (account_id, id),
  check (period_end >= period_start),
  check ((status = 'CLOSED') = (sheet is not null)),
  check (status = 'CLOSED' or transaction_id is null),
  constraint measurements_number_key unique (account_id, contract_id, number),
  constraint measurements_contract_fk foreign key (account_id, contract_id)
    references measurement_contracts (account_id, id) on delete cascade,
  constraint measurements_transaction_fk foreign key (account_id, transaction_id)
    references transactions (account_id, id) deferrable initially deferred,
  constraint measurements_reviewer_fk foreign key (account_id, review_by) references users (account_id, id)
    on delete set null (review_by),
  constraint measurements_closer_fk foreign key (account_id, closed_by) references users (account_id, id)
    on delete set null (closed_by),
  constraint measurements_updater_fk foreign key (account_id, updated_by) references users (account_id, id)
    on delete set null (updated_by)
);
create unique index measurements_transaction on measurements (account_id, transaction_id) where transaction_id is not null;
create index measurements_reviewer on measurements (account_id, review_by) where review_by is not null;
create index measurements_closer on measurements (account_id, closed_by) where closed_by is not null;
create index measurements_updater on measurements (account_id, updated_by) where updated_by is not null;
select protect_tenant_table('measurements');

-- What was typed in a measurement: only accumulated quantities. A line that was not typed keeps those of the measurement before.
create table measurement_entries (
  account_id       bigint not null,
  measurement_id   bigint not null,
  line_id          bigint not null,
  accumulated      numeric(17, 4) not null check (accumulated >= 0),
  -- Accumulated values with BDI (or at the contractor's prices) and without.
  value            numeric(15, 2) not null,
  direct_value     numeric(15, 2) not null,
  excess_confirmed boolean not null default false,
  reason           text check (length(reason) between 1 and 500),
  version          integer not null default 1,
  updated_at       timestamptz not null,
  updated_by       bigint,
  primary key (account_id, measurement_id, line_id),
  constraint measurement_entries_measurement_fk foreign key (account_id, measurement_id)
    references measurements (account_id, id) on delete cascade,
  constraint measurement_entries_line_fk foreign key (account_id, line_id)
    references cost_estimate_lines (account_id, id) deferrable initially deferred,
  constraint measurement_entries_updater_fk foreign key (account_id, updated_by) references users (account_id, id)
    on delete set null (updated_by)
);
create index measurement_entries_line on measurement_entries (account_id, line_id);
create index measurement_entries_updater on measurement_entries (account_id, updated_by) where updated_by is not null;
select protect_tenant_table('measurement_entries');

create table measurement_photos (
  account_id     bigint not null,
  id             bigint generated always as identity,
  measurement_id bigint not null,
  line_id        bigint not null,
  name           text not null check (length(name) between 1 and 200),
  media_type     text not null check (length(media_type) <= 100),
  size           integer not null check (size between 1 and 20971520),
  taken_at       timestamptz,
  latitude       numeric(8, 6) check (latitude between -90 and 90),
  longitude      numeric(9, 6) check (longitude between -180 and 180),
  created_at     timestamptz not null default now(),
  created_by     bigint,
  primary key (account_id, id),
  check ((latitude is null) = (longitude is null)),
  constraint measurement_photos_measurement_fk foreign key (account_id, measurement_id)
    references measurements (account_id, id) on delete cascade,
  constraint measurement_photos_line_fk foreign key (account_id, line_id)
    references cost_estimate_lines (account_id, id) deferrable initially deferred,
  constraint measurement_photos_author_fk foreign key (account_id, created_by) references users (account_id, id)
    on delete set null (created_by)
);
create index measurement_photos_measurement on measurement_photos (account_id, measurement_id, line_id);
create index measurement_photos_line on measurement_photos (account_id, line_id);
create index measurement_photos_author on measurement_photos (account_id, created_by) where created_by is not null;
select protect_tenant_table('measurement_photos');

-- Apart from its row, so that listing photos never reads their bytes.
create table measurement_photo_contents (
  account_id bigint not null,
  photo_id   bigint not null,
  content    bytea not null,
  primary key (account_id, photo_id),
  constraint measurement_photo_contents_photo_fk foreign key (account_id, photo_id)
    references measurement_photos (account_id, id) on delete cascade
);
select protect_tenant_table('measurement_photo_contents');

-- Releases of what closed measurements have kept back: each is a document of its own.
create table retention_releases (
  account_id     bigint not null,
  id             bigint generated always as identity,
  contract_id    bigint not null,
  value          numeric(15, 2) not null check (value > 0),
  due_date       date not null,
  transaction_id bigint not null,
  created_at     timestamptz not null default now(),
  created_by     bigint,
  primary key (account_id, id),
  constraint retention_releases_contract_fk foreign key (account_id, contract_id)
    references measurement_contracts (account_id, id) on delete cascade,
  constraint retention_releases_transaction_fk foreign key (account_id, transaction_id)
    references transactions (account_id, id) deferrable initially deferred,
  constraint retention_releases_author_fk foreign key (account_id, created_by) references users (account_id, id)
    on delete set null (created_by)
);
create index retention_releases_contract on retention_releases (account_id, contract_id);
create unique index retention_releases_transaction on retention_releases (account_id, transaction_id);
create index retention_releases_author on retention_releases (account_id, created_by) where created_by is not null;
select protect_tenant_table('retention_releases');
