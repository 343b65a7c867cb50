-- Import of cost databases (docs/decisions/0032): the file of a job, what a job tells of itself, and the report of an
-- import by row.

-- What a job has found so far, in the shape of its kind; shown while it goes on and after its end.
alter table jobs add column details jsonb;

-- The file that a job reads, in pieces of at most 1 MiB, so that no row is as large as a file. Kept until the job is over.
create table job_files (
  account_id bigint not null references accounts (id) on delete cascade,
  job_id     bigint not null,
  position   integer not null check (position >= 0),
  content    bytea not null check (octet_length(content) between 1 and 1048576),
  primary key (account_id, job_id, position),
  constraint job_files_job_fk foreign key (account_id, job_id) references jobs (account_id, id) on delete cascade
);
-- Zipped already.
alter table job_files alter column content set storage external;
select protect_tenant_table('job_files');

create function forget_job_file() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from job_files where account_id = new.account_id and job_id = new.id;
  return null;
end $$;
create trigger forget_file after update of state on jobs for each row
  when (new.state in ('DONE', 'FAILED', 'CANCELLED')) execute function forget_job_file();

-- Ends jobs whose question nobody has answered for a week, and with them their files.
create function abandon_jobs(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  update jobs set state = 'CANCELLED', question = null, finished_at = p_now,
         message = 'Cancelado: ficou sete dias à espera de uma resposta.'
   where state = 'WAITING' and alive_at < now() - interval '7 days';
  set local prumo.owner_access = '';
end $$;
revoke all on function abandon_jobs from public;
grant execute on function abandon_jobs to prumo_app;

-- Rows of an imported file that are worth telling; a row that was read without anything to tell has none.
create table import_report_rows (
  account_id bigint not null references accounts (id) on delete cascade,
  job_id     bigint not null,
  position   integer not null check (position >= 0),
  sheet      text not null,
  row        integer not null check (row > 0),
  code       text,
  name       text,
  outcome    text not null check (outcome in ('REJECTED', 'IGNORED', 'WARNING', 'NO_PRICE')),
  text       text not null,
  primary key (account_id, job_id, position),
  constraint import_report_rows_job_fk foreign key (account_id, job_id) references jobs (account_id, id) on delete cascade
);
select protect_tenant_table('import_report_rows');
