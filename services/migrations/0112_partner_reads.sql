-- Whoever is told the bank data of several partners at once is noted at each of them (docs/decisions/0110).
drop function note_data_view(bigint, bigint, bigint, date, timestamptz);

-- The looks that are about to be answered, in one statement; partners of another account, or none, leave nothing.
create function note_data_views(p_account_id bigint, p_user_id bigint, p_partner_ids bigint[], p_day date, p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  insert into data_views as v (account_id, partner_id, user_id, day, first_at, last_at)
  select p.account_id, p.id, p_user_id, p_day, p_now, p_now from partners p
   where p.account_id = p_account_id and p.id = any(p_partner_ids)
   -- Two lists that are read at once wait for each other in this order.
   order by p.id
  on conflict (account_id, partner_id, user_id, day) do update set last_at = excluded.last_at, times = v.times + 1
  -- A screen that reads its record again is no other look.
  where excluded.last_at >= v.last_at + interval '1 minute';
  set local prumo.owner_access = '';
end $$;

revoke all on function note_data_views from public;
grant execute on function note_data_views to prumo_app;
