-- Statements of banks (OFX), and the lines of wallets that came with them (domain.md §3; docs/decisions/0065).

-- Wallet that the account of a bank was last routed to.
create table bank_accounts (
  account_id bigint not null,
  company_id bigint not null,
  -- Bank without leading zeros; branch and number in digits and capitals alone.
  bank       text not null check (length(bank) <= 40),
  branch     text not null check (length(branch) <= 40),
  number     text not null check (length(number) between 1 and 40),
  wallet_id  bigint not null,
  updated_at timestamptz not null,
  primary key (account_id, company_id, bank, branch, number),
  constraint bank_accounts_wallet_fk foreign key (account_id, company_id, wallet_id)
    references wallets (account_id, company_id, id) on delete cascade
);
create index bank_accounts_wallet on bank_accounts (account_id, wallet_id);
select protect_tenant_table('bank_accounts');

-- A file as it came. A draft has changed no wallet; undone, its lines are gone but those that another file has, too.
create table bank_statement_files (
  account_id  bigint not null,
  id          bigint generated always as identity,
  company_id  bigint not null,
  name        text not null check (length(name) between 1 and 255),
  dialect     text not null check (length(dialect) between 1 and 20),
  encoding    text not null check (length(encoding) between 1 and 20),
  size        integer not null check (size > 0),
  sha256      bytea not null check (length(sha256) = 32),
  state       text not null default 'DRAFT' check (state in ('DRAFT', 'IMPORTED', 'UNDONE')),
  uploaded_by bigint,
  uploaded_at timestamptz not null,
  imported_by bigint,
  imported_at timestamptz,
  undone_at   timestamptz,
  version     integer not null default 1,
  primary key (account_id, id),
  constraint bank_statement_files_key unique (account_id, company_id, id),
  constraint bank_statement_files_company_fk foreign key (account_id, company_id)
    references companies (account_id, id) on delete cascade,
  constraint bank_statement_files_uploader_fk foreign key (account_id, uploaded_by)
    references users (account_id, id) on delete set null (uploaded_by),
  constraint bank_statement_files_importer_fk foreign key (account_id, imported_by)
    references users (account_id, id) on delete set null (imported_by),
  check ((state = 'DRAFT') = (imported_at is null)),
  check ((state = 'UNDONE') = (undone_at is not null))
);
create index bank_statement_files_list on bank_statement_files (account_id, company_id, id desc);
create index bank_statement_files_uploader on bank_statement_files (account_id, uploaded_by);
create index bank_statement_files_importer on bank_statement_files (account_id, imported_by);
-- The same file, sent twice before it is imported, is one draft.
create unique index bank_statement_files_draft on bank_statement_files (account_id, company_id, sha256) where state = 'DRAFT';
select protect_tenant_table('bank_statement_files');

create table bank_statement_file_contents (
  account_id bigint not null,
  file_id    bigint not null,
  content    bytea not null check (length(content) between 1 and 20971520),
  primary key (account_id, file_id),
  constraint bank_statement_file_contents_file_fk foreign key (account_id, file_id)
    references bank_statement_files (account_id, id) on delete cascade
);
select protect_tenant_table('bank_statement_file_contents');

-- An account of a file, and the wallet that its lines go to.
create table bank_statement_accounts (
  account_id    bigint not null,
  company_id    bigint not null,
  file_id       bigint not null,
  position      integer not null check (position > 0),
  bank          text not null check (length(bank) <= 40),
  branch        text not null check (length(branch) <= 40),
  number        text not null check (length(number) between 1 and 40),
  kind          text not null check (length(kind) <= 40),
  start_date    date,
  end_date      date,
  ledger_amount numeric(15, 2),
  ledger_date   date,
  wallet_id     bigint,
  -- The wallet is the one of bank_accounts, and nobody has chosen another.
  remembered    boolean not null default false,
  primary key (account_id, file_id, position),
  constraint bank_statement_accounts_file_fk foreign key (account_id, company_id, file_id)
    references bank_statement_files (account_id, company_id, id) on delete cascade,
  constraint bank_statement_accounts_wallet_fk foreign key (account_id, company_id, wallet_id)
    references wallets (account_id, company_id, id) on delete set null (wallet_id),
  check ((ledger_amount is null) = (ledger_date is null))
);
create index bank_statement_accounts_wallet on bank_statement_accounts (account_id, wallet_id) where wallet_id is not null;
select protect_tenant_table('bank_statement_accounts');

