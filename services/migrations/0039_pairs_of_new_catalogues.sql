-- The first import into a catalogue compares its products in time that grows with their number, not with its square. Before
-- the first ANALYZE the planner expects one row of every condition, and may read the whole catalogue for each product: by
-- any index that begins with (account_id, catalogue_id), or by joining a product to its catalogue before its id is known.
-- The order by id leaves only the index that has it, since sorts are off in this function; the limit keeps the reading of
-- one product by its id apart from the joins.
drop index product_definitions_word_key;
create index product_definitions_word_key on product_definitions (account_id, catalogue_id, word_key, id);

-- Suggests pairs of these definitions and others of their catalogue: the same words, or neighbours in the order of the
-- alphabet that differ by slips of the hand. It looks at no more than two dozen others each, however many there are.
create or replace function pair_products(p_accounts bigint[], p_definitions bigint[]) returns void
  language sql set search_path = public, pg_temp set jit = off set enable_seqscan = off set enable_sort = off as $$
  delete from product_pairs p using unnest(p_accounts, p_definitions) as touched (account_id, id)
   where p.account_id = touched.account_id and p.first_id = touched.id and not p.dismissed;
  delete from product_pairs p using unnest(p_accounts, p_definitions) as touched (account_id, id)
   where p.account_id = touched.account_id and p.second_id = touched.id and not p.dismissed;
  insert into product_pairs (account_id, catalogue_id, first_id, second_id, in_use)
  select distinct d.account_id, d.catalogue_id, least(d.id, o.id), greatest(d.id, o.id), not exists (
           select from products p where p.account_id = d.account_id and p.definition_id in (d.id, o.id) and not p.active)
    from unnest(p_accounts, p_definitions) as touched (account_id, id)
   cross join lateral (
     select p.* from product_definitions p where p.account_id = touched.account_id and p.id = touched.id limit 1) d
    join catalogues k on k.account_id = d.account_id and k.id = d.catalogue_id and k.source = 'GO'
    join units u on u.account_id = d.account_id and u.id = d.unit_id
   cross join lateral (
     (select n.* from product_definitions n
       where n.account_id = d.account_id and n.catalogue_id = d.catalogue_id and n.word_key = d.word_key and d.word_key <> ''
       order by n.id limit 9)
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
