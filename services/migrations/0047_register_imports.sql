-- What imports of registers wrote, so that one undo takes an import back (docs/decisions/0054).
create table register_imports (
  account_id bigint not null references accounts (id) on delete cascade,
  id         bigint generated always as identity,
  -- English name of the register's rows, as in the history.
  entity     text not null check (entity ~ '^[a-zA-Z]+$'),
  file_name  text not null,
  -- Null once the user is deleted.
  user_id    bigint,
  made_at    timestamptz not null,
  undone_at  timestamptz,
  undone_by  bigint,
  primary key (account_id, id),
  constraint register_imports_user_fk foreign key (account_id, user_id) references users (account_id, id)
    on delete set null (user_id),
  constraint register_imports_undone_by_fk foreign key (account_id, undone_by) references users (account_id, id)
    on delete set null (undone_by)
);
create index register_imports_user on register_imports (account_id, user_id) where user_id is not null;
create index register_imports_undone_by on register_imports (account_id, undone_by) where undone_by is not null;
select protect_tenant_table('register_imports');

create table register_import_rows (
  account_id bigint not null,
  import_id  bigint not null,
  -- The register's own rows come first, then references that were made for them.
  position   integer not null,
  entity     text not null check (entity ~ '^[a-zA-Z]+$'),
  row_id     bigint not null,
  -- Of the row after the import: a row of another version was changed since.
  version    integer not null,
  -- Earlier values of what the import changed; null where it made the row.
  before     jsonb,
  primary key (account_id, import_id, position),
  constraint register_import_rows_import_fk foreign key (account_id, import_id)
    references register_imports (account_id, id) on delete cascade
);
create index register_import_rows_row on register_import_rows (account_id, entity, row_id) where before is not null;
select protect_tenant_table('register_import_rows');

-- Deletes rows of one account that no foreign key holds, and answers their ids; the others stay.
create function delete_unreferenced(p_table regclass, p_account bigint, p_ids bigint[]) returns bigint[]
  language plpgsql set search_path = public, pg_temp as $$
declare
  statement text := format('delete from %s where account_id = $1 and id = any($2)', p_table);
  gone bigint[] := '{}';
  one bigint;
begin
  begin
    execute statement using p_account, p_ids;
    -- Some references are checked at commit; here they count at once. All deferrable constraints begin deferred.
    set constraints all immediate;
    set constraints all deferred;
    return p_ids;
  exception when foreign_key_violation then
    null;
  end;
  foreach one in array p_ids loop
    begin
      execute statement using p_account, array[one];
      set constraints all immediate;
      set constraints all deferred;
      gone := gone || one;
    exception when foreign_key_violation then
      null;
    end;
  end loop;
  return gone;
end $$;

-- Writes columns of rows of one account, each row as far as constraints let it, and answers the ids of those written.
create function restore_rows(p_table regclass, p_account bigint, p_columns text[], p_rows jsonb) returns bigint[]
  language plpgsql set search_path = public, pg_temp as $$
declare
  statement text := format(
    'update %1$s r set %2$s, version = r.version + 1 from jsonb_populate_recordset(null::%1$s, $2) n
      where r.account_id = $1 and r.id = n.id',
    p_table, (select string_agg(format('%1$I = n.%1$I', name), ', ') from unnest(p_columns) as name));
  written bigint[] := '{}';
  one jsonb;
begin
  begin
    execute statement using p_account, p_rows;
    set constraints all immediate;
    set constraints all deferred;
    return array(select (value ->> 'id')::bigint from jsonb_array_elements(p_rows));
  exception when integrity_constraint_violation then
    null;
  end;
  for one in select value from jsonb_array_elements(p_rows) loop
    begin
      execute statement using p_account, jsonb_build_array(one);
      set constraints all immediate;
      set constraints all deferred;
      written := written || (one ->> 'id')::bigint;
    exception when integrity_constraint_violation then
      null;
    end;
  end loop;
  return written;
end $$;

-- What is known of a person goes with the person (migration 0015): also from what an import could give back.
create or replace function erase_personal_history() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  access text := current_setting('prumo.owner_access', true);
begin
  perform set_config('prumo.owner_access', 'on', true);
  update audit_log a set details = without_personal(a.entity, a.details)
  from gone g
  where a.account_id = g.account_id and a.entity = tg_argv[0] and a.entity_id = g.id
    and a.details ?| personal_columns(a.entity);
  update register_import_rows i set before = without_personal(i.entity, i.before)
  from gone g
  where i.account_id = g.account_id and i.entity = tg_argv[0] and i.row_id = g.id
    and i.before ?| personal_columns(i.entity);
  perform set_config('prumo.owner_access', coalesce(access, ''), true);
  return null;
end $$;
