-- As in migration 0092, by keys alone: joined, the planner may begin at all noted installments of the account for each document.
create or replace function place_document() returns trigger language plpgsql as $$
declare
  here bigint[];
  installment_ids bigint[];
begin
  if new.entity = 'transaction' then
    if not exists (select from transactions t where t.account_id = new.account_id and t.id = new.entity_id) then
      return null;
    end if;
    here := array(select distinct a.building_id from apportionments a
                   where a.account_id = new.account_id and a.transaction_id = new.entity_id);
  else
    here := array(select distinct s.building_id from transaction_model_shares s
                   where s.account_id = new.account_id and s.model_id = new.entity_id);
  end if;
  if here = '{}' then here := '{-1}'; end if;
  update row_changes c set places = array(select unnest(c.places) union select unnest(here))
   where c.account_id = new.account_id and c.entity = new.entity and c.entity_id = new.entity_id and not c.places @> here;
  if new.entity = 'transaction' then
    installment_ids := array(select i.id from installments i
                              where i.account_id = new.account_id and i.transaction_id = new.entity_id);
    update row_changes c set places = array(select unnest(c.places) union select unnest(here))
     where c.account_id = new.account_id and c.entity = 'installment' and c.entity_id = any(installment_ids)
       and not c.places @> here;
  end if;
  return null;
end $$;
