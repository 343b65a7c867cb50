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
  -- By what codes and names are found. Stored, since behind row-level security no index answers a function that is not
  -- leakproof, as search_key. A name's key has no spaces and punctuation: two products of one key may be the same one.
  code_key         text not null generated always as (search_key(code)) stored,
  name_key         text not null generated always as (left(regexp_replace(search_key(name), '[^a-z0-9]', '', 'g'), 200)) stored,
  -- The code as a number, from which the next free one follows.
  number           bigint generated always as (case when code ~ '^[0-9]{1,9}$' then code::bigint end) stored,
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
create unique index product_definitions_code_key on product_definitions (account_id, catalogue_id, code_key);
create index product_definitions_number on product_definitions (account_id, catalogue_id, number) where number is not null;
create index product_definitions_name_key on product_definitions (account_id, catalogue_id, name_key);
create index product_definitions_name on product_definitions (account_id, catalogue_id, search_key(name), id);
create index product_definitions_code on product_definitions (account_id, catalogue_id, code_key, id);
-- Lists over all cost databases.
create index product_definitions_names on product_definitions (account_id, search_key(name), id);
create index product_definitions_codes on product_definitions (account_id, code_key, id);
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
  -- Checked at commit: a definition goes after its products, whose counts need it.
  constraint products_definition_fk foreign key (account_id, definition_id)
    references product_definitions (account_id, id) deferrable initially deferred,
  constraint products_definition_key unique (account_id, definition_id, product_table_id)
);
create index products_table on products (account_id, product_table_id);
create index products_inactive on products (account_id, product_table_id) where not active;
create index products_price on products (account_id, product_table_id, price, id);
create index products_price_desc on products (account_id, product_table_id, price desc nulls last, id desc);
select protect_tenant_table('products');

-- Every price that a product of the account's own has had, the last one of each day. Published prices have theirs in
-- each month. A merge brings the prices of what was merged.
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
create unique index product_prices_day_key on product_prices (account_id, product_id, day);
select protect_tenant_table('product_prices');

-- Codes of products that were merged into another one: a search and an import by the old code find the survivor.
create table product_aliases (
  account_id    bigint not null references accounts (id) on delete cascade,
  id            bigint generated always as identity,
  catalogue_id  bigint not null,
  code          text not null check (code ~ '^[[:alnum:]_./-]{1,30}$'),
  code_key      text not null generated always as (search_key(code)) stored,
  definition_id bigint not null,
  primary key (account_id, id),
  constraint product_aliases_definition_fk foreign key (account_id, definition_id)
    references product_definitions (account_id, id) on delete cascade
);
create unique index product_aliases_code_key on product_aliases (account_id, catalogue_id, code_key);
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

