-- Orders of suppliers, their lines, and what was received of them (specification §3, §5, §7; domain.md §4;
-- docs/decisions/0055).

-- References to registers are checked at commit, so that an account is deleted in one statement.
create table orders (
  account_id     bigint not null,
  id             bigint generated always as identity,
  company_id     bigint not null,
  building_id    bigint not null,
  partner_id     bigint not null,
  category_id    bigint,
  buyer_id       bigint,
  document       text not null check (length(document) between 1 and 60),
  -- Of a document that follows the series of the company: the next one is its largest and one.
  number         bigint generated always as (case when document ~* '^PC-[0-9]{1,9}$' then substr(document, 4)::bigint end) stored,
  created_date   date not null,
  delivery_date  date,
  payment_method text check (length(payment_method) between 1 and 40),
  notes          text check (length(notes) between 1 and 2000),
  shipping_rate  numeric(15, 2) not null default 0 check (shipping_rate >= 0),
  discount       numeric(15, 2) not null default 0 check (discount >= 0),
  ipi            numeric(7, 4) not null default 0 check (ipi between 0 and 100),
  -- Amount that an invoice names: it wins over the percent.
  ipi_value      numeric(15, 2) check (ipi_value >= 0),
  pay_after_base text check (pay_after_base in ('DELIVERY', 'ORDER')),
  pay_after_day  integer check (pay_after_day between 0 and 3650),
  -- The one forecast expense of its deliveries.
  transaction_id bigint,
  -- What follows from lines and deliveries, written with them: lists and sums read these.
  state          text not null default 'CANCELED' check (state in ('ORDERED', 'PARTIAL', 'RECEIVED', 'CANCELED')),
  lines_value    numeric(15, 2) not null default 0,
  gross_value    numeric(15, 2) not null default 0,
  -- Received quantities at the prices of the order, and their share in the gross value.
  received_value numeric(15, 2) not null default 0,
  received_gross numeric(15, 2) not null default 0,
  invoiced_value numeric(15, 2) not null default 0,
  line_count     integer not null default 0,
  version        integer not null default 1,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (account_id, id),
  constraint orders_building_fk foreign key (account_id, company_id, building_id)
    references buildings (account_id, company_id, id) deferrable initially deferred,
  constraint orders_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade,
  constraint orders_partner_fk foreign key (account_id, partner_id) references partners (account_id, id) deferrable initially deferred,
  constraint orders_category_fk foreign key (account_id, category_id) references categories (account_id, id) deferrable initially deferred,
  constraint orders_buyer_fk foreign key (account_id, buyer_id) references users (account_id, id) on delete set null (buyer_id),
  constraint orders_transaction_fk foreign key (account_id, transaction_id) references transactions (account_id, id) deferrable initially deferred,
  constraint orders_stage_key unique (account_id, building_id, id)
);
create unique index orders_document_key on orders (account_id, company_id, search_key(document));
create unique index orders_transaction_key on orders (account_id, transaction_id) where transaction_id is not null;
create index orders_list on orders (account_id, company_id, created_date desc, id desc);
create index orders_number on orders (account_id, company_id, number desc nulls last);
create index orders_building on orders (account_id, building_id, created_date desc, id desc);
create index orders_partner on orders (account_id, partner_id);
create index orders_category on orders (account_id, category_id) where category_id is not null;
create index orders_open on orders (account_id, company_id, delivery_date) where state in ('ORDERED', 'PARTIAL');
select protect_tenant_table('orders');

