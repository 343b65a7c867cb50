/** Insumos comprados: every figure by SQL of this test. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, visit, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';

const PURCHASES = '/home/forms/purchase/purchases';
const RECEIVED = `from order_delivery_lines x
  join order_deliveries d on d.id = x.delivery_id join orders o on o.id = d.order_id
  join order_lines l on l.id = x.line_id join products r on r.id = l.product_id
  join product_definitions f on f.id = r.definition_id join partners p on p.id = o.partner_id
  join buildings b on b.id = o.building_id
  where x.returned_quantity < x.quantity`;

let app: TestApp;
let page: Page;
beforeAll(async () => {
  app = await startApp();
  page = await app.open(`${PURCHASES}?building=all`, { as: 'comprador' });
}, 60_000);
afterAll(() => app.stop());

const value = async (select: string, where = '', values: unknown[] = []): Promise<string> => {
  const [row] = await app.services.seed.sql(`select ${select} ${RECEIVED} ${where}`, values);
  return String(Object.values(row ?? {})[0]);
};
/** "282.855,76" of 282855.76 */
const brazilian = (decimal: string): string => {
  const [whole = '', cents = ''] = decimal.split('.');
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
};
const total = async (where = '', values: unknown[] = []): Promise<string> =>
  `R$ ${brazilian(await value('coalesce(sum(x.landed_value - x.returned_value), 0)::numeric(15, 2)::text', where, values))}`;
const foot = () =>
  eventually(async () => (await page.getByText('Total filtrado').locator('..').innerText()).replaceAll(/\s+/g, ' '));
const cell = (column: string) => page.locator(`.ag-row[row-index="0"] [col-id="${column}"]`).innerText();

describe('The list of purchases', () => {
  test('has every received line, and its sum to the cent', async () => {
    await page.locator('.ag-row').first().waitFor();
    await foot().toBe(`Total filtrado ${await total()}`);
    const [lines, products] = [await value('count(*)'), await value('count(distinct l.product_id)')];
    await page.getByText(`${lines} compras de ${products} insumos · ${await total()}`).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  // [address, condition, its values]
  test.each([
    ['search=cimento', `and f.name ilike '%cimento%'`, []],
    ['from=2026-10-01&to=2026-10-31', `and d.received_date between '2026-10-01' and '2026-10-31'`, []],
    ['building=1', 'and b.id = 1', []],
    ['supplier=9&building=all', 'and p.id = 9', []],
    ['product=1&building=all', 'and r.id = 1', []],
  ])('narrowed by %s has the sum of what is left', async (query, where) => {
    await visit(page, `${PURCHASES}?${query.includes('building') ? query : `${query}&building=all`}`);
    await page.locator('.ag-row').first().waitFor();
    await foot().toBe(`Total filtrado ${await total(where)}`);
    expect(await total(where)).not.toBe('R$ 0,00');
  });

  // [column, what stands first]
  test.each([
    ['product', 'f.name', 'f.name'],
    ['supplier:desc', 'p.name', 'p.name desc'],
    ['document', 'o.document', 'o.document'],
    ['date', "to_char(d.received_date, 'DD/MM/YYYY')", 'd.received_date'],
    ['value:desc', 'x.landed_value - x.returned_value', 'x.landed_value - x.returned_value desc'],
  ])('sorted by %s begins with the right one', async (sort, column, order) => {
    await visit(page, `${PURCHASES}?building=all&sort=${sort}`);
    await page.locator('.ag-row').first().waitFor();
    const first = await value(column, `order by ${order} limit 1`);
    const [id = ''] = sort.split(':');
    await eventually(() => cell(id)).toBe(id === 'value' ? brazilian(first) : first);
  });

  test('opens the order of a line', async () => {
    await visit(page, `${PURCHASES}?building=all&sort=document`);
    // The rows of the list before stay until these are there.
    const document = await value('o.document', 'order by o.document limit 1');
    await eventually(() => cell('document')).toBe(document);
    await page.locator('.ag-row[row-index="0"] [col-id="product"]').click();
    await page.getByRole('heading', { level: 1, name: `Pedido ${document}` }).waitFor();
  });

  test('is not in the menu of who has no purchases, and does not open', async () => {
    const clerk = await app.open(PURCHASES, { as: 'financeiro' });
    await eventually(() => clerk.getByRole('main').innerText()).toContain('Sem acesso a Insumos comprados');
    expect(await clerk.getByRole('link', { name: 'Insumos comprados' }).count()).toBe(0);
    await clerk.context().close();
  });
});
