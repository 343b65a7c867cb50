-- No share is worth nothing (domain.md §3): what an installment does not give to an apportionment has no row. The sums of
-- documents stay the same, which the checks look at before the owner's access ends.
select set_config('prumo.owner_access', 'on', true);
delete from apportionment_shares where gross_value = 0 and increase = 0 and discount = 0;
set constraints all immediate;
select set_config('prumo.owner_access', '', true);

-- Installments and shares of before this rule stay as they are until somebody changes them: they may be paid.
alter table installments add constraint installments_positive check (gross_value > 0) not valid;
alter table apportionment_shares add constraint apportionment_shares_positive check (gross_value > 0) not valid;
