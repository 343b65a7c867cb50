-- Closed months of companies (docs/decisions/0073): what is dated in them is read-only, whatever writes it.

-- User of the command under way; null for who has no login, and for tools.
create function current_user_id() returns bigint
  language sql stable parallel safe
  as $$ select nullif(current_setting('prumo.user_id', true), '')::bigint $$;

-- On and before this day, the last one of a month, nothing of the company changes.
alter table companies add column closed_through date;

-- Each time a month was closed, and how that ended.
create table month_closings (
  account_id       bigint not null,
  id               bigint generated always as identity,
  company_id       bigint not null,
  month            date not null check (month = month_of(month)),
  -- `closed_through` of the company before it: null at its first closing, which closes everything before, too.
  previous_through date,
  closed_by        bigint,
  closed_at        timestamptz not null,
  -- What the checklist still said, which the person confirmed: [{point, count, sum}].
  open_points      jsonb not null check (jsonb_typeof(open_points) = 'array'),
  -- What was closed, for verifyLedger: counts, sums and a sum of hashes.
  figures          jsonb not null check (jsonb_typeof(figures) = 'object'),
  reopened_by      bigint,
  reopened_at      timestamptz,
  reopen_reason    text check (length(reopen_reason) between 1 and 500),
  primary key (account_id, id),
  constraint month_closings_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade,
  constraint month_closings_closer_fk foreign key (account_id, closed_by) references users (account_id, id) on delete set null (closed_by),
  constraint month_closings_reopener_fk foreign key (account_id, reopened_by)
    references users (account_id, id) on delete set null (reopened_by),
  check ((reopened_at is null) = (reopen_reason is null))
);
create unique index month_closings_month_key on month_closings (account_id, company_id, month) where reopened_at is null;
create index month_closings_company on month_closings (account_id, company_id, month, id);
create index month_closings_closer on month_closings (account_id, closed_by);
create index month_closings_reopener on month_closings (account_id, reopened_by);
select protect_tenant_table('month_closings');

-- Leave to change what is closed: one document, or what one month of the company has; one person, until an instant.
create table month_exceptions (
  account_id     bigint not null,
  id             bigint generated always as identity,
  company_id     bigint not null,
  kind           text not null check (kind in ('DOCUMENT', 'MONTH')),
  -- Of a document: the closed month that it is dated in.
  month          date not null check (month = month_of(month)),
  -- Null for a document that was deleted under it.
  transaction_id bigint,
  -- The document as it was called.
  label          text not null check (length(label) <= 300),
  reason         text not null check (length(reason) between 1 and 500),
  -- Who may change it.
  user_id        bigint,
  created_by     bigint,
  -- Instants of the database: triggers compare them with its clock.
  created_at     timestamptz not null default now(),
  expires_at     timestamptz not null,
  ended_by       bigint,
  ended_at       timestamptz,
  primary key (account_id, id),
  constraint month_exceptions_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade,
  constraint month_exceptions_transaction_fk foreign key (account_id, company_id, transaction_id)
    references transactions (account_id, company_id, id) on delete set null (transaction_id),
  constraint month_exceptions_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id),
  constraint month_exceptions_creator_fk foreign key (account_id, created_by)
    references users (account_id, id) on delete set null (created_by),
  constraint month_exceptions_ender_fk foreign key (account_id, ended_by) references users (account_id, id) on delete set null (ended_by),
  check (kind = 'DOCUMENT' or transaction_id is null)
);
create index month_exceptions_company on month_exceptions (account_id, company_id, month);
create index month_exceptions_transaction on month_exceptions (account_id, transaction_id) where transaction_id is not null;
create index month_exceptions_user on month_exceptions (account_id, user_id);
create index month_exceptions_creator on month_exceptions (account_id, created_by);
create index month_exceptions_ender on month_exceptions (account_id, ended_by) where ended_by is not null;
select protect_tenant_table('month_exceptions');

