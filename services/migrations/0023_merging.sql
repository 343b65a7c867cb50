-- Duplicates of products, and their merging into one (docs/decisions/0033).

create extension if not exists fuzzystrmatch;

-- The words of a name. Digits are words of their own, since "20KG" and "20 kg" are the same.
create function name_words(name text) returns text[]
  language sql immutable strict parallel safe set search_path = public, pg_temp
  as $$
    select array_remove(regexp_split_to_array(
      regexp_replace(search_key(name), '([a-z])(?=[0-9])|([0-9])(?=[a-z])', '\1\2 ', 'g'), '[^a-z0-9]+'), '')
  $$;

-- The words in the order of the alphabet, without those that say nothing: "Areia lavada média" and "média areia lavada"
-- are one.
create function word_key(name text) returns text
  language sql immutable strict parallel safe set search_path = public, pg_temp
  as $$
    select left(coalesce(string_agg(word, ' ' order by word), ''), 200) from unnest(name_words(name)) word
     where word not in ('de', 'da', 'do', 'das', 'dos', 'com', 'para')
  $$;

alter table product_definitions add column word_key text not null generated always as (word_key(name)) stored;
create index product_definitions_word_key on product_definitions (account_id, catalogue_id, word_key);

-- Products of one cost database that may be the same one. A dismissed pair stays, so that it is not suggested again.
create table product_pairs (
  account_id   bigint not null references accounts (id) on delete cascade,
  id           bigint generated always as identity,
  catalogue_id bigint not null,
  first_id     bigint not null,
  second_id    bigint not null check (first_id < second_id),
  dismissed    boolean not null default false,
  -- Both products are active; kept by a trigger, so that counting pairs reads no products.
  in_use       boolean not null default true,
  primary key (account_id, id),
  constraint product_pairs_key unique (account_id, first_id, second_id),
  constraint product_pairs_first_fk foreign key (account_id, first_id)
    references product_definitions (account_id, id) on delete cascade,
  constraint product_pairs_second_fk foreign key (account_id, second_id)
    references product_definitions (account_id, id) on delete cascade
);
create index product_pairs_list on product_pairs (account_id, catalogue_id, id) where in_use and not dismissed;
create index product_pairs_second on product_pairs (account_id, second_id);
select protect_tenant_table('product_pairs');

-- Acronyms as letters and digits: m³ is m3.
create function bare_unit(acronyms text) returns text
  language sql immutable strict parallel safe
  as $$ select regexp_replace(unit_key(acronyms), '[^a-z0-9]', '', 'g') $$;

-- What a unit measures, where others measure it too; domain/purchase/unitFactors.ts knows by what factors.
create function unit_dimension(acronyms text) returns text
  language sql immutable strict parallel safe
  as $$
    select case
      when u in ('mg', 'g', 'kg', 't') then 'mass'
      when u in ('mm', 'cm', 'm', 'km') then 'length'
      when u in ('cm2', 'm2', 'ha') then 'area'
      when u in ('ml', 'l', 'm3') then 'volume'
      when u in ('un', 'par', 'dz', 'cento', 'mil') then 'count'
    end from bare_unit(acronyms) u
  $$;

-- Two words differ by a slip of the hand, or one abbreviates the other ("sc", "saco"). Numbers, short words and Roman
-- numerals that differ are other sizes and classes.
create function similar_words(a text, b text) returns boolean
  language sql immutable strict parallel safe
  as $$
    select a = b or (a || b !~ '[0-9]' and a || b !~ '^[ivx]+$' and case
      when least(length(a), length(b)) = 1 then false
      when least(length(a), length(b)) < 4 and length(a) <> length(b) then
        case when length(a) < length(b) then b ~ ('^' || regexp_replace(a, '(.)', '\1.*', 'g'))
             else a ~ ('^' || regexp_replace(b, '(.)', '\1.*', 'g')) end
      when least(length(a), length(b)) < 4 then false
      else levenshtein_less_equal(left(a, 100), left(b, 100), 2) <= case when least(length(a), length(b)) < 8 then 1 else 2 end
    end)
  $$;

