-- Retentions of service invoices (domain.md §3; docs/decisions/0072): rules of taxes, and the payables of what was withheld.

-- What the law says of a tax from a day on. A new validity adds a row; notas keep the rate and the dates that they were saved with.
create table retention_rules (
  account_id       bigint not null,
  id               bigint generated always as identity,
  tax              text not null check (tax in ('ISS', 'INSS', 'IRRF', 'CSRF')),
  -- ISS alone: null for every other city.
  city             text check (length(city) between 1 and 80),
  rate             numeric(7, 4) not null check (rate > 0 and rate <= 100),
  -- Part of the invoice that the rate applies to.
  base_percentage  numeric(5, 2) not null check (base_percentage > 0 and base_percentage <= 100),
  -- Nothing is withheld up to this value.
  minimum          numeric(15, 2) not null check (minimum >= 0),
  fact             text not null check (fact in ('ISSUE', 'PAYMENT')),
  -- Day of the month after the fact.
  due_day          integer not null check (due_day between 1 and 31),
  working_day_rule text not null check (working_day_rule in ('NEXT', 'PREVIOUS', 'KEEP')),
  collector        text not null check (length(collector) between 1 and 120),
  code             text check (length(code) between 1 and 20),
  legal_source     text not null check (length(legal_source) between 1 and 500),
  valid_from       date not null,
  valid_until      date,
  version          integer not null default 1,
  primary key (account_id, id),
  constraint retention_rules_account_fk foreign key (account_id) references accounts (id) on delete cascade,
  check (city is null or tax = 'ISS'),
  check (valid_until is null or valid_until >= valid_from)
);
create unique index retention_rules_key on retention_rules (account_id, tax, coalesce(search_key(city), ''), valid_from);
select protect_tenant_table('retention_rules');

-- What every account begins with.
create function standard_retention_rules() returns table (
  tax text, rate numeric, base_percentage numeric, minimum numeric, fact text, due_day integer, working_day_rule text,
  collector text, code text, legal_source text, valid_from date) language sql immutable as $$
  values
    ('ISS', 5.0, 100.0, 0.0, 'ISSUE', 10, 'NEXT', 'Prefeitura Municipal', null::text,
     'LC 116/2003, arts. 6º, 8º e 8º-A: de 2% a 5%; a alíquota, o dia e o recolhimento são os da lei do município.', date '2003-08-01'),
    ('INSS', 11.0, 100.0, 0.0, 'ISSUE', 20, 'PREVIOUS', 'Receita Federal', '1162',
     'Lei 8.212/1991, art. 31; IN RFB 2.110/2022: a base pode ser reduzida por materiais e equipamentos previstos no contrato. Dia 20 do mês seguinte ao da emissão, ou o dia útil anterior. Informar na EFD-Reinf.',
     date '1999-02-01'),
    ('IRRF', 1.5, 100.0, 10.0, 'ISSUE', 20, 'PREVIOUS', 'Receita Federal', '1708',
     'RIR/2018, art. 714; Lei 7.450/1985, art. 52; dispensado até R$ 10,00 (Lei 9.430/1996, art. 67); até o último dia útil do segundo decêndio do mês seguinte (Lei 11.196/2005, art. 70).',
     date '1997-01-01'),
    ('CSRF', 4.65, 100.0, 10.0, 'PAYMENT', 20, 'PREVIOUS', 'Receita Federal', '5952',
     'Lei 10.833/2003, arts. 30, 31 e 35 (CSLL 1% + COFINS 3% + PIS 0,65%); Lei 13.137/2015: dispensada até R$ 10,00; até o último dia útil do segundo decêndio do mês seguinte ao do pagamento.',
     date '2015-06-22')
$$;

-- Also of an account that another one's session makes: the setting ends with the function.
-- Switched in the body, and left on where it was: an owner without rights on parameters cannot set it on a function.
create function add_standard_retention_rules() returns trigger language plpgsql security definer set search_path from current as $$
declare
  was_on boolean := coalesce(current_setting('prumo.owner_access', true), '') = 'on';
begin
  set local prumo.owner_access = 'on';
  insert into retention_rules (account_id, tax, rate, base_percentage, minimum, fact, due_day, working_day_rule, collector, code,
                               legal_source, valid_from)
  select new.id, s.* from standard_retention_rules() s;
  if not was_on then
    set local prumo.owner_access = '';
  end if;
  return null;
end $$;
create trigger add_retention_rules after insert on accounts for each row execute function add_standard_retention_rules();

do $$
begin
  set local prumo.owner_access = 'on';
  insert into retention_rules (account_id, tax, rate, base_percentage, minimum, fact, due_day, working_day_rule, collector, code,
                               legal_source, valid_from)
  select a.id, s.* from accounts a cross join standard_retention_rules() s;
  set local prumo.owner_access = '';
end $$;

-- The invoice as it was issued: its value and its shares, where something was withheld from it. Null everywhere else.
alter table transactions add column invoice_value numeric(15, 2) check (invoice_value > 0);
alter table apportionments add column invoice_value numeric(15, 2) check (invoice_value > 0);

