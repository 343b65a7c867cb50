-- Lines of banks and what answers them in Prumo (domain.md §3; docs/decisions/0066).

-- On and before this day nothing of the wallet is paid, undone or changed.
alter table wallets add column reconciled_through date;

-- The words of a bank without its numbers: lines of one kind have the same.
create function bank_memo_key(memo text) returns text
  language sql immutable strict parallel safe
  as $$ select btrim(regexp_replace(public.search_key(memo), '[^a-z]+', ' ', 'g')) $$;

alter table bank_statement_lines
  add column memo_key text not null default '',
  -- A person has said that nothing answers it.
  add column ignored_at timestamptz,
  add column ignored_by bigint,
  add column ignored_reason text check (length(ignored_reason) <= 200),
  add constraint bank_statement_lines_key unique (account_id, company_id, id),
  add constraint bank_statement_lines_ignorer_fk foreign key (account_id, ignored_by)
    references users (account_id, id) on delete set null (ignored_by),
  add check (ignored_at is not null or ignored_by is null);
set local prumo.owner_access = 'on';
update bank_statement_lines set memo_key = bank_memo_key(memo);
set local prumo.owner_access = '';
create index bank_statement_lines_ignorer on bank_statement_lines (account_id, ignored_by) where ignored_by is not null;
create index bank_statement_lines_memo on bank_statement_lines (account_id, company_id, memo_key);

-- Lines and what answers them, accepted and undone as one.
create table bank_reconciliations (
  account_id    bigint not null,
  id            bigint generated always as identity,
  company_id    bigint not null,
  wallet_id     bigint not null,
  -- Reconciliations of one command.
  acceptance    uuid not null,
  -- Of the suggestion that was accepted; null where a person chose.
  score         smallint check (score between 0 and 100),
  created_by    bigint,
  created_at    timestamptz not null,
  primary key (account_id, id),
  constraint bank_reconciliations_key unique (account_id, company_id, id),
  constraint bank_reconciliations_company_fk foreign key (account_id, company_id)
    references companies (account_id, id) on delete cascade,
  constraint bank_reconciliations_wallet_fk foreign key (account_id, company_id, wallet_id)
    references wallets (account_id, company_id, id),
  constraint bank_reconciliations_creator_fk foreign key (account_id, created_by)
    references users (account_id, id) on delete set null (created_by)
);
create index bank_reconciliations_company on bank_reconciliations (account_id, company_id, id desc);
create index bank_reconciliations_wallet on bank_reconciliations (account_id, wallet_id);
create index bank_reconciliations_acceptance on bank_reconciliations (account_id, acceptance);
create index bank_reconciliations_creator on bank_reconciliations (account_id, created_by);
select protect_tenant_table('bank_reconciliations');

-- So much of a line is so much of an installment, or of a side of a transfer. Signed as the line is, but what goes the other way.
create table bank_links (
  account_id        bigint not null,
  id                bigint generated always as identity,
  company_id        bigint not null,
  reconciliation_id bigint not null,
  line_id           bigint not null,
  transaction_id    bigint,
  installment_id    bigint,
  transfer_id       bigint,
  amount            numeric(15, 2) not null check (amount <> 0),
  -- What the reconciliation did, and its undo takes back: a payment, a document, a transfer.
  did               text not null check (did in ('LINKED', 'PAID', 'MADE')),
  primary key (account_id, id),
  constraint bank_links_reconciliation_fk foreign key (account_id, company_id, reconciliation_id)
    references bank_reconciliations (account_id, company_id, id) on delete cascade,
  constraint bank_links_line_fk foreign key (account_id, company_id, line_id)
    references bank_statement_lines (account_id, company_id, id),
  constraint bank_links_installment_fk foreign key (account_id, transaction_id, installment_id)
    references installments (account_id, transaction_id, id),
  constraint bank_links_transfer_fk foreign key (account_id, transfer_id) references transfers (account_id, id),
  check ((installment_id is null) <> (transfer_id is null)),
  check ((installment_id is null) = (transaction_id is null))
);
create index bank_links_reconciliation on bank_links (account_id, reconciliation_id);
create index bank_links_line on bank_links (account_id, line_id);
create index bank_links_installment on bank_links (account_id, installment_id) where installment_id is not null;
create index bank_links_transfer on bank_links (account_id, transfer_id) where transfer_id is not null;
select protect_tenant_table('bank_links');

-- A line is answered whole or not at all, by what is paid in its wallet, and by no more than is paid.
create function check_bank_link() returns trigger language plpgsql as $$
declare
  link bank_links := coalesce(new, old);
  line bank_statement_lines;
