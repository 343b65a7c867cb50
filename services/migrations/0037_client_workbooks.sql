-- The client's own workbook of a cost estimate, which comes back in its own shape (docs/decisions/0052).

create table client_workbooks (
  account_id       bigint not null references accounts (id) on delete cascade,
  cost_estimate_id bigint not null,
  name             text not null check (length(name) between 1 and 200),
  size             integer not null check (size > 0),
  content          bytea not null,
  created_at       timestamptz not null,
  created_by       bigint,
  -- Sheet, row of the titles, letters of the columns, as schema/engineering/costEstimates/clientWorkbook.rest.ts has them.
  layout           jsonb check (jsonb_typeof(layout) = 'object'),
  -- Titles of the mapped columns as one text: a later file of the customer with the same ones is mapped in the same way.
  titles           text check (length(titles) between 1 and 2000),
  -- Numbers of rows of the sheet with the keys of the rows of the estimate: [[12, 4711], …]. Written and read as a whole.
  links            jsonb not null default '[]' check (jsonb_typeof(links) = 'array'),
  mapped_at        timestamptz,
  primary key (account_id, cost_estimate_id),
  constraint client_workbooks_estimate_fk foreign key (account_id, cost_estimate_id)
    references cost_estimates (account_id, id) on delete cascade,
  constraint client_workbooks_user_fk foreign key (account_id, created_by) references users (account_id, id)
    on delete set null (created_by),
  check ((layout is null) = (titles is null) and (layout is null) = (mapped_at is null)),
  check (size = octet_length(content))
);
create index client_workbooks_user on client_workbooks (account_id, created_by) where created_by is not null;
-- The file is compressed already.
alter table client_workbooks alter column content set storage external;
select protect_tenant_table('client_workbooks');