-- Rows that were changed under an exception; the history has what changed (its details name the exceptions).
create table month_exception_uses (
  account_id   bigint not null,
  exception_id bigint not null,
  entity       text not null check (entity in ('transaction', 'transfer', 'wallet', 'category')),
  entity_id    bigint not null,
  primary key (account_id, exception_id, entity, entity_id),
  constraint month_exception_uses_exception_fk foreign key (account_id, exception_id)
    references month_exceptions (account_id, id) on delete cascade
);
select protect_tenant_table('month_exception_uses');

-- What a write touches: a day that figures of a month hang on, of which row, and the field that says the day.
create type month_touch as (
  account_id bigint, company_id bigint, transaction_id bigint, day date, entity text, entity_id bigint, field text
);

-- Whether one of these companies has closed months. Locks them against a closing until the write is over: who closes waits for it,
-- and who comes later sees the month closed.
create function lock_closings(p_accounts bigint[], p_companies bigint[]) returns boolean language sql volatile as $$
  select coalesce(bool_or(l.closed_through is not null), false)
    from (select c.closed_through from companies c
           where c.account_id = any(p_accounts) and c.id = any(p_companies)
           order by c.account_id, c.id for key share) l
$$;

-- Whether the user may touch the day of a company, by a document or without one: it is open, or there is an exception.
create function may_touch_day(p_account bigint, p_company bigint, p_transaction bigint, p_day date) returns boolean
  language sql stable as $$
  select not exists (
           select from companies c where c.account_id = p_account and c.id = p_company and p_day <= c.closed_through)
      or exists (
           select from month_exceptions e
            where e.account_id = p_account and e.company_id = p_company and e.user_id = current_user_id()
              and e.ended_at is null and now() < e.expires_at
              and (e.transaction_id = p_transaction or (e.kind = 'MONTH' and e.month = month_of(p_day))))
$$;

-- Refuses the first touch that nothing allows; notes exceptions that allow the others, for the history (`writeAudit`).
create function refuse_closed_months(touches month_touch[]) returns void language plpgsql as $$
declare
  refused record;
  used bigint[];
begin
  select t.day, t.field, c.name into refused
    from unnest(touches) with ordinality
           t (account_id, company_id, transaction_id, day, entity, entity_id, field, position)
    join companies c on c.account_id = t.account_id and c.id = t.company_id
   where t.day <= c.closed_through and not may_touch_day(t.account_id, t.company_id, t.transaction_id, t.day)
   order by t.position limit 1;
  if found then
    raise exception 'a closed month was changed' using errcode = '23514', constraint = 'closed_months',
      detail = json_build_object('month', to_char(refused.day, 'YYYY-MM'), 'company', refused.name, 'field', refused.field)::text;
  end if;
  with allowed as (
    select distinct e.account_id, e.id, t.entity, t.entity_id
      from unnest(touches) t
      join companies c on c.account_id = t.account_id and c.id = t.company_id
      join month_exceptions e on e.account_id = t.account_id and e.company_id = t.company_id and e.user_id = current_user_id()
        and e.ended_at is null and now() < e.expires_at and (e.transaction_id = t.transaction_id or (e.kind = 'MONTH' and e.month = month_of(t.day)))
     where t.day <= c.closed_through),
  noted as (
    insert into month_exception_uses (account_id, exception_id, entity, entity_id)
    select account_id, id, entity, entity_id from allowed on conflict do nothing)
  select array_agg(distinct id) into used from allowed;
  if used is not null then
    -- SET LOCAL alone reaches other machines, should tables be spread over them.
    execute format('set local prumo.month_exceptions = %L', (
      select json_agg(distinct e.id) from (
        select unnest(used) as id
        union select value::bigint from json_array_elements_text(
          coalesce(nullif(current_setting('prumo.month_exceptions', true), ''), '[]')::json)) e)::text);
  end if;
end $$;

-- Documents: both of their dates, and the days of their payments where the category changes, by which these count.
create function refuse_closed_documents() returns trigger language plpgsql as $$
declare
  gone transactions[] := '{}';
  come transactions[] := '{}';
