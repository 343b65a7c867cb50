-- Deleted documents are kept for 30 days and can be restored as they were (decision 105).

create table deleted_documents (
  account_id      bigint not null,
  -- That of the transaction, which it has again when it is restored.
  id              bigint not null,
  company_id      bigint not null,
  type            text not null check (type in ('DEBIT', 'CREDIT')),
  deleted_at      timestamptz not null,
  deleted_by      bigint,
  -- What a list of deleted documents shows, and who may see it.
  -- Without a constraint: a partner whom nothing else uses may be deleted meanwhile.
  partner_id      bigint,
  description     text,
  document_number text,
  value           numeric(15, 2) not null,
  due_date        date,
  building_ids    bigint[] not null,
  -- Rows of the document and of the payables of its retentions: an array for each table.
  kept            jsonb not null check (jsonb_typeof(kept) = 'object'),
  primary key (account_id, id),
  constraint deleted_documents_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade,
  constraint deleted_documents_user_fk foreign key (account_id, deleted_by) references users (account_id, id) on delete set null (deleted_by)
);
create index deleted_documents_list on deleted_documents (account_id, company_id, type, deleted_at desc, id desc);
create index deleted_documents_user on deleted_documents (account_id, deleted_by);
create index deleted_documents_age on deleted_documents (deleted_at);
select protect_tenant_table('deleted_documents');

-- Bytes of their files and notas, apart, as they are of documents.
create table deleted_contents (
  account_id  bigint not null,
  document_id bigint not null,
  kind        text not null check (kind in ('ATTACHMENT', 'NOTA')),
  file_id     bigint not null,
  content     bytea not null,
  primary key (account_id, kind, file_id),
  constraint deleted_contents_document_fk foreign key (account_id, document_id)
    references deleted_documents (account_id, id) on delete cascade
);
create index deleted_contents_document on deleted_contents (account_id, document_id);
select protect_tenant_table('deleted_contents');

-- Inserts rows that to_jsonb has written, under their own ids. A column that came later has its default.
create function insert_kept_rows(p_table regclass, p_rows jsonb) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = p_table and attnum > 0 and not attisdropped and attgenerated = '' and p_rows -> 0 ? attname::text);
begin
  if columns is null then return; end if;
  execute format('insert into %1$s (%2$s) overriding system value select %2$s from jsonb_populate_recordset(null::%1$s, $1)',
    p_table, columns) using p_rows;
end $$;

create function forget_deleted_documents(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from deleted_documents where deleted_at < p_now - interval '30 days';
  set local prumo.owner_access = '';
end $$;
revoke all on function forget_deleted_documents from public;
grant execute on function forget_deleted_documents to prumo_app;