-- Two names differ by no more than that, in two words at most.
create function similar_names(a text[], b text[]) returns boolean
  language sql immutable strict parallel safe
  as $$
    select cardinality(a) = cardinality(b) and bool_and(similar_words(x, y)) and count(*) filter (where x <> y) <= 2
      from unnest(a, b) as pair (x, y)
  $$;

-- Suggests pairs of these definitions and others of their catalogue: the same words, or neighbours in the order of the
-- alphabet that differ by slips of the hand. It looks at no more than two dozen others each, however many there are.
create function pair_products(p_accounts bigint[], p_definitions bigint[]) returns void
  language sql set search_path = public, pg_temp set jit = off set enable_seqscan = off set enable_sort = off as $$
  delete from product_pairs p using unnest(p_accounts, p_definitions) as touched (account_id, id)
   where p.account_id = touched.account_id and p.first_id = touched.id and not p.dismissed;
  delete from product_pairs p using unnest(p_accounts, p_definitions) as touched (account_id, id)
   where p.account_id = touched.account_id and p.second_id = touched.id and not p.dismissed;
  insert into product_pairs (account_id, catalogue_id, first_id, second_id, in_use)
  select distinct d.account_id, d.catalogue_id, least(d.id, o.id), greatest(d.id, o.id), not exists (
           select from products p where p.account_id = d.account_id and p.definition_id in (d.id, o.id) and not p.active)
    from unnest(p_accounts, p_definitions) as touched (account_id, id)
    join product_definitions d on d.account_id = touched.account_id and d.id = touched.id
    join catalogues k on k.account_id = d.account_id and k.id = d.catalogue_id and k.source = 'GO'
    join units u on u.account_id = d.account_id and u.id = d.unit_id
   cross join lateral (
     (select n.* from product_definitions n
       where n.account_id = d.account_id and n.catalogue_id = d.catalogue_id and n.word_key = d.word_key and d.word_key <> ''
       limit 9)
     union all
     (select n.* from product_definitions n
       where n.account_id = d.account_id and n.catalogue_id = d.catalogue_id and n.name_key >= d.name_key
       order by n.account_id, n.catalogue_id, n.name_key limit 9)
     union all
     (select n.* from product_definitions n
       where n.account_id = d.account_id and n.catalogue_id = d.catalogue_id and n.name_key < d.name_key
       order by n.account_id desc, n.catalogue_id desc, n.name_key desc limit 8)
   ) o
    join units v on v.account_id = o.account_id and v.id = o.unit_id
   where o.id <> d.id
     and (d.product_group_id = o.product_group_id or d.product_group_id is null or o.product_group_id is null)
     and (d.word_key = o.word_key or d.name_key = o.name_key
          -- First what costs little: the same digits, and no more than six letters that differ.
          or translate(d.name_key, 'abcdefghijklmnopqrstuvwxyz', '') = translate(o.name_key, 'abcdefghijklmnopqrstuvwxyz', '')
             and levenshtein_less_equal(d.name_key, o.name_key, 6) <= 6
             and similar_names(string_to_array(d.word_key, ' '), string_to_array(o.word_key, ' ')))
     and (u.id = v.id or d.purchase_unit_id = v.id or o.purchase_unit_id = u.id
          or unit_dimension(u.acronyms) = unit_dimension(v.acronyms)
          -- "Cimento, saco 50 kg" in bags, and the same in kilograms.
          or d.name_key || ' ' || o.name_key ~ ('[0-9](' || bare_unit(u.acronyms) || '|' || bare_unit(v.acronyms) || ')'))
   order by 1, 2, 3, 4
  on conflict do nothing
$$;

