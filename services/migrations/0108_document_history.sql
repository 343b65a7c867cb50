-- The history of each document, and comments on it with mentions (docs/decisions/0102).

-- The document that an entry of the history is about: itself, one of its files, or its nota. Null of all others.
create function audited_document(p_entity text, p_entity_id bigint, p_details jsonb) returns bigint
  language sql immutable parallel safe as $$
  select case p_entity
    when 'transaction' then p_entity_id
    when 'attachment' then (p_details ->> 'transactionId')::bigint
    when 'fiscalDocument' then (p_details ->> 'transactionId')::bigint
  end
$$;
-- By index and not by a column: past entries stay as they are, and the table is not written anew.
create index audit_log_document on audit_log (account_id, audited_document(entity, entity_id, details), id)
  where entity in ('transaction', 'attachment', 'fiscalDocument');

create table transaction_comments (
  account_id     bigint not null,
  id             bigint generated always as identity,
  company_id     bigint not null,
  transaction_id bigint not null,
  type           text not null,
  -- Null of a user who is gone.
  author_id      bigint,
  -- People are mentioned as "@[12]", by their ids. Null of a removed comment: its text is gone.
  text           text check (length(text) between 1 and 2000 and text ~ '\S'),
  at             timestamptz not null,
  edited_at      timestamptz,
  removed_at     timestamptz,
  primary key (account_id, id),
  constraint transaction_comments_transaction_fk foreign key (account_id, transaction_id)
    references transactions (account_id, id) on delete cascade,
  constraint transaction_comments_author_fk foreign key (account_id, author_id)
    references users (account_id, id) on delete set null (author_id),
  constraint transaction_comments_type check (type in ('CREDIT', 'DEBIT')),
  constraint transaction_comments_removed check ((text is null) = (removed_at is not null))
);
create index transaction_comments_transaction on transaction_comments (account_id, transaction_id, id desc);
create index transaction_comments_author on transaction_comments (account_id, author_id);
select protect_tenant_table('transaction_comments');

-- Everybody whom a comment has ever mentioned, so that nobody is told of it twice.
create table comment_mentions (
  account_id bigint not null,
  comment_id bigint not null,
  user_id    bigint not null,
  -- The text of now still does.
  active     boolean not null,
  primary key (account_id, comment_id, user_id),
  constraint comment_mentions_comment_fk foreign key (account_id, comment_id)
    references transaction_comments (account_id, id) on delete cascade,
  constraint comment_mentions_user_fk foreign key (account_id, user_id)
    references users (account_id, id) on delete cascade
);
create index comment_mentions_user on comment_mentions (account_id, user_id, comment_id desc);
select protect_tenant_table('comment_mentions');

-- Those who may see the document are told live.
set local prumo.owner_access = 'on';
select watch_rows('transaction_comments', 'transaction_comment', 'company_id', 'type');
set local prumo.owner_access = '';

-- A document takes its comments along in one statement, however many documents there are.
create or replace function delete_documents(p_account bigint, p_ids bigint[]) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  delete from comment_mentions m using transaction_comments c
   where c.account_id = p_account and c.transaction_id = any(p_ids)
     and m.account_id = c.account_id and m.comment_id = c.id;
  delete from transaction_comments where account_id = p_account and transaction_id = any(p_ids);
  delete from apportionment_shares where account_id = p_account and transaction_id = any(p_ids);
  set local prumo.below_is_gone = 'on';
  delete from apportionments where account_id = p_account and transaction_id = any(p_ids);
  delete from installments where account_id = p_account and transaction_id = any(p_ids);
  delete from transactions where account_id = p_account and id = any(p_ids);
  set local prumo.below_is_gone = '';
end $$;

-- MENTION: a comment mentions the reader.
alter table assistant_messages
  drop constraint assistant_messages_event_check,
  add constraint assistant_messages_event_check check (event in ('PAYMENT', 'PRICE_ABOVE_LAST', 'DUPLICATE',
    'MEASUREMENT_BEHIND', 'NEGATIVE_DAY', 'APPROVAL', 'SUPPLIER', 'JOB', 'MENTION', 'ACCOUNT', 'BROADCAST'));
alter table assistant_preferences
  drop constraint assistant_preferences_muted_check,
  add constraint assistant_preferences_muted_check check (cardinality(muted) <= 9),
  drop constraint assistant_preferences_undigested_check,
  add constraint assistant_preferences_undigested_check check (cardinality(undigested) <= 9);