begin
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  if tg_op <> 'DELETE' then come := array(select after from after); end if;
  if not lock_closings(array(select distinct t.account_id from unnest(come || gone) t),
                       array(select distinct t.company_id from unnest(come || gone) t)) then
    return null;
  end if;
  perform refuse_closed_months(array(
    with changed as (
      select b, a from unnest(gone) b full join unnest(come) a on a.id = b.id
       where (a.company_id, a.type, a.document_number, a.description, a.emission_date, a.competence_date, a.category_id, a.partner_id,
              a.gross_value, a.expected_wallet_id, a.preferred_payment_method)
             is distinct from
             (b.company_id, b.type, b.document_number, b.description, b.emission_date, b.competence_date, b.category_id, b.partner_id,
              b.gross_value, b.expected_wallet_id, b.preferred_payment_method))
    select row(t.account_id, t.company_id, t.id, t.day, 'transaction', t.id, t.field)::month_touch from (
      select (b).account_id, (b).company_id, (b).id, (b).competence_date as day, null as field, 1 as rank from changed where (b).id is not null
      union all select (b).account_id, (b).company_id, (b).id, (b).emission_date, null, 2 from changed where (b).id is not null
      union all select (a).account_id, (a).company_id, (a).id, (a).competence_date, 'competenceDate', 3 from changed where (a).id is not null
      union all select (a).account_id, (a).company_id, (a).id, (a).emission_date, 'emissionDate', 4 from changed where (a).id is not null
      union all
      select i.account_id, i.company_id, i.transaction_id, i.payment_date, 'category', 5
        from changed join installments i on i.account_id = (b).account_id and i.transaction_id = (b).id and not i.forecast
       where (a).category_id is distinct from (b).category_id) t
     order by t.rank, t.id));
  return null;
end $$;
create trigger refuse_closed_insert after insert on transactions referencing new table as after
  for each statement execute function refuse_closed_documents();
create trigger refuse_closed_update after update on transactions referencing old table as before new table as after
  for each statement execute function refuse_closed_documents();
create trigger refuse_closed_delete after delete on transactions referencing old table as before
  for each statement execute function refuse_closed_documents();

-- Payments by their day. Of a document of a closed month, installments keep number of parts and due dates: what is paid of them in
-- an open month is split from its rest, and may be united with it again.
create function refuse_closed_installments() returns trigger language plpgsql as $$
declare
  gone installments[] := '{}';
  come installments[] := '{}';
begin
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  if tg_op <> 'DELETE' then come := array(select after from after); end if;
  if not lock_closings(array(select distinct i.account_id from unnest(come || gone) i),
                       array(select distinct i.company_id from unnest(come || gone) i)) then
    return null;
  end if;
  perform refuse_closed_months(array(
    with pairs as (select b, a from unnest(gone) b full join unnest(come) a on a.id = b.id),
    paid as (
      select b, a from pairs
       where ((a).forecast, (a).payment_date, (a).wallet_id, (a).gross_value, (a).increase, (a).discount, (a).payment_method)
             is distinct from
             ((b).forecast, (b).payment_date, (b).wallet_id, (b).gross_value, (b).increase, (b).discount, (b).payment_method)),
    planned as (
      select coalesce((a).account_id, (b).account_id) as account_id, coalesce((a).transaction_id, (b).transaction_id) as id from pairs
       where case when (a).id is null then (b).split_from is null when (b).id is null then (a).split_from is null
                  else (a).due_date <> (b).due_date end),
    documents as (
      select t.account_id, t.company_id, t.id, t.emission_date, t.competence_date
        from transactions t where (t.account_id, t.id) in (select account_id, id from planned)
         -- What is withheld at the payment falls due after it, whenever the invoice was issued (0069).
         and not exists (select from transaction_retentions r
           where r.account_id = t.account_id and r.payable_transaction_id = t.id and r.fact = 'PAYMENT'))
    select row(t.account_id, t.company_id, t.id, t.day, 'transaction', t.id, t.field)::month_touch from (
      select (b).account_id, (b).company_id, (b).transaction_id as id, (b).payment_date as day, null as field, 1 as rank
        from paid where not (b).forecast
      union all
      select (a).account_id, (a).company_id, (a).transaction_id, (a).payment_date, 'paymentDate', 2 from paid where not (a).forecast
      union all select account_id, company_id, id, competence_date, null, 3 from documents
      union all select account_id, company_id, id, emission_date, null, 4 from documents) t
     order by t.rank, t.id));
  return null;
