-- The rest of a part payment remembers the installment that it was split from, and what both were worth before: undoing
-- the payment makes one of them again, where they still make that sum (docs/decisions/0026).
alter table installments
  add column split_from bigint,
  add column split_gross numeric(15, 2) check (split_gross > 0),
  add constraint installments_split_fk foreign key (account_id, transaction_id, split_from)
    references installments (account_id, transaction_id, id) on delete set null (split_from);
create index installments_split on installments (account_id, transaction_id, split_from) where split_from is not null;
