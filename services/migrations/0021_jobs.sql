-- Background jobs (docs/decisions/0031). The queue is graphile-worker's, in a schema of its own that `migrate` installs.
-- This table is what users read, what a backup holds, and what the queue is built from again.

create table jobs (
  account_id       bigint not null references accounts (id) on delete cascade,
  id               bigint generated always as identity,
  kind             text not null check (kind ~ '^[A-Z_]{1,40}$'),
  -- Who may read, answer and cancel the job; an admin always may.
  permission       text not null check (permission in ('DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING')),
  state            text not null default 'QUEUED'
    check (state in ('QUEUED', 'RUNNING', 'WAITING', 'DONE', 'FAILED', 'CANCELLED')),
  created_by       bigint not null,
  created_at       timestamptz not null,
  started_at       timestamptz,
  finished_at      timestamptz,
  input            jsonb not null,
  -- What the job asks its user while it waits, and the answer with which it goes on.
  question         jsonb,
  answer           jsonb,
  progress         jsonb not null default '[]' check (jsonb_typeof(progress) = 'array'),
  result           jsonb,
  message          text check (length(message) between 1 and 2000),
  cancel_requested boolean not null default false,
  -- Number of the current start. A process that lost the job holds an older number and can no longer write.
  run              integer not null default 0,
  -- Starts since the job was queued or answered.
  attempts         integer not null default 0,
  -- Last sign of life, in the database's time.
  alive_at         timestamptz not null default now(),
  primary key (account_id, id),
  constraint jobs_user_fk foreign key (account_id, created_by) references users (account_id, id) on delete cascade,
  check ((state in ('DONE', 'FAILED', 'CANCELLED')) = (finished_at is not null)),
  check ((state = 'WAITING') = (question is not null))
);
create index jobs_user on jobs (account_id, created_by);
create index jobs_alive on jobs (alive_at) where state in ('QUEUED', 'RUNNING');
select protect_tenant_table('jobs');

-- Puts a job into the queue, in the transaction that is the reason for it. Jobs of one kind and account run one after
-- another.
create function queue_job(p_account bigint, p_id bigint, p_kind text, p_pause integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(p_kind, payload := json_build_object('accountId', p_account, 'jobId', p_id),
    queue_name := p_kind || ':' || p_account, job_key := p_account || ':' || p_id,
    run_at := now() + make_interval(secs => p_pause));
end $$;

-- Jobs without a sign of life for so long: their process died, or the queue lost them (a restored backup has none).
-- Frees what the dead process held, and puts the jobs into the queue again.
create function revive_jobs(p_silence interval) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  job record;
  entry record;
  revived integer := 0;
begin
  set local prumo.owner_access = 'on';
  for job in
    select account_id, id, kind from jobs
     where state in ('QUEUED', 'RUNNING') and alive_at < now() - p_silence
     order by account_id, id for update skip locked
  loop
    select locked_by, locked_at, attempts < max_attempts as usable into entry
      from graphile_worker._private_jobs where key = job.account_id || ':' || job.id;
    if not found or not entry.usable then
      perform queue_job(job.account_id, job.id, job.kind, 0);
    elsif entry.locked_at < now() - p_silence then
      perform graphile_worker.force_unlock_workers(array[entry.locked_by]);
    else
      continue; -- It waits for its turn, or has just been taken.
    end if;
    update jobs set alive_at = now() where account_id = job.account_id and id = job.id;
    revived := revived + 1;
  end loop;
  set local prumo.owner_access = '';
  return revived;
end $$;

revoke all on function queue_job, revive_jobs from public;
grant execute on function queue_job, revive_jobs to prumo_app;
