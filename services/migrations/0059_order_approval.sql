-- Who may order up to how much, and what waits for somebody who may (docs/decisions/0063).

-- Limits of a company; none: nobody approves anything. A row without a user counts for everybody who has none of his own.
create table order_limits (
  account_id bigint not null,
  company_id bigint not null,
  user_id    bigint,
  -- Null: without a limit.
  max_value  numeric(15, 2) check (max_value >= 0),
  constraint order_limits_key unique nulls not distinct (account_id, company_id, user_id),
  constraint order_limits_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade,
  constraint order_limits_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
select protect_tenant_table('order_limits');
-- Of the list of limits, which is replaced as a whole.
alter table companies add column order_limits_version integer not null default 1;

-- Limit of a user; null: he has none.
create function order_limit(p_account bigint, p_company bigint, p_user bigint) returns numeric language sql stable as $$
  select l.max_value
    from users u
    join order_limits l on l.account_id = u.account_id and l.company_id = p_company and (l.user_id = u.id or l.user_id is null)
   where u.account_id = p_account and u.id = p_user and not u.admin
   order by l.user_id nulls last limit 1
$$;
grant execute on function order_limit to prumo_app;

-- An order that passed the limit of who saved it. An order without a row needs no approval.
create table order_approvals (
  account_id   bigint not null,
  order_id     bigint not null,
  status       text not null check (status in ('WAITING', 'APPROVED', 'REJECTED')),
  -- Limit that was passed, and value that was asked for.
  max_value    numeric(15, 2) not null check (max_value >= 0),
  value        numeric(15, 2) not null check (value > max_value),
  requested_by bigint not null,
  requested_at timestamptz not null,
  decided_by   bigint,
  decided_at   timestamptz,
  reason       text check (length(reason) between 1 and 500),
  primary key (account_id, order_id),
  constraint order_approvals_order_fk foreign key (account_id, order_id) references orders (account_id, id) on delete cascade,
  constraint order_approvals_requested_fk foreign key (account_id, requested_by) references users (account_id, id),
  constraint order_approvals_decided_fk foreign key (account_id, decided_by) references users (account_id, id),
  constraint order_approvals_decided check (
    (status = 'WAITING') = (decided_by is null) and (status = 'WAITING') = (decided_at is null)),
  constraint order_approvals_reasoned check (
    case status when 'WAITING' then reason is null when 'REJECTED' then reason is not null else true end)
);
create index order_approvals_waiting on order_approvals (account_id, order_id) where status = 'WAITING';
select protect_tenant_table('order_approvals');

-- Who may approve an order of a value: buys for its building, and has a limit that reaches it.
create function order_approvers(p_account bigint, p_order bigint, p_value numeric) returns setof bigint language sql stable as $$
  select u.id
    from orders o
    join users u on u.account_id = o.account_id and u.active
   where o.account_id = p_account and o.id = p_order
     and (u.admin or exists (
       select from user_permissions g
        where g.account_id = u.account_id and g.user_id = u.id and g.company_id = o.company_id
          and g.building_id = o.building_id and g.permission = 'PURCHASE'))
     and coalesce(order_limit(o.account_id, o.company_id, u.id) >= p_value, true)
$$;
grant execute on function order_approvers to prumo_app;

-- What waits for approval or was rejected commits nothing.
alter function rebuild_order_commitments() rename to rebuild_all_order_commitments;
create function rebuild_order_commitments() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform rebuild_all_order_commitments();
  set local prumo.owner_access = 'on';
  delete from order_commitments c using order_approvals a
   where a.account_id = c.account_id and a.order_id = c.order_id and a.status <> 'APPROVED';
  update order_lines l set committed_value = 0 from order_approvals a
   where a.account_id = l.account_id and a.order_id = l.order_id and a.status <> 'APPROVED' and l.committed_value > 0;
  set local prumo.owner_access = '';
end $$;
revoke all on function rebuild_order_commitments from public;

-- Mail to users who may approve an order.
alter table outgoing_mail add column about_order_id bigint;
alter table outgoing_mail add constraint outgoing_mail_about_order_fk
  foreign key (account_id, about_order_id) references orders (account_id, id) on delete cascade;
create index outgoing_mail_about_order on outgoing_mail (account_id, about_order_id) where about_order_id is not null;
alter table outgoing_mail drop constraint outgoing_mail_kind_check;
alter table outgoing_mail add constraint outgoing_mail_kind_check
  check (kind in ('INVITATION', 'RECOVERY', 'CONFIRMATION', 'PASSWORD_CHANGED', 'ACTIVATION', 'ALREADY_REGISTERED',
                  'LOGIN_CHANGE', 'LOGIN_CHANGED', 'ADMIN_GRANTED', 'ORDER_APPROVAL',
                  'QUOTE_REQUEST', 'QUOTE_REMINDER', 'QUOTE_DEADLINE', 'QUOTE_COPY'));