begin
  select * into line from bank_statement_lines where account_id = link.account_id and id = link.line_id;
  if line.id is not null and (
       select coalesce(sum(amount), line.amount) from bank_links where account_id = link.account_id and line_id = link.line_id
     ) <> line.amount then
    raise exception 'links of line % do not sum to it', link.line_id using errcode = '23514', constraint = 'bank_links_of_line';
  end if;
  if link.installment_id is not null and exists (
       select from installments i, lateral (
                select sum(k.amount) as amount, bool_and(l.wallet_id = i.wallet_id) as here,
                       bool_and((k.amount > 0) = (i.type = 'CREDIT')) as signed
                  from bank_links k
                  join bank_statement_lines l on l.account_id = k.account_id and l.id = k.line_id
                 where k.account_id = i.account_id and k.installment_id = i.id) s
        where i.account_id = link.account_id and i.id = link.installment_id and s.amount is not null
          and (i.forecast or not s.here or not s.signed or abs(s.amount) > i.value)) then
    raise exception 'links of installment % are not its payment', link.installment_id
      using errcode = '23514', constraint = 'bank_links_of_installment';
  end if;
  if link.transfer_id is not null and exists (
       select from transfers t, lateral (
                select sum(k.amount) filter (where k.amount < 0) as gone, sum(k.amount) filter (where k.amount > 0) as come,
                       bool_and(l.wallet_id = case when k.amount < 0 then t.source_wallet_id else t.target_wallet_id end) as here
                  from bank_links k
                  join bank_statement_lines l on l.account_id = k.account_id and l.id = k.line_id
                 where k.account_id = t.account_id and k.transfer_id = t.id) s
        where t.account_id = link.account_id and t.id = link.transfer_id
          and (not s.here or -coalesce(s.gone, 0) > t.amount or coalesce(s.come, 0) > t.amount)) then
    raise exception 'links of transfer % are not its sides', link.transfer_id
      using errcode = '23514', constraint = 'bank_links_of_transfer';
  end if;
  return null;
end $$;
create constraint trigger bank_links_agree after insert or update or delete on bank_links
  deferrable initially deferred for each row execute function check_bank_link();

-- What a line answers stays paid as it is: who changes it takes the links away first.
create function refuse_linked_changes() returns trigger language plpgsql as $$
declare
  gone installments[] := array(select before from before);
  come installments[] := array(select after from after);
begin
  if exists (
    select from unnest(gone) b join unnest(come) a on a.id = b.id
     where not b.forecast and (a.forecast or a.value <> b.value or a.wallet_id is distinct from b.wallet_id)
       and exists (select from bank_links k where k.account_id = b.account_id and k.installment_id = b.id)) then
    raise exception 'a linked payment was changed' using errcode = '23514', constraint = 'bank_links_of_installment';
  end if;
  return null;
end $$;
create trigger refuse_linked_changes after update on installments referencing old table as before new table as after
  for each statement execute function refuse_linked_changes();

-- Nothing of a wallet moves on the days that are reconciled, whoever writes it.
create function refuse_reconciled_payments() returns trigger language plpgsql as $$
declare
  gone installments[] := '{}';
  come installments[] := '{}';
begin
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  if tg_op <> 'DELETE' then come := array(select after from after); end if;
  if exists (
    select from unnest(gone) b full join unnest(come) a on a.id = b.id
      join wallets w on w.account_id = coalesce(a.account_id, b.account_id) and w.id in (a.wallet_id, b.wallet_id)
     where w.reconciled_through is not null
       and (a.forecast, a.payment_date, a.wallet_id, a.value) is distinct from (b.forecast, b.payment_date, b.wallet_id, b.value)
       and ((w.id = a.wallet_id and a.payment_date <= w.reconciled_through)
         or (w.id = b.wallet_id and b.payment_date <= w.reconciled_through))) then
    raise exception 'a reconciled day was changed' using errcode = '23514', constraint = 'wallets_reconciled_days';
  end if;
  return null;
end $$;
create trigger refuse_reconciled_insert after insert on installments referencing new table as after
  for each statement execute function refuse_reconciled_payments();
create trigger refuse_reconciled_update after update on installments referencing old table as before new table as after
  for each statement execute function refuse_reconciled_payments();
create trigger refuse_reconciled_delete after delete on installments referencing old table as before
  for each statement execute function refuse_reconciled_payments();

create function refuse_reconciled_transfers() returns trigger language plpgsql as $$
begin
  if exists (
    select from wallets w
     where (tg_op <> 'INSERT' and w.account_id = old.account_id and w.id in (old.source_wallet_id, old.target_wallet_id)
            and old.date <= w.reconciled_through)
        or (tg_op <> 'DELETE' and w.account_id = new.account_id and w.id in (new.source_wallet_id, new.target_wallet_id)
            and new.date <= w.reconciled_through)) then
    raise exception 'a reconciled day was changed' using errcode = '23514', constraint = 'wallets_reconciled_days';
  end if;
  return null;
end $$;
create constraint trigger refuse_reconciled_transfers after insert or update or delete on transfers
  for each row execute function refuse_reconciled_transfers();

-- The opening balance is part of every day's.
create function refuse_reconciled_opening() returns trigger language plpgsql as $$
begin
  if new.reconciled_through is not null and new.reconciled_through is not distinct from old.reconciled_through
     and (new.initial_balance, new.balance_date) is distinct from (old.initial_balance, old.balance_date) then
    raise exception 'the opening of a reconciled wallet was changed'
      using errcode = '23514', constraint = 'wallets_reconciled_opening';
  end if;
  return new;
end $$;
create trigger refuse_reconciled_opening before update on wallets
  for each row execute function refuse_reconciled_opening();