-- A trigger function copies its transition tables before it touches another one (docs/decisions/0028).
create function keep_product_pairs() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  owners bigint[] := array(select account_id from rows);
  ids bigint[] := array(select id from rows);
  names text[] := array(select name from rows);
  units bigint[] := array(select unit_id from rows);
  groups bigint[] := array(select product_group_id from rows);
  bought bigint[] := array(select purchase_unit_id from rows);
  old_ids bigint[]; old_names text[]; old_units bigint[]; old_groups bigint[]; old_bought bigint[];
begin
  if tg_op = 'UPDATE' then
    old_ids := array(select id from gone);
    old_names := array(select name from gone);
    old_units := array(select unit_id from gone);
    old_groups := array(select product_group_id from gone);
    old_bought := array(select purchase_unit_id from gone);
    select array_agg(n.owner), array_agg(n.id) into owners, ids
      from unnest(owners, ids, names, units, groups, bought) as n (owner, id, name, unit, in_group, bought)
      join unnest(old_ids, old_names, old_units, old_groups, old_bought) as o (id, name, unit, in_group, bought) on o.id = n.id
     where (n.name, n.unit, n.in_group, n.bought) is distinct from (o.name, o.unit, o.in_group, o.bought);
  end if;
  if ids is not null then perform pair_products(owners, ids); end if;
  return null;
end $$;

create trigger keep_pairs_insert after insert on product_definitions
  referencing new table as rows for each statement execute function keep_product_pairs();
create trigger keep_pairs_update after update on product_definitions
  referencing old table as gone new table as rows for each statement execute function keep_product_pairs();

-- Keeps which pairs are in use.
create function keep_pairs_in_use() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  owners bigint[] := array(select account_id from rows);
  ids bigint[] := array(select id from rows);
  touched bigint[] := array(select definition_id from rows);
  now_active boolean[] := array(select active from rows);
  old_ids bigint[];
  was_active boolean[];
begin
  if tg_op = 'UPDATE' then
    old_ids := array(select id from gone);
    was_active := array(select active from gone);
    select array_agg(n.owner), array_agg(n.definition) into owners, touched
      from unnest(owners, ids, touched, now_active) as n (owner, id, definition, active)
      join unnest(old_ids, was_active) as o (id, active) on o.id = n.id
     where n.active <> o.active;
  else
    select array_agg(n.owner), array_agg(n.definition) into owners, touched
      from unnest(owners, touched, now_active) as n (owner, definition, active) where not n.active;
  end if;
  if touched is null then return null; end if;
  update product_pairs x set in_use = not exists (
      select from products p
       where p.account_id = x.account_id and p.definition_id in (x.first_id, x.second_id) and not p.active)
    from unnest(owners, touched) as t (account_id, definition_id)
   where x.account_id = t.account_id and t.definition_id in (x.first_id, x.second_id);
  return null;
end $$;

create trigger keep_pairs_insert after insert on products
  referencing new table as rows for each statement execute function keep_pairs_in_use();
create trigger keep_pairs_update after update on products
  referencing old table as gone new table as rows for each statement execute function keep_pairs_in_use();

-- Lists by unit read one unit after the other.
create index product_definitions_of_unit on product_definitions (account_id, catalogue_id, unit_id, id);
-- Lists by name of one unit or type: products of one kind begin alike, so that a walk by name could read all others first.
create index product_definitions_unit_name on product_definitions (account_id, catalogue_id, unit_id, search_key(name), id);
create index product_definitions_type_name on product_definitions (account_id, catalogue_id, product_type_id, search_key(name), id);
-- Lists by price, from both ends.
create index tasks_price on tasks (account_id, unit_price, id);

-- How many tasks each cost database has, so that no list counts its rows; triggers keep it.
create table task_counts (
  account_id       bigint not null references accounts (id) on delete cascade,
  product_table_id bigint not null,
  active           boolean not null,
  count            integer not null,
  primary key (account_id, product_table_id, active),
  constraint task_counts_table_fk foreign key (account_id, product_table_id)
    references product_tables (account_id, id) on delete cascade
);
select protect_tenant_table('task_counts');

