-- An answer has figures: it is shown as long as its reader has every right that they had when it was computed
-- (docs/decisions/0015, 0086).

-- The rights of a user as texts, "company/building/permission"; an administrator has one that stands for all.
create function rights_of(p_user bigint) returns text[] language sql stable as $$
  select case when u.admin then array['admin'] else array(
           select concat_ws('/', g.company_id, coalesce(g.building_id::text, '-'), g.permission)
             from user_permissions g where g.account_id = u.account_id and g.user_id = u.id) end
    from users u where u.id = p_user
$$;
grant execute on function rights_of to prumo_app;

alter table assistant_messages add column rights text[];
select set_config('prumo.owner_access', 'on', true);
update assistant_messages m set rights = rights_of(m.user_id) where m.answer is not null;
select set_config('prumo.owner_access', '', true);
alter table assistant_messages
  add constraint assistant_messages_rights check ((rights is null) = (answer is null));
