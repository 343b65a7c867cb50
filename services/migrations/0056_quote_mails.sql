-- Mail to suppliers, who are no users: it goes to the address of the quote, and its link is made when it is delivered.

alter table outgoing_mail alter column user_id drop not null;
alter table outgoing_mail add column quote_supplier_id bigint;
alter table outgoing_mail add constraint outgoing_mail_supplier_fk
  foreign key (account_id, quote_supplier_id) references quote_suppliers (account_id, id) on delete cascade;
alter table outgoing_mail add constraint outgoing_mail_recipient_check
  check ((user_id is null) <> (quote_supplier_id is null));
create index outgoing_mail_supplier on outgoing_mail (account_id, quote_supplier_id) where quote_supplier_id is not null;
alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail add constraint outgoing_mail_kind_check
  check (kind in ('INVITATION', 'RECOVERY', 'CONFIRMATION', 'PASSWORD_CHANGED', 'ACTIVATION', 'ALREADY_REGISTERED',
                  'LOGIN_CHANGE', 'LOGIN_CHANGED', 'ADMIN_GRANTED',
                  'QUOTE_REQUEST', 'QUOTE_REMINDER', 'QUOTE_DEADLINE', 'QUOTE_COPY'));

drop function claim_mail(timestamptz);
create function claim_mail(p_now timestamptz)
  returns table (id bigint, account_id bigint, user_id bigint, quote_supplier_id bigint, kind text, attempts integer)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  pauses interval[] := array['1 minute', '5 minutes', '15 minutes', '1 hour', '3 hours', '6 hours', '12 hours', '1 day'];
begin
  set local prumo.owner_access = 'on';
  return query
  update outgoing_mail m set attempts = m.attempts + 1,
    next_attempt_at = p_now + pauses[least(m.attempts + 1, array_length(pauses, 1))]
  where m.id = (
    select q.id from outgoing_mail q
    where q.sent_at is null and q.failed_at is null and q.next_attempt_at <= p_now
    order by q.next_attempt_at, q.id limit 1 for update skip locked)
  returning m.id, m.account_id, m.user_id, m.quote_supplier_id, m.kind, m.attempts;
  set local prumo.owner_access = '';
end $$;
revoke all on function claim_mail from public;
grant execute on function claim_mail to prumo_app;
