-- Cost estimates (orçamentos): headers, rows, BDIs, the resources that they are made of, and locks (specification §3, §4,
-- §7; docs/decisions/0036). Stages stay in cost_estimate_groups, to which apportionments refer. References that keep a row
-- from being deleted are checked at commit, so that a company or an account is deleted with everything below it.

alter table cost_estimates
  add column customer_id          bigint,
  add column approved_at          timestamptz,
  add column approved_by          bigint,
  add column from_another_system  boolean not null default false,
  add column duplicate_from       bigint,
  add column discount             numeric(15, 2) not null default 0,
  -- Sums of the rows, kept by the services in the SQL transaction that changes them.
  add column direct_total         numeric(15, 2) not null default 0 check (direct_total >= 0),
  add column bdi_total            numeric(15, 2) not null default 0,
  add column item_count           integer not null default 0 check (item_count >= 0),
  add column without_price        integer not null default 0 check (without_price between 0 and item_count),
  add column total                numeric(15, 2) generated always as (direct_total + bdi_total - discount) stored,
  add column created_at           timestamptz not null default now(),
  add column updated_at           timestamptz not null default now(),
  add constraint cost_estimates_company_key unique (account_id, company_id, id),
  add constraint cost_estimates_customer_fk foreign key (account_id, customer_id) references partners (account_id, id) deferrable initially deferred,
  add constraint cost_estimates_approver_fk foreign key (account_id, approved_by) references users (account_id, id)
    on delete set null (approved_by),
  add constraint cost_estimates_original_fk foreign key (account_id, duplicate_from) references cost_estimates (account_id, id)
    on delete set null (duplicate_from),
  -- A discount is no larger than what it is taken from.
  add constraint cost_estimates_discount_check check (direct_total + bdi_total >= discount);
create unique index cost_estimates_code_key on cost_estimates (account_id, company_id, search_key(code));
create index cost_estimates_updated on cost_estimates (account_id, company_id, updated_at, id);
create index cost_estimates_customer on cost_estimates (account_id, customer_id) where customer_id is not null;
create index cost_estimates_original on cost_estimates (account_id, duplicate_from) where duplicate_from is not null;

-- Codes follow the places of rows: several change at once, and take those of each other.
alter table cost_estimate_groups
  drop constraint cost_estimate_groups_cost_estimate_id_code_key,
  add constraint cost_estimate_groups_code_key unique (account_id, cost_estimate_id, code) deferrable initially deferred,
  add constraint cost_estimate_groups_estimate_key unique (account_id, cost_estimate_id, id),
  -- The stages of an estimate whose building is corrected go with it.
  drop constraint cost_estimate_groups_estimate_fk,
  add constraint cost_estimate_groups_estimate_fk foreign key (account_id, building_id, cost_estimate_id)
    references cost_estimates (account_id, building_id, id) on delete cascade on update cascade,
  add check (position > 0);
create index cost_estimate_groups_parent on cost_estimate_groups (account_id, parent_id) where parent_id is not null;

-- BDI (benefícios e despesas indiretas): what unit prices are raised by. Its parts are null where the percentage was typed.
create table cost_estimate_bdis (
  account_id       bigint not null references accounts (id) on delete cascade,
  id               bigint generated always as identity,
  cost_estimate_id bigint not null,
  position         integer not null check (position > 0),
  name             text not null check (length(name) between 1 and 60),
  percentage       numeric(9, 2) not null check (percentage >= 0),
  -- Decimals in percent by part, as domain/engineering/estimate/bdi.ts names them.
  parts            jsonb check (jsonb_typeof(parts) = 'object'),
  -- Of the rows that name none.
  is_default       boolean not null default false,
  primary key (account_id, id),
  constraint cost_estimate_bdis_estimate_fk foreign key (account_id, cost_estimate_id)
    references cost_estimates (account_id, id) on delete cascade,
  constraint cost_estimate_bdis_key unique (account_id, cost_estimate_id, id)
);
create unique index cost_estimate_bdis_default on cost_estimate_bdis (account_id, cost_estimate_id) where is_default;
select protect_tenant_table('cost_estimate_bdis');