end $$;
create trigger refuse_closed_insert after insert on installments referencing new table as after
  for each statement execute function refuse_closed_installments();
create trigger refuse_closed_update after update on installments referencing old table as before new table as after
  for each statement execute function refuse_closed_installments();
create trigger refuse_closed_delete after delete on installments referencing old table as before
  for each statement execute function refuse_closed_installments();

-- Apportionments: the dates of the document, and the days of its payments, whose shares follow.
create function refuse_closed_apportionments() returns trigger language plpgsql as $$
declare
  gone apportionments[] := '{}';
  come apportionments[] := '{}';
begin
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  if tg_op <> 'DELETE' then come := array(select after from after); end if;
  if not lock_closings(array(select distinct x.account_id from unnest(come || gone) x),
                       array(select distinct x.company_id from unnest(come || gone) x)) then
    return null;
  end if;
  perform refuse_closed_months(array(
    with documents as (
      select t.account_id, t.company_id, t.id, t.emission_date, t.competence_date from transactions t
       where (t.account_id, t.id) in (
         select coalesce(a.account_id, b.account_id), coalesce(a.transaction_id, b.transaction_id)
           from unnest(gone) b full join unnest(come) a on a.id = b.id
          where (a.building_id, a.cost_estimate_group_id, a.gross_value, a.percentage, a.is_customer_charged)
                is distinct from (b.building_id, b.cost_estimate_group_id, b.gross_value, b.percentage, b.is_customer_charged)))
    select row(t.account_id, t.company_id, t.id, t.day, 'transaction', t.id,
               case when tg_op <> 'DELETE' then 'transactionRecordBuildings' end)::month_touch from (
      select account_id, company_id, id, competence_date as day, 1 as rank from documents
      union all select account_id, company_id, id, emission_date, 2 from documents
      union all
      select i.account_id, i.company_id, i.transaction_id, i.payment_date, 3
        from documents d join installments i on i.account_id = d.account_id and i.transaction_id = d.id and not i.forecast) t
     order by t.rank, t.id));
  return null;
end $$;
create trigger refuse_closed_insert after insert on apportionments referencing new table as after
  for each statement execute function refuse_closed_apportionments();
create trigger refuse_closed_update after update on apportionments referencing old table as before new table as after
  for each statement execute function refuse_closed_apportionments();
create trigger refuse_closed_delete after delete on apportionments referencing old table as before
  for each statement execute function refuse_closed_apportionments();

-- Shares of payments, by the day of these.
create function refuse_closed_shares() returns trigger language plpgsql as $$
declare
  gone apportionment_shares[] := '{}';
  come apportionment_shares[] := '{}';
  accounts bigint[];
  paid bigint[];
begin
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  if tg_op <> 'DELETE' then come := array(select after from after); end if;
  accounts := array(select distinct x.account_id from unnest(come || gone) x);
  paid := array(
    select coalesce(a.installment_id, b.installment_id)
      from unnest(gone) b full join unnest(come) a on a.installment_id = b.installment_id and a.apportionment_id = b.apportionment_id
     where (a.gross_value, a.increase, a.discount) is distinct from (b.gross_value, b.increase, b.discount));
  if not lock_closings(accounts, array(
       select distinct i.company_id from installments i where i.account_id = any(accounts) and i.id = any(paid) and not i.forecast)) then
    return null;
  end if;
  perform refuse_closed_months(array(
    select row(i.account_id, i.company_id, i.transaction_id, i.payment_date, 'transaction', i.transaction_id, 'transactionRecordBuildings')::month_touch
      from installments i where i.account_id = any(accounts) and i.id = any(paid) and not i.forecast order by i.id));
  return null;
