/** Rows that cost nothing, and prices that are not there: no division by them. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readRows } from '../csv/kit.ts';
import { pdfText, readCsv, startReports, type ReportsKit } from './kit.ts';

const YEARS = { from: '2025-01-01', to: '2026-12-31' };

let kit: ReportsKit;
beforeAll(async () => {
  kit = await startReports();
});
afterAll(() => kit.services.stop());

const ask = (path: string, query: Record<string, string>) =>
  kit.services.app.inject({ url: path, query, headers: { authorization: `Bearer ${kit.tokens.admin}` } });

const report = async (name: string, format: 'CSV' | 'PDF'): Promise<Buffer> => {
  const { statusCode, rawPayload } = await ask(`${kit.base}/reports/${name}/file`, { ...YEARS, format });
  expect([name, format, statusCode]).toEqual([name, format, 200]);
  return rawPayload;
};
const dataset = async (name: string) => {
  const { statusCode, payload } = await ask(`/api/v1/csv/company/${kit.companyId}/${name}`, YEARS);
  expect([name, statusCode]).toEqual([name, 200]);
  return readRows(payload).rows;
};

describe('Goods that came for nothing', () => {
  test('have the price and the value zero among purchases', async () => {
    const [free] = await kit.services.seed.sql<{ delivery: string; line: string }>(
      `update order_delivery_lines set price = 0, landed_value = 0 where (delivery_id, line_id) = (
         select delivery_id, line_id from order_delivery_lines where returned_quantity = 0 order by delivery_id, line_id limit 1)
       returning delivery_id as delivery, line_id as line`,
    );
    const rows = await dataset('purchases');
    const row = rows.find((one) => one['Id'] === `${free?.delivery}-${free?.line}`);
    expect(row).toMatchObject({ Preço: '0,0000', Valor: '0,00' });
    expect(row?.['Quantidade']).toMatch(/^[1-9]\d*,\d+$/);
    expect(rows.filter((one) => one['Preço'] === '0,0000')).toEqual([row]);
  });
});

describe('An order of nothing', () => {
  test('has the value zero and the share received zero, in the dataset and in the report', async () => {
    const [order] = await kit.services.seed.sql<{ id: string; document: string; date: string }>(
      `update orders set gross_value = 0, lines_value = 0, received_value = 0, received_gross = 0 where id = (
         select o.id from orders o where o.state = 'ORDERED' and not exists (select from order_deliveries d where d.order_id = o.id)
          order by o.id limit 1)
       returning id, document, created_date::text as date`,
    );
    const row = (await dataset('orders')).find((one) => one['Id'] === String(order?.id));
    expect(row).toMatchObject({ Valor: '0,00', 'Valor recebido': '0,00' });
    const printed = readCsv(await report('orders', 'CSV')).find((one) => one['Pedido'] === order?.document);
    expect(printed).toMatchObject({ Recebido: '0', Valor: '0,00' });
    expect(pdfText(await report('orders', 'PDF'))).not.toMatch(/NaN|Infinity|∞/);
  });
});

describe('A price that was taken away', () => {
  test('leaves its cell and both changes empty in the history of prices', async () => {
    const [product] = await kit.services.seed.sql<{ id: string; code: string }>(
      `select p.id, d.code from products p join product_definitions d on d.id = p.definition_id
        where not exists (select from product_prices x where x.product_id = p.id and x.day >= '2026-10-01') order by p.id limit 1`,
    );
    const prices = [
      ['2026-10-01', '10.0000'],
      ['2026-10-02', '0.0001'],
      ['2026-10-03', null],
      ['2026-10-04', '12.5000'],
    ];
    await kit.services.seed.sql('delete from product_prices where product_id = $1', [product?.id]);
    await kit.services.seed.sql(
      `insert into product_prices (account_id, product_id, day, price, origin)
       select (select account_id from products where id = $1), $1, (p->>0)::date, (p->>1)::numeric, 'TYPED'
         from jsonb_array_elements($2::jsonb) p`,
      [product?.id, JSON.stringify(prices)],
    );
    const rows = readCsv(await report('price-history', 'CSV')).filter((one) => one['Código'] === product?.code);
    expect(rows.map((one) => [one['Data'], one['Preço anterior'], one['Preço'], one['Variação']])).toEqual([
      ['01/10/2026', '', '10,0000', ''],
      // 0.0001 / 10 − 1, in percent, two places half-even.
      ['02/10/2026', '10,0000', '0,0001', '-100,00'],
      ['03/10/2026', '0,0001', '', ''],
      ['04/10/2026', '', '12,5000', ''],
    ]);
  });
});
