-- CSV files that the tokens of an account have asked for on a day (docs/decisions/0092).
alter table api_usage add column files bigint not null default 0 check (files >= 0);

-- Counts one file. Returns how many the day has with it, or null when it already has p_most.
create function take_api_file(p_account_id bigint, p_day date, p_most bigint) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken bigint;
begin
  set local prumo.owner_access = 'on';
  -- As in add_api_use: a count that a crash loses is no loss.
  set local synchronous_commit = off;
  insert into api_usage as used (account_id, day, points, calls, files) values (p_account_id, p_day, 0, 0, 1)
    on conflict (account_id, day) do update set files = used.files + 1 where used.files < p_most
    returning used.files into taken;
  set local prumo.owner_access = '';
  return taken;
end $$;
revoke all on function take_api_file from public;
grant execute on function take_api_file to prumo_app;
