-- What a closing had of rows that exceptions let somebody change since, so that verifyLedger compares all others (decision 73).

-- Exceptions that could change what a closing has, whether they did or not.
create table month_closing_openings (
  account_id   bigint not null,
  closing_id   bigint not null,
  exception_id bigint not null,
  primary key (account_id, closing_id, exception_id),
  constraint month_closing_openings_closing_fk foreign key (account_id, closing_id)
    references month_closings (account_id, id) on delete cascade,
  constraint month_closing_openings_exception_fk foreign key (account_id, exception_id)
    references month_exceptions (account_id, id) on delete cascade
);
create index month_closing_openings_exception on month_closing_openings (account_id, exception_id);
select protect_tenant_table('month_closing_openings');

-- Their rows as they were before: the hash that each one has in the figures of the closing.
create table month_closing_rows (
  account_id bigint not null,
  closing_id bigint not null,
  kind       text not null check (kind in ('documents', 'payments', 'transfers')),
  row_id     bigint not null,
  -- The document or transfer that uses of exceptions name.
  owner_id   bigint not null,
  hash       bigint not null,
  primary key (account_id, closing_id, kind, row_id),
  constraint month_closing_rows_closing_fk foreign key (account_id, closing_id)
    references month_closings (account_id, id) on delete cascade
);
select protect_tenant_table('month_closing_rows');
