/** Every expected figure is worked out by hand, or by another implementation than the one that wrote it. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { addDays } from '#domain/dates.ts';
import { subtract, sum, toCents } from '#domain/money.ts';
import { lineValue } from '#domain/purchase/orders/figures.ts';
import { buildDemoBooks } from '#services/demo/build.ts';
import { deskOf, type Desk } from '#services/demo/desk.ts';
import { demoOrders, type DemoOrder } from '#services/demo/orders.ts';
import { refreshOrder } from '#services/purchase/orders/store.ts';
import { readQuote } from '#services/purchase/quotes/read.ts';
import { createDemoDatabase } from '#tests/support/app.ts';
import type { TestDatabase } from '#tests/support/postgres.ts';
import { cataloguePrice } from './cataloguePrice.ts';

/** The day of the demo of all suites: 20 November 2026. */
const TODAY = '2026-11-20';
const NOW = new Date(`${TODAY}T15:00:00Z`);

let database: TestDatabase;
let client: pg.Client;
let desk: Desk;
let companyId: number;
const rows = async (sql: string): Promise<string[]> => {
  const answer = await client.query<string[]>({ text: sql, rowMode: 'array' });
  return answer.rows.map((row) => row.map(String).join(' | '));
};

beforeAll(async () => {
  database = await createDemoDatabase();
  const options = '-c prumo.owner_access=on -c timezone=UTC -c datestyle=ISO';
  client = new pg.Client({ connectionString: database.ownerUrl, options });
  await client.connect();
  const [account = ''] = await rows('select account_id, id from companies');
  const [accountId, company] = account.split(' | ').map(Number);
  companyId = company ?? 0;
  const users = (await rows('select id from users order by id')).map(Number);
  // Nothing of this suite stays.
  await client.query('begin');
  desk = await deskOf(client, { accountId: accountId ?? 0, companyId, users }, 'admin@demo.prumo');
}, 120_000);
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('The orders of the demo company', () => {
  test('are forty of the three obras, in every state', async () => {
    // Of 27 whose goods came, five wait for more. Of 13 of which nothing came, two are canceled.
    expect(await rows('select state, count(*) from orders group by 1 order by 1')).toEqual([
      'CANCELED | 2',
      'ORDERED | 11',
      'PARTIAL | 5',
      'RECEIVED | 22',
    ]);
    expect(await rows(`select min(document), max(document), count(distinct building_id) from orders`)).toEqual([
      'PC-0382 | PC-0421 | 3',
    ]);
    // Agreed for two and six days ago, and for three and five.
    expect(
      await rows(`select delivery_date::text, state from orders where state in ('ORDERED', 'PARTIAL')
                  and delivery_date < '${TODAY}' order by 1`),
    ).toEqual(['2026-11-14 | PARTIAL', '2026-11-15 | ORDERED', '2026-11-17 | ORDERED', '2026-11-18 | PARTIAL']);
    // 72 × 122,00 = 8.784,00, and IPI of 3,25 % of it: 285,48. Three installments from the delivery on.
    expect(
      await rows(`select o.document, o.lines_value, o.gross_value, string_agg(c.due_date || ' ' || c.value, ', ' order by c.due_date)
        from orders o join order_commitments c on c.order_id = o.id where o.lines_value = 8784 group by o.id, 1, 2, 3`),
    ).toEqual([
      expect.stringMatching(
        /^PC-04\d\d \| 8784.00 \| 9069.48 \| 2027-01-01 3023.16, 2027-01-29 3023.16, 2027-02-26 3023.16$/,
      ),
    ]);
  });

  test('wait for an administrator where they pass the limit of their buyer, and commit nothing until then', async () => {
    // 260 × 91,80 + 60 × 32,90 + 30 × 162,00 = 23.868,00 + 1.974,00 + 4.860,00 = 30.702,00, and 480,00 of freight.
    expect(
      await rows(`select o.document, o.gross_value, a.status, a.max_value, a.value, u.name, w.name,
          (select count(*) from order_commitments c where c.order_id = o.id)
        from orders o join order_approvals a on a.order_id = o.id
        join users u on u.id = a.requested_by
        cross join order_approvers(o.account_id, o.id, a.value) as may (id) join users w on w.id = may.id`),
    ).toEqual(['PC-0421 | 31182.00 | WAITING | 20000.00 | 31182.00 | Davi Antunes | Marina Queiroz | 0']);
    expect(await rows('select user_id, max_value from order_limits')).toEqual(['null | 20000.00']);
    expect(
      await rows(`select u.name, m.kind, message_text(m) from assistant_messages m join users u on u.id = m.user_id
        where m.text like '%aguarda a sua aprovação%'`),
    ).toEqual([
      expect.stringMatching(
        /^Marina Queiroz \| WARNING \| O pedido PC-0421 aguarda a sua aprovação: R\$.31\.182,00 a .*\. Comprador: Davi Antunes\.$/,
      ),
    ]);
  });

  test('came with expenses of the ledger: supplier, day, value, due dates and stages are those of the notas', async () => {
    expect(
      await rows(`
        select o.document from orders o
        left join transactions t on t.id = o.transaction_id
        left join lateral (select sum(d.value) as value, min(d.emission_date) as first from order_deliveries d
          where d.order_id = o.id) n on true
        where (n.value, n.first, o.partner_id, o.category_id) is distinct from (t.gross_value, t.emission_date, t.partner_id, t.category_id)
          and (t.id is not null or n.value is not null)`),
    ).toEqual([]);
    // By due date.
    expect(
      await rows(`
        select o.document from orders o join transactions t on t.id = o.transaction_id
        where (select json_agg(json_build_array(i.due_date, i.gross_value) order by i.due_date) from installments i
                where i.transaction_id = t.id)::text is distinct from
              (select json_agg(json_build_array(x.due_date, x.value) order by x.due_date)
                 from (select p.due_date, sum(p.gross_value) as value from order_deliveries d
                       join order_delivery_installments p on p.delivery_id = d.id where d.order_id = o.id group by 1) x)::text`),
    ).toEqual([]);
    // By stage: what its lines cost landed. Two expenses have none yet, and neither have the lines of their orders.
    expect(
      await rows(`
        select o.document from orders o
        where (select json_agg(json_build_array(a.building_id, a.cost_estimate_group_id, a.gross_value) order by 1)
                 from apportionments a where a.transaction_id = o.transaction_id)::text is distinct from
              (select json_agg(json_build_array(x.building_id, x.stage_id, x.value))
                 from (select l.building_id, l.stage_id, sum(r.landed_value) as value from order_delivery_lines r
                       join order_lines l on l.id = r.line_id where r.order_id = o.id group by 1, 2) x)::text`),
    ).toEqual([]);
    // The numbers of the notas begin with that of the expense; six orders have two.
    expect(
      await rows(`
        select count(*), count(*) filter (where n.numbers[1] = substr(t.document_number, 4)),
               count(*) filter (where array_length(n.numbers, 1) = 2), count(distinct t.id)
        from orders o join transactions t on t.id = o.transaction_id
        join lateral (select array_agg(d.document_number order by d.emission_date) as numbers from order_deliveries d
          where d.order_id = o.id) n on true`),
    ).toEqual(['27 | 27 | 6 | 27']);
  });

  test('are stored as the services store them, and as SQL alone computes them', async () => {
    const kept = async () => [
      await rows(`select (to_jsonb(o) - array['version', 'updated_at'])::text from orders o order by id`),
      await rows('select l::text from order_lines l order by id'),
      await rows('select i::text from order_installments i order by order_id, position'),
      await rows('select c::text from order_commitments c order by order_id, position'),
      await rows('select s::text from order_search s order by order_id'),
    ];
    const before = await kept();
    expect(before.map((table) => table.length > 30)).toEqual([true, true, true, true, true]);
    for (const id of await rows('select id from orders')) {
      const work = { ...desk, audit: () => undefined, notify: () => undefined };
      await refreshOrder(desk.trx, work, desk.session, { companyId, id: Number(id) });
    }
    expect(await kept()).toEqual(before);
    await client.query('select rebuild_order_commitments(), rebuild_order_search()');
    await client.query(`set local prumo.owner_access = 'on'`);
    expect(await kept()).toEqual(before);
    // Lines × prices, freight and discount of each nota.
    expect(
      await rows(`
        select d.id from order_deliveries d
        where d.value <> d.shipping_rate + d.ipi_value - d.discount
              + (select sum(round(r.quantity * r.price, 2)) from order_delivery_lines r where r.delivery_id = d.id)
           or d.value <> (select sum(r.landed_value) from order_delivery_lines r where r.delivery_id = d.id)`),
    ).toEqual([]);
  });
});

