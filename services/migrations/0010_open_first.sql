-- The first view of both lists of documents: what is open, by due date, before what is settled.
create index transactions_open_first on transactions (account_id, company_id, type, (status = 'PAID'), reference_due_date, id);
create index installments_open_first on installments (account_id, company_id, type, (not forecast), due_date, id);
