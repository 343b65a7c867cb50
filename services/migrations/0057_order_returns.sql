-- Goods that went back to their supplier (domain.md §4; docs/decisions/0061).

-- Of the ordered quantity: went back and does not come again. Sum of its returns.
alter table order_lines add column canceled_quantity numeric(17, 4) not null default 0 check (canceled_quantity >= 0);
-- A line of which everything went back is canceled, also where what was missing of it had been closed.
alter table order_lines drop constraint order_lines_check;
alter table order_lines add constraint order_lines_canceled check (not canceled or received_quantity = 0);

-- What went back of each line of a nota: sums of its returns. All of the quantity is all of the landed value.
alter table order_delivery_lines
  add column returned_quantity numeric(17, 4) not null default 0,
  add column returned_value numeric(15, 2) not null default 0,
  add constraint order_delivery_lines_returned check (
    returned_quantity between 0 and quantity and returned_value between 0 and landed_value
    and (returned_quantity < quantity or returned_value = landed_value)
    and (returned_quantity > 0 or returned_value = 0));

create table order_returns (
  account_id      bigint not null,
  id              bigint generated always as identity,
  order_id        bigint not null,
  delivery_id     bigint not null,
  return_date     date not null,
  -- Nota de devolução.
  document_number text check (length(document_number) between 1 and 60),
  reason          text not null check (length(reason) between 1 and 500),
  returned_by     bigint,
  value           numeric(15, 2) not null check (value >= 0),
  -- What undoing it brings back: by due date, what it took from the expense, and the planned installments of the order before it.
  taken           jsonb not null,
  planned         jsonb not null,
  created_at      timestamptz not null,
  primary key (account_id, id),
  constraint order_returns_key unique (account_id, order_id, delivery_id, id),
  constraint order_returns_delivery_fk foreign key (account_id, order_id, delivery_id)
    references order_deliveries (account_id, order_id, id) on delete cascade,
  constraint order_returns_user_fk foreign key (account_id, returned_by) references users (account_id, id) on delete set null (returned_by)
);
create index order_returns_delivery on order_returns (account_id, delivery_id);
select protect_tenant_table('order_returns');

create table order_return_lines (
  account_id  bigint not null,
  order_id    bigint not null,
  delivery_id bigint not null,
  return_id   bigint not null,
  line_id     bigint not null,
  quantity    numeric(17, 4) not null check (quantity > 0),
  value       numeric(15, 2) not null check (value >= 0),
  -- The supplier sends it again; else it does not come any more.
  replaced    boolean not null,
  primary key (account_id, return_id, line_id),
  constraint order_return_lines_return_fk foreign key (account_id, order_id, delivery_id, return_id)
    references order_returns (account_id, order_id, delivery_id, id) on delete cascade,
  constraint order_return_lines_line_fk foreign key (account_id, delivery_id, line_id)
    references order_delivery_lines (account_id, delivery_id, line_id) on delete cascade
);
create index order_return_lines_nota on order_return_lines (account_id, delivery_id, line_id);
create index order_return_lines_line on order_return_lines (account_id, order_id, line_id);
select protect_tenant_table('order_return_lines');

-- All commitments anew from the orders, for who has changed these with the services off.
create or replace function rebuild_order_commitments() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  lock table orders, order_lines, order_installments in share row exclusive mode;
  delete from order_commitments;
  update order_lines l set committed_value = coalesce(n.value, 0)
    from order_lines o
    left join (
      select o.account_id, m.id, m.value / 100 as value
        from orders o
        cross join lateral (
          select array_agg(l.id order by l.position) as ids,
                 share_cents(greatest(o.gross_value - o.received_gross, 0) * 100,
                   array_agg(half_even_cents((l.quantity - l.canceled_quantity - l.received_quantity) * l.price) order by l.position)) as shares
            from order_lines l
           where l.account_id = o.account_id and l.order_id = o.id and not l.canceled and not l.closed
             and l.received_quantity < l.quantity - l.canceled_quantity) a
        cross join lateral unnest(a.ids, a.shares) m (id, value)
       where o.state in ('ORDERED', 'PARTIAL')
    ) n on n.account_id = o.account_id and n.id = o.id
   where l.account_id = o.account_id and l.id = o.id and l.committed_value <> coalesce(n.value, 0);
  insert into order_commitments (account_id, company_id, building_id, order_id, position, due_date, value)
  select o.account_id, o.company_id, o.building_id, o.id, row_number() over (partition by o.account_id, o.id order by d.due_date),
         d.due_date, d.value / 100
    from orders o
    cross join lateral (
      select array_agg(i.due_date order by i.position) as days,
             share_cents(greatest(o.gross_value - o.received_gross, 0) * 100, array_agg(i.gross_value * 100 order by i.position)) as shares
        from order_installments i where i.account_id = o.account_id and i.order_id = o.id) a
    cross join lateral (
      select s.due_date, sum(s.value) as value
        from (select * from unnest(a.days, a.shares)
               union all
              select coalesce(o.delivery_date, o.created_date), (o.gross_value - o.received_gross) * 100 where a.days is null
             ) s (due_date, value)
       group by 1 having sum(s.value) > 0) d
   where o.state in ('ORDERED', 'PARTIAL');
  set local prumo.owner_access = '';
end $$;