-- What was withheld from an invoice, one payable for each tax.
create table transaction_retentions (
  account_id             bigint not null,
  id                     bigint generated always as identity,
  company_id             bigint not null,
  transaction_id         bigint not null,
  payable_transaction_id bigint not null,
  position               integer not null check (position between 1 and 20),
  tax                    text not null check (tax in ('ISS', 'INSS', 'IRRF', 'CSRF', 'GUARANTEE')),
  -- Of ISS: the city whose rule it was made by; null for that of every other city.
  city                   text check (length(city) between 1 and 80),
  base                   numeric(15, 2) not null check (base > 0),
  rate                   numeric(7, 4) not null check (rate > 0 and rate <= 100),
  value                  numeric(15, 2) not null check (value > 0),
  -- Why the value is not the rate of the base.
  reason                 text check (length(reason) between 1 and 200),
  -- The rule of its due date as it was when the retention was made.
  fact                   text not null check (fact in ('ISSUE', 'PAYMENT', 'RELEASE')),
  due_day                integer check (due_day between 1 and 31),
  working_day_rule       text check (working_day_rule in ('NEXT', 'PREVIOUS', 'KEEP')),
  primary key (account_id, id),
  constraint transaction_retentions_tax_key unique (account_id, transaction_id, tax),
  constraint transaction_retentions_payable_key unique (account_id, payable_transaction_id),
  constraint transaction_retentions_transaction_fk foreign key (account_id, company_id, transaction_id)
    references transactions (account_id, company_id, id) on delete cascade,
  -- A payable that goes alone leaves an invoice that does not add up: the commit is refused.
  constraint transaction_retentions_payable_fk foreign key (account_id, company_id, payable_transaction_id)
    references transactions (account_id, company_id, id) on delete cascade,
  check (transaction_id <> payable_transaction_id),
  check (city is null or tax = 'ISS'),
  check ((fact = 'RELEASE') = (tax = 'GUARANTEE')),
  check ((fact = 'RELEASE') = (due_day is null) and (due_day is null) = (working_day_rule is null))
);
create index transaction_retentions_company on transaction_retentions (account_id, company_id);
select protect_tenant_table('transaction_retentions');

-- Of a tax whose fact is the payment: which installment of the invoice an installment of the payable belongs to.
create table retention_installments (
  account_id            bigint not null,
  installment_id        bigint not null,
  source_installment_id bigint,
  -- Day of the fact: the payment, or the due date while it is open.
  fact_date             date not null,
  primary key (account_id, installment_id),
  constraint retention_installments_installment_fk foreign key (account_id, installment_id)
    references installments (account_id, id) on delete cascade,
  constraint retention_installments_source_fk foreign key (account_id, source_installment_id)
    references installments (account_id, id) on delete set null (source_installment_id)
);
create index retention_installments_source on retention_installments (account_id, source_installment_id)
  where source_installment_id is not null;
select protect_tenant_table('retention_installments');

-- Sums ------------------------------------------------------------------------------------------------------------
-- Invoice = document + payables, as a whole and in each building and stage. Checked with the other sums of a document (0002).

create function check_retentions() returns trigger language plpgsql security definer set search_path from current as $$
declare
  invoice_id bigint;
  head transactions%rowtype;
  retained record;
  wrong text;
begin
  select transaction_id into invoice_id from transaction_retentions
   where account_id = new.account_id and payable_transaction_id = new.transaction_id;
  invoice_id := coalesce(invoice_id, new.transaction_id);
  select * into head from transactions where account_id = new.account_id and id = invoice_id;
  if not found then
    return null;
  end if;

  select count(*) as count, coalesce(sum(r.value), 0) as value, coalesce(sum(p.gross_value), 0) as payable,
         coalesce(bool_and(r.value = p.gross_value and p.type = 'DEBIT' and p.invoice_value is null
           and p.category_id is not distinct from head.category_id and p.competence_date = head.competence_date), true) as agree
    into retained
    from transaction_retentions r join transactions p on p.account_id = r.account_id and p.id = r.payable_transaction_id
   where r.account_id = head.account_id and r.transaction_id = head.id;

  wrong := case
    when (head.invoice_value is null) <> (retained.count = 0) then 'value of the invoice'
    when retained.count > 0 and head.type <> 'DEBIT' then 'type of the invoice'
    when not retained.agree then 'payable of a retention'
    when head.invoice_value <> head.gross_value + retained.value then 'value of the invoice'
    when head.invoice_value is null and exists (
      select from apportionments a where a.account_id = head.account_id and a.transaction_id = head.id and a.invoice_value is not null)
      then 'share of an invoice'
    when head.invoice_value is not null and exists (
      select from (
        select building_id, cost_estimate_group_id, invoice_value - gross_value as value
          from apportionments where account_id = head.account_id and transaction_id = head.id
        union all
        select a.building_id, a.cost_estimate_group_id, -a.gross_value
          from transaction_retentions r
          join apportionments a on a.account_id = r.account_id and a.transaction_id = r.payable_transaction_id
         where r.account_id = head.account_id and r.transaction_id = head.id) shares
      group by building_id, cost_estimate_group_id having sum(value) is distinct from 0.00 or bool_or(value is null))
      then 'shares of the invoice'
  end;

  if wrong is not null then
    raise exception 'invoice % does not add up: %', head.id, wrong using errcode = 'check_violation', constraint = 'retention_sums';
  end if;
  return null;
end $$;

create constraint trigger check_retentions after insert on pending_sum_checks
  deferrable initially deferred for each row execute function check_retentions();

create function note_touched_retentions() returns trigger language plpgsql security definer set search_path from current as $$
declare
  rows transaction_retentions[] := array(select touched from touched);
begin
  insert into pending_sum_checks select distinct r.transaction_id, r.account_id from unnest(rows) r on conflict do nothing;
  return null;
end $$;
create trigger note_insert after insert on transaction_retentions referencing new table as touched
  for each statement execute function note_touched_retentions();
create trigger note_update after update on transaction_retentions referencing new table as touched
  for each statement execute function note_touched_retentions();
create trigger note_delete after delete on transaction_retentions referencing old table as touched
  for each statement execute function note_touched_retentions();
