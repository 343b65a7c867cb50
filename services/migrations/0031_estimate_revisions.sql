-- Revisions of cost estimates: rows, prices and totals as they were approved, or before and after an update of prices
-- (docs/decisions/0046).

create table cost_estimate_revisions (
  account_id       bigint not null references accounts (id) on delete cascade,
  id               bigint generated always as identity,
  cost_estimate_id bigint not null,
  number           integer not null check (number > 0),
  reason           text not null check (reason in ('APPROVAL', 'BEFORE_PRICES', 'PRICES')),
  created_at       timestamptz not null,
  created_by       bigint,
  direct_total     numeric(15, 2) not null,
  bdi_total        numeric(15, 2) not null,
  discount         numeric(15, 2) not null,
  total            numeric(15, 2) not null,
  item_count       integer not null check (item_count >= 0),
  -- Rows with their figures, as services/engineering/costEstimates/revisions/ writes them.
  content          jsonb not null check (jsonb_typeof(content) = 'array'),
  -- SHA-256 of the content: the same content is not kept twice in a row.
  content_hash     bytea not null check (length(content_hash) = 32),
  -- Of the last update of prices: rows and resources before it, and the version that it made, on which it can be undone.
  before           jsonb check (jsonb_typeof(before) = 'object'),
  made_version     integer check (made_version > 0),
  primary key (account_id, id),
  constraint cost_estimate_revisions_number_key unique (account_id, cost_estimate_id, number),
  constraint cost_estimate_revisions_estimate_fk foreign key (account_id, cost_estimate_id)
    references cost_estimates (account_id, id) on delete cascade,
  constraint cost_estimate_revisions_user_fk foreign key (account_id, created_by) references users (account_id, id)
    on delete set null (created_by),
  check (total = direct_total + bdi_total - discount)
);
create index cost_estimate_revisions_user on cost_estimate_revisions (account_id, created_by) where created_by is not null;
select protect_tenant_table('cost_estimate_revisions');
