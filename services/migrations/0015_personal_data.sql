-- What is known of a person goes when the person goes (LGPD, art. 16; docs/decisions/0025): the history of a deleted partner
-- or user keeps who did what and when, and which fields it touched, but no name, number or address.

-- Columns of each register that are about a person, and what a failed mail says of its address.
create function personal_columns(p_entity text) returns text[] language sql immutable as $$
  select case p_entity
    when 'partner' then array['name', 'trade_name', 'tax_id', 'email', 'phone', 'notes', 'postal_code', 'street',
                              'street_number', 'complement', 'district', 'city', 'state']
    when 'user' then array['login', 'name', 'new_login', 'error']
    else array[]::text[] end
$$;

create function without_personal(p_entity text, p_details jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, case when key = any(personal_columns(p_entity)) and value <> 'null'
                                    then to_jsonb('erased'::text) else value end)
  from jsonb_each(p_details)
$$;

-- The history is otherwise written once and never changed.
create function erase_personal_history() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  access text := current_setting('prumo.owner_access', true);
begin
  perform set_config('prumo.owner_access', 'on', true);
  update audit_log a set details = without_personal(a.entity, a.details)
  from gone g
  where a.account_id = g.account_id and a.entity = tg_argv[0] and a.entity_id = g.id
    and a.details ?| personal_columns(a.entity);
  perform set_config('prumo.owner_access', coalesce(access, ''), true);
  return null;
end $$;
create trigger erase_personal_history after delete on partners
  referencing old table as gone for each statement execute function erase_personal_history('partner');
create trigger erase_personal_history after delete on users
  referencing old table as gone for each statement execute function erase_personal_history('user');

-- Those who went before.
select set_config('prumo.owner_access', 'on', true);
update audit_log a set details = without_personal(a.entity, a.details)
where a.entity in ('partner', 'user') and a.details ?| personal_columns(a.entity)
  and not exists (select from partners p where a.entity = 'partner' and p.account_id = a.account_id and p.id = a.entity_id)
  and not exists (select from users u where a.entity = 'user' and u.account_id = a.account_id and u.id = a.entity_id);
select set_config('prumo.owner_access', '', true);
