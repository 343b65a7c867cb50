-- Services made of lines (tasks, composições: specification §3, §7; docs/decisions/0030). Their texts are definitions of a
-- catalogue and their prices rows of a cost database, as those of products are (migration 0019).

create table task_definitions (
  account_id       bigint not null references accounts (id) on delete cascade,
  id               bigint generated always as identity,
  catalogue_id     bigint not null,
  code             text not null check (code ~ '^[[:alnum:]_./-]{1,30}$'),
  -- Stored: behind row-level security no index answers search_key itself.
  code_key         text not null generated always as (search_key(code)) stored,
  description      text not null check (length(description) between 1 and 1000),
  unit_id          bigint not null,
  -- Group or class in the words of the source: "Pisos", "PAVI".
  class            text check (length(class) between 1 and 120),
  -- What it was made from: "SINAPI 87620".
  source_reference text check (length(source_reference) between 1 and 120),
  primary key (account_id, id),
  constraint task_definitions_catalogue_fk foreign key (account_id, catalogue_id)
    references catalogues (account_id, id) on delete cascade,
  constraint task_definitions_unit_fk foreign key (account_id, unit_id) references units (account_id, id)
);
create unique index task_definitions_code_key on task_definitions (account_id, catalogue_id, code_key);
create index task_definitions_code on task_definitions (account_id, code_key, id);
create index task_definitions_description on task_definitions (account_id, search_key(description), id);
create index task_definitions_unit on task_definitions (account_id, unit_id);
select protect_tenant_table('task_definitions');

-- Task: what a definition costs in one cost database. The price of an own task is the sum of its rounded lines, kept by
-- the services in the same SQL transaction; that of a published one is what was published. Null: no price, because a
-- line has none, or none was published.
create table tasks (
  account_id       bigint not null references accounts (id) on delete cascade,
  id               bigint generated always as identity,
  product_table_id bigint not null,
  definition_id    bigint not null,
  unit_price       numeric(19, 4) check (unit_price >= 0 and unit_price < 1e13),
  active           boolean not null default true,
  version          integer not null default 1,
  primary key (account_id, id),
  constraint tasks_table_fk foreign key (account_id, product_table_id)
    references product_tables (account_id, id) on delete cascade,
  constraint tasks_definition_fk foreign key (account_id, definition_id)
    references task_definitions (account_id, id) on delete cascade,
  constraint tasks_definition_key unique (account_id, definition_id, product_table_id)
);
create index tasks_table on tasks (account_id, product_table_id);
select protect_tenant_table('tasks');

-- Lines of tasks of the account's own: a product or a task of whatever cost database. A typed quantity has four places;
-- one that was copied from a published task keeps all of its own.
create table task_items (
  account_id    bigint not null references accounts (id) on delete cascade,
  id            bigint generated always as identity,
  task_id       bigint not null,
  position      integer not null check (position >= 0),
  quantity      numeric not null check (quantity > 0 and quantity < 1e13 and scale(quantity) <= 20),
  product_id    bigint,
  child_task_id bigint,
  primary key (account_id, id),
  constraint task_items_task_fk foreign key (account_id, task_id) references tasks (account_id, id) on delete cascade,
  constraint task_items_product_fk foreign key (account_id, product_id) references products (account_id, id),
  constraint task_items_child_fk foreign key (account_id, child_task_id) references tasks (account_id, id),
  check ((product_id is null) <> (child_task_id is null)),
  check (child_task_id <> task_id)
);
create index task_items_task on task_items (account_id, task_id, position);
create index task_items_product on task_items (account_id, product_id) where product_id is not null;
create index task_items_child on task_items (account_id, child_task_id) where child_task_id is not null;
select protect_tenant_table('task_items');

