-- What is bought and what it costs (specification §3, §7; docs/decisions/0029): types, groups, cost databases, products.
-- Keys hold the account (docs/decisions/0028).

create table product_types (
  account_id bigint not null references accounts (id) on delete cascade,
  id         bigint generated always as identity,
  name       text not null check (length(name) between 1 and 60),
  active     boolean not null default true,
  version    integer not null default 1,
  primary key (account_id, id)
);
create unique index product_types_name_key on product_types (account_id, search_key(name));
select protect_tenant_table('product_types');

-- A tree of at most four levels. A place is the row's position among its siblings, after the place of its parent:
-- {1,2,3} is shown as 01.02.003. A move writes the places of a whole branch, so they are unique at commit only.
create table product_groups (
  account_id bigint not null references accounts (id) on delete cascade,
  id         bigint generated always as identity,
  parent_id  bigint,
  place      integer[] not null check (cardinality(place) between 1 and 4 and 0 < all (place)),
  name       text not null check (length(name) between 1 and 80),
  active     boolean not null default true,
  version    integer not null default 1,
  primary key (account_id, id),
  constraint product_groups_parent_fk foreign key (account_id, parent_id) references product_groups (account_id, id),
  constraint product_groups_place_key unique (account_id, place) deferrable initially deferred,
  check ((parent_id is null) = (cardinality(place) = 1))
);
create unique index product_groups_name_key on product_groups (account_id, coalesce(parent_id, 0), search_key(name));
create index product_groups_parent on product_groups (account_id, parent_id);
select protect_tenant_table('product_groups');

-- The texts that several cost databases share: SINAPI publishes one list of codes a month, and its prices by state and
-- regime. A cost database of the account's own has a catalogue to itself.
create table catalogues (
  account_id bigint not null references accounts (id) on delete cascade,
  id         bigint generated always as identity,
  source     text not null check (source in ('GO', 'SINAPI')),
  month      date check (month = date_trunc('month', month)::date),
  primary key (account_id, id),
  check ((source = 'SINAPI') = (month is not null))
);
create unique index catalogues_month_key on catalogues (account_id, source, month) where month is not null;
select protect_tenant_table('catalogues');

-- Cost database (REST: product-table).
create table product_tables (
  account_id   bigint not null references accounts (id) on delete cascade,
  id           bigint generated always as identity,
  catalogue_id bigint not null,
  name         text not null check (length(name) between 1 and 80),
  source       text not null check (source in ('GO', 'SINAPI')),
  -- Of published prices: federative unit, and how social charges count (SD, CD, SE: names of the SINAPI sheets).
  state        text check (state ~ '^[A-Z]{2}$'),
  regime       text check (regime in ('SD', 'CD', 'SE')),
  active       boolean not null default true,
  version      integer not null default 1,
  primary key (account_id, id),
  constraint product_tables_catalogue_fk foreign key (account_id, catalogue_id) references catalogues (account_id, id),
  check ((source = 'SINAPI') = (state is not null) and (source = 'SINAPI') = (regime is not null))
);
create unique index product_tables_name_key on product_tables (account_id, search_key(name));
create unique index product_tables_published_key on product_tables (account_id, catalogue_id, state, regime);
select protect_tenant_table('product_tables');

-- What a product is, whatever it costs: one row in all cost databases of a catalogue.
create table product_definitions (
  account_id       bigint not null references accounts (id) on delete cascade,
  id               bigint generated always as identity,
  catalogue_id     bigint not null,
  code             text not null check (code ~ '^[[:alnum:]_./-]{1,30}$'),
  name             text not null check (length(name) between 1 and 1000),
  unit_id          bigint not null,
  product_type_id  bigint not null,
  product_group_id bigint,
  -- Bought in another unit: one purchase_unit holds purchase_factor units (a bag of 50 kg).
  purchase_unit_id bigint,
  purchase_factor  numeric(19, 6) check (purchase_factor > 0),
  primary key (account_id, id),
  constraint product_definitions_catalogue_fk foreign key (account_id, catalogue_id)
    references catalogues (account_id, id) on delete cascade,
  constraint product_definitions_unit_fk foreign key (account_id, unit_id) references units (account_id, id),
  constraint product_definitions_type_fk foreign key (account_id, product_type_id)
    references product_types (account_id, id),
  constraint product_definitions_group_fk foreign key (account_id, product_group_id)
    references product_groups (account_id, id),
  constraint product_definitions_purchase_unit_fk foreign key (account_id, purchase_unit_id)
    references units (account_id, id),
  check ((purchase_unit_id is null) = (purchase_factor is null)),
  check (purchase_unit_id <> unit_id)
);
create unique index product_definitions_code_key on product_definitions (account_id, catalogue_id, search_key(code));
create index product_definitions_name on product_definitions (account_id, catalogue_id, search_key(name), id);
create index product_definitions_unit on product_definitions (account_id, unit_id);
create index product_definitions_purchase_unit on product_definitions (account_id, purchase_unit_id)
  where purchase_unit_id is not null;
create index product_definitions_type on product_definitions (account_id, product_type_id);
create index product_definitions_group on product_definitions (account_id, product_group_id);
select protect_tenant_table('product_definitions');

create table product_brands (
  account_id    bigint not null references accounts (id) on delete cascade,
  definition_id bigint not null,
  brand_id      bigint not null,
  primary key (account_id, definition_id, brand_id),
  constraint product_brands_definition_fk foreign key (account_id, definition_id)
    references product_definitions (account_id, id) on delete cascade,
  constraint product_brands_brand_fk foreign key (account_id, brand_id) references brands (account_id, id)
);
create index product_brands_brand on product_brands (account_id, brand_id);
select protect_tenant_table('product_brands');

