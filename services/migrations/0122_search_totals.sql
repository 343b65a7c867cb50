-- What a search of one word finds is ordered and summed from this index alone (docs/decisions/0021): an eighth of the documents
-- is spread over all pages of the table.
create index transactions_figures on transactions (account_id, company_id, type, id)
  include (partner_id, status, reference_due_date, value, gross_value, paid_value, open_value);