-- Lines of published tasks, once for all cost databases of the catalogue: the import writes them beside task_definitions,
-- the coefficient verbatim, and tasks with the published price of each cost database. Repeated lines are real and stay.
create table task_definition_items (
  account_id            bigint not null references accounts (id) on delete cascade,
  id                    bigint generated always as identity,
  definition_id         bigint not null,
  position              integer not null check (position >= 0),
  coefficient           numeric not null check (coefficient >= 0 and coefficient < 1e13 and scale(coefficient) <= 20),
  product_definition_id bigint,
  child_definition_id   bigint,
  primary key (account_id, id),
  constraint task_definition_items_definition_fk foreign key (account_id, definition_id)
    references task_definitions (account_id, id) on delete cascade,
  -- The lines of a catalogue go with it, in whatever order its rows are deleted.
  constraint task_definition_items_product_fk foreign key (account_id, product_definition_id)
    references product_definitions (account_id, id) on delete cascade,
  constraint task_definition_items_child_fk foreign key (account_id, child_definition_id)
    references task_definitions (account_id, id) on delete cascade,
  check ((product_definition_id is null) <> (child_definition_id is null))
);
create index task_definition_items_definition on task_definition_items (account_id, definition_id, position);
create index task_definition_items_product on task_definition_items (account_id, product_definition_id)
  where product_definition_id is not null;
create index task_definition_items_child on task_definition_items (account_id, child_definition_id)
  where child_definition_id is not null;
select protect_tenant_table('task_definition_items');

-- The lines of every task. Those of a published one lead to the products and tasks of its own cost database; where that
-- has none, both are null, and the definitions tell what is missing.
create view task_lines with (security_invoker = true) as
select i.account_id, i.task_id, i.id, i.position, i.quantity, i.product_id, i.child_task_id, false as published,
       null::bigint as product_definition_id, null::bigint as child_definition_id
  from task_items i
union all
select t.account_id, t.id, d.id, d.position, d.coefficient, p.id, c.id, true,
       d.product_definition_id, d.child_definition_id
  from tasks t
  join task_definition_items d on d.account_id = t.account_id and d.definition_id = t.definition_id
  left join products p on p.account_id = t.account_id and p.definition_id = d.product_definition_id
    and p.product_table_id = t.product_table_id
  left join tasks c on c.account_id = t.account_id and c.definition_id = d.child_definition_id
    and c.product_table_id = t.product_table_id;
grant select on task_lines to prumo_app;

-- What a search looks through, as product_search of migration 0019.
create table task_search (
  account_id    bigint not null,
  definition_id bigint not null,
  catalogue_id  bigint not null,
  -- search_key of code and description, with a space between.
  text          text not null,
  primary key (account_id, definition_id),
  constraint task_search_definition_fk foreign key (account_id, definition_id)
    references task_definitions (account_id, id) on delete cascade
);
alter table task_search enable row level security;

-- Writes the searched texts of these definitions anew; each with its account.
create function search_tasks(p_accounts bigint[], p_definitions bigint[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into task_search (account_id, definition_id, catalogue_id, text)
  select d.account_id, d.id, d.catalogue_id, search_key(d.code || ' ' || d.description)
    from (select distinct * from unnest(p_accounts, p_definitions) as touched (account_id, id)) touched
    join task_definitions d on d.account_id = touched.account_id and d.id = touched.id
  on conflict (account_id, definition_id) do update
    set catalogue_id = excluded.catalogue_id, text = excluded.text
$$;

-- A trigger function copies its transition table before it touches another one (docs/decisions/0028).
create function keep_task_search() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owners bigint[] := array(select account_id from rows);
  touched bigint[] := array(select id from rows);
begin
  perform search_tasks(owners, touched);
  return null;
end $$;

create trigger keep_search_insert after insert on task_definitions
  referencing new table as rows for each statement execute function keep_task_search();
create trigger keep_search_update after update on task_definitions
  referencing new table as rows for each statement execute function keep_task_search();

-- Definitions of the transaction's own account in which every word occurs; of the given catalogues, or of all.
create function find_tasks(p_catalogues bigint[], p_words text[]) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp set jit = off set enable_seqscan = off
as $$
declare
  patterns text[] := array(select search_pattern(word) from unnest(p_words) word);
  every_word text := (select string_agg(format('s.text like $3[%s]', n), ' and ') from generate_subscripts(patterns, 1) n);
begin
  return query execute format(
    'select s.definition_id from task_search s
      where s.account_id = $1 and ($2 is null or s.catalogue_id = any($2)) and %s', coalesce(every_word, 'true'))
    using current_account_id(), p_catalogues, patterns;
end $$;

revoke all on function search_tasks, keep_task_search, find_tasks from public;
grant execute on function find_tasks to prumo_app;
create index task_search_text on task_search using gin (account_id, text gin_trgm_ops) with (fastupdate = off);