-- Writes the searched texts of these definitions anew; each with its account.
create function search_products(p_accounts bigint[], p_definitions bigint[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into product_search (account_id, definition_id, catalogue_id, text)
  select d.account_id, d.id, d.catalogue_id,
         search_key(concat_ws(' ', d.code, string_agg(a.code, ' ' order by a.code), d.name))
    from (select distinct * from unnest(p_accounts, p_definitions) as touched (account_id, id)) touched
    join product_definitions d on d.account_id = touched.account_id and d.id = touched.id
    left join product_aliases a on a.account_id = d.account_id and a.definition_id = d.id
   group by d.account_id, d.id
  on conflict (account_id, definition_id) do update
    set catalogue_id = excluded.catalogue_id, text = excluded.text
$$;

-- A trigger function copies its transition table before it touches another one (docs/decisions/0028).
create function keep_product_search() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owners bigint[] := array(select account_id from rows);
  touched bigint[];
begin
  if tg_table_name = 'product_aliases' then touched := array(select definition_id from rows);
  else touched := array(select id from rows);
  end if;
  perform search_products(owners, touched);
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

-- How many products there are of each kind that lists are narrowed by, so that no list counts its rows: a group of 0 is
-- none. Triggers keep it.
create table product_counts (
  account_id       bigint not null references accounts (id) on delete cascade,
  product_table_id bigint not null,
  product_group_id bigint not null,
  product_type_id  bigint not null,
  unit_id          bigint not null,
  active           boolean not null,
  count            integer not null,
  primary key (account_id, product_table_id, product_group_id, product_type_id, unit_id, active),
  constraint product_counts_table_fk foreign key (account_id, product_table_id)
    references product_tables (account_id, id) on delete cascade
);
select protect_tenant_table('product_counts');

-- Adds `p_signs` products of these definitions to the counts, in the order of their keys, so that two transactions wait
-- for each other instead of locking each other out. What goes with its account or its table is no longer counted.
create function add_product_counts(
  p_accounts bigint[], p_tables bigint[], p_groups bigint[], p_types bigint[], p_units bigint[], p_active boolean[], p_signs integer[]
) returns void language sql set search_path = public, pg_temp as $$
  insert into product_counts (account_id, product_table_id, product_group_id, product_type_id, unit_id, active, count)
  select n.account_id, n.table_id, n.group_id, n.type_id, n.unit_id, n.active, sum(n.sign)
    from unnest(p_accounts, p_tables, p_groups, p_types, p_units, p_active, p_signs)
      as n (account_id, table_id, group_id, type_id, unit_id, active, sign)
    join product_tables t on t.account_id = n.account_id and t.id = n.table_id
   group by 1, 2, 3, 4, 5, 6 having sum(n.sign) <> 0 order by 1, 2, 3, 4, 5, 6
  on conflict (account_id, product_table_id, product_group_id, product_type_id, unit_id, active)
    do update set count = product_counts.count + excluded.count
$$;

create function count_products_by_kind() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  a bigint[] := '{}'; t bigint[] := '{}'; d bigint[] := '{}'; on_list boolean[] := '{}'; s integer[] := '{}';
  g bigint[]; y bigint[]; u bigint[];
begin
  if tg_op <> 'INSERT' then
    a := array(select account_id from gone);
    t := array(select product_table_id from gone);
    d := array(select definition_id from gone);
    on_list := array(select active from gone);
    s := array_fill(-1, array[cardinality(a)]);
  end if;
  if tg_op <> 'DELETE' then
    a := a || array(select account_id from rows);
    t := t || array(select product_table_id from rows);
    d := d || array(select definition_id from rows);
    on_list := on_list || array(select active from rows);
    s := s || array_fill(1, array[cardinality(a) - cardinality(s)]);
  end if;
  select array_agg(p.account_id), array_agg(p.table_id), array_agg(coalesce(f.product_group_id, 0)),
         array_agg(f.product_type_id), array_agg(f.unit_id), array_agg(p.active), array_agg(p.sign)
    into a, t, g, y, u, on_list, s
    from unnest(a, t, d, on_list, s) as p (account_id, table_id, definition_id, active, sign)
    join product_definitions f on f.account_id = p.account_id and f.id = p.definition_id;
  perform add_product_counts(a, t, g, y, u, on_list, s);
  return null;
end $$;

create function count_definitions_by_kind() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  a bigint[] := array(select account_id from gone) || array(select account_id from rows);
  d bigint[] := array(select id from gone) || array(select id from rows);
  g bigint[] := array(select product_group_id from gone) || array(select product_group_id from rows);
  y bigint[] := array(select product_type_id from gone) || array(select product_type_id from rows);
  u bigint[] := array(select unit_id from gone) || array(select unit_id from rows);
  half integer := cardinality(a) / 2;
  s integer[] := array_fill(-1, array[half]) || array_fill(1, array[half]);
  t bigint[]; on_list boolean[];
begin
  select array_agg(c.account_id), array_agg(p.product_table_id), array_agg(coalesce(c.group_id, 0)), array_agg(c.type_id),
         array_agg(c.unit_id), array_agg(p.active), array_agg(c.sign)
    into a, t, g, y, u, on_list, s
    from unnest(a, d, g, y, u, s) as c (account_id, definition_id, group_id, type_id, unit_id, sign)
    join products p on p.account_id = c.account_id and p.definition_id = c.definition_id;
  perform add_product_counts(a, t, g, y, u, on_list, s);
  return null;
end $$;

create trigger count_by_kind_insert after insert on products
  referencing new table as rows for each statement execute function count_products_by_kind();
create trigger count_by_kind_delete after delete on products
  referencing old table as gone for each statement execute function count_products_by_kind();
create trigger count_by_kind_update after update on products
  referencing old table as gone new table as rows for each statement execute function count_products_by_kind();
create trigger count_by_kind_update after update on product_definitions
  referencing old table as gone new table as rows for each statement execute function count_definitions_by_kind();

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
