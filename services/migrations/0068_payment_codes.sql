-- Payment codes of installments: lines of boletos and collections, Pix codes (domain.md §3; docs/decisions/0071).
create table installment_payment_codes (
  account_id     bigint not null,
  installment_id bigint not null,
  kind           text not null check (kind in ('BOLETO', 'COLLECTION', 'PIX')),
  -- Digits alone, or the text of the Pix.
  code           text not null check (length(code) between 40 and 600),
  -- As the code says; null where it leaves it open. The due date was resolved on the day on which the code was stored.
  bank           text check (bank ~ '^[0-9]{3}$'),
  amount         numeric(15, 2) check (amount > 0),
  due_date       date,
  primary key (account_id, installment_id),
  constraint installment_payment_codes_installment_fk foreign key (account_id, installment_id)
    references installments (account_id, id) on delete cascade,
  check ((kind = 'BOLETO') = (bank is not null)),
  check (case kind when 'BOLETO' then code ~ '^[0-9]{47}$' when 'COLLECTION' then code ~ '^8[0-9]{47}$' else true end)
);
-- The same code at another installment.
create index installment_payment_codes_code on installment_payment_codes (account_id, code);
select protect_tenant_table('installment_payment_codes');