-- Product (insumo): what a definition costs in one cost database. A price that is not known is null, never 0
-- (domain.md §5).
create table products (
  account_id       bigint not null references accounts (id) on delete cascade,
  id               bigint generated always as identity,
  product_table_id bigint not null,
  definition_id    bigint not null,
  price            numeric(19, 4) check (price > 0),
  active           boolean not null default true,
  version          integer not null default 1,
  primary key (account_id, id),
  constraint products_table_fk foreign key (account_id, product_table_id)
    references product_tables (account_id, id) on delete cascade,
  constraint products_definition_fk foreign key (account_id, definition_id)
    references product_definitions (account_id, id) on delete cascade,
  constraint products_definition_key unique (account_id, definition_id, product_table_id)
);
create index products_table on products (account_id, product_table_id);
select protect_tenant_table('products');

-- Every price that a product of the account's own has had, newest last. Published prices have theirs in each month.
create table product_prices (
  account_id bigint not null references accounts (id) on delete cascade,
  id         bigint generated always as identity,
  product_id bigint not null,
  day        date not null,
  price      numeric(19, 4) check (price > 0),
  origin     text not null check (origin in ('TYPED', 'IMPORT', 'MERGE')),
  primary key (account_id, id),
  constraint product_prices_product_fk foreign key (account_id, product_id)
    references products (account_id, id) on delete cascade
);
create index product_prices_product on product_prices (account_id, product_id, day, id);
select protect_tenant_table('product_prices');

-- Codes of products that were merged into another one: a search and an import by the old code find the survivor.
create table product_aliases (
  account_id    bigint not null references accounts (id) on delete cascade,
  id            bigint generated always as identity,
  catalogue_id  bigint not null,
  code          text not null check (code ~ '^[[:alnum:]_./-]{1,30}$'),
  definition_id bigint not null,
  primary key (account_id, id),
  constraint product_aliases_definition_fk foreign key (account_id, definition_id)
    references product_definitions (account_id, id) on delete cascade
);
create unique index product_aliases_code_key on product_aliases (account_id, catalogue_id, search_key(code));
create index product_aliases_definition on product_aliases (account_id, definition_id);
select protect_tenant_table('product_aliases');

-- What a search looks through, as in migration 0011: behind row-level security no index may answer LIKE.
create table product_search (
  account_id    bigint not null,
  definition_id bigint not null,
  catalogue_id  bigint not null,
  -- search_key of codes and name, with spaces between.
  text          text not null,
  primary key (account_id, definition_id),
  constraint product_search_definition_fk foreign key (account_id, definition_id)
    references product_definitions (account_id, id) on delete cascade
);
alter table product_search enable row level security;

-- Writes the searched texts of these definitions anew.
create function search_products(p_account bigint, p_definitions bigint[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into product_search (account_id, definition_id, catalogue_id, text)
  select d.account_id, d.id, d.catalogue_id,
         search_key(concat_ws(' ', d.code, string_agg(a.code, ' ' order by a.code), d.name))
    from product_definitions d
    left join product_aliases a on a.account_id = d.account_id and a.definition_id = d.id
   where d.account_id = p_account and d.id = any(p_definitions)
   group by d.account_id, d.id
  on conflict (account_id, definition_id) do update
    set catalogue_id = excluded.catalogue_id, text = excluded.text
$$;

-- A trigger function copies its transition table before it touches another one (docs/decisions/0028).
create function keep_product_search() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  touched bigint[];
begin
  if tg_table_name = 'product_aliases' then touched := array(select definition_id from rows);
  else touched := array(select id from rows);
  end if;
  perform search_products(current_account_id(), touched);
  return null;
end $$;

create trigger keep_search_insert after insert on product_definitions
  referencing new table as rows for each statement execute function keep_product_search();
create trigger keep_search_update after update on product_definitions
  referencing new table as rows for each statement execute function keep_product_search();
create trigger keep_search_insert after insert on product_aliases
  referencing new table as rows for each statement execute function keep_product_search();
create trigger keep_search_delete after delete on product_aliases
  referencing old table as rows for each statement execute function keep_product_search();

-- Definitions of the transaction's own account in which every word occurs; of the given catalogues, or of all.
create function find_products(p_catalogues bigint[], p_words text[]) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp set jit = off set enable_seqscan = off
as $$
declare
  patterns text[] := array(select search_pattern(word) from unnest(p_words) word);
  every_word text := (select string_agg(format('s.text like $3[%s]', n), ' and ') from generate_subscripts(patterns, 1) n);
begin
  return query execute format(
    'select s.definition_id from product_search s
      where s.account_id = $1 and ($2 is null or s.catalogue_id = any($2)) and %s', coalesce(every_word, 'true'))
    using current_account_id(), p_catalogues, patterns;
end $$;

revoke all on function search_products, keep_product_search, find_products from public;
grant execute on function find_products to prumo_app;
create index product_search_text on product_search using gin (account_id, text gin_trgm_ops) with (fastupdate = off);

-- What a new account begins with (services/purchase/standardCatalogue.ts), for those that exist.
set local prumo.owner_access = 'on';
insert into product_types (account_id, name)
select accounts.id, standard.name from accounts cross join (values
  ('Material'), ('Mão de obra'), ('Equipamento'), ('Serviço de terceiros'), ('Outros')) as standard (name)
order by accounts.id;
with made as (insert into catalogues (account_id, source) select id, 'GO' from accounts returning account_id, id)
insert into product_tables (account_id, catalogue_id, name, source)
select account_id, id, 'Próprios', 'GO' from made;
set local prumo.owner_access = '';
