-- Searches, lists of a group and lists by unit as fast in large catalogues as in small ones (docs/decisions/0039).

-- What a search finds is sorted by these keys, so that the definitions of thousands of hits are not read.
alter table product_search add column code text, add column name text;
alter table task_search add column code text, add column name text;
set local prumo.owner_access = 'on';
update product_search s set code = d.code_key, name = search_key(d.name)
  from product_definitions d where d.account_id = s.account_id and d.id = s.definition_id;
update task_search s set code = d.code_key, name = search_key(d.description)
  from task_definitions d where d.account_id = s.account_id and d.id = s.definition_id;
set local prumo.owner_access = '';
alter table product_search alter column code set not null, alter column name set not null;
alter table task_search alter column code set not null, alter column name set not null;

create or replace function search_products(p_accounts bigint[], p_definitions bigint[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into product_search (account_id, definition_id, catalogue_id, text, code, name)
  select d.account_id, d.id, d.catalogue_id,
         search_key(concat_ws(' ', d.code, string_agg(a.code, ' ' order by a.code), d.name)), d.code_key, search_key(d.name)
    from (select distinct * from unnest(p_accounts, p_definitions) as touched (account_id, id)) touched
    join product_definitions d on d.account_id = touched.account_id and d.id = touched.id
    left join product_aliases a on a.account_id = d.account_id and a.definition_id = d.id
   group by d.account_id, d.id
  on conflict (account_id, definition_id) do update
    set catalogue_id = excluded.catalogue_id, text = excluded.text, code = excluded.code, name = excluded.name
$$;

create or replace function search_tasks(p_accounts bigint[], p_definitions bigint[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into task_search (account_id, definition_id, catalogue_id, text, code, name)
  select d.account_id, d.id, d.catalogue_id, search_key(d.code || ' ' || d.description), d.code_key, search_key(d.description)
    from (select distinct * from unnest(p_accounts, p_definitions) as touched (account_id, id)) touched
    join task_definitions d on d.account_id = touched.account_id and d.id = touched.id
  on conflict (account_id, definition_id) do update
    set catalogue_id = excluded.catalogue_id, text = excluded.text, code = excluded.code, name = excluded.name
$$;

-- Definitions of the transaction's own account in which every word occurs, with the keys by which they are sorted; of the
-- given catalogues, or of all.
drop function find_products, find_tasks;
create function find_products(p_catalogues bigint[], p_words text[])
  returns table (definition_id bigint, code text, name text)
  language plpgsql stable security definer set search_path = public, pg_temp set jit = off set enable_seqscan = off
as $$
declare
  patterns text[] := array(select search_pattern(word) from unnest(p_words) word);
  every_word text := (select string_agg(format('s.text like $3[%s]', n), ' and ') from generate_subscripts(patterns, 1) n);
begin
  return query execute format(
    'select s.definition_id, s.code, s.name from product_search s
      where s.account_id = $1 and ($2 is null or s.catalogue_id = any($2)) and %s', coalesce(every_word, 'true'))
    using current_account_id(), p_catalogues, patterns;
end $$;

create function find_tasks(p_catalogues bigint[], p_words text[])
  returns table (definition_id bigint, code text, name text)
  language plpgsql stable security definer set search_path = public, pg_temp set jit = off set enable_seqscan = off
as $$
declare
  patterns text[] := array(select search_pattern(word) from unnest(p_words) word);
  every_word text := (select string_agg(format('s.text like $3[%s]', n), ' and ') from generate_subscripts(patterns, 1) n);
begin
  return query execute format(
    'select s.definition_id, s.code, s.name from task_search s
      where s.account_id = $1 and ($2 is null or s.catalogue_id = any($2)) and %s', coalesce(every_word, 'true'))
    using current_account_id(), p_catalogues, patterns;
end $$;
revoke all on function find_products, find_tasks from public;
grant execute on function find_products, find_tasks to prumo_app;

-- Lists by name of one group, as those of one unit or type (migration 0023).
drop index product_definitions_group;
create index product_definitions_group on product_definitions (account_id, product_group_id, search_key(name), id);
-- Lists of tasks by unit read one unit after the other.
drop index task_definitions_unit;
create index task_definitions_unit on task_definitions (account_id, unit_id, id);

-- What an own product was copied from: "SINAPI 34357 (mar/2026)"; as task_definitions has it.
alter table product_definitions add column source_reference text check (length(source_reference) between 1 and 120);
