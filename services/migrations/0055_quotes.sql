-- Requests for quotes, whom they were sent to, what was answered, and who got which line (specification §2; domain.md §4;
-- docs/decisions/0058).

-- References to registers are checked at commit, so that an account is deleted in one statement.
create table quotes (
  account_id      bigint not null,
  id              bigint generated always as identity,
  company_id      bigint not null,
  building_id     bigint not null,
  buyer_id        bigint,
  document        text not null check (length(document) between 1 and 60),
  -- Of a document that follows the series of the company: the next one is its largest and one.
  number          bigint generated always as (case when document ~* '^COT-[0-9]{1,9}$' then substr(document, 5)::bigint end) stored,
  title           text not null check (length(title) between 1 and 120),
  delivery_date   date,
  delivery_place  text check (length(delivery_place) between 1 and 200),
  message         text check (length(message) between 1 and 2000),
  phone           text check (length(phone) between 1 and 30),
  deadline        timestamptz,
  -- Percent a month that terms are compared with.
  monthly_rate    numeric(7, 4) not null default 0 check (monthly_rate between 0 and 100),
  justification   text check (length(justification) between 1 and 500),
  close_reason    text check (length(close_reason) between 1 and 500),
  sent_at         timestamptz,
  closed_at       timestamptz,
  -- What follows from lines, answers and awards, written with them: lists and sums read these.
  line_count      integer not null default 0,
  reference_total numeric(19, 2),
  best_total      numeric(19, 2),
  -- Reference of the lines that it buys.
  best_reference  numeric(19, 2),
  version         integer not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (account_id, id),
  constraint quotes_stage_key unique (account_id, building_id, id),
  constraint quotes_building_fk foreign key (account_id, company_id, building_id)
    references buildings (account_id, company_id, id) deferrable initially deferred,
  constraint quotes_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade,
  constraint quotes_buyer_fk foreign key (account_id, buyer_id) references users (account_id, id) on delete set null (buyer_id)
);
create unique index quotes_document_key on quotes (account_id, company_id, search_key(document));
create index quotes_list on quotes (account_id, company_id, created_at desc, id desc);
create index quotes_number on quotes (account_id, company_id, number desc nulls last);
create index quotes_building on quotes (account_id, building_id);
select protect_tenant_table('quotes');

create table quote_lines (
  account_id      bigint not null,
  id              bigint generated always as identity,
  quote_id        bigint not null,
  building_id     bigint not null,
  position        integer not null check (position > 0),
  -- Null: asked for in words alone.
  product_id      bigint,
  -- How many of its units one unit of the product makes, where the product that was asked for was merged into this one.
  product_factor  numeric check (product_factor > 0),
  -- As they were when it was asked for.
  code            text check (length(code) between 1 and 30),
  description     text not null check (length(description) between 1 and 1000),
  unit_id         bigint not null,
  -- Units of the product in one unit of the line (saco 50 kg: 50).
  unit_factor     numeric not null default 1 check (unit_factor > 0),
  quantity        numeric(17, 4) not null check (quantity > 0),
  stage_id        bigint,
  -- Of the cost estimate, in the unit of the line; no supplier reads it.
  reference_price numeric(17, 4) check (reference_price >= 0),
  primary key (account_id, id),
  constraint quote_lines_key unique (account_id, quote_id, id),
  constraint quote_lines_quote_fk foreign key (account_id, building_id, quote_id)
    references quotes (account_id, building_id, id) on update cascade on delete cascade,
  constraint quote_lines_product_fk foreign key (account_id, product_id) references products (account_id, id) deferrable initially deferred,
  constraint quote_lines_unit_fk foreign key (account_id, unit_id) references units (account_id, id) deferrable initially deferred,
  constraint quote_lines_stage_fk foreign key (account_id, building_id, stage_id)
    references cost_estimate_groups (account_id, building_id, id) deferrable initially deferred
);
create index quote_lines_quote on quote_lines (account_id, quote_id, position);
create index quote_lines_product on quote_lines (account_id, product_id) where product_id is not null;
create index quote_lines_unit on quote_lines (account_id, unit_id);
create index quote_lines_stage on quote_lines (account_id, stage_id) where stage_id is not null;
select protect_tenant_table('quote_lines');

create table quote_suppliers (
  account_id     bigint not null,
  id             bigint generated always as identity,
  quote_id       bigint not null,
  partner_id     bigint not null,
  position       integer not null check (position > 0),
  -- Where mails go; that of the register without one.
  email          text check (length(email) between 3 and 254),
  -- First time that a link was mailed to him, or copied for him.
  sent_at        timestamptz,
  opened_at      timestamptz,
  -- Last visit.
  seen_at        timestamptz,
  reminded_at    timestamptz,
  declined_at    timestamptz,
  decline_reason text check (length(decline_reason) between 1 and 500),
  revoked_at     timestamptz,
  primary key (account_id, id),
  constraint quote_suppliers_key unique (account_id, quote_id, id),
  constraint quote_suppliers_partner_key unique (account_id, quote_id, partner_id),
  constraint quote_suppliers_quote_fk foreign key (account_id, quote_id) references quotes (account_id, id) on delete cascade,
  constraint quote_suppliers_partner_fk foreign key (account_id, partner_id) references partners (account_id, id) deferrable initially deferred
);
create index quote_suppliers_partner on quote_suppliers (account_id, partner_id);
select protect_tenant_table('quote_suppliers');