-- An input or composition as one estimate has it: as it was when it was taken from the register, and its price now.
create table cost_estimate_resources (
  account_id       bigint not null references accounts (id) on delete cascade,
  id               bigint generated always as identity,
  cost_estimate_id bigint not null,
  type             text not null check (type in ('PRODUCT', 'TASK', 'COMPOSED_TASK')),
  product_id       bigint,
  -- How many of its units one unit of the product makes, where the product that was taken was merged into this one.
  product_factor   numeric check (product_factor > 0),
  task_id          bigint,
  -- The cost database that it was taken from; the item of a published composition that the database lacks has only this.
  product_table_id bigint not null,
  product_type_id  bigint,
  code             text not null check (length(code) between 1 and 30),
  description      text not null check (length(description) between 1 and 1000),
  unit             text not null check (length(unit) between 1 and 20),
  -- Price when it was taken, and price here; null: none.
  source_price     numeric(19, 4) check (source_price >= 0 and source_price < 1e13),
  unit_price       numeric(19, 4) check (unit_price >= 0 and unit_price < 1e13),
  -- Its lines are those that were published; changed here, they are the estimate's own.
  published        boolean not null default false,
  lines_changed    boolean not null default false,
  primary key (account_id, id),
  constraint cost_estimate_resources_estimate_fk foreign key (account_id, cost_estimate_id)
    references cost_estimates (account_id, id) on delete cascade,
  constraint cost_estimate_resources_key unique (account_id, cost_estimate_id, id),
  constraint cost_estimate_resources_product_fk foreign key (account_id, product_id) references products (account_id, id) deferrable initially deferred,
  constraint cost_estimate_resources_task_fk foreign key (account_id, task_id) references tasks (account_id, id) deferrable initially deferred,
  constraint cost_estimate_resources_table_fk foreign key (account_id, product_table_id)
    references product_tables (account_id, id) deferrable initially deferred,
  constraint cost_estimate_resources_type_fk foreign key (account_id, product_type_id)
    references product_types (account_id, id) on delete set null (product_type_id),
  check (product_id is null or task_id is null),
  check ((type = 'PRODUCT') = (task_id is null))
);
create unique index cost_estimate_resources_product_key on cost_estimate_resources (account_id, cost_estimate_id, product_id)
  where product_id is not null and product_factor is null;
create unique index cost_estimate_resources_task_key on cost_estimate_resources (account_id, cost_estimate_id, task_id)
  where task_id is not null;
create index cost_estimate_resources_product on cost_estimate_resources (account_id, product_id) where product_id is not null;
create index cost_estimate_resources_task on cost_estimate_resources (account_id, task_id) where task_id is not null;
create index cost_estimate_resources_table on cost_estimate_resources (account_id, product_table_id);
create index cost_estimate_resources_type on cost_estimate_resources (account_id, product_type_id)
  where product_type_id is not null;
select protect_tenant_table('cost_estimate_resources');

-- Lines of the compositions of an estimate. A typed quantity has four places; one that was taken keeps all of its own.
create table cost_estimate_resource_items (
  account_id       bigint not null references accounts (id) on delete cascade,
  id               bigint generated always as identity,
  cost_estimate_id bigint not null,
  parent_id        bigint not null,
  position         integer not null check (position > 0),
  resource_id      bigint not null,
  quantity         numeric not null check (quantity >= 0 and quantity < 1e13 and scale(quantity) <= 20),
  primary key (account_id, id),
  constraint cost_estimate_resource_items_parent_fk foreign key (account_id, cost_estimate_id, parent_id)
    references cost_estimate_resources (account_id, cost_estimate_id, id) on delete cascade,
  constraint cost_estimate_resource_items_resource_fk foreign key (account_id, cost_estimate_id, resource_id)
    references cost_estimate_resources (account_id, cost_estimate_id, id) deferrable initially deferred,
  check (resource_id <> parent_id)
);
create index cost_estimate_resource_items_parent on cost_estimate_resource_items (account_id, cost_estimate_id, parent_id, position);
create index cost_estimate_resource_items_resource on cost_estimate_resource_items (account_id, cost_estimate_id, resource_id);
select protect_tenant_table('cost_estimate_resource_items');

