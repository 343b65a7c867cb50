-- The latest change of every row that a list of the API answers, deletions included: what a program reads instead of a
-- whole list (changedSince), and what live lists are told (docs/decisions/0087).

-- Cursors hold transaction numbers, which only mean something in the database that gave them: a restored copy starts
-- over with another token, and every cursor of before is refused.
create table change_epochs (
  single boolean primary key default true check (single),
  token  uuid not null default gen_random_uuid(),
  system bigint not null
);
insert into change_epochs (system) select system_identifier from pg_control_system();
grant select on change_epochs to prumo_app;

create table row_changes (
  account_id bigint not null,
  entity     text not null check (entity ~ '^[a-z_]+$'),
  entity_id  bigint not null,
  -- Null for a row of the whole account.
  company_id bigint,
  -- What lists tell apart by permission: DEBIT or CREDIT of a document.
  kind       text,
  -- Every building that the row has ever been of; -1 for none. Who had no right on any of them is not told of it.
  places     bigint[] not null default '{}',
  -- Read only below the oldest transaction under way, so that one that commits late is not passed over.
  tx         xid8 not null default pg_current_xact_id(),
  at         timestamptz not null default now(),
  user_id    bigint,
  deleted    boolean not null,
  primary key (account_id, entity, entity_id)
);
create index row_changes_order on row_changes (account_id, entity, tx, entity_id);
select protect_tenant_table('row_changes');

create type changed_row as (account_id bigint, id bigint, company_id bigint, kind text, building_id bigint);

-- Keeps the change of rows, and tells whoever listens: once per account, and once per row and transaction. `p_deleted` is
-- null where a part of the row changed. Rows are written in the order of their keys, so that two commands never wait for
-- each other. Payload: ids are null above 100, a company is null where there is none or several.
create function note_changes(p_entity text, p_rows changed_row[], p_deleted boolean) returns void
  language plpgsql as $$
declare
  told text;
begin
  for told in with noted as (
    insert into row_changes as c (account_id, entity, entity_id, company_id, kind, places, user_id, deleted)
    select r.account_id, p_entity, r.id, max(r.company_id), max(r.kind),
           coalesce(array_agg(distinct r.building_id) filter (where r.building_id is not null), '{}'),
           nullif(current_setting('prumo.user_id', true), '')::bigint, coalesce(p_deleted, false)
      from unnest(p_rows) r
      -- Rows that go with their account leave nothing behind.
      join accounts a on a.id = r.account_id
     where r.id is not null
     group by r.account_id, r.id order by r.account_id, r.id
    on conflict (account_id, entity, entity_id) do update set
      tx = excluded.tx, at = excluded.at, user_id = excluded.user_id,
      company_id = coalesce(excluded.company_id, c.company_id),
      kind = coalesce(excluded.kind, c.kind),
      places = array(select unnest(c.places) union select unnest(excluded.places)),
      deleted = coalesce(p_deleted, c.deleted)
    where c.tx <> excluded.tx or c.deleted <> coalesce(p_deleted, c.deleted) or not c.places @> excluded.places
    returning c.account_id, c.entity_id, c.company_id, c.deleted, c.user_id)
  select json_build_object(
           'accountId', account_id, 'entity', p_entity,
           'companyId', case when count(company_id) = count(*) and min(company_id) = max(company_id) then min(company_id) end,
           'ids', case when count(*) <= 100 then json_agg(entity_id order by entity_id) end,
           'deleted', bool_and(deleted), 'userId', min(user_id))::text
    from noted group by account_id
  loop
    perform pg_notify('rows_changed', told);
  end loop;
end $$;

-- Arguments: entity; key, company, kind and building of a row of the table; 'part' where the table holds parts of the entity.
create function note_row_changes() returns trigger language plpgsql as $$
declare
  rows changed_row[];
begin
  execute format('select array_agg(row(account_id, %s, %s, %s, %s)::changed_row) from %I',
                 tg_argv[1], tg_argv[2], tg_argv[3], tg_argv[4], 'changed') into rows;
  if rows is not null then
    perform note_changes(tg_argv[0], rows, case when tg_argv[5] = 'whole' then tg_op = 'DELETE' end);
  end if;
  return null;
