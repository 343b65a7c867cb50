import pg from 'pg';
import { seedCatalogue, type Catalogue } from '../catalogue/seed.ts';
import { NOW, TODAY } from '../support/books.ts';

/** An account that buys, and what its questions name. */
export interface Purchases extends Catalogue {
  orders: number;
  quotes: number;
  companyId: number;
  /** One of its buildings: each has a hundred orders, and a cost estimate of 200 inputs. */
  buildingId: number;
  supplierId: number;
  orderId: number;
  quoteId: number;
  stageId: number;
}

const ORDERS_A_BUILDING = 100;
const SUPPLIERS = 50;

const PLACES = `
with b as (
  insert into buildings (account_id, company_id, name) select $1, $2, 'Obra ' || n from generate_series(1, $3::int) n),
p as (
  insert into partners (account_id, type, name) select $1, 'SUPPLIER', 'Fornecedor ' || lpad(n::text, 3, '0') from generate_series(1, $4::int) n)
insert into categories (account_id, type, name) values ($1, 'DEBIT', 'Materiais')`;

/** An estimate for each building: ten stages, with 200 inputs of the catalogue, others in each building. */
const ESTIMATES = [
  `insert into cost_estimates (account_id, company_id, building_id, code, description, approved)
   select $1, company_id, id, 'ORC-' || id, name, true from buildings where account_id = $1`,
  `insert into cost_estimate_groups (account_id, cost_estimate_id, building_id, code, name, position)
   select $1, e.id, e.building_id, i::text, 'Etapa ' || i, i from cost_estimates e, generate_series(1, 10) i where e.account_id = $1`,
  `with p as (select array_agg(id order by id) as ids from products where account_id = $1)
   insert into cost_estimate_resources (account_id, cost_estimate_id, type, product_id, product_table_id, code, description, unit, unit_price)
   select $1, e.id, 'PRODUCT', q.id, q.product_table_id, d.code, d.name, 'un', 5 + i % 13
     from (select id, row_number() over (order by id) as n from cost_estimates where account_id = $1) e
    cross join generate_series(0, 199) i cross join p
     join products q on q.account_id = $1 and q.id = p.ids[1 + (e.n * 200 + i) % cardinality(p.ids)]
     join product_definitions d on d.account_id = $1 and d.id = q.definition_id
   on conflict do nothing`,
  'analyze cost_estimate_resources',
  `insert into cost_estimate_lines (account_id, cost_estimate_id, parent_id, position, resource_id, quantity)
   select $1, r.cost_estimate_id, g.id, row_number() over (partition by g.id order by r.id), r.id, 1000
     from (select *, row_number() over (partition by cost_estimate_id order by id) as n from cost_estimate_resources where account_id = $1) r
     join cost_estimate_groups g on g.account_id = $1 and g.cost_estimate_id = r.cost_estimate_id and g.position = 1 + r.n % 10`,
];

/** What an estimate has, numbered. */
const INPUTS = `
  select e.building_id, r.product_id, r.code, r.description, d.unit_id, l.parent_id as stage_id,
         row_number() over (partition by e.id order by r.id) as n
    from cost_estimates e
    join cost_estimate_resources r on r.account_id = $1 and r.cost_estimate_id = e.id
    join cost_estimate_lines l on l.account_id = $1 and l.cost_estimate_id = e.id and l.resource_id = r.id
    join products p on p.account_id = $1 and p.id = r.product_id
    join product_definitions d on d.account_id = $1 and d.id = p.definition_id
   where e.account_id = $1`;

/**
 * Orders of five lines, of what their building's estimate has. One in ten waits, late or not; the others came with one nota. What
 * follows from the rows is written as the services write it, but for the expenses.
 */
const ORDERS = [
  `insert into orders (account_id, company_id, building_id, partner_id, category_id, document, created_date, delivery_date, state,
     lines_value, gross_value, received_value, received_gross, invoiced_value, line_count, created_at, updated_at)
   select $1, b.company_id, b.id, s.ids[1 + n % cardinality(s.ids)], (select min(id) from categories where account_id = $1),
          'PC-' || lpad(n::text, 5, '0'), date '${TODAY}' - (n % 700), date '${TODAY}' - (n % 700) + 15,
          case when n % 10 = 0 then 'ORDERED' else 'RECEIVED' end, 5 * 10 * (5 + n % 7), 5 * 10 * (5 + n % 7),
          case when n % 10 = 0 then 0 else 5 * 10 * (5 + n % 7) end, case when n % 10 = 0 then 0 else 5 * 10 * (5 + n % 7) end,
          case when n % 10 = 0 then 0 else 5 * 10 * (5 + n % 7) end, 5, '${NOW}', '${NOW}'
     from generate_series(1, $2::int) n
     join (select *, row_number() over (order by id) as place from buildings where account_id = $1) b on b.place = 1 + n / ${ORDERS_A_BUILDING} % $3::int
    cross join (select array_agg(id order by id) as ids from partners where account_id = $1) s`,
  `insert into order_lines (account_id, order_id, building_id, position, product_id, code, name, unit_id, quantity, price, stage_id, received_quantity)
   with r as materialized (${INPUTS})
   select $1, o.id, o.building_id, k, r.product_id, r.code, r.description, r.unit_id, 10, 5 + o.number % 7, r.stage_id,
          case when o.state = 'ORDERED' then 0 else 10 end
     from orders o cross join generate_series(1, 5) k
     join r on r.building_id = o.building_id and r.n = 1 + (o.number * 7 + k * 31) % 190
    where o.account_id = $1`,
  `insert into order_installments (account_id, order_id, position, due_date, gross_value)
   select $1, id, 1, delivery_date + 30, gross_value from orders where account_id = $1 and state = 'ORDERED'`,
  `insert into order_deliveries (account_id, order_id, document_number, emission_date, received_date, value, created_at)
   select $1, id, 'NF ' || (10000 + number), delivery_date, delivery_date, gross_value, '${NOW}' from orders where account_id = $1 and state = 'RECEIVED'`,
  `insert into order_delivery_lines (account_id, order_id, delivery_id, line_id, quantity, price, landed_value)
   select $1, l.order_id, d.id, l.id, l.quantity, l.price, round(l.quantity * l.price, 2)
     from order_deliveries d join order_lines l on l.account_id = $1 and l.order_id = d.order_id where d.account_id = $1`,
  'select rebuild_order_commitments()',
];