create table order_lines (
  account_id        bigint not null,
  id                bigint generated always as identity,
  order_id          bigint not null,
  building_id       bigint not null,
  position          integer not null check (position > 0),
  product_id        bigint not null,
  -- How many of its units one unit of the product makes, where the product that was ordered was merged into this one.
  product_factor    numeric check (product_factor > 0),
  -- As they were when it was ordered.
  code              text not null check (length(code) between 1 and 30),
  name              text not null check (length(name) between 1 and 1000),
  description       text check (length(description) between 1 and 500),
  unit_id           bigint not null,
  -- Units of the product in one unit of the line (saco 50 kg: 50).
  unit_factor       numeric not null default 1 check (unit_factor > 0),
  quantity          numeric(17, 4) not null check (quantity >= 0),
  price             numeric(17, 4) not null check (price >= 0),
  brand_id          bigint,
  stage_id          bigint,
  canceled          boolean not null default false,
  closed            boolean not null default false,
  -- Sum of its deliveries.
  received_quantity numeric(17, 4) not null default 0 check (received_quantity >= 0),
  primary key (account_id, id),
  constraint order_lines_order_fk foreign key (account_id, building_id, order_id)
    references orders (account_id, building_id, id) on update cascade on delete cascade,
  constraint order_lines_key unique (account_id, order_id, id),
  constraint order_lines_product_fk foreign key (account_id, product_id) references products (account_id, id) deferrable initially deferred,
  constraint order_lines_unit_fk foreign key (account_id, unit_id) references units (account_id, id) deferrable initially deferred,
  constraint order_lines_brand_fk foreign key (account_id, brand_id) references brands (account_id, id) deferrable initially deferred,
  constraint order_lines_stage_fk foreign key (account_id, building_id, stage_id)
    references cost_estimate_groups (account_id, building_id, id) deferrable initially deferred,
  -- A received line is not canceled, but closed.
  check (not canceled or (received_quantity = 0 and not closed))
);
create index order_lines_order on order_lines (account_id, order_id, position);
create index order_lines_product on order_lines (account_id, product_id);
create index order_lines_unit on order_lines (account_id, unit_id);
create index order_lines_brand on order_lines (account_id, brand_id) where brand_id is not null;
create index order_lines_stage on order_lines (account_id, stage_id) where stage_id is not null;
select protect_tenant_table('order_lines');

create table order_installments (
  account_id  bigint not null,
  order_id    bigint not null,
  position    integer not null check (position > 0),
  due_date    date not null,
  gross_value numeric(15, 2) not null check (gross_value >= 0),
  primary key (account_id, order_id, position),
  constraint order_installments_order_fk foreign key (account_id, order_id) references orders (account_id, id) on delete cascade
);
select protect_tenant_table('order_installments');

-- A nota: what came at once, with its own prices and charges.
create table order_deliveries (
  account_id      bigint not null,
  id              bigint generated always as identity,
  order_id        bigint not null,
  document_number text check (length(document_number) between 1 and 60),
  emission_date   date not null,
  received_date   date not null,
  received_by     bigint,
  shipping_rate   numeric(15, 2) not null default 0 check (shipping_rate >= 0),
  ipi_value       numeric(15, 2) not null default 0 check (ipi_value >= 0),
  discount        numeric(15, 2) not null default 0 check (discount >= 0),
  value           numeric(15, 2) not null check (value >= 0),
  created_at      timestamptz not null,
  primary key (account_id, id),
  constraint order_deliveries_key unique (account_id, order_id, id),
  constraint order_deliveries_order_fk foreign key (account_id, order_id) references orders (account_id, id) on delete cascade,
  constraint order_deliveries_user_fk foreign key (account_id, received_by) references users (account_id, id) on delete set null (received_by)
);
-- The same nota is received once.
create unique index order_deliveries_document_key on order_deliveries (account_id, order_id, search_key(document_number));
select protect_tenant_table('order_deliveries');

create table order_delivery_lines (
  account_id  bigint not null,
  order_id    bigint not null,
  delivery_id bigint not null,
  line_id     bigint not null,
  quantity    numeric(17, 4) not null check (quantity > 0),
  price       numeric(17, 4) not null check (price >= 0),
  -- This delivery closed what was missing of the line; undoing it opens the line again.
  closes      boolean not null default false,
  primary key (account_id, delivery_id, line_id),
  constraint order_delivery_lines_delivery_fk foreign key (account_id, order_id, delivery_id)
    references order_deliveries (account_id, order_id, id) on delete cascade,
  constraint order_delivery_lines_line_fk foreign key (account_id, order_id, line_id)
    references order_lines (account_id, order_id, id) deferrable initially deferred
);
create index order_delivery_lines_line on order_delivery_lines (account_id, order_id, line_id);
select protect_tenant_table('order_delivery_lines');

create table order_delivery_installments (
  account_id  bigint not null,
  delivery_id bigint not null,
  position    integer not null check (position > 0),
  due_date    date not null,
  gross_value numeric(15, 2) not null check (gross_value >= 0),
  primary key (account_id, delivery_id, position),
  constraint order_delivery_installments_delivery_fk foreign key (account_id, delivery_id)
    references order_deliveries (account_id, id) on delete cascade
);
select protect_tenant_table('order_delivery_installments');
