-- A process that dies between the end of a job and the word of it to the queue leaves its entry locked, and with it
-- the queue of that kind and account. The job is over, so that nothing looked for it: later jobs of the queue waited
-- for hours. Frees such entries too; one that is over runs again without effect.
create or replace function revive_jobs(p_silence interval) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  job record;
  entry record;
  revived integer := 0;
begin
  set local prumo.owner_access = 'on';
  perform graphile_worker.force_unlock_workers(array_agg(e.locked_by))
    from graphile_worker._private_jobs e
   where e.locked_at < now() - p_silence
     and not exists (select from jobs j
       where j.account_id || ':' || j.id = e.key and j.state in ('QUEUED', 'RUNNING'))
  having count(*) > 0;
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
