-- Reports that a user keeps at hand, keeps with parameters, or has made in the background (decision 82).

create table report_favourites (
  account_id bigint not null,
  user_id    bigint not null,
  report     text not null check (report ~ '^[a-z][a-z-]{1,39}$'),
  primary key (account_id, user_id, report),
  constraint report_favourites_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
select protect_tenant_table('report_favourites');

create table saved_reports (
  account_id bigint not null,
  id         bigint generated always as identity,
  company_id bigint not null,
  name       text not null check (length(name) between 1 and 80 and name ~ '\S'),
  report     text not null check (report ~ '^[a-z][a-z-]{1,39}$'),
  parameters jsonb not null check (jsonb_typeof(parameters) = 'object'),
  shared     boolean not null,
  created_by bigint not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  constraint saved_reports_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade,
  constraint saved_reports_creator_fk foreign key (account_id, created_by) references users (account_id, id) on delete cascade
);
create unique index saved_reports_name_key on saved_reports (account_id, company_id, created_by, search_key(name));
create index saved_reports_creator on saved_reports (account_id, created_by);
select protect_tenant_table('saved_reports');

create table report_files (
  account_id bigint not null,
  id         bigint generated always as identity,
  company_id bigint not null,
  report     text not null check (report ~ '^[a-z][a-z-]{1,39}$'),
  title      text not null check (length(title) between 1 and 120),
  format     text not null check (format in ('PDF', 'XLSX', 'CSV')),
  job_id     bigint not null,
  created_by bigint not null,
  created_at timestamptz not null,
  -- Of what is ready.
  name       text check (length(name) between 1 and 255),
  size       bigint check (size > 0),
  primary key (account_id, id),
  constraint report_files_job_key unique (account_id, job_id),
  constraint report_files_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade,
  constraint report_files_job_fk foreign key (account_id, job_id) references jobs (account_id, id) on delete cascade,
  constraint report_files_creator_fk foreign key (account_id, created_by) references users (account_id, id) on delete cascade,
  check ((name is null) = (size is null))
);
create index report_files_company on report_files (account_id, company_id, created_by, id desc);
create index report_files_creator on report_files (account_id, created_by);
select protect_tenant_table('report_files');

-- Their content in pieces, so that no process ever holds a long one whole.
create table report_file_pieces (
  account_id bigint not null,
  file_id    bigint not null,
  position   integer not null check (position >= 0),
  content    bytea not null check (length(content) between 1 and 1048576),
  primary key (account_id, file_id, position),
  constraint report_file_pieces_file_fk foreign key (account_id, file_id) references report_files (account_id, id) on delete cascade
);
select protect_tenant_table('report_file_pieces');

create function forget_report_files(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from report_files where created_at < p_now - interval '7 days';
  set local prumo.owner_access = '';
end $$;
revoke all on function forget_report_files from public;
grant execute on function forget_report_files to prumo_app;
