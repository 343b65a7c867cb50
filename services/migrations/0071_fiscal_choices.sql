-- Products that a person chose for items of a draft, until it is an expense (docs/decisions/0070).
create table fiscal_document_choices (
  account_id  bigint not null,
  document_id bigint not null,
  number      integer not null check (number between 1 and 990),
  -- Null: no product, whatever is proposed.
  product_id  bigint,
  primary key (account_id, document_id, number),
  constraint fiscal_document_choices_document_fk foreign key (account_id, document_id)
    references fiscal_documents (account_id, id) on delete cascade,
  constraint fiscal_document_choices_product_fk foreign key (account_id, product_id)
    references products (account_id, id) on delete cascade
);
create index fiscal_document_choices_product on fiscal_document_choices (account_id, product_id) where product_id is not null;
select protect_tenant_table('fiscal_document_choices');
