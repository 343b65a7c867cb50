-- What a supplier is paid by, and every change of it (issue 17 §3, docs/decisions/0100).

-- Read and written with their supplier, as domain/financial/partners has their form. Of keys, exactly one is preferred.
alter table partners
  add column pix_keys jsonb not null default '[]',
  add column bank_accounts jsonb not null default '[]',
  add constraint partners_pix_keys check (
    jsonb_typeof(pix_keys) = 'array' and jsonb_array_length(pix_keys) <= 10
    and jsonb_array_length(jsonb_path_query_array(pix_keys, '$[*] ? (@.preferred == true)'))
      = least(1, jsonb_array_length(pix_keys))),
  add constraint partners_bank_accounts check (
    jsonb_typeof(bank_accounts) = 'array' and jsonb_array_length(bank_accounts) <= 10),
  add constraint partners_paid check (type = 'SUPPLIER' or (pix_keys = '[]' and bank_accounts = '[]'));

-- They go with a deleted partner, in the history too.
create or replace function personal_columns(p_entity text) returns text[] language sql immutable as $$
  select case p_entity
    when 'partner' then array['name', 'trade_name', 'tax_id', 'email', 'phone', 'notes', 'postal_code', 'street',
                              'street_number', 'complement', 'district', 'city', 'state', 'pix_keys', 'bank_accounts']
    when 'user' then array['login', 'name', 'new_login', 'error']
    else array[]::text[] end
$$;

create table partner_payment_changes (
  account_id bigint not null,
  id         bigint generated always as identity,
  partner_id bigint not null,
  at         timestamptz not null,
  -- Null of a user who is gone.
  user_id    bigint,
  target     text not null check (target in ('PIX_KEY', 'BANK_ACCOUNT')),
  action     text not null check (action in ('ADDED', 'REMOVED', 'CHANGED', 'PREFERRED')),
  before     jsonb,
  after      jsonb,
  primary key (account_id, id),
  constraint partner_payment_changes_partner_fk foreign key (account_id, partner_id)
    references partners (account_id, id) on delete cascade,
  constraint partner_payment_changes_user_fk foreign key (account_id, user_id)
    references users (account_id, id) on delete set null (user_id),
  constraint partner_payment_changes_sides check ((before is null) = (action = 'ADDED') and (after is null) = (action = 'REMOVED'))
);
create index partner_payment_changes_partner on partner_payment_changes (account_id, partner_id, id desc);
create index partner_payment_changes_user on partner_payment_changes (account_id, user_id);
select protect_tenant_table('partner_payment_changes');
-- Written once: what was paid to is not rewritten.
revoke update, delete on partner_payment_changes from prumo_app;