end $$;
create trigger refuse_closed_insert after insert on apportionment_shares referencing new table as after
  for each statement execute function refuse_closed_shares();
create trigger refuse_closed_update after update on apportionment_shares referencing old table as before new table as after
  for each statement execute function refuse_closed_shares();
create trigger refuse_closed_delete after delete on apportionment_shares referencing old table as before
  for each statement execute function refuse_closed_shares();

create function refuse_closed_transfers() returns trigger language plpgsql as $$
declare
  gone transfers[] := '{}';
  come transfers[] := '{}';
begin
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  if tg_op <> 'DELETE' then come := array(select after from after); end if;
  if not lock_closings(array(select distinct x.account_id from unnest(come || gone) x),
                       array(select distinct x.company_id from unnest(come || gone) x)) then
    return null;
  end if;
  perform refuse_closed_months(array(
    select row(x.account_id, x.company_id, null, x.date, 'transfer', x.id, 'date')::month_touch from (
      select b.account_id, b.company_id, b.date, b.id from unnest(gone) b
      union all select a.account_id, a.company_id, a.date, a.id from unnest(come) a) x order by x.id));
  return null;
end $$;
create trigger refuse_closed_insert after insert on transfers referencing new table as after
  for each statement execute function refuse_closed_transfers();
create trigger refuse_closed_update after update on transfers referencing old table as before new table as after
  for each statement execute function refuse_closed_transfers();
create trigger refuse_closed_delete after delete on transfers referencing old table as before
  for each statement execute function refuse_closed_transfers();

-- Opening balances: their day moves which payments count.
create function refuse_closed_openings() returns trigger language plpgsql as $$
declare
  gone wallets[] := '{}';
  come wallets[] := '{}';
begin
  if tg_op <> 'INSERT' then gone := array(select before from before); end if;
  if tg_op <> 'DELETE' then come := array(select after from after); end if;
  if not lock_closings(array(select distinct w.account_id from unnest(come || gone) w),
                       array(select distinct w.company_id from unnest(come || gone) w)) then
    return null;
  end if;
  perform refuse_closed_months(array(
    with changed as (
      select b, a from unnest(gone) b full join unnest(come) a on a.id = b.id
       where (a.initial_balance, a.balance_date) is distinct from (b.initial_balance, b.balance_date)
         -- A wallet without money comes and goes.
         and (a.id is null or b.id is not null or a.initial_balance <> 0) and (b.id is null or a.id is not null or b.initial_balance <> 0))
    select row(w.account_id, w.company_id, null, w.day, 'wallet', w.id, w.field)::month_touch from (
      select (b).account_id, (b).company_id, (b).id, (b).balance_date as day,
             case when (a).balance_date <> (b).balance_date then 'balanceDate' else 'initialBalance' end as field
        from changed where (b).id is not null
      union all
      select (a).account_id, (a).company_id, (a).id, (a).balance_date,
             case when (a).initial_balance is distinct from (b).initial_balance then 'initialBalance' else 'balanceDate' end
        from changed where (a).id is not null) w order by w.id));
  return null;
end $$;
create trigger refuse_closed_insert after insert on wallets referencing new table as after
  for each statement execute function refuse_closed_openings();
create trigger refuse_closed_update after update on wallets referencing old table as before new table as after
  for each statement execute function refuse_closed_openings();
create trigger refuse_closed_delete after delete on wallets referencing old table as before
  for each statement execute function refuse_closed_openings();

-- The line of the income statement of a category: closed months would tell another result.
create function refuse_closed_lines() returns trigger language plpgsql as $$
declare
  gone categories[] := array(select before from before);
  come categories[] := array(select after from after);
  moved categories[] := array(
    select a from unnest(gone) b join unnest(come) a on a.id = b.id where a.statement_line is distinct from b.statement_line);
  ids bigint[];
  touched month_touch[];
