-- Sign-ups that are continued later, on another device too (docs/decisions/0074).

-- What somebody without a login has typed so far: never a password. No account owns it, so only the functions below reach it.
create table signup_drafts (
  id              bigint generated always as identity primary key,
  login           text not null check (login = lower(login) and length(login) between 3 and 254),
  content         jsonb not null check (jsonb_typeof(content) = 'object' and length(content::text) <= 8000),
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  -- SHA-256 of the token in the mailed link; null until the mail is composed.
  token_hash      bytea unique check (length(token_hash) = 32),
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null,
  sent_at         timestamptz,
  failed_at       timestamptz
);
create index signup_drafts_login on signup_drafts (login);
create index signup_drafts_expiry on signup_drafts (expires_at);
create index signup_drafts_due on signup_drafts (next_attempt_at) where sent_at is null and failed_at is null;

-- Every address gets a draft and a mail, with a login or without: nothing tells one from the other.
create function keep_signup_draft(p_login text, p_content jsonb, p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into signup_drafts (login, content, created_at, expires_at, next_attempt_at)
  values (p_login, p_content, p_now, p_now + interval '7 days', p_now);
  perform pg_notify('mail_queued', '');
end $$;

-- The next mail that is due, with the hash of the token that it brings; an attempt that failed is repeated later with another token.
create function claim_signup_draft(p_token_hash bytea, p_now timestamptz, out id bigint, out login text, out content jsonb, out attempts integer)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  pauses interval[] := array['1 minute', '5 minutes', '15 minutes', '1 hour', '3 hours', '6 hours', '12 hours', '1 day'];
begin
  update signup_drafts d set attempts = d.attempts + 1, token_hash = p_token_hash,
    next_attempt_at = p_now + pauses[least(d.attempts + 1, array_length(pauses, 1))]
  where d.id = (
    select q.id from signup_drafts q
    where q.sent_at is null and q.failed_at is null and q.next_attempt_at <= p_now and q.expires_at > p_now
    order by q.next_attempt_at, q.id limit 1 for update skip locked)
  returning d.id, d.login, d.content, d.attempts into id, login, content, attempts;
end $$;

-- What became of an attempt: sent, given up, or to be made again, after p_wait where the mailbox has had enough.
create function settle_signup_draft(p_id bigint, p_outcome text, p_wait interval, p_now timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update signup_drafts set
    sent_at = case when p_outcome = 'SENT' then p_now end,
    failed_at = case when p_outcome = 'FAILED' then p_now end,
    attempts = case when p_wait is null then attempts else 0 end,
    next_attempt_at = coalesce(p_now + p_wait, next_attempt_at)
  where id = p_id
$$;

-- The draft of a link. Taking it, which a button does and no scanner of mails, leaves it for an hour more, so that a lost answer can
-- be asked for again; then the draft lives where it was taken to.
create function find_signup_draft(p_token_hash bytea, p_take boolean, p_now timestamptz, out content jsonb, out expires_at timestamptz)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if p_take then
    update signup_drafts d set expires_at = least(d.expires_at, p_now + interval '1 hour')
    where d.token_hash = p_token_hash and d.expires_at > p_now
    returning d.content, d.expires_at into content, expires_at;
  else
    select d.content, d.expires_at into content, expires_at from signup_drafts d
    where d.token_hash = p_token_hash and d.expires_at > p_now;
  end if;
end $$;

-- The draft that became a request for an account.
create function drop_signup_draft(p_token_hash bytea) returns void
  language sql security definer set search_path = public, pg_temp as $$ delete from signup_drafts where token_hash = p_token_hash $$;

-- All drafts of an address whose owner has proven it.
create function drop_signup_drafts(p_login text) returns void
  language sql security definer set search_path = public, pg_temp as $$ delete from signup_drafts where login = p_login $$;

create function forget_signup_drafts(p_now timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$ delete from signup_drafts where expires_at <= p_now $$;

revoke all on function keep_signup_draft, claim_signup_draft, settle_signup_draft, find_signup_draft, drop_signup_draft,
  drop_signup_drafts, forget_signup_drafts from public;
grant execute on function keep_signup_draft, claim_signup_draft, settle_signup_draft, find_signup_draft, drop_signup_draft,
  drop_signup_drafts, forget_signup_drafts to prumo_app;
