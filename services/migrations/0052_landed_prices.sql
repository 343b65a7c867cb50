-- What each line of a nota costs landed (domain.md §4; docs/decisions/0059): with its share of the freight, IPI and discount of
-- the nota. Kept, so that the prices that were paid for an input are read from its own lines alone.
alter table order_delivery_lines add column landed_value numeric(15, 2) check (landed_value >= 0);

set local prumo.owner_access = 'on';
update order_delivery_lines x set landed_value = n.landed / 100
  from (
    select d.account_id, d.id as delivery_id, m.line_id, m.landed
      from order_deliveries d
      cross join lateral (
        select array_agg(x.line_id order by l.position) as lines,
               share_cents(d.value * 100, array_agg(half_even_cents(x.quantity * x.price) order by l.position)) as shares
          from order_delivery_lines x
          join order_lines l on l.account_id = x.account_id and l.id = x.line_id
         where x.account_id = d.account_id and x.delivery_id = d.id) a
      cross join lateral unnest(a.lines, a.shares) m (line_id, landed)
  ) n
 where x.account_id = n.account_id and x.delivery_id = n.delivery_id and x.line_id = n.line_id;
set local prumo.owner_access = '';

alter table order_delivery_lines alter column landed_value set not null;
