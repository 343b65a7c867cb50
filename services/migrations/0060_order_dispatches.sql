-- Orders that were sent to their suppliers, and what these answered (docs/decisions/0064).

create table order_dispatches (
  account_id        bigint not null,
  order_id          bigint not null,
  -- Whom it was sent to: an order that gets another supplier is sent anew.
  partner_id        bigint not null,
  sent_by           bigint,
  -- Latest time that it was mailed, or first time that a link was copied.
  sent_at           timestamptz not null,
  -- Null: nothing was mailed, its link was copied.
  email             text check (length(email) between 3 and 254),
  phone             text check (length(phone) between 1 and 30),
  message           text check (length(message) between 1 and 1000),
  -- Counts the changes of what the supplier reads, whose hash stands beside it.
  revision          integer not null default 1 check (revision > 0),
  content_hash      bytea not null check (length(content_hash) = 32),
  -- When it was changed after it was sent.
  changed_at        timestamptz,
  opened_at         timestamptz,
  revoked_at        timestamptz,
  answer            text check (answer in ('CONFIRMED', 'PROPOSED')),
  answered_at       timestamptz,
  -- What he had read.
  answer_revision   integer,
  -- Agreed, or proposed.
  answer_date       date,
  answer_note       text check (length(answer_note) between 1 and 1000),
  supplier_document text check (length(supplier_document) between 1 and 60),
  -- What the buyer did about a proposed date.
  decision          text check (decision in ('ACCEPTED', 'KEPT')),
  -- Delivery date before a proposed one was accepted.
  date_before       date,
  primary key (account_id, order_id),
  constraint order_dispatches_answered_check check ((answer is null) = (answered_at is null)
    and (answer is null) = (answer_revision is null) and (answer = 'PROPOSED') <= (answer_date is not null)),
  constraint order_dispatches_decided_check check (decision is null or answer = 'PROPOSED'),
  constraint order_dispatches_order_fk foreign key (account_id, order_id) references orders (account_id, id) on delete cascade,
  constraint order_dispatches_partner_fk foreign key (account_id, partner_id)
    references partners (account_id, id) deferrable initially deferred,
  constraint order_dispatches_sender_fk foreign key (account_id, sent_by)
    references users (account_id, id) on delete set null (sent_by)
);
create index order_dispatches_partner on order_dispatches (account_id, partner_id);
create index order_dispatches_sender on order_dispatches (account_id, sent_by) where sent_by is not null;
select protect_tenant_table('order_dispatches');

-- A link is known by the hash of its token alone.
create table order_links (
  account_id bigint not null,
  token_hash bytea not null check (length(token_hash) = 32),
  order_id   bigint not null,
  created_at timestamptz not null,
  primary key (account_id, token_hash),
  constraint order_links_dispatch_fk foreign key (account_id, order_id)
    references order_dispatches (account_id, order_id) on delete cascade
);
-- Not unique: a unique key has the account, and tokens are random.
create index order_links_token on order_links (token_hash);
create index order_links_order on order_links (account_id, order_id);
select protect_tenant_table('order_links');

-- Whose link a token is; the supplier's page has no account yet.
create function find_order_link(p_token_hash bytea) returns table (account_id bigint, order_id bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  return query select l.account_id, l.order_id from order_links l where l.token_hash = p_token_hash;
  set local prumo.owner_access = '';
end $$;
revoke all on function find_order_link from public;
grant execute on function find_order_link to prumo_app;

-- Mail to the supplier of an order.
alter table outgoing_mail add column order_id bigint;
alter table outgoing_mail add constraint outgoing_mail_order_fk
  foreign key (account_id, order_id) references order_dispatches (account_id, order_id) on delete cascade;
alter table outgoing_mail drop constraint outgoing_mail_recipient_check;
alter table outgoing_mail add constraint outgoing_mail_recipient_check
  check (num_nonnulls(user_id, quote_supplier_id, order_id) = 1);
create index outgoing_mail_order on outgoing_mail (account_id, order_id, id desc) where order_id is not null;
alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail add constraint outgoing_mail_kind_check
  check (kind in ('INVITATION', 'RECOVERY', 'CONFIRMATION', 'PASSWORD_CHANGED', 'ACTIVATION', 'ALREADY_REGISTERED',
                  'LOGIN_CHANGE', 'LOGIN_CHANGED', 'ADMIN_GRANTED', 'ORDER_APPROVAL',
                  'QUOTE_REQUEST', 'QUOTE_REMINDER', 'QUOTE_DEADLINE', 'QUOTE_COPY', 'ORDER', 'ORDER_DATE_KEPT'));

drop function claim_mail(timestamptz);
create function claim_mail(p_now timestamptz)
  returns table (id bigint, account_id bigint, user_id bigint, quote_supplier_id bigint, order_id bigint, kind text,
                 attempts integer)
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
  returning m.id, m.account_id, m.user_id, m.quote_supplier_id, m.order_id, m.kind, m.attempts;
  set local prumo.owner_access = '';
end $$;
revoke all on function claim_mail from public;
grant execute on function claim_mail to prumo_app;
