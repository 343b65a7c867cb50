-- Reports that are sent by mail at set times (decision 90).

create table report_schedules (
  account_id    bigint not null,
  id            bigint generated always as identity,
  company_id    bigint not null,
  report        text not null check (report ~ '^[a-z][a-z-]{1,39}$'),
  parameters    jsonb not null check (jsonb_typeof(parameters) = 'object'),
  rhythm        text not null check (rhythm in ('DAILY', 'WORKDAYS', 'WEEKLY', 'MONTHLY', 'LAST_WORKDAY')),
  weekday       smallint check (weekday between 1 and 7),
  month_day     smallint check (month_day between 1 and 31),
  time_of_day   text not null check (time_of_day ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- The maker's when it was saved.
  time_zone     text not null check (length(time_zone) between 1 and 64),
  -- None for a report without days.
  period        text check (period in ('TODAY', 'YESTERDAY', 'CURRENT_WEEK', 'PREVIOUS_WEEK', 'NEXT_WEEK', 'MONTH_TO_DATE',
    'CURRENT_MONTH', 'PREVIOUS_MONTH', 'NEXT_30_DAYS', 'YEAR_TO_DATE', 'PREVIOUS_YEAR')),
  formats       text[] not null check (cardinality(formats) between 1 and 3 and formats <@ array['PDF', 'XLSX', 'CSV']),
  -- What a recipient gets whose report has no rows: a mail that says so, or nothing.
  empty_result  text not null check (empty_result in ('SEND', 'SKIP')),
  active        boolean not null,
  paused_reason text check (length(paused_reason) between 1 and 300),
  -- Runs in a row in which nobody could be served.
  failures      smallint not null default 0 check (failures >= 0),
  next_at       timestamptz,
  created_by    bigint not null,
  created_at    timestamptz not null,
  primary key (account_id, id),
  constraint report_schedules_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade,
  constraint report_schedules_creator_fk foreign key (account_id, created_by) references users (account_id, id) on delete cascade,
  check ((rhythm = 'WEEKLY') = (weekday is not null)),
  check ((rhythm = 'MONTHLY') = (month_day is not null)),
  check (active = (next_at is not null)),
  check (not active or paused_reason is null)
);
create index report_schedules_company on report_schedules (account_id, company_id, id);
create index report_schedules_creator on report_schedules (account_id, created_by);
create index report_schedules_due on report_schedules (next_at) where active;
select protect_tenant_table('report_schedules');

-- Users, and addresses of nobody who has a login.
create table report_schedule_recipients (
  account_id  bigint not null,
  id          bigint generated always as identity,
  schedule_id bigint not null,
  user_id     bigint,
  address     text check (length(address) between 3 and 254),
  primary key (account_id, id),
  constraint report_schedule_recipients_schedule_fk foreign key (account_id, schedule_id) references report_schedules (account_id, id) on delete cascade,
  constraint report_schedule_recipients_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  check ((user_id is null) <> (address is null))
);
create unique index report_schedule_recipients_key on report_schedule_recipients (account_id, schedule_id, user_id, address) nulls not distinct;
create index report_schedule_recipients_user on report_schedule_recipients (account_id, user_id) where user_id is not null;
select protect_tenant_table('report_schedule_recipients');

-- One sending, with its retries.
create table report_schedule_runs (
  account_id  bigint not null,
  id          bigint generated always as identity,
  schedule_id bigint not null,
  -- To its maker alone, on demand.
  trial       boolean not null,
  due_at      timestamptz not null,
  from_day    date,
  to_day      date,
  job_id      bigint not null,
  tries       smallint not null default 1 check (tries between 1 and 3),
  retry_at    timestamptz,
  finished_at timestamptz,
  primary key (account_id, id),
  constraint report_schedule_runs_schedule_fk foreign key (account_id, schedule_id) references report_schedules (account_id, id) on delete cascade,
  check (retry_at is null or finished_at is null),
  check ((from_day is null) = (to_day is null))
);
create index report_schedule_runs_schedule on report_schedule_runs (account_id, schedule_id, id desc);
create index report_schedule_runs_retry on report_schedule_runs (retry_at) where retry_at is not null;
select protect_tenant_table('report_schedule_runs');

-- What came of it for each recipient. SENDING is stored before the mail is handed over, and found by a later run only where a process
-- died in between: such a mail is not sent again.
create table report_schedule_deliveries (
  account_id bigint not null,
  id         bigint generated always as identity,
  run_id     bigint not null,
  user_id    bigint,
  address    text check (length(address) between 3 and 254),
  state      text not null check (state in ('PENDING', 'SENDING', 'SENT', 'EMPTY', 'NO_ACCESS', 'REFUSED', 'FAILED', 'UNKNOWN')),
  message    text check (length(message) between 1 and 500),
  at         timestamptz not null,
  primary key (account_id, id),
  constraint report_schedule_deliveries_run_fk foreign key (account_id, run_id) references report_schedule_runs (account_id, id) on delete cascade,
  constraint report_schedule_deliveries_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  check ((user_id is null) <> (address is null))
);
create index report_schedule_deliveries_run on report_schedule_deliveries (account_id, run_id, id);
create index report_schedule_deliveries_user on report_schedule_deliveries (account_id, user_id) where user_id is not null;
select protect_tenant_table('report_schedule_deliveries');

-- What is due, of all accounts; who takes it locks the row within its account and looks again.
create function due_reports(p_now timestamptz)
  returns table (account_id bigint, user_id bigint, schedule_id bigint, run_id bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  set local prumo.owner_access = 'on';
  return query
    (select s.account_id, s.created_by, s.id, null::bigint from report_schedules s
      where s.active and s.next_at <= p_now order by s.next_at limit 100)
    union all
    (select r.account_id, s.created_by, s.id, r.id from report_schedule_runs r
       join report_schedules s on s.account_id = r.account_id and s.id = r.schedule_id
      where r.retry_at <= p_now order by r.retry_at limit 100);
  set local prumo.owner_access = '';
end $$;
revoke all on function due_reports from public;
grant execute on function due_reports to prumo_app;

create function forget_report_runs(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from report_schedule_runs where due_at < p_now - interval '90 days';
  set local prumo.owner_access = '';
end $$;
revoke all on function forget_report_runs from public;
grant execute on function forget_report_runs to prumo_app;