/** Quotes of five lines that three suppliers were asked for and answered; one in four is open. */
const QUOTES = [
  `insert into quotes (account_id, company_id, building_id, document, title, deadline, sent_at, closed_at, close_reason, line_count,
     reference_total, best_total, best_reference, created_at, updated_at)
   select $1, b.company_id, b.id, 'COT-' || lpad(n::text, 4, '0'), 'Cotação ' || n, timestamptz '${NOW}' + interval '2 days', '${NOW}',
          case when n % 4 > 0 then timestamptz '${NOW}' end, case when n % 4 > 0 then 'Comprado' end, 5, 250, 240, 250,
          timestamptz '${NOW}' - make_interval(hours => n), '${NOW}'
     from generate_series(1, $2::int) n
     join (select *, row_number() over (order by id) as place from buildings where account_id = $1) b on b.place = 1 + n % $3::int`,
  `insert into quote_lines (account_id, quote_id, building_id, position, product_id, code, description, unit_id, quantity, stage_id, reference_price)
   with r as materialized (${INPUTS})
   select $1, q.id, q.building_id, k, r.product_id, r.code, r.description, r.unit_id, 10, r.stage_id, 5
     from quotes q cross join generate_series(1, 5) k
     join r on r.building_id = q.building_id and r.n = 1 + (q.number * 3 + k * 17) % 190
    where q.account_id = $1`,
  `insert into quote_suppliers (account_id, quote_id, partner_id, position, sent_at, opened_at, seen_at)
   select $1, q.id, s.ids[1 + (q.number * 3 + k) % cardinality(s.ids)], k, '${NOW}', '${NOW}', '${NOW}'
     from quotes q cross join generate_series(1, 3) k
    cross join (select array_agg(id order by id) as ids from partners where account_id = $1) s where q.account_id = $1`,
  `insert into quote_answers (account_id, quote_id, supplier_id, revision, submitted_at, freight, payment_days)
   select $1, quote_id, id, 1, '${NOW}', 'INCLUDED', '{28}' from quote_suppliers where account_id = $1`,
  `insert into quote_answer_lines (account_id, quote_id, answer_id, line_id, price)
   select $1, a.quote_id, a.id, l.id, 4 + a.id % 3 from quote_answers a join quote_lines l on l.account_id = $1 and l.quote_id = a.quote_id
    where a.account_id = $1`,
];

/** Makes an account with a catalogue, orders of it and quotes. */
export const seedPurchases = async (
  databaseUrl: string,
  { products, orders, quotes }: { products: number; orders: number; quotes: number },
): Promise<Purchases> => {
  const catalogue = await seedCatalogue(databaseUrl, { products, tasks: 0 });
  const { accountId } = catalogue;
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const id = async (text: string, values: unknown[]): Promise<number> => {
    const { rows } = await client.query<{ id: string | null }>(text, values);
    return Number(rows[0]?.id);
  };
  try {
    await client.query(`set prumo.owner_access = 'on'; set jit = off`);
    const companyId = await id('select id from companies where account_id = $1', [accountId]);
    const buildings = Math.ceil(orders / ORDERS_A_BUILDING);
    await client.query(PLACES, [accountId, companyId, buildings, SUPPLIERS]);
    /** A statement takes as many of the values as it names. */
    const run = (statement: string, values: unknown[]) =>
      client.query(
        statement,
        values.filter((_, index) => statement.includes(`$${index + 1}`)),
      );
    for (const statement of ESTIMATES) await run(statement, [accountId]);
    for (const statement of ORDERS) await run(statement, [accountId, orders, buildings]);
    for (const statement of QUOTES) await run(statement, [accountId, quotes, buildings]);
    await client.query('vacuum analyze');
    const buildingId = await id('select min(id) as id from buildings where account_id = $1', [accountId]);
    const ofBuilding = (table: string) =>
      id(`select max(id) as id from ${table} where account_id = $1 and building_id = $2`, [accountId, buildingId]);
    return {
      ...catalogue,
      ...{ orders, quotes, companyId, buildingId },
      supplierId: await id('select min(id) as id from partners where account_id = $1', [accountId]),
      ...{ orderId: await ofBuilding('orders'), quoteId: await ofBuilding('quotes') },
      stageId: await ofBuilding('cost_estimate_groups'),
    };
  } finally {
    await client.end();
  }
};