-- What goes with its cost database is no longer counted.
create function add_task_counts(p_accounts bigint[], p_tables bigint[], p_active boolean[], p_signs integer[]) returns void
  language sql set search_path = public, pg_temp as $$
  insert into task_counts (account_id, product_table_id, active, count)
  select n.account_id, n.table_id, n.active, sum(n.sign)
    from unnest(p_accounts, p_tables, p_active, p_signs) as n (account_id, table_id, active, sign)
    join product_tables t on t.account_id = n.account_id and t.id = n.table_id
   group by 1, 2, 3 having sum(n.sign) <> 0 order by 1, 2, 3
  on conflict (account_id, product_table_id, active) do update set count = task_counts.count + excluded.count
$$;

create function count_tasks() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  owners bigint[];
  databases bigint[];
  on_list boolean[];
begin
  if tg_op = 'INSERT' then
    owners := array(select account_id from rows);
    databases := array(select product_table_id from rows);
    on_list := array(select active from rows);
  else
    owners := array(select account_id from gone);
    databases := array(select product_table_id from gone);
    on_list := array(select active from gone);
  end if;
  perform add_task_counts(owners, databases, on_list,
    array_fill(case tg_op when 'INSERT' then 1 else -1 end, array[cardinality(owners)]));
  return null;
end $$;

-- By row, and where the activity changes alone: changes of prices write tens of thousands at once.
create function count_switched_task() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform add_task_counts(array[old.account_id, new.account_id], array[old.product_table_id, new.product_table_id],
    array[old.active, new.active], array[-1, 1]);
  return null;
end $$;

create trigger count_insert after insert on tasks
  referencing new table as rows for each statement execute function count_tasks();
create trigger count_delete after delete on tasks
  referencing old table as gone for each statement execute function count_tasks();
create trigger count_update after update on tasks for each row
  when (old.active <> new.active) execute function count_switched_task();

-- Merges of products, with all that their undoing writes back. `told` is what the history shows.
create table product_merges (
  account_id       bigint not null references accounts (id) on delete cascade,
  id               bigint generated always as identity,
  product_table_id bigint not null,
  -- A product that is deleted later leaves its merges in the history.
  survivor_id      bigint not null,
  user_id          bigint,
  merged_at        timestamptz not null,
  undone_by        bigint,
  undone_at        timestamptz,
  told             jsonb not null,
  restore          jsonb not null,
  primary key (account_id, id),
  constraint product_merges_table_fk foreign key (account_id, product_table_id)
    references product_tables (account_id, id) on delete cascade,
  constraint product_merges_user_fk foreign key (account_id, user_id)
    references users (account_id, id) on delete set null (user_id),
  constraint product_merges_undone_fk foreign key (account_id, undone_by)
    references users (account_id, id) on delete set null (undone_by)
);
create index product_merges_list on product_merges (account_id, product_table_id, id desc);
create index product_merges_survivor on product_merges (account_id, survivor_id);
select protect_tenant_table('product_merges');

-- Rows as they were, every column of them, also one that is added to the table later.
create function restore_rows(p_table regclass, p_rows jsonb) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  columns text := (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
                    where attrelid = p_table and attnum > 0 and not attisdropped and attgenerated = '');
begin
  execute format('insert into %1$s (%2$s) overriding system value select %2$s from jsonb_populate_recordset(null::%1$s, $1)',
                 p_table, columns) using p_rows;
end $$;

revoke all on function pair_products, keep_product_pairs, keep_pairs_in_use, restore_rows from public;
grant execute on function pair_products, restore_rows to prumo_app;

-- Suggestions among what exists, and counts of it.
set local prumo.owner_access = 'on';
insert into task_counts (account_id, product_table_id, active, count)
select account_id, product_table_id, active, count(*) from tasks group by 1, 2, 3;
select pair_products(array_agg(d.account_id), array_agg(d.id)) from product_definitions d
  join catalogues k on k.account_id = d.account_id and k.id = d.catalogue_id and k.source = 'GO';
set local prumo.owner_access = '';