-- A link is known by the hash of its token alone.
create table quote_links (
  account_id  bigint not null,
  token_hash  bytea not null check (length(token_hash) = 32),
  quote_id    bigint not null,
  supplier_id bigint not null,
  created_at  timestamptz not null,
  primary key (account_id, token_hash),
  constraint quote_links_supplier_fk foreign key (account_id, quote_id, supplier_id)
    references quote_suppliers (account_id, quote_id, id) on delete cascade
);
-- Not unique: a unique key has the account, and tokens are random.
create index quote_links_token on quote_links (token_hash);
create index quote_links_supplier on quote_links (account_id, supplier_id);
select protect_tenant_table('quote_links');

-- Whose link a token is; the supplier's page has no account yet.
create function find_quote_link(p_token_hash bytea) returns table (account_id bigint, quote_id bigint, supplier_id bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  return query select l.account_id, l.quote_id, l.supplier_id from quote_links l where l.token_hash = p_token_hash;
  set local prumo.owner_access = '';
end $$;
revoke all on function find_quote_link from public;
grant execute on function find_quote_link to prumo_app;

-- What a supplier typed and has not sent; nobody but he reads it.
create table quote_drafts (
  account_id  bigint not null,
  supplier_id bigint not null,
  body        jsonb not null,
  saved_at    timestamptz not null,
  primary key (account_id, supplier_id),
  constraint quote_drafts_supplier_fk foreign key (account_id, supplier_id) references quote_suppliers (account_id, id) on delete cascade
);
select protect_tenant_table('quote_drafts');

-- The newest revision of a supplier counts; earlier ones are kept.
create table quote_answers (
  account_id    bigint not null,
  id            bigint generated always as identity,
  quote_id      bigint not null,
  supplier_id   bigint not null,
  revision      integer not null check (revision > 0),
  submitted_at  timestamptz not null,
  freight       text not null check (freight in ('INCLUDED', 'CHARGED', 'PICKUP')),
  shipping_rate numeric(15, 2) not null default 0 check (shipping_rate >= 0),
  -- Percent of items and freight.
  ipi           numeric(7, 4) not null default 0 check (ipi between 0 and 100),
  delivery_days integer check (delivery_days between 0 and 730),
  valid_until   date,
  -- Days after the delivery of each installment, of equal parts.
  payment_days  integer[] not null,
  notes         text check (length(notes) between 1 and 2000),
  primary key (account_id, id),
  constraint quote_answers_revision_key unique (account_id, supplier_id, revision),
  constraint quote_answers_key unique (account_id, quote_id, id),
  constraint quote_answers_supplier_fk foreign key (account_id, quote_id, supplier_id)
    references quote_suppliers (account_id, quote_id, id) on delete cascade
);
create index quote_answers_quote on quote_answers (account_id, quote_id);
select protect_tenant_table('quote_answers');

create table quote_answer_lines (
  account_id bigint not null,
  quote_id   bigint not null,
  answer_id  bigint not null,
  line_id    bigint not null,
  -- Null: he does not have it.
  price      numeric(17, 4) check (price > 0),
  brand      text check (length(brand) between 1 and 80),
  primary key (account_id, answer_id, line_id),
  constraint quote_answer_lines_answer_fk foreign key (account_id, quote_id, answer_id)
    references quote_answers (account_id, quote_id, id) on delete cascade,
  constraint quote_answer_lines_line_fk foreign key (account_id, quote_id, line_id)
    references quote_lines (account_id, quote_id, id) deferrable initially deferred
);
create index quote_answer_lines_line on quote_answer_lines (account_id, quote_id, line_id);
select protect_tenant_table('quote_answer_lines');

create table quote_awards (
  account_id  bigint not null,
  quote_id    bigint not null,
  line_id     bigint not null,
  supplier_id bigint not null,
  primary key (account_id, quote_id, line_id),
  constraint quote_awards_line_fk foreign key (account_id, quote_id, line_id)
    references quote_lines (account_id, quote_id, id) on delete cascade,
  constraint quote_awards_supplier_fk foreign key (account_id, quote_id, supplier_id)
    references quote_suppliers (account_id, quote_id, id) on delete cascade
);
create index quote_awards_supplier on quote_awards (account_id, quote_id, supplier_id);
select protect_tenant_table('quote_awards');

create table quote_files (
  account_id  bigint not null,
  id          bigint generated always as identity,
  quote_id    bigint not null,
  -- Null: of the request, for every supplier; else of his answer.
  supplier_id bigint,
  name        text not null check (length(name) between 1 and 200),
  media_type  text not null check (length(media_type) <= 100),
  size        integer not null check (size between 1 and 20971520),
  created_at  timestamptz not null,
  primary key (account_id, id),
  constraint quote_files_quote_fk foreign key (account_id, quote_id) references quotes (account_id, id) on delete cascade,
  constraint quote_files_supplier_fk foreign key (account_id, quote_id, supplier_id)
    references quote_suppliers (account_id, quote_id, id) on delete cascade
);
create index quote_files_quote on quote_files (account_id, quote_id);
select protect_tenant_table('quote_files');

-- Apart from its row, so that listing files never reads their bytes.
create table quote_file_contents (
  account_id bigint not null,
  file_id    bigint not null,
  content    bytea not null,
  primary key (account_id, file_id),
  constraint quote_file_contents_file_fk foreign key (account_id, file_id) references quote_files (account_id, id) on delete cascade
);
select protect_tenant_table('quote_file_contents');

-- Orders that awards of a quote led to.
alter table orders add column quote_id bigint;
alter table orders add constraint orders_quote_fk foreign key (account_id, quote_id)
  references quotes (account_id, id) deferrable initially deferred;
create index orders_quote on orders (account_id, quote_id) where quote_id is not null;
