-- Messages of the assistant are shown by the permissions of whoever reads them now, not of when they were written
-- (specification §6); and none is missed by a reader who comes back (services/assistant/messageStore.ts).

alter table assistant_messages
  -- What it tells of: a company, and the permission that is needed there on one of these buildings; none of them is
  -- what belongs to no building. Null tells of nothing that is guarded.
  add column company_id   bigint,
  add column permission   text check (permission in ('DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING')),
  add column building_ids bigint[] not null default '{}',
  -- It names the balance of a wallet, which takes DEBIT and CREDIT in the company.
  add column with_balance boolean not null default false,
  -- Ids are drawn before the command commits: a message with a lower id may become visible later. `tx` is the
  -- transaction that wrote it, `horizon` the oldest one that was still open then; both are of this server only.
  add column tx           xid8 not null default pg_current_xact_id(),
  add column horizon      xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  add constraint assistant_messages_company_fk foreign key (account_id, company_id)
    references companies (account_id, id) on delete cascade,
  add constraint assistant_messages_about check ((company_id is null) = (permission is null)),
  -- A broadcast is read by everybody of the account: it must not tell of what some may not see.
  add constraint assistant_messages_broadcast check (user_id is not null or company_id is null);

-- Whether a user may be told of a company's matter now.
create function may_be_told(p_user bigint, p_admin boolean, p_company bigint, p_permission text, p_buildings bigint[],
                            p_balance boolean) returns boolean
  language sql stable as $$
  select p_company is null or p_admin or (
    exists (select from user_permissions g
             where g.user_id = p_user and g.company_id = p_company and g.permission = p_permission
               and (g.building_id = any(p_buildings) or (g.building_id is null and p_buildings = '{}')))
    and (not p_balance or 2 = (select count(distinct g.permission) from user_permissions g
             where g.user_id = p_user and g.company_id = p_company and g.permission in ('DEBIT', 'CREDIT'))))
$$;
grant execute on function may_be_told to prumo_app;

-- Messages written before tell of the document that they lead to.
select set_config('prumo.owner_access', 'on', true);
update assistant_messages m
   set company_id = t.company_id, permission = t.type, with_balance = m.text like '% Saldo de %',
       building_ids = array(select distinct a.building_id from apportionments a
                             where a.account_id = t.account_id and a.transaction_id = t.id)
  from transactions t
 where m.user_id is not null and t.account_id = m.account_id
   and t.id = substring(m.link from '^/home/forms/transactions/\w+\?id=(\d{1,15})$')::bigint;
select set_config('prumo.owner_access', '', true);
