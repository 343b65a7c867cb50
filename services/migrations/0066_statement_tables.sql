-- Statements in CSV: what their columns are, and lines that two formats tell of one movement (docs/decisions/0069).

-- What the columns of a bank's CSV are, by the headers of its files.
create table bank_table_layouts (
  account_id bigint not null references accounts (id) on delete cascade,
  -- SHA-256 of the headers, without accents and case.
  key        bytea not null check (length(key) = 32),
  layout     jsonb not null,
  updated_at timestamptz not null,
  primary key (account_id, key)
);
select protect_tenant_table('bank_table_layouts');

-- A file in CSV: without a layout it has no accounts and no lines yet.
create table bank_statement_tables (
  account_id bigint not null,
  file_id    bigint not null,
  key        bytea not null check (length(key) = 32),
  headers    jsonb not null,
  -- The first rows, for the person who says what the columns are.
  sample     jsonb not null,
  rows       integer not null check (rows > 0),
  guess      jsonb not null,
  layout     jsonb,
  primary key (account_id, file_id),
  constraint bank_statement_tables_file_fk foreign key (account_id, file_id)
    references bank_statement_files (account_id, id) on delete cascade
);
create index bank_statement_tables_key on bank_statement_tables (account_id, key);
select protect_tenant_table('bank_statement_tables');

-- An account of a CSV may have no number.
alter table bank_statement_accounts drop constraint bank_statement_accounts_number_check;
alter table bank_statement_accounts add constraint bank_statement_accounts_number_check check (length(number) <= 40);
alter table bank_statement_accounts add column csv boolean not null default false;
alter table bank_statement_lines add column csv boolean not null default false;

-- A movement that came in OFX and comes in CSV, or the other way round, is found by its day and its amount.
create index bank_statement_lines_twin on bank_statement_lines (account_id, wallet_id, csv, date, amount)
  where replaced_by is null;
create index bank_statement_file_lines_day on bank_statement_file_lines (account_id, file_id, date, amount);
