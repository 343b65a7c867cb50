-- Amendments (aditivos) of approved cost estimates: more or less of a line, new lines, days (domain.md §5;
-- docs/decisions/0048). An approved one changes amendment_quantity of lines; quantity stays the original.

create table cost_estimate_amendments (
  account_id       bigint not null references accounts (id) on delete cascade,
  id               bigint generated always as identity,
  cost_estimate_id bigint not null,
  number           integer not null check (number > 0),
  date             date not null,
  reason           text not null check (length(reason) between 1 and 2000),
  -- By which the term is extended.
  days             integer not null default 0 check (days between 0 and 3650),
  status           text not null default 'DRAFT' check (status in ('DRAFT', 'APPROVED', 'CANCELLED')),
  -- Place among the approved ones of the estimate: amendments are applied, and taken back, in this order.
  applied          integer check (applied > 0),
  approved_at      timestamptz,
  approved_by      bigint,
  created_at       timestamptz not null,
  created_by       bigint,
  updated_at       timestamptz not null,
  version          integer not null default 1,
  primary key (account_id, id),
  check ((status = 'APPROVED') = (applied is not null)),
  check ((status = 'APPROVED') = (approved_at is not null)),
  constraint cost_estimate_amendments_number_key unique (account_id, cost_estimate_id, number),
  constraint cost_estimate_amendments_applied_key unique (account_id, cost_estimate_id, applied),
  constraint cost_estimate_amendments_key unique (account_id, cost_estimate_id, id),
  constraint cost_estimate_amendments_estimate_fk foreign key (account_id, cost_estimate_id)
    references cost_estimates (account_id, id) on delete cascade,
  constraint cost_estimate_amendments_approver_fk foreign key (account_id, approved_by) references users (account_id, id)
    on delete set null (approved_by),
  constraint cost_estimate_amendments_author_fk foreign key (account_id, created_by) references users (account_id, id)
    on delete set null (created_by)
);
create index cost_estimate_amendments_approver on cost_estimate_amendments (account_id, approved_by)
  where approved_by is not null;
create index cost_estimate_amendments_author on cost_estimate_amendments (account_id, created_by) where created_by is not null;
select protect_tenant_table('cost_estimate_amendments');

alter table cost_estimate_lines
  -- Sum of what approved amendments change; null: nothing.
  add column amendment_quantity numeric(17, 4),
  -- The amendment that added the line, whose original quantity is zero.
  add column amendment_id       bigint,
  add constraint cost_estimate_lines_amendment_check check (coalesce(quantity, 0) + coalesce(amendment_quantity, 0) >= 0),
  add constraint cost_estimate_lines_amendment_fk foreign key (account_id, cost_estimate_id, amendment_id)
    references cost_estimate_amendments (account_id, cost_estimate_id, id) deferrable initially deferred;
create index cost_estimate_lines_amendment on cost_estimate_lines (account_id, cost_estimate_id, amendment_id)
  where amendment_id is not null;

alter table cost_estimates
  -- What approved amendments add to the totals, and to the term.
  add column amendment_direct_total numeric(15, 2) not null default 0,
  add column amendment_total        numeric(15, 2) not null default 0,
  add column amendment_days         integer not null default 0 check (amendment_days >= 0),
  add column amendment_count        integer not null default 0 check (amendment_count >= 0),
  add column current_total          numeric(15, 2) generated always as
    (direct_total + bdi_total - discount + amendment_total) stored;

create table cost_estimate_amendment_lines (
  account_id       bigint not null references accounts (id) on delete cascade,
  id               bigint generated always as identity,
  cost_estimate_id bigint not null,
  amendment_id     bigint not null,
  position         integer not null check (position > 0),
  -- A line of the estimate; of a new one: null until the amendment is approved, which makes the line.
  line_id          bigint,
  -- A new line: where it stands, and what it is.
  added            boolean not null,
  parent_id        bigint,
  source_code      text check (length(source_code) between 1 and 30),
  description      text check (length(description) between 1 and 1000),
  unit             text check (length(unit) between 1 and 20),
  unit_price       numeric(19, 4) check (unit_price > 0 and unit_price < 1e13),
  bdi_id           bigint,
  -- By which the quantity changes; below zero: less.
  quantity         numeric(17, 4) not null check (quantity <> 0),
  primary key (account_id, id),
  check (added or line_id is not null),
  check (added = (description is not null)),
  check (added = (unit_price is not null)),
  check (added or (parent_id is null and source_code is null and unit is null and bdi_id is null)),
  check (not added or quantity > 0),
  constraint cost_estimate_amendment_lines_amendment_fk foreign key (account_id, cost_estimate_id, amendment_id)
    references cost_estimate_amendments (account_id, cost_estimate_id, id) on delete cascade,
  constraint cost_estimate_amendment_lines_line_fk foreign key (account_id, line_id)
    references cost_estimate_lines (account_id, id) deferrable initially deferred,
  constraint cost_estimate_amendment_lines_parent_fk foreign key (account_id, cost_estimate_id, parent_id)
    references cost_estimate_groups (account_id, cost_estimate_id, id) deferrable initially deferred,
  constraint cost_estimate_amendment_lines_bdi_fk foreign key (account_id, cost_estimate_id, bdi_id)
    references cost_estimate_bdis (account_id, cost_estimate_id, id) on delete set null (bdi_id)
);
create unique index cost_estimate_amendment_lines_key on cost_estimate_amendment_lines (account_id, amendment_id, line_id)
  where line_id is not null;
create index cost_estimate_amendment_lines_amendment on cost_estimate_amendment_lines (account_id, cost_estimate_id, amendment_id);
create index cost_estimate_amendment_lines_line on cost_estimate_amendment_lines (account_id, line_id) where line_id is not null;
create index cost_estimate_amendment_lines_parent on cost_estimate_amendment_lines (account_id, cost_estimate_id, parent_id)
  where parent_id is not null;
create index cost_estimate_amendment_lines_bdi on cost_estimate_amendment_lines (account_id, cost_estimate_id, bdi_id)
  where bdi_id is not null;
select protect_tenant_table('cost_estimate_amendment_lines');

alter table cost_estimate_revisions drop constraint cost_estimate_revisions_reason_check;
alter table cost_estimate_revisions add constraint cost_estimate_revisions_reason_check
  check (reason in ('APPROVAL', 'BEFORE_PRICES', 'PRICES', 'AMENDMENT', 'AMENDMENT_UNDONE'));
