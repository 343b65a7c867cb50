-- Baselines (linhas de base) of schedules: what was planned on a day, frozen (docs/decisions/0047).

create table schedule_baselines (
  account_id       bigint not null,
  id               bigint generated always as identity,
  cost_estimate_id bigint not null,
  name             text not null check (length(name) between 1 and 80),
  created_at       timestamptz not null default now(),
  start_date       date not null,
  end_date         date not null,
  total            numeric(15, 2) not null,
  -- Read and written as a whole, and never changed: dates, quantities and values of the items, values of the months.
  items            jsonb not null check (jsonb_typeof(items) = 'array'),
  months           jsonb not null check (jsonb_typeof(months) = 'array'),
  primary key (account_id, id),
  constraint schedule_baselines_name_key unique (account_id, cost_estimate_id, name),
  constraint schedule_baselines_schedule_fk foreign key (account_id, cost_estimate_id)
    references schedules (account_id, cost_estimate_id) on delete cascade
);
select protect_tenant_table('schedule_baselines');
