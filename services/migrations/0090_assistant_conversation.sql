-- Questions to the assistant and its answers are messages of their user (docs/decisions/0086).

alter table assistant_messages
  add column sender text not null default 'ASSISTANT' check (sender in ('USER', 'ASSISTANT')),
  -- What was answered, as it was computed then.
  add column answer jsonb,
  -- What a follow-up refers to; the gateway writes and reads it.
  add column frame  text check (length(frame) <= 4000),
  add constraint assistant_messages_question check (sender = 'ASSISTANT' or (answer is null and user_id is not null and length(text) <= 500)),
  add constraint assistant_messages_answer check (answer is null or (user_id is not null and jsonb_typeof(answer) = 'object')),
  add constraint assistant_messages_frame check (frame is null or answer is not null);

-- The last answer of a user, however many messages came after it.
create index assistant_messages_answers on assistant_messages (account_id, user_id, id desc) where answer is not null;
-- Exchanges that have been kept for long enough.
create index assistant_messages_exchanges on assistant_messages (at) where sender = 'USER' or answer is not null;

create or replace function forget_personal_rows(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from personal_exports where expires_at <= p_now or (expires_at is null and requested_at < p_now - interval '7 days');
  delete from data_views v using accounts a
   where a.id = v.account_id and v.last_at < p_now - make_interval(months => retention_months(a.settings, 'accessMonths', 6));
  delete from assistant_messages m using accounts a
   where a.id = m.account_id and m.at < p_now - make_interval(months => retention_months(a.settings, 'messageMonths', 24));
  -- What somebody asked says more of them than what they were told.
  delete from assistant_messages where (sender = 'USER' or answer is not null) and at < p_now - interval '12 months';
  set local prumo.owner_access = '';
end $$;