begin
  if moved = '{}' then return null; end if;
  ids := array(select m.id from unnest(moved) m);
  touched := array(
    select row(s.account_id, s.company_id, null, s.month, 'category', s.category_id, 'statementLine')::month_touch
      from (select distinct m.account_id from unnest(moved) m) a
      join companies c on c.account_id = a.account_id
      join result_sums s on s.account_id = c.account_id and s.company_id = c.id and s.category_id = any(ids)
     group by s.account_id, s.company_id, s.month, s.category_id having sum(s.count) <> 0
     order by s.company_id, s.month desc);
  if not lock_closings(array(select distinct t.account_id from unnest(touched) t),
                       array(select distinct t.company_id from unnest(touched) t)) then
    return null;
  end if;
  perform refuse_closed_months(touched);
  return null;
end $$;
create trigger refuse_closed_lines after update on categories referencing old table as before new table as after
  for each statement execute function refuse_closed_lines();

-- Files may come to a document of a closed month; what is there stays.
create function refuse_closed_files() returns trigger language plpgsql as $$
declare
  gone attachments[] := array(select before from before);
  touched month_touch[];
begin
  touched := array(
    select row(t.account_id, t.company_id, t.id, d.day, 'transaction', t.id, null)::month_touch
      from transactions t cross join lateral (values (t.competence_date), (t.emission_date)) d (day)
     where (t.account_id, t.id) in (select f.account_id, f.transaction_id from unnest(gone) f) order by t.id);
  if not lock_closings(array(select distinct t.account_id from unnest(touched) t),
                       array(select distinct t.company_id from unnest(touched) t)) then
    return null;
  end if;
  perform refuse_closed_months(touched);
  return null;
end $$;
create trigger refuse_closed_files after delete on attachments referencing old table as before
  for each statement execute function refuse_closed_files();

-- Folders for the accountant ------------------------------------------------------------------------------------------

alter table jobs drop constraint jobs_permission_check,
  add constraint jobs_permission_check check (permission in ('DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING', 'ADMIN'));

-- One file of all that a month of a company has, made by a job for one person.
create table accountant_folders (
  account_id bigint not null,
  id         bigint generated always as identity,
  company_id bigint not null,
  month      date not null check (month = month_of(month)),
  job_id     bigint not null,
  created_by bigint not null,
  created_at timestamptz not null,
  -- Of what is ready.
  name       text check (length(name) between 1 and 255),
  size       bigint check (size > 0),
  sha256     text check (sha256 ~ '^[0-9a-f]{64}$'),
  files      integer check (files > 0),
  primary key (account_id, id),
  constraint accountant_folders_job_key unique (account_id, job_id),
  constraint accountant_folders_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade,
  constraint accountant_folders_job_fk foreign key (account_id, job_id) references jobs (account_id, id) on delete cascade,
  constraint accountant_folders_creator_fk foreign key (account_id, created_by) references users (account_id, id) on delete cascade,
  check ((name is null) = (size is null) and (size is null) = (sha256 is null) and (size is null) = (files is null))
);
create index accountant_folders_company on accountant_folders (account_id, company_id, month, id desc);
create index accountant_folders_creator on accountant_folders (account_id, created_by);
select protect_tenant_table('accountant_folders');

-- Its content in pieces, so that no process ever holds it whole.
create table accountant_folder_pieces (
  account_id bigint not null,
  folder_id  bigint not null,
  position   integer not null check (position >= 0),
  content    bytea not null check (length(content) between 1 and 1048576),
  primary key (account_id, folder_id, position),
  constraint accountant_folder_pieces_folder_fk foreign key (account_id, folder_id)
    references accountant_folders (account_id, id) on delete cascade
);
-- It is compressed already.
alter table accountant_folder_pieces alter column content set storage external;
select protect_tenant_table('accountant_folder_pieces');

-- Folders are made anew from what is stored, so that none is kept for long.
create function forget_accountant_folders(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from accountant_folders where created_at < p_now - interval '7 days';
  set local prumo.owner_access = '';
end $$;
revoke all on function forget_accountant_folders from public;
grant execute on function forget_accountant_folders to prumo_app;
