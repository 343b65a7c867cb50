interface Sizes {
  accountId: number;
  installments: number;
  seed: number;
  today: string;
}

/**
 * SQL for one account: registers that grow with the books, and six years of transactions with one to five installments
 * each.
 */
export const booksSql = ({ accountId, installments, seed, today }: Sizes): string[] => {
  const transactions = Math.max(1, Math.round(installments / 3));
  const suppliers = Math.min(5_000, 20 + Math.round(transactions / 50));
  const customers = Math.min(800, 5 + Math.round(transactions / 300));
  const buildings = Math.min(40, 4 + Math.round(transactions / 5_000));
  return [
    // Hashes the row number instead of calling random(): the same seed gives the same rows.
    `create or replace function pg_temp.pick(i bigint, salt integer, below integer) returns integer language sql immutable
       as $$ select ((hashint8extended(i, ${seed} + salt) & 9223372036854775807) % below)::integer $$`,
    `create or replace function pg_temp.nth(ids bigint[], i integer) returns bigint language sql immutable
       as $$ select ids[1 + i % array_length(ids, 1)] $$`,
    `insert into companies (account_id, name) values (${accountId}, 'Construtora Medida')`,
    `insert into buildings (account_id, company_id, name)
       select ${accountId}, c.id, 'Obra ' || i from companies c, generate_series(1, ${buildings}) i where c.account_id = ${accountId}`,
    `insert into wallets (account_id, company_id, identifier, initial_balance, balance_date)
       select ${accountId}, c.id, 'Carteira ' || i, 100000, '2015-01-01' from companies c, generate_series(1, 5) i
       where c.account_id = ${accountId}`,
    `insert into categories (account_id, type, name)
       select ${accountId}, case when i <= 20 then 'DEBIT' else 'CREDIT' end, 'Categoria ' || i from generate_series(1, 26) i`,
    `insert into partners (account_id, type, name)
       select ${accountId}, case when i <= ${suppliers} then 'SUPPLIER' else 'CUSTOMER' end,
         (array['Concreteira','Madeireira','Elétrica','Hidráulica','Locadora','Cerâmica','Ferragens','Transportes'])[1 + pg_temp.pick(i, 1, 8)]
           || ' ' || (array['São João','Ipê','Horizonte','Açaí','União','Três Rios','Paraná'])[1 + pg_temp.pick(i, 2, 7)] || ' ' || i
       from generate_series(1, ${suppliers + customers}) i`,
    `drop table if exists pg_temp.drafts`,
    `create temp table drafts as
       with ids as (select
         (select coalesce(max(id), 0) from transactions) as base,
         (select min(id) from companies where account_id = ${accountId}) as company,
         (select array_agg(id order by id) from wallets where account_id = ${accountId}) as wallets,
         (select array_agg(id order by id) from buildings where account_id = ${accountId}) as buildings,
         (select array_agg(id order by id) from categories where account_id = ${accountId} and type = 'DEBIT') as costs,
         (select array_agg(id order by id) from categories where account_id = ${accountId} and type = 'CREDIT') as gains,
         (select array_agg(id order by id) from partners where account_id = ${accountId} and type = 'SUPPLIER') as suppliers,
         (select array_agg(id order by id) from partners where account_id = ${accountId} and type = 'CUSTOMER') as customers)
       select base + i as id, company, i as n, case when pg_temp.pick(i, 3, 5) = 0 then 'CREDIT' else 'DEBIT' end as type,
         1 + i % 5 as installments, date '${today}' + 30 - pg_temp.pick(i, 4, 2190) as emission,
         pg_temp.nth(wallets, pg_temp.pick(i, 5, 100)) as wallet,
         case when pg_temp.pick(i, 3, 5) = 0 then pg_temp.nth(gains, pg_temp.pick(i, 6, 100)) else pg_temp.nth(costs, pg_temp.pick(i, 6, 100)) end as category,
         case when pg_temp.pick(i, 7, 20) = 0 then null
              when pg_temp.pick(i, 3, 5) = 0 then pg_temp.nth(customers, pg_temp.pick(i, 8, 100000))
              else pg_temp.nth(suppliers, pg_temp.pick(i, 8, 100000)) end as partner,
         case when pg_temp.pick(i, 9, 20) < 5 then 0 when pg_temp.pick(i, 9, 20) < 17 then 1 else 2 end as shared,
         pg_temp.nth(buildings, pg_temp.pick(i, 10, 1000)) as first_building,
         pg_temp.nth(buildings, pg_temp.pick(i, 10, 1000) + 1) as second_building
       from ids, generate_series(1, ${transactions}) i`,
    `insert into installments (account_id, id, company_id, transaction_id, type, number, forecast, created_on, due_date,
         gross_value, increase, discount, payment_date, wallet_id, payment_method)
       overriding system value
       select ${accountId}, base + row_number() over (order by d.n, k), d.company, d.id, d.type, k, not paid, d.emission, due,
         (5000 + pg_temp.pick(d.n * 8 + k, 11, 900000)) / 100.0,
         case when paid and pg_temp.pick(d.n * 8 + k, 12, 30) = 0 then 2.35 else 0 end, 0,
         case when paid then least(due + pg_temp.pick(d.n * 8 + k, 13, 4), date '${today}') end,
         case when paid then d.wallet end, case when paid then 'PIX' end
       from (select coalesce(max(id), 0) as base from installments) b, drafts d
       cross join lateral generate_series(1, d.installments) k
       cross join lateral (select d.emission + 30 * k::integer as due) as days
       -- One in sixty is overdue.
       cross join lateral (select due <= date '${today}' and pg_temp.pick(d.n * 8 + k, 14, 60) > 0 as paid) as payment`,
    `insert into transactions (account_id, id, company_id, type, document_number, description, emission_date, competence_date,
         category_id, partner_id, expected_wallet_id, status, installment_count, paid_installment_count,
         gross_value, increase, discount, paid_value, reference_due_date)
       overriding system value
       select ${accountId}, d.id, d.company, d.type, 'NF ' || (10000 + pg_temp.pick(d.n, 15, 900000)),
         (array['Cimento','Areia média','Aço CA-50','Tijolos','Locação de andaime','Frete','Projeto elétrico','Mão de obra'])[1 + pg_temp.pick(d.n, 16, 8)]
           || ' ' || d.n, d.emission, d.emission, d.category, d.partner, d.wallet,
         case s.paid when 0 then 'OPEN' when d.installments then 'PAID' else 'PARTIAL' end, d.installments, s.paid,
         s.gross, s.increase, 0, s.paid_value, s.due
       from drafts d join (
         select transaction_id, count(*) filter (where not forecast) as paid, sum(gross_value) as gross, sum(increase) as increase,
           coalesce(sum(gross_value + increase) filter (where not forecast), 0) as paid_value,
           coalesce(min(due_date) filter (where forecast), max(due_date)) as due
         from installments where account_id = ${accountId} group by transaction_id) s on s.transaction_id = d.id`,
    // Divides each installment over two buildings; the first takes the odd cent.
    `drop table if exists pg_temp.cells`,
    `create temp table cells as
       select i.id as installment_id, i.transaction_id, p.position, d.company,
         case p.position when 1 then d.first_building else d.second_building end as building,
         case when d.shared = 1 then i.gross_value when p.position = 1 then i.gross_value - trunc(i.gross_value / 2, 2) else trunc(i.gross_value / 2, 2) end as gross,
         case when d.shared = 1 then i.increase when p.position = 1 then i.increase - trunc(i.increase / 2, 2) else trunc(i.increase / 2, 2) end as increase
       from drafts d join installments i on i.account_id = ${accountId} and i.transaction_id = d.id
       cross join lateral generate_series(1, d.shared) as p(position)`,
    `insert into apportionments (account_id, id, company_id, transaction_id, position, building_id, gross_value, percentage)
       overriding system value
       select ${accountId}, base + row_number() over (order by transaction_id, position), company, transaction_id, position, building, gross,
         case when position = 2 then 100 - round(100 * (whole - gross) / whole, 2) else round(100 * gross / whole, 2) end
       from (select coalesce(max(id), 0) as base from apportionments) b,
         (select company, transaction_id, position, building, sum(gross) as gross, sum(sum(gross)) over (partition by transaction_id) as whole
          from cells group by company, transaction_id, position, building) c`,
    `insert into apportionment_shares (account_id, transaction_id, installment_id, apportionment_id, gross_value, increase, discount)
       select ${accountId}, c.transaction_id, c.installment_id, a.id, c.gross, c.increase, 0
       from cells c join apportionments a on a.account_id = ${accountId} and a.transaction_id = c.transaction_id and a.position = c.position`,
    ...['transactions', 'installments', 'apportionments'].map(
      (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    ),
    `drop table pg_temp.drafts`,
    `drop table pg_temp.cells`,
  ];
};
