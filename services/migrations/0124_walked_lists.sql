-- Lists whose page is a walk of an index (docs/decisions/0113).

-- The newest purchases: the list put all of the account in order to show fifty.
create index order_deliveries_received on order_deliveries (account_id, received_date desc, id desc);

-- A page late in a list skips a hundred thousand rows: in these indexes alone, without a look at their tables.
drop index transactions_open_first;
create index transactions_open_first on transactions (account_id, company_id, type, (status = 'PAID'), reference_due_date, id)
  include (status);
drop index installments_open_first;
create index installments_open_first on installments (account_id, company_id, type, (not forecast), due_date, id)
  include (forecast, transaction_id);

-- Open and partly paid ones are told apart without a look at the table.
drop index transactions_open;
create index transactions_open on transactions (account_id, company_id, type, reference_due_date, id)
  include (partner_id, status) where status <> 'PAID';
