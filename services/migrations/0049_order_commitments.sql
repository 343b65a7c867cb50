-- What orders commit, ordered and not received yet (domain.md §4, §5; docs/decisions/0056), written with the order: by line,
-- and so by stage, and by due date.

-- Landed value of what is missing.
alter table order_lines add column committed_value numeric(15, 2) not null default 0 check (committed_value >= 0);
create index order_lines_committed on order_lines (account_id, building_id, stage_id) include (committed_value)
  where committed_value > 0;

-- What notas have not replaced yet, by the payment terms.
create table order_commitments (
  account_id  bigint not null,
  company_id  bigint not null,
  building_id bigint not null,
  order_id    bigint not null,
  position    integer not null check (position > 0),
  due_date    date not null,
  value       numeric(15, 2) not null check (value > 0),
  primary key (account_id, order_id, due_date),
  constraint order_commitments_order_fk foreign key (account_id, building_id, order_id)
    references orders (account_id, building_id, id) on update cascade on delete cascade
);
create index order_commitments_days on order_commitments (account_id, company_id, due_date);
select protect_tenant_table('order_commitments');

-- Cents of an amount that is not negative, half-even; PostgreSQL rounds a half up.
create function half_even_cents(p_amount numeric) returns numeric language sql immutable parallel safe
  return round(p_amount * 100) - case when p_amount * 100 % 1 = 0.5 and round(p_amount * 100) % 2 = 1 then 1 else 0 end;

-- Splits cents in proportion as domain/shares.ts does: half-even, the last share with a weight takes the remainder; where that
-- would be nothing or less, all are rounded down and the missing cents go to the last ones with a fraction.
create function share_cents(p_amount numeric, p_weights numeric[]) returns numeric[]
  language plpgsql immutable parallel safe as $$
declare
  n constant integer := coalesce(array_length(p_weights, 1), 0);
  weights numeric[] := p_weights;
  total numeric := 0;
  shares numeric[] := '{}';
  last integer := 0;
  rest numeric := p_amount;
  whole numeric;
begin
  if n = 0 then return shares; end if;
  select sum(w) into total from unnest(weights) w;
  if total = 0 then
    weights := array_fill(1::numeric, array[n]);
    total := n;
  end if;
  for i in 1..n loop
    whole := div(p_amount * weights[i], total);
    -- Twice the remainder against the divisor: above it, or equal and odd, is one more.
    if 2 * (p_amount * weights[i] - whole * total) > total
       or (2 * (p_amount * weights[i] - whole * total) = total and whole % 2 = 1) then whole := whole + 1; end if;
    shares := shares || whole;
    if weights[i] > 0 then last := i; end if;
  end loop;
  for i in 1..n loop
    if i <> last then rest := rest - shares[i]; end if;
  end loop;
  if rest > 0 or p_amount <= 0 then
    shares[last] := rest;
    return shares;
  end if;
  rest := p_amount;
  for i in 1..n loop
    shares[i] := div(p_amount * weights[i], total);
    rest := rest - shares[i];
  end loop;
  for i in reverse n..1 loop
    exit when rest <= 0;
    if p_amount * weights[i] % total <> 0 then
      shares[i] := shares[i] + 1;
      rest := rest - 1;
    end if;
  end loop;
  return shares;
end $$;

-- All commitments anew from the orders, for who has changed these with the services off.
create function rebuild_order_commitments() returns void
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
                   array_agg(half_even_cents((l.quantity - l.received_quantity) * l.price) order by l.position)) as shares
            from order_lines l
           where l.account_id = o.account_id and l.order_id = o.id and not l.canceled and not l.closed
             and l.received_quantity < l.quantity) a
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

revoke all on function rebuild_order_commitments from public;
select rebuild_order_commitments();
