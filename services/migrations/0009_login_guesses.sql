-- At most 10 wrong passwords of a login are looked at in 15 minutes, from however many addresses they come. So that a
-- stranger cannot use them up, an address that the login is not known at gets 5 of them, and all such addresses together
-- get 8: from a second address a right password is still taken, and where the login is known (it logged in there in the
-- last 30 days, or made its password there by a mailed link) two tries are left whatever strangers do.
-- Answers the guess, or the seconds to wait.
create or replace function reserve_login_attempt(p_login text, p_address text, p_now timestamptz, out attempt_id bigint, out retry_after integer)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  since timestamptz := p_now - interval '15 minutes';
  known_since timestamptz := p_now - interval '30 days';
  is_stranger boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('login:' || p_login, 0));
  is_stranger := not exists (select from login_attempts k
    where k.login = p_login and k.address = p_address and k.succeeded and k.at > known_since);

  -- A limit of n holds as long as the n-th newest of its wrong guesses is younger than 15 minutes.
  with wrong as (
    select a.at, a.address, not exists (select from login_attempts k
        where k.login = p_login and k.address = a.address and k.succeeded and k.at > known_since) as of_stranger
      from login_attempts a where a.login = p_login and a.at > since and not a.succeeded
  ), reached as (
    (select at from wrong order by at desc offset 9 limit 1)
    union all
    (select at from wrong where is_stranger and of_stranger order by at desc offset 7 limit 1)
    union all
    (select at from wrong where is_stranger and address = p_address order by at desc offset 4 limit 1)
    union all
    (select at from login_attempts where address = p_address and at > since and not succeeded
      order by at desc offset 99 limit 1)
  )
  select case when max(at) is not null then greatest(1, ceil(extract(epoch from max(at) - since))) end
    into retry_after from reached;

  if retry_after is null then
    insert into login_attempts (login, address, at) values (p_login, p_address, p_now) returning id into attempt_id;
  end if;
end $$;

-- Whoever made a password by a mailed link has shown whose login it is: from then on it is known at that address.
create function remember_login_address(p_login text, p_address text, p_now timestamptz) returns void
  language sql security definer set search_path = public, pg_temp
  as $$ insert into login_attempts (login, address, at, succeeded) values (p_login, p_address, p_now, true) $$;

revoke all on function remember_login_address from public;
grant execute on function remember_login_address to prumo_app;
