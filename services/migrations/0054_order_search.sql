-- A search of orders costs what it finds (docs/decisions/0021): what it looks through stands in a table of its own, which
-- nobody may read but the function below.

create table order_search (
  account_id bigint not null,
  company_id bigint not null,
  order_id   bigint not null,
  -- search_key of number, supplier, building, lines and notas, with spaces between: no word reaches over two of them.
  text       text not null,
  primary key (account_id, order_id),
  constraint order_search_order_fk foreign key (account_id, order_id) references orders (account_id, id) on delete cascade
);
-- No policy and no grant: to the services it does not exist. Not forced, so that its owner's functions may use the index.
alter table order_search enable row level security;

-- What a search looks through in one order.
create function searched_order_text(p_account bigint, p_order bigint) returns text
  language sql stable set search_path = public, pg_temp as $$
  select search_key(concat_ws(' ', o.document, p.name, p.trade_name, b.name,
           (select string_agg(concat_ws(' ', l.code, l.name), ' ' order by l.position) from order_lines l
             where l.account_id = o.account_id and l.order_id = o.id),
           (select string_agg(d.document_number, ' ' order by d.id) from order_deliveries d
             where d.account_id = o.account_id and d.order_id = o.id)))
    from orders o
    join partners p on p.account_id = o.account_id and p.id = o.partner_id
    join buildings b on b.account_id = o.account_id and b.id = o.building_id
   where o.account_id = p_account and o.id = p_order
$$;

-- Writes the texts of orders anew; those that are gone have none. Supplier and building are held against being renamed
-- meanwhile: whoever renames one afterwards finds these orders.
create function refresh_order_search(p_account bigint, p_orders bigint[]) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform from partners p where p.account_id = p_account and p.id in
    (select o.partner_id from orders o where o.account_id = p_account and o.id = any(p_orders)) order by p.id for share;
  perform from buildings b where b.account_id = p_account and b.id in
    (select o.building_id from orders o where o.account_id = p_account and o.id = any(p_orders)) order by b.id for share;
  insert into order_search (account_id, company_id, order_id, text)
  select o.account_id, o.company_id, o.id, searched_order_text(o.account_id, o.id)
    from orders o where o.account_id = p_account and o.id = any(p_orders)
  on conflict (account_id, order_id) do update set company_id = excluded.company_id, text = excluded.text
    where (order_search.company_id, order_search.text) is distinct from (excluded.company_id, excluded.text);
end $$;

create function keep_order_search() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_order_search(new.account_id, array[new.id]);
  return null;
end $$;

-- Lines and notas of a statement: each order once.
create function keep_order_parts_search() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  accounts bigint[];
  touched_orders bigint[];
  account bigint;
begin
  accounts := array(select account_id from touched);
  touched_orders := array(select order_id from touched);
  for account in select distinct a from unnest(accounts) a loop
    perform refresh_order_search(account,
      array(select distinct o from unnest(accounts, touched_orders) as t (a, o) where t.a = account));
  end loop;
  return null;
end $$;

create function keep_renamed_order_search() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  named bigint[];
begin
  if tg_table_name = 'partners' then
    named := array(select o.id from orders o where o.account_id = new.account_id and o.partner_id = new.id);
  else
    named := array(select o.id from orders o where o.account_id = new.account_id and o.building_id = new.id);
  end if;
  perform refresh_order_search(new.account_id, named);
  return null;
end $$;

create trigger keep_search_insert after insert on orders for each row execute function keep_order_search();
create trigger keep_search_update after update of company_id, document, partner_id, building_id on orders
  for each row when ((old.company_id, old.document, old.partner_id, old.building_id)
    is distinct from (new.company_id, new.document, new.partner_id, new.building_id))
  execute function keep_order_search();
create trigger keep_search_insert after insert on order_lines referencing new table as touched
  for each statement execute function keep_order_parts_search();
create trigger keep_search_update after update on order_lines referencing new table as touched
  for each statement execute function keep_order_parts_search();
create trigger keep_search_delete after delete on order_lines referencing old table as touched
  for each statement execute function keep_order_parts_search();
create trigger keep_search_insert after insert on order_deliveries referencing new table as touched
  for each statement execute function keep_order_parts_search();
create trigger keep_search_update after update on order_deliveries referencing new table as touched
  for each statement execute function keep_order_parts_search();
create trigger keep_search_delete after delete on order_deliveries referencing old table as touched
  for each statement execute function keep_order_parts_search();
create trigger keep_order_search after update of name, trade_name on partners
  for each row when ((old.name, old.trade_name) is distinct from (new.name, new.trade_name))
  execute function keep_renamed_order_search();
create trigger keep_order_search after update of name on buildings
  for each row when (old.name is distinct from new.name) execute function keep_renamed_order_search();

-- Keys of the orders in which every word occurs, of the transaction's own account: whoever calls has no say in which.
create function find_orders(p_company bigint, p_words text[]) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp set jit = off set enable_seqscan = off
as $$
declare
  patterns text[] := array(select search_pattern(word) from unnest(p_words) word);
  -- One condition a word, since no index answers `like all`; nothing of the caller's gets into the statement's text.
  every_word text := (select string_agg(format('s.text like $3[%s]', n), ' and ') from generate_subscripts(patterns, 1) n);
begin
  return query execute format(
    'select s.order_id from order_search s where s.account_id = $1 and s.company_id = $2 and %s',
    coalesce(every_word, 'true'))
    using current_account_id(), p_company, patterns;
end $$;

-- All texts anew, for who has changed orders with triggers off.
create function rebuild_order_search() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  lock table orders, order_lines, order_deliveries, partners, buildings in share row exclusive mode;
  delete from order_search;
  insert into order_search (account_id, company_id, order_id, text)
  select o.account_id, o.company_id, o.id, searched_order_text(o.account_id, o.id) from orders o;
  set local prumo.owner_access = '';
end $$;

revoke all on function searched_order_text, refresh_order_search, keep_order_search, keep_order_parts_search,
  keep_renamed_order_search, find_orders, rebuild_order_search from public;
grant execute on function find_orders to prumo_app;
select rebuild_order_search();

create index order_search_text on order_search using gin (account_id, text gin_trgm_ops) with (fastupdate = off);

-- Counts and sums of the list read the index alone, and the list by value its first page.
create index orders_totals on orders (account_id, company_id, building_id)
  include (state, delivery_date, created_date, partner_id, gross_value, received_gross);
create index orders_value on orders (account_id, company_id, gross_value desc, id desc);
