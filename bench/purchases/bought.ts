import pg from 'pg';
import { NOW, TODAY } from '../support/books.ts';

/** What lists of purchases name. */
export interface Bought {
  companyId: number;
}

const PLACES = [
  `insert into buildings (account_id, company_id, name)
   select $1, (select min(id) from companies where account_id = $1), 'Obra ' || n from generate_series(1, 4) n`,
  `insert into partners (account_id, type, name) select $1, 'SUPPLIER', 'Fornecedor ' || n from generate_series(1, 50) n`,
];

/** Received whole, by one nota with one line. */
const ORDERS = [
  `insert into orders (account_id, company_id, building_id, partner_id, document, created_date, delivery_date, state, lines_value,
     gross_value, received_value, received_gross, invoiced_value, line_count, created_at, updated_at)
   select $1, b.company_id, b.id, p.id, 'PC-' || lpad(n::text, 5, '0'), date '${TODAY}' - n % 700, date '${TODAY}' - n % 700 + 15,
          'RECEIVED', 50, 50, 50, 50, 50, 1, '${NOW}', '${NOW}'
     from generate_series(1, $2::int) n
     join (select *, row_number() over (order by id) as place from buildings where account_id = $1) b on b.place = 1 + n % 4
     join (select *, row_number() over (order by id) as place from partners where account_id = $1) p on p.place = 1 + n % 50`,
  `insert into order_lines (account_id, order_id, building_id, position, product_id, code, name, unit_id, quantity, price, received_quantity)
   select $1, o.id, o.building_id, 1, r.id, d.code, d.name, d.unit_id, 10, 5, 10
     from orders o, (select * from products where account_id = $1 order by id limit 1) r
     join product_definitions d on d.account_id = $1 and d.id = r.definition_id
    where o.account_id = $1`,
  `insert into order_deliveries (account_id, order_id, document_number, emission_date, received_date, value, created_at)
   select $1, id, 'NF ' || (10000 + number), delivery_date, delivery_date, gross_value, '${NOW}' from orders where account_id = $1`,
  `insert into order_delivery_lines (account_id, order_id, delivery_id, line_id, quantity, price, landed_value)
   select $1, l.order_id, d.id, l.id, 10, 5, 50
     from order_deliveries d join order_lines l on l.account_id = $1 and l.order_id = d.order_id where d.account_id = $1`,
];

const QUOTES = `
  insert into quotes (account_id, company_id, building_id, document, title, deadline, line_count, reference_total, created_at, updated_at)
  select $1, b.company_id, b.id, 'COT-' || lpad(n::text, 5, '0'), 'Cotação ' || n, timestamptz '${NOW}' + interval '2 days', 0, 0,
         timestamptz '${NOW}' - make_interval(hours => n), '${NOW}'
    from generate_series(1, $2::int) n
    join (select *, row_number() over (order by id) as place from buildings where account_id = $1) b on b.place = 1 + n % 4`;

/** Fills an account that has a catalogue with orders and quotes, and nothing that follows from them: rows for lists, in seconds. */
export const seedBought = async (databaseUrl: string, accountId: number, rows: number): Promise<Bought> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; set prumo.owner_access = 'on'; set jit = off`);
    for (const statement of PLACES) await client.query(statement, [accountId]);
    for (const statement of [...ORDERS, QUOTES]) {
      await client.query(statement, statement.includes('$2') ? [accountId, rows] : [accountId]);
      // The next one joins what this one made.
      await client.query('analyze');
    }
    await client.query('vacuum');
    const found = await client.query<{ id: string }>('select min(id) as id from companies where account_id = $1', [
      accountId,
    ]);
    return { companyId: Number(found.rows[0]?.id) };
  } finally {
    await client.end();
  }
};
