-- Invoices (NF-e) that deliveries of orders were received from, and what they taught (docs/decisions/0060).

-- The access key of the nota: the same one is received once in an account.
alter table order_deliveries
  add column access_key text check (access_key ~ '^[0-9]{6}[0-9A-Z]{14}[0-9]{24}$');
create unique index order_deliveries_access_key on order_deliveries (account_id, access_key) where access_key is not null;

-- The XML as it was sent, apart from its delivery, so that reading orders never reads it.
create table order_delivery_invoices (
  account_id  bigint not null,
  delivery_id bigint not null,
  content     bytea not null check (length(content) between 1 and 2097152),
  primary key (account_id, delivery_id),
  constraint order_delivery_invoices_delivery_fk foreign key (account_id, delivery_id)
    references order_deliveries (account_id, id) on delete cascade
);
select protect_tenant_table('order_delivery_invoices');

-- What a supplier calls a product, by the unit that he sells it in: learnt from a nota that was received, and forgotten
-- when that is undone.
create table supplier_products (
  account_id     bigint not null,
  id             bigint generated always as identity,
  partner_id     bigint not null,
  code           text not null check (length(code) between 1 and 60),
  -- As units of notas are compared (domain/purchase/invoices/units.ts).
  unit           text not null check (length(unit) between 1 and 20),
  product_id     bigint not null,
  -- How many of its units one unit of the product makes, where the product that was matched was merged into this one.
  product_factor numeric check (product_factor > 0),
  -- Units of the product, as it was matched, in one of these.
  factor         numeric not null check (factor > 0),
  delivery_id    bigint not null,
  updated_at     timestamptz not null,
  primary key (account_id, id),
  constraint supplier_products_partner_fk foreign key (account_id, partner_id)
    references partners (account_id, id) on delete cascade,
  constraint supplier_products_product_fk foreign key (account_id, product_id)
    references products (account_id, id) on delete cascade,
  constraint supplier_products_delivery_fk foreign key (account_id, delivery_id)
    references order_deliveries (account_id, id) on delete cascade
);
create unique index supplier_products_key on supplier_products (account_id, partner_id, code, unit);
create index supplier_products_product on supplier_products (account_id, product_id);
create index supplier_products_delivery on supplier_products (account_id, delivery_id);
select protect_tenant_table('supplier_products');
