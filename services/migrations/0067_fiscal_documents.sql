-- Fiscal documents (NF-e, NFS-e) that fill expenses: drafts, and those of documents (domain.md §3; docs/decisions/0070).

create table fiscal_documents (
  account_id     bigint not null,
  id             bigint generated always as identity,
  -- That of its recipient.
  company_id     bigint not null,
  kind           text not null check (kind in ('NFE', 'NFSE')),
  access_key     text not null check (access_key ~ '^([0-9]{6}[0-9A-Z]{14}[0-9]{24}|[0-9]{9}[0-9A-Z]{14}[0-9]{27})$'),
  number         text not null check (length(number) between 1 and 13),
  series         text check (length(series) <= 5),
  issuer_tax_id  text not null check (length(issuer_tax_id) in (11, 14)),
  issuer_name    text not null check (length(issuer_name) <= 120),
  receiver_tax_id text not null check (length(receiver_tax_id) in (11, 14)),
  emission_date  date not null,
  value          numeric(15, 2) not null check (value > 0),
  name           text not null check (length(name) between 1 and 255),
  size           integer not null check (size > 0),
  sha256         bytea not null check (length(sha256) = 32),
  uploaded_by    bigint,
  uploaded_at    timestamptz not null,
  -- Null: a draft.
  transaction_id bigint,
  primary key (account_id, id),
  constraint fiscal_documents_company_fk foreign key (account_id, company_id)
    references companies (account_id, id) on delete cascade,
  constraint fiscal_documents_uploader_fk foreign key (account_id, uploaded_by)
    references users (account_id, id) on delete set null (uploaded_by),
  constraint fiscal_documents_transaction_fk foreign key (account_id, company_id, transaction_id)
    references transactions (account_id, company_id, id) on delete cascade
);
-- A nota is one expense of an account.
create unique index fiscal_documents_key on fiscal_documents (account_id, access_key) where transaction_id is not null;
-- Sent again before it is saved, it is the same draft.
create unique index fiscal_documents_draft on fiscal_documents (account_id, company_id, access_key) where transaction_id is null;
create unique index fiscal_documents_transaction on fiscal_documents (account_id, transaction_id) where transaction_id is not null;
create index fiscal_documents_list on fiscal_documents (account_id, company_id, uploaded_at desc, id desc) where transaction_id is null;
create index fiscal_documents_uploader on fiscal_documents (account_id, uploaded_by);
select protect_tenant_table('fiscal_documents');

-- The XML as it was sent, apart, so that lists never read it.
create table fiscal_document_contents (
  account_id  bigint not null,
  document_id bigint not null,
  content     bytea not null check (length(content) between 1 and 2097152),
  primary key (account_id, document_id),
  constraint fiscal_document_contents_document_fk foreign key (account_id, document_id)
    references fiscal_documents (account_id, id) on delete cascade
);
select protect_tenant_table('fiscal_document_contents');

-- Cancellations that were sent: their notas fill no expense, whether they come before or after.
create table fiscal_cancellations (
  account_id  bigint not null references accounts (id) on delete cascade,
  access_key  text not null check (access_key ~ '^([0-9]{6}[0-9A-Z]{14}[0-9]{24}|[0-9]{9}[0-9A-Z]{14}[0-9]{27})$'),
  event       text not null check (event ~ '^e?[0-9]{6}$'),
  date        date not null,
  name        text not null check (length(name) between 1 and 255),
  uploaded_by bigint,
  uploaded_at timestamptz not null,
  primary key (account_id, access_key),
  constraint fiscal_cancellations_uploader_fk foreign key (account_id, uploaded_by)
    references users (account_id, id) on delete set null (uploaded_by)
);
create index fiscal_cancellations_uploader on fiscal_cancellations (account_id, uploaded_by);
select protect_tenant_table('fiscal_cancellations');

-- What a supplier calls a product is learnt from expenses too. An expense needs no factor: null until a receipt says it.
alter table supplier_products alter column factor drop not null;
alter table supplier_products alter column delivery_id drop not null;
alter table supplier_products add column fiscal_document_id bigint;
alter table supplier_products add constraint supplier_products_document_fk foreign key (account_id, fiscal_document_id)
  references fiscal_documents (account_id, id) on delete cascade;
alter table supplier_products add constraint supplier_products_teacher check (num_nonnulls(delivery_id, fiscal_document_id) = 1);
create index supplier_products_document on supplier_products (account_id, fiscal_document_id)
  where fiscal_document_id is not null;

-- Deletes drafts that nobody has come back to for a month.
create function forget_fiscal_drafts(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from fiscal_documents where transaction_id is null and uploaded_at < p_now - interval '30 days';
  set local prumo.owner_access = '';
end $$;
revoke all on function forget_fiscal_drafts from public;
grant execute on function forget_fiscal_drafts to prumo_app;
