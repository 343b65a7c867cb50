-- The transactions that have written rows of an account, for reads of a replica (docs/decisions/0117): it answers for an
-- account once it has all of them. A row becomes visible with what its transaction has written.
create table account_writes (
  account_id bigint not null,
  tx         xid8 not null default pg_current_xact_id(),
  -- By the clock of the database, and not that of the product: it is only read to forget.
  at         timestamptz not null default clock_timestamp(),
  primary key (account_id, tx)
);
select protect_tenant_table('account_writes');
-- Only the functions below read and write.
revoke all on account_writes from prumo_app;

-- Last statement of a transaction of an account; notes none that has only read.
create function note_account_write() returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into account_writes (account_id)
  select current_account_id() where pg_current_xact_id_if_assigned() is not null
$$;

-- Called without an account set, in one statement.
create function newest_account_write(p_account_id bigint) returns xid8
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  newest xid8;
begin
  set local prumo.owner_access = 'on';
  select tx into newest from account_writes where account_id = p_account_id order by tx desc limit 1;
  set local prumo.owner_access = '';
  return newest;
end $$;

-- No replica that lags by an hour is read.
create function forget_account_writes(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from account_writes where at < least(p_now, now()) - interval '1 hour';
  set local prumo.owner_access = '';
end $$;

revoke all on function note_account_write, newest_account_write, forget_account_writes from public;
grant execute on function note_account_write, newest_account_write, forget_account_writes to prumo_app;
