-- An import of bills is taken back as a whole (docs/decisions/0079): thousands of documents in one statement a table. The triggers
-- that delete what stands below a row, one row at a time, have nothing to do then.

drop trigger delete_apportionments on transactions;
create trigger delete_apportionments before delete on transactions for each row
  when (current_setting('prumo.below_is_gone', true) is distinct from 'on')
  execute function delete_apportionments_first();
drop trigger delete_shares on installments;
create trigger delete_shares before delete on installments for each row
  when (current_setting('prumo.below_is_gone', true) is distinct from 'on')
  execute function delete_shares_first();
drop trigger delete_shares on apportionments;
create trigger delete_shares before delete on apportionments for each row
  when (current_setting('prumo.below_is_gone', true) is distinct from 'on')
  execute function delete_shares_first();

-- Deletes documents of one account with everything below them, from the shares upwards: sums are kept by what still stands
-- above a row.
create function delete_documents(p_account bigint, p_ids bigint[]) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  delete from apportionment_shares where account_id = p_account and transaction_id = any(p_ids);
  set local prumo.below_is_gone = 'on';
  delete from apportionments where account_id = p_account and transaction_id = any(p_ids);
  delete from installments where account_id = p_account and transaction_id = any(p_ids);
  delete from transactions where account_id = p_account and id = any(p_ids);
  set local prumo.below_is_gone = '';
end $$;
