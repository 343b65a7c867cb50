-- Schedules (cronogramas) of cost estimates (specification §3, §7; docs/decisions/0040).

create table schedules (
  account_id        bigint not null,
  cost_estimate_id  bigint not null,
  -- Start of items that have no other date; null until there are items.
  starts_on         date,
  work_on_saturdays boolean not null default false,
  work_on_sundays   boolean not null default false,
  version           integer not null default 1,
  primary key (account_id, cost_estimate_id),
  constraint schedules_estimate_fk foreign key (account_id, cost_estimate_id)
    references cost_estimates (account_id, id) on delete cascade
);
select protect_tenant_table('schedules');

create table schedule_days_off (
  account_id       bigint not null,
  id               bigint generated always as identity,
  cost_estimate_id bigint not null,
  date             date not null,
  type             text not null check (type in ('NATIONAL_HOLIDAY', 'STATE_HOLIDAY', 'MUNICIPAL_HOLIDAY', 'OPTIONAL', 'RAIN',
    'COLLECTIVE_LEAVE', 'OTHER')),
  description      text not null check (length(description) between 1 and 120),
  primary key (account_id, id),
  constraint schedule_days_off_date_key unique (account_id, cost_estimate_id, date) deferrable initially deferred,
  constraint schedule_days_off_schedule_fk foreign key (account_id, cost_estimate_id)
    references schedules (account_id, cost_estimate_id) on delete cascade
);
select protect_tenant_table('schedule_days_off');

-- A row of the estimate in time: a line, a stage as a whole, or a milestone under a stage. The first and last day are
-- those of the plan, kept for what asks about dates without planning.
create table schedule_items (
  account_id       bigint not null,
  id               bigint generated always as identity,
  cost_estimate_id bigint not null,
  group_id         bigint,
  line_id          bigint,
  milestone        text check (length(milestone) between 1 and 120),
  duration         integer not null check (duration between 0 and 3650),
  not_before       date,
  constraint_type  text check (constraint_type in ('START_ON', 'START_NOT_AFTER', 'FINISH_ON', 'FINISH_NOT_BEFORE',
    'FINISH_NOT_AFTER')),
  constraint_date  date,
  percent_complete numeric(5, 2) not null default 0 check (percent_complete between 0 and 100),
  started_on       date,
  start_date       date not null,
  end_date         date not null,
  primary key (account_id, id),
  check ((group_id is null) <> (line_id is null)),
  check ((constraint_type is null) = (constraint_date is null)),
  -- What lasts no day is a milestone, and a milestone stands under a stage.
  check ((milestone is not null) = (duration = 0)),
  check (milestone is null or group_id is not null),
  check (percent_complete = 0 or started_on is not null),
  check (end_date >= start_date),
  constraint schedule_items_schedule_fk foreign key (account_id, cost_estimate_id)
    references schedules (account_id, cost_estimate_id) on delete cascade,
  constraint schedule_items_group_fk foreign key (account_id, cost_estimate_id, group_id)
    references cost_estimate_groups (account_id, cost_estimate_id, id) on delete cascade,
  constraint schedule_items_line_fk foreign key (account_id, line_id)
    references cost_estimate_lines (account_id, id) on delete cascade
);
create index schedule_items_estimate on schedule_items (account_id, cost_estimate_id);
create unique index schedule_items_group on schedule_items (account_id, group_id) where milestone is null and group_id is not null;
create index schedule_items_stage on schedule_items (account_id, group_id) where group_id is not null;
create unique index schedule_items_line on schedule_items (account_id, line_id) where line_id is not null;
select protect_tenant_table('schedule_items');

create table schedule_links (
  account_id       bigint not null,
  id               bigint generated always as identity,
  cost_estimate_id bigint not null,
  from_item_id     bigint not null,
  to_item_id       bigint not null,
  type             text not null check (type in ('FS', 'SS', 'FF', 'SF')),
  lag              integer not null default 0 check (lag between -730 and 730),
  lag_unit         text not null default 'WORKING' check (lag_unit in ('WORKING', 'CALENDAR')),
  primary key (account_id, id),
  check (from_item_id <> to_item_id),
  constraint schedule_links_items_key unique (account_id, from_item_id, to_item_id) deferrable initially deferred,
  constraint schedule_links_schedule_fk foreign key (account_id, cost_estimate_id)
    references schedules (account_id, cost_estimate_id) on delete cascade,
  constraint schedule_links_from_fk foreign key (account_id, from_item_id)
    references schedule_items (account_id, id) on delete cascade,
  constraint schedule_links_to_fk foreign key (account_id, to_item_id)
    references schedule_items (account_id, id) on delete cascade
);
create index schedule_links_estimate on schedule_links (account_id, cost_estimate_id);
create index schedule_links_to on schedule_links (account_id, to_item_id);
select protect_tenant_table('schedule_links');
