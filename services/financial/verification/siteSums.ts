import { sql, type RawBuilder } from 'kysely';
import type { Kept } from './kept.ts';

/** Two places half-even of a number that is not negative; PostgreSQL rounds a half up. */
const halfEven = (value: RawBuilder<unknown>) => sql`
  (round(${value}, 2) - case when ${value} * 100 % 1 = 0.5 and round(${value}, 2) * 100 % 2 = 1 then 0.01 else 0 end)`;

/** Lines of cost estimates that have a price, with the percentage of their BDI; null: none. */
const pricedLines = (accountId: string) => sql`
  select l.cost_estimate_id, coalesce(l.quantity, 0) as quantity, coalesce(l.unit_price, r.unit_price) as price,
    coalesce(own.percentage, general.percentage) as percentage
  from cost_estimate_lines l
  left join cost_estimate_resources r on r.account_id = l.account_id and r.id = l.resource_id
  left join cost_estimate_bdis own on own.account_id = l.account_id and own.id = l.bdi_id
  left join cost_estimate_bdis general on general.account_id = l.account_id
    and general.cost_estimate_id = l.cost_estimate_id and general.is_default and l.bdi_id is null
  where l.account_id = ${accountId} and coalesce(l.unit_price, r.unit_price) is not null`;

/** Stored sums of cost estimates and of closed measurements, and the same sums of their rows (migrations 0024 and 0029). */
export const siteSums = (accountId: string): Kept[] => [
  {
    name: 'as somas dos orçamentos',
    kept: sql`
      select id::text as key, concat_ws(' ', direct_total, direct_total + bdi_total) as figures
      from cost_estimates where account_id = ${accountId} and direct_total + bdi_total <> 0`,
    rows: sql`
      select cost_estimate_id::text as key, concat_ws(' ', sum(direct), sum(gross)) as figures
      from (
        select p.cost_estimate_id, ${halfEven(sql`(p.quantity * p.price)`)} as direct,
          case when p.percentage is null then ${halfEven(sql`(p.quantity * p.price)`)}
            else ${halfEven(sql`(p.quantity * raised.price)`)} end as gross
        from (${pricedLines(accountId)}) p
        cross join lateral (select ${halfEven(sql`(p.price * (100 + p.percentage) / 100)`)} as price) raised
      ) line group by 1 having sum(gross) <> 0`,
  },
  {
    name: 'as somas das medições',
    kept: sql`
      select id::text as key, concat_ws(' ', previous_value, accumulated_value) as figures
      from measurements where account_id = ${accountId} and status = 'CLOSED'`,
    // A line keeps the value of the last measurement in which it was typed.
    rows: sql`
      select m.id::text as key, concat_ws(' ', coalesce(sum(before.value), 0.00), coalesce(sum(now.value), 0.00)) as figures
      from measurements m
      left join lateral (
        select distinct on (x.line_id) x.line_id, x.value from measurement_entries x
        join measurements n on n.account_id = x.account_id and n.id = x.measurement_id
        where x.account_id = m.account_id and n.contract_id = m.contract_id and n.number <= m.number
        order by x.line_id, n.number desc
      ) now on true
      left join lateral (
        select x.value from measurement_entries x
        join measurements n on n.account_id = x.account_id and n.id = x.measurement_id
        where x.account_id = m.account_id and x.line_id = now.line_id and n.contract_id = m.contract_id and n.number < m.number
        order by n.number desc limit 1
      ) before on true
      where m.account_id = ${accountId} and m.status = 'CLOSED' group by m.id`,
  },
  {
    name: 'os documentos das medições',
    kept: sql`
      select m.id::text as key, t.gross_value::text as figures
      from measurements m join transactions t on t.account_id = m.account_id and t.id = m.transaction_id
      where m.account_id = ${accountId}`,
    rows: sql`
      select id::text as key, (accumulated_value - previous_value - retention_value)::text as figures
      from measurements
      where account_id = ${accountId} and status = 'CLOSED' and accumulated_value - previous_value <> retention_value`,
  },
];