-- Rows that are no stages. Their ids come from the sequence of the stages: a row of an estimate has one id, whatever it is.
create table cost_estimate_lines (
  account_id       bigint not null references accounts (id) on delete cascade,
  id               bigint not null default nextval('cost_estimate_groups_id_seq'),
  cost_estimate_id bigint not null,
  -- The stage above; null at the top. Stages and lines share one order.
  parent_id        bigint,
  position         integer not null check (position > 0),
  -- Null: a service that was typed here, which has a description, a unit and a price of its own.
  resource_id      bigint,
  -- Of a resource: only where it differs from the resource's own.
  description      text check (length(description) between 1 and 1000),
  unit             text check (length(unit) between 1 and 20),
  unit_price       numeric(19, 4) check (unit_price > 0 and unit_price < 1e13),
  quantity         numeric(17, 4) check (quantity >= 0),
  -- What was typed, where it was more than a number.
  formula          text check (length(formula) between 1 and 500),
  memo             text check (length(memo) between 1 and 4000),
  bdi_id           bigint,
  primary key (account_id, id),
  constraint cost_estimate_lines_estimate_fk foreign key (account_id, cost_estimate_id)
    references cost_estimates (account_id, id) on delete cascade,
  constraint cost_estimate_lines_parent_fk foreign key (account_id, cost_estimate_id, parent_id)
    references cost_estimate_groups (account_id, cost_estimate_id, id) deferrable initially deferred,
  constraint cost_estimate_lines_resource_fk foreign key (account_id, cost_estimate_id, resource_id)
    references cost_estimate_resources (account_id, cost_estimate_id, id) deferrable initially deferred,
  constraint cost_estimate_lines_bdi_fk foreign key (account_id, cost_estimate_id, bdi_id)
    references cost_estimate_bdis (account_id, cost_estimate_id, id) on delete set null (bdi_id),
  check (resource_id is not null or description is not null),
  check (resource_id is null or (unit is null and unit_price is null))
);
create index cost_estimate_lines_estimate on cost_estimate_lines (account_id, cost_estimate_id);
create index cost_estimate_lines_parent on cost_estimate_lines (account_id, cost_estimate_id, parent_id) where parent_id is not null;
create index cost_estimate_lines_resource on cost_estimate_lines (account_id, cost_estimate_id, resource_id)
  where resource_id is not null;
create index cost_estimate_lines_bdi on cost_estimate_lines (account_id, cost_estimate_id, bdi_id) where bdi_id is not null;
select protect_tenant_table('cost_estimate_lines');
-- Ids are reserved before rows are inserted: rows, resources and lines that refer to each other go in together.
grant usage on sequence cost_estimate_groups_id_seq, cost_estimate_resources_id_seq, cost_estimate_resource_items_id_seq
  to prumo_app;

-- Who edits an estimate: a session, until the lease runs out or the session ends.
create table cost_estimate_locks (
  account_id       bigint not null references accounts (id) on delete cascade,
  cost_estimate_id bigint not null,
  -- SHA-256 of the session's token, as in access_tokens.
  token_hash       bytea not null check (length(token_hash) = 32),
  user_id          bigint not null,
  since            timestamptz not null,
  expires_at       timestamptz not null,
  primary key (account_id, cost_estimate_id),
  constraint cost_estimate_locks_estimate_fk foreign key (account_id, cost_estimate_id)
    references cost_estimates (account_id, id) on delete cascade,
  constraint cost_estimate_locks_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index cost_estimate_locks_user on cost_estimate_locks (account_id, user_id);
select protect_tenant_table('cost_estimate_locks');