describe('The orders of the demo company, on any day,', () => {
  const days = Array.from({ length: 24 }, (_, index) => addDays('2026-01-01', index * 33)).map((seedDate) => {
    const { drafts } = buildDemoBooks(seedDate);
    return { seedDate, drafts, orders: demoOrders(drafts, cataloguePrice, seedDate) };
  });
  const valueOf = ({ lines, notas }: DemoOrder): string =>
    sum(
      notas.flatMap(({ quantities, shippingRate, discount }) => [
        subtract(shippingRate, discount),
        ...lines.map(({ price }, index) => lineValue(String(quantities[index]), price)),
      ]),
    );

  test('are forty, of expenses that came, with little freight or discount beside their lines', () => {
    const wrong = days.filter(({ seedDate, drafts, orders }) => {
      const came = orders.filter(({ expense }) => expense !== null);
      const values = new Map(drafts.map(({ key, installments }) => [key, sum(installments.map(({ gross }) => gross))]));
      const isExact = came.every((order) => valueOf(order) === values.get(order.expense ?? ''));
      const isPast = came.every(({ notas }) => notas.every(({ emission }) => emission <= seedDate));
      const isNear = orders.every((order) => {
        const charge = toCents(order.shippingRate) + toCents(order.discount);
        const whole = sum(order.lines.map(({ price, quantity }) => lineValue(String(quantity), price)));
        return charge * 100n <= toCents(whole) * 6n;
      });
      const isWhole = orders.every(({ lines }) => lines.every(({ quantity }) => quantity > 0));
      return orders.length !== 40 || came.length !== 27 || !isExact || !isPast || !isNear || !isWhole;
    });
    expect(wrong.map(({ seedDate }) => seedDate)).toEqual([]);
  });
});