-- Lines of wallets, each once, however many files have it.
create table bank_statement_lines (
  account_id  bigint not null,
  id          bigint generated always as identity,
  company_id  bigint not null,
  wallet_id   bigint not null,
  date        date not null,
  amount      numeric(15, 2) not null check (amount <> 0),
  memo        text not null check (length(memo) <= 500),
  fit_id      text not null check (length(fit_id) <= 255),
  document    text not null check (length(document) <= 60),
  type        text not null check (length(type) <= 20),
  -- SHA-256 of FITID, date, amount, memo and number among identical lines.
  identity    bytea not null check (length(identity) = 32),
  -- File whose line with the same FITID and another amount took its place.
  replaced_by bigint,
  primary key (account_id, id),
  constraint bank_statement_lines_identity_key unique (account_id, wallet_id, identity),
  constraint bank_statement_lines_company_fk foreign key (account_id, company_id)
    references companies (account_id, id) on delete cascade,
  constraint bank_statement_lines_wallet_fk foreign key (account_id, company_id, wallet_id)
    references wallets (account_id, company_id, id),
  constraint bank_statement_lines_replaced_fk foreign key (account_id, replaced_by)
    references bank_statement_files (account_id, id)
);
create index bank_statement_lines_list on bank_statement_lines (account_id, wallet_id, date desc, id desc)
  where replaced_by is null;
create index bank_statement_lines_company on bank_statement_lines (account_id, company_id, date desc, id desc)
  where replaced_by is null;
create index bank_statement_lines_fit_id on bank_statement_lines (account_id, wallet_id, fit_id, date) where fit_id <> '';
create index bank_statement_lines_replaced on bank_statement_lines (account_id, replaced_by) where replaced_by is not null;
select protect_tenant_table('bank_statement_lines');

-- Every line of every file, as the bank wrote it.
create table bank_statement_file_lines (
  account_id       bigint not null,
  file_id          bigint not null,
  position         integer not null check (position > 0),
  account_position integer not null,
  date             date,
  amount           numeric(15, 2),
  memo             text not null check (length(memo) <= 500),
  fit_id           text not null check (length(fit_id) <= 255),
  document         text not null check (length(document) <= 60),
  type             text not null check (length(type) <= 20),
  -- It tells a balance.
  balance          boolean not null,
  moves            boolean generated always as (not balance and coalesce(amount, 0) <> 0) stored,
  -- Its number among identical lines of its account in the file, and how many there are.
  ordinal          integer not null check (ordinal > 0),
  identical        integer not null check (identical >= ordinal),
  -- No other line of its account in the file has its FITID.
  own_id           boolean not null,
  identity         bytea not null check (length(identity) = 32),
  raw              text not null check (length(raw) <= 8000),
  -- Line of the wallet, and what it was then, once the file is imported.
  line_id          bigint,
  outcome          text check (outcome in ('NEW', 'KNOWN', 'KEPT', 'REPLACED', 'BOTH', 'IGNORED', 'WAITING')),
  primary key (account_id, file_id, position),
  constraint bank_statement_file_lines_account_fk foreign key (account_id, file_id, account_position)
    references bank_statement_accounts (account_id, file_id, position) on delete cascade,
  constraint bank_statement_file_lines_line_fk foreign key (account_id, line_id)
    references bank_statement_lines (account_id, id) on delete set null (line_id),
  check (balance or (date is not null and amount is not null))
);
create index bank_statement_file_lines_line on bank_statement_file_lines (account_id, line_id) where line_id is not null;
select protect_tenant_table('bank_statement_file_lines');

-- Deletes drafts that nobody has come back to for a month.
create function forget_statement_drafts(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from bank_statement_files where state = 'DRAFT' and uploaded_at < p_now - interval '30 days';
  set local prumo.owner_access = '';
end $$;
revoke all on function forget_statement_drafts from public;
grant execute on function forget_statement_drafts to prumo_app;
