-- The day on which an estimate took an input or a composition, with its price, from the register (docs/decisions/0046).
alter table cost_estimate_resources add column taken_on date not null default current_date;
update cost_estimate_resources r set taken_on = (e.created_at at time zone 'America/Sao_Paulo')::date
  from cost_estimates e where e.account_id = r.account_id and e.id = r.cost_estimate_id;