end $$;

-- Rows of another table whose answers show the changed ones. Arguments: key of the changed; entity, table, its column
-- that refers to the key, and its column with the id of the entity.
create function note_dependent_changes() returns trigger language plpgsql as $$
declare
  accounts bigint[];
  keys bigint[];
  rows changed_row[];
begin
  execute format('select array_agg(distinct account_id), array_agg(distinct %I) from %I', tg_argv[0], 'changed')
     into accounts, keys;
  execute format('select array_agg(row(d.account_id, d.%I, null, null, null)::changed_row) from %I d
                   where d.account_id = any($1) and d.%I = any($2)', tg_argv[4], tg_argv[2], tg_argv[3])
     into rows using accounts, keys;
  if rows is not null then
    perform note_changes(tg_argv[1], rows, null);
  end if;
  return null;
end $$;

-- Measurements and schedules are of the company and the building of their cost estimate.
create function note_engineering_changes() returns trigger language plpgsql as $$
declare
  accounts bigint[];
  ids bigint[];
  parents bigint[];
  rows changed_row[];
begin
  accounts := array(select account_id from changed);
  if tg_argv[0] = 'measurement' then
    ids := array(select id from changed);
    parents := array(select contract_id from changed);
    select array_agg(row(t.account_id, t.id, k.company_id, null, e.building_id)::changed_row) into rows
      from unnest(accounts, ids, parents) t (account_id, id, contract_id)
      left join measurement_contracts k on k.account_id = t.account_id and k.id = t.contract_id
      left join cost_estimates e on e.account_id = k.account_id and e.id = k.cost_estimate_id;
  else
    ids := array(select cost_estimate_id from changed);
    select array_agg(row(t.account_id, t.id, e.company_id, null, e.building_id)::changed_row) into rows
      from unnest(accounts, ids) t (account_id, id)
      left join cost_estimates e on e.account_id = t.account_id and e.id = t.id;
  end if;
  if rows is not null then
    perform note_changes(tg_argv[0], rows, case when tg_argv[1] = 'whole' then tg_op = 'DELETE' end);
  end if;
  return null;
end $$;

create function watch_statements(p_table regclass, p_name text, p_call text, p_events text[] default '{insert,update,delete}')
  returns void language plpgsql as $$
declare
  event text;
begin
  foreach event in array p_events loop
    execute format('create trigger %I after %s on %s referencing %s table as changed for each statement execute function %s',
                   'changes_' || p_name || '_' || event, event, p_table,
                   case event when 'delete' then 'old' else 'new' end, p_call);
  end loop;
end $$;

-- Rows of a table are an entity of their own; those that exist are noted as of now.
create function watch_rows(p_table regclass, p_entity text, p_company text default 'null', p_kind text default 'null',
                           p_building text default 'null', p_key text default 'id')
  returns void language plpgsql as $$
begin
  perform watch_statements(p_table, p_entity, format('note_row_changes(%L, %L, %L, %L, %L, %L)',
                           p_entity, p_key, p_company, p_kind, p_building, 'whole'));
  execute format('insert into row_changes (account_id, entity, entity_id, company_id, kind, places, deleted)
                  select account_id, %L, %s, %s, %s, array_remove(array[%s]::bigint[], null), false from %s',
                 p_entity, p_key, p_company, p_kind, p_building, p_table);
end $$;

-- Rows of a table are parts of an entity: they change it, and never delete it.
create function watch_parts(p_table regclass, p_entity text, p_key text, p_building text default 'null')
  returns void language sql as $$
  select watch_statements(p_table, p_entity,
                          format('note_row_changes(%L, %L, %L, %L, %L, %L)', p_entity, p_key, 'null', 'null', p_building, 'part'))
$$;

set local prumo.owner_access = 'on';

select watch_rows('companies', 'company', 'id');
select watch_rows('buildings', 'building', 'company_id', 'null', 'id');
select watch_rows('users', 'user');
select watch_parts('user_permissions', 'user', 'user_id');
select watch_rows('categories', 'category');
select watch_rows('partners', 'partner');
select watch_rows('wallets', 'wallet', 'company_id');
select watch_rows('transfers', 'transfer', 'company_id');

select watch_rows('transactions', 'transaction', 'company_id', 'type');
select watch_parts('apportionments', 'transaction', 'transaction_id');
select watch_parts('attachments', 'transaction', 'transaction_id');
select watch_parts('transaction_retentions', 'transaction', 'transaction_id');
select watch_rows('installments', 'installment', 'company_id', 'type');
select watch_parts('installment_payment_codes', 'installment', 'installment_id');
select watch_statements('installment_payment_codes', 'transaction', 'note_dependent_changes(''installment_id'', ''transaction'', ''installments'', ''id'', ''transaction_id'')');
select watch_statements('transactions', 'installments', 'note_dependent_changes(''id'', ''installment'', ''installments'', ''transaction_id'', ''id'')', '{update}');

select watch_rows('transaction_models', 'transaction_model', 'company_id', 'type');
select watch_parts('transaction_model_shares', 'transaction_model', 'model_id');
select watch_rows('fiscal_documents', 'fiscal_document', 'company_id');
select watch_parts('fiscal_documents', 'transaction', 'transaction_id');
select watch_rows('bank_statement_files', 'bank_statement_file', 'company_id');
select watch_rows('bank_statement_lines', 'bank_statement_line', 'company_id');
select watch_parts('bank_links', 'bank_statement_line', 'line_id');
select watch_parts('bank_links', 'transaction', 'transaction_id');
select watch_parts('bank_links', 'installment', 'installment_id');
select watch_parts('bank_links', 'transfer', 'transfer_id');

select watch_rows('orders', 'order', 'company_id', 'null', 'building_id');
select watch_parts('order_lines', 'order', 'order_id');
select watch_parts('order_deliveries', 'order', 'order_id');
select watch_parts('order_returns', 'order', 'order_id');
select watch_parts('order_approvals', 'order', 'order_id');
select watch_parts('order_dispatches', 'order', 'order_id');
select watch_rows('quotes', 'quote', 'company_id', 'null', 'building_id');
select watch_parts('quote_lines', 'quote', 'quote_id');
select watch_parts('quote_suppliers', 'quote', 'quote_id');
select watch_parts('quote_answers', 'quote', 'quote_id');
select watch_parts('quote_awards', 'quote', 'quote_id');

select watch_rows('units', 'unit');
select watch_rows('brands', 'brand');
select watch_rows('product_types', 'product_type');
select watch_rows('product_groups', 'product_group');
select watch_rows('product_tables', 'product_table');
select watch_rows('products', 'product');
select watch_statements('product_definitions', 'product', 'note_dependent_changes(''id'', ''product'', ''products'', ''definition_id'', ''id'')', '{update}');
select watch_statements('product_brands', 'product', 'note_dependent_changes(''definition_id'', ''product'', ''products'', ''definition_id'', ''id'')', '{insert,delete}');
select watch_rows('tasks', 'task');
select watch_parts('task_items', 'task', 'task_id');
select watch_statements('task_definitions', 'task', 'note_dependent_changes(''id'', ''task'', ''tasks'', ''definition_id'', ''id'')', '{update}');

select watch_rows('cost_estimates', 'cost_estimate', 'company_id', 'null', 'building_id');
select watch_statements('measurements', 'measurement', 'note_engineering_changes(''measurement'', ''whole'')');
select watch_parts('measurement_entries', 'measurement', 'measurement_id');
select watch_statements('schedules', 'schedule', 'note_engineering_changes(''schedule'', ''whole'')');
select watch_statements('schedule_items', 'schedule', 'note_engineering_changes(''schedule'', ''part'')');
select watch_statements('schedule_links', 'schedule', 'note_engineering_changes(''schedule'', ''part'')');
select watch_statements('schedule_days_off', 'schedule', 'note_engineering_changes(''schedule'', ''part'')');
insert into row_changes (account_id, entity, entity_id, company_id, places, deleted)
select m.account_id, 'measurement', m.id, k.company_id, array[e.building_id], false
  from measurements m
  join measurement_contracts k on k.account_id = m.account_id and k.id = m.contract_id
  join cost_estimates e on e.account_id = k.account_id and e.id = k.cost_estimate_id
union all
select s.account_id, 'schedule', s.cost_estimate_id, e.company_id, array[e.building_id], false
  from schedules s join cost_estimates e on e.account_id = s.account_id and e.id = s.cost_estimate_id;

-- Later migrations call them for their own tables.
revoke all on function watch_rows, watch_parts, watch_statements from public;

-- The buildings of a document are those of its parts, which are known when the transaction ends.
create function place_document() returns trigger language plpgsql as $$
declare
  here bigint[];
begin
  if new.entity = 'transaction' then
    if not exists (select from transactions t where t.account_id = new.account_id and t.id = new.entity_id) then
      return null;
    end if;
    here := array(select distinct a.building_id from apportionments a
                   where a.account_id = new.account_id and a.transaction_id = new.entity_id);
  else
    here := array(select distinct s.building_id from transaction_model_shares s
                   where s.account_id = new.account_id and s.model_id = new.entity_id);
  end if;
  if here = '{}' then here := '{-1}'; end if;
  update row_changes c set places = array(select unnest(c.places) union select unnest(here))
   where c.account_id = new.account_id and c.entity = new.entity and c.entity_id = new.entity_id and not c.places @> here;
  if new.entity = 'transaction' then
    update row_changes c set places = array(select unnest(c.places) union select unnest(here))
      from installments i
     where i.account_id = new.account_id and i.transaction_id = new.entity_id
       and c.account_id = i.account_id and c.entity = 'installment' and c.entity_id = i.id and not c.places @> here;
  end if;
  return null;
end $$;

update row_changes c set places = p.places
  from (select t.account_id, t.id, coalesce(array_agg(distinct a.building_id) filter (where a.building_id is not null), '{-1}') as places
          from transactions t left join apportionments a on a.account_id = t.account_id and a.transaction_id = t.id
         group by t.account_id, t.id) p
 where c.account_id = p.account_id and c.entity = 'transaction' and c.entity_id = p.id;
update row_changes c set places = p.places
  from installments i
  join row_changes p on p.account_id = i.account_id and p.entity = 'transaction' and p.entity_id = i.transaction_id
 where c.account_id = i.account_id and c.entity = 'installment' and c.entity_id = i.id;
update row_changes c set places = p.places
  from (select m.account_id, m.id, coalesce(array_agg(distinct s.building_id) filter (where s.building_id is not null), '{-1}') as places
          from transaction_models m left join transaction_model_shares s on s.account_id = m.account_id and s.model_id = m.id
         group by m.account_id, m.id) p
 where c.account_id = p.account_id and c.entity = 'transaction_model' and c.entity_id = p.id;

create constraint trigger place_documents after insert or update of tx on row_changes
  deferrable initially deferred for each row
  when (new.entity in ('transaction', 'transaction_model') and not new.deleted) execute function place_document();

-- An account goes with all of its rows.
create function forget_changes_of_accounts() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  ids := array(select id from gone);
  delete from row_changes where account_id = any(ids);
  return null;
end $$;
create trigger forget_changes_of_accounts after delete on accounts referencing old table as gone
  for each statement execute function forget_changes_of_accounts();

set local prumo.owner_access = '';

-- What cursors are bound to: the database, its copy, and its line of recovery.
create function change_epoch() returns text language sql stable as $$
  select md5(concat_ws('/', e.token, s.system_identifier, c.timeline_id))
    from change_epochs e, pg_control_system() s, pg_control_checkpoint() c
$$;

-- Rows that come from another database are changes of now, in the numbers of this one. `p_restored` is true where the
-- database has this moment been given the content of another time.
create function settle_row_changes(p_restored boolean) returns void language plpgsql as $$
declare
  here bigint := (select system_identifier from pg_control_system());
begin
  if not p_restored and exists (select from change_epochs where system = here) then return; end if;
  set local prumo.owner_access = 'on';
  delete from change_epochs;
  insert into change_epochs (system) values (here);
  update row_changes set tx = pg_current_xact_id();
  set local prumo.owner_access = '';
end $$;
revoke all on function settle_row_changes from public;