describe('The quotes of the demo company', () => {
  const quote = async (title: string) => {
    const [id] = await rows(`select id from quotes where title like '${title}%'`);
    const read = await readQuote(desk.trx, desk.session, { companyId, id: Number(id) }, NOW);
    const names = new Map(
      read.suppliers.map(({ id: key, partner }) => [key, partner.name.split(' ').slice(0, 2).join(' ')]),
    );
    const { bestOfLines, bestSingle, bestCombination, referenceTotal } = read.comparison;
    const awarded = ({ supplierId }: { supplierId: number }) => names.get(supplierId);
    return {
      ...{ document: read.document, state: read.state, referenceTotal },
      suppliers: read.suppliers.map((one) => `${names.get(one.id)} ${one.state} ${one.answer?.total ?? ''}`.trim()),
      cheapestLines: bestOfLines.map(awarded),
      single: bestSingle && [bestSingle.total, [...new Set(bestSingle.awards.map(awarded))].join()],
      best: bestCombination && [
        bestCombination.total,
        bestCombination.presentValue,
        bestCombination.awards.map(awarded),
      ],
    };
  };

  test('weigh freight: who has the lowest price of every line is not the cheapest', async () => {
    // Aço Forte: 1.800 × 6,42 + 900 × 6,60 + 240 × 20,40 + 40 × 13,20 = 22.920,00, and 1.850,00 of freight.
    // São Jorge: 1.800 × 6,58 + 900 × 6,79 + 240 × 20,90 + 40 × 13,90 = 23.527,00, delivered. No line of his is worth more
    // than the freight that it would save; Lajes Campinas asks 23.902,00.
    expect(await quote('Aço e telas')).toEqual({
      ...{ document: 'COT-0091', state: 'WAITING' },
      // 1.800 × 6,74 + 900 × 6,92 + 240 × 21,40 + 40 × 13,90
      referenceTotal: '24052.00',
      suppliers: [
        'Aço Forte ANSWERED 24770.00',
        'Depósito São ANSWERED 23527.00',
        'Lajes Campinas ANSWERED 23902.00',
        'Fundasolo Terraplenagem FILLING',
      ],
      cheapestLines: ['Aço Forte', 'Aço Forte', 'Aço Forte', 'Aço Forte'],
      single: ['23527.00', 'Depósito São'],
      best: ['23527.00', '23527.00', ['Depósito São', 'Depósito São', 'Depósito São', 'Depósito São']],
    });
  });

  test('weigh IPI and terms: neither the lowest prices nor the lowest total are the cheapest', async () => {
    // Tintas Aquarela: 60 × 272 + 30 × 139 + 48 × 104 = 25.482,00, with 5 % of IPI 26.756,10, in 28 days.
    // São Jorge: 60 × 281 + 30 × 144 + 48 × 108 = 26.364,00 at sight. Porto: 60 × 284 + 30 × 146 + 48 × 109 = 26.652,00 in
    // 28, 56 and 84 days: at 2 % a month (1,02^(−28/30) = 0,981687; ^(−56/30) = 0,963710; ^(−84/30) = 0,946062) the mean is
    // 0,963820, and 26.652,00 are worth 25.687,72. Aquarela: 26.756,10 × 0,981687 = 26.266,12.
    expect(await quote('Tintas e massas')).toEqual({
      ...{ document: 'COT-0092', state: 'TO_DECIDE' },
      // 60 × 286 + 30 × 148 + 48 × 112
      referenceTotal: '26976.00',
      suppliers: [
        'Tintas Aquarela ANSWERED 26756.10',
        'Depósito São ANSWERED 26364.00',
        'Porto Revestimentos ANSWERED 26652.00',
        'Impermax Impermeabilizações DECLINED',
      ],
      cheapestLines: ['Porto Revestimentos', 'Porto Revestimentos', 'Porto Revestimentos'],
      single: ['26652.00', 'Porto Revestimentos'],
      best: ['26652.00', '25687.72', Array(3).fill('Porto Revestimentos')],
    });
  });

  test('weigh a split: two suppliers with the freight of both are cheaper than any one', async () => {
    // Porto: 6 × 398 + 5 × 241 = 3.593,00 of china, 2.647,00 of taps, 120,00 of freight: 6.360,00.
    // Hidráulica: 6 × 452 + 5 × 279 = 4.107,00, 7 × 129 + 3 × 141 + 6 × 152 = 2.238,00, freight 90,00: 6.435,00.
    // São Jorge: 6 × 436 + 5 × 268 + 7 × 139 + 3 × 149 + 6 × 166 = 6.372,00, delivered.
    // China of Porto and taps of Hidráulica: 3.593 + 120 + 2.238 + 90 = 6.041,00; taps of São Jorge (2.416,00): 6.129,00.
    expect(await quote('Louças')).toEqual({
      ...{ document: 'COT-0093', state: 'TO_DECIDE' },
      // 6 × 468 + 5 × 286 + 7 × 148 + 3 × 164 + 6 × 178
      referenceTotal: '6834.00',
      suppliers: [
        'Hidráulica Central ANSWERED 6435.00',
        'Porto Revestimentos ANSWERED 6360.00',
        'Depósito São ANSWERED 6372.00',
      ],
      cheapestLines: ['Porto Revestimentos', 'Porto Revestimentos', ...Array(3).fill('Hidráulica Central')],
      single: ['6360.00', 'Porto Revestimentos'],
      best: [
        '6041.00',
        '6041.00',
        ['Porto Revestimentos', 'Porto Revestimentos', ...Array(3).fill('Hidráulica Central')],
      ],
    });
  });

  test('mail nobody, have no link, and keep what is typed to the supplier', async () => {
    expect(
      await rows(
        'select (select count(*) from outgoing_mail), (select count(*) from quote_links), count(*) from quote_drafts',
      ),
    ).toEqual(['0 | 0 | 1']);
  });
});
