/** A supplier on his phone. Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { firstPaint, onSlowConnection } from '#tests/support/slowConnection.ts';

let app: TestApp;
let page: Page;
let company: number;
let quote: { id: number; suppliers: { id: number }[] };
let path: string;

const rest = async (method: string, address: string, body?: unknown) => {
  const response = await fetch(`${app.url}/api/v1/purchase/company/${company}/quote${address}`, {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      Authorization: `Bearer ${await app.token('comprador')}`,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${address}: ${JSON.stringify(answer)}`);
  return answer.data;
};

const product = async (name: string): Promise<number> => {
  const [row] = await app.services.seed.sql<{ id: string }>(
    `select p.id from products p join product_definitions d on d.id = p.definition_id
      where d.name = $1 and d.account_id = (select account_id from companies where id = $2)`,
    [name, company],
  );
  return Number(row?.id);
};

beforeAll(async () => {
  app = await startApp();
  const { data } = await app.ask('comprador', '{ session { companies { id buildings { id } } } }');
  const [first] = data.session.companies;
  company = Number(first.id);
  const [supplier] = await app.services.seed.sql<{ id: string }>(
    `select p.id from partners p join companies c on c.account_id = p.account_id
      where c.id = $1 and p.type = 'SUPPLIER' and p.active order by p.id limit 1`,
    [company],
  );
  const line = async (name: string, quantity: string) => ({ productId: await product(name), quantity });
  const [unit] = await app.services.seed.sql<{ id: string }>(
    'select u.id from units u join companies c on c.account_id = u.account_id where c.id = $1 order by u.id limit 1',
    [company],
  );
  quote = await rest('POST', '', {
    ...{ title: 'Cimento e areia, torre A', buildingId: Number(first.buildings[0].id), phone: '(19) 3245-4100' },
    ...{ deadline: '2026-11-24T21:00:00Z', message: 'Descarga das 7 às 16 h', deliveryPlace: 'Rua das Acácias, 410' },
    lines: [
      await line('Cimento CP II-E-32', '100'),
      await line('Areia média lavada', '12'),
      { description: 'Lona plástica preta', unitId: Number(unit?.id), quantity: '2' },
    ],
    suppliers: [{ partnerId: Number(supplier?.id) }],
  });
  const made = await rest('POST', `/${quote.id}/suppliers/${quote.suppliers[0]?.id}/links`);
  path = new URL(made.url).pathname;
  page = await app.open(path, { as: null, width: 390 });
  await page.setViewportSize({ width: 360, height: 740 });
}, 60_000);
afterAll(() => app.stop());

const price = (name: string) => page.getByRole('textbox', { name: `Preço de ${name}` });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const saved = () => page.getByText(/^Salvo \d\d:\d\d$/).waitFor();
const answerOf = async () => (await rest('GET', `/${quote.id}`)).suppliers[0];

describe('A supplier', () => {
  test('reads what is asked for, until when, and whom to call, on a small phone', async () => {
    await page.getByRole('heading', { level: 1, name: 'Cimento e areia, torre A' }).waitFor();
    await page.getByText('Responda até 24/11/2026 às 18:00').waitFor();
    await page.getByText('Rua das Acácias, 410').waitFor();
    await page.getByText('Descarga das 7 às 16 h').waitFor();
    expect(await page.getByRole('link', { name: '(19) 3245-4100' }).getAttribute('href')).toBe('tel:1932454100');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('sees something within a second on a slow connection', async () => {
    const slow = await app.open(path, { as: null, width: 390, before: onSlowConnection });
    await slow.getByRole('heading', { level: 1, name: 'Cimento e areia, torre A' }).waitFor();
    const painted = await firstPaint(slow);
    expect(painted).toBeLessThan(1_000);
    await slow.context().close();
  });

  test('types prices by a number pad, Enter after Enter, and what he types is kept on the server', async () => {
    await price('Cimento').fill('6,39');
    await page.keyboard.press('Enter');
    expect(await price('Areia').evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('148,5');
    await button('Não tenho Lona plástica preta').click();
    await page.getByText('você marcou que não tem').waitFor();
    await page.getByText('3 de 3 itens', { exact: true }).waitFor();
    await button('Cobrado').click();
    await page.getByLabel('Valor do frete').fill('1.200');
    await page.getByLabel('Entrega em').fill('6');
    await page.getByLabel('IPI').fill('5');
    await button('28/56').click();
    // 639.00 + 1,782.00 + 1,200.00 = 3,621.00, and 5 % of it.
    await page.getByText('R$ 3.802,05').waitFor();
    await saved();
    expect(await answerOf()).toMatchObject({ state: 'FILLING', answer: null });
    await page.reload();
    await eventually(() => price('Cimento').inputValue()).toBe('6,39');
    expect(await page.getByLabel('Valor do frete').inputValue()).toBe('1.200,00');
    expect(await button('28/56').getAttribute('aria-pressed')).toBe('true');
  });

  test('is told at the field what says nothing, and loses none of it without a connection', async () => {
    await price('Areia').fill('148,5,5');
    await button('Revisar e enviar').click();
    await page.getByText('Informe um preço, como 6,39.').waitFor();
    await page.context().setOffline(true);
    await price('Areia').fill('148,50');
    await page.getByText('Sem conexão: guardado neste aparelho').waitFor();
    await page.context().setOffline(false);
    await saved();
  });

  test('reviews everything, sends it, and may change it until the deadline', async () => {
    await button('Revisar e enviar').click();
    await page.getByRole('heading', { name: 'Confira e envie' }).waitFor();
    const review = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
    expect(review).toContain('R$ 639,00');
    expect(review).toContain('Lona plástica preta');
    expect(review).toContain('não tenho');
    expect(review).toContain('R$ 181,05');
    expect(review).toContain('28 / 56');
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Enviar resposta').click();
    await page.getByRole('heading', { name: 'Resposta enviada' }).waitFor();
    await page.getByText(/2 de 3 itens, R\$\s3\.802,05 com frete/).waitFor();
    expect(await answerOf()).toMatchObject({
      state: 'ANSWERED',
      answer: { revision: 1, total: '3802.05', offered: 2 },
    });
    await button('Alterar resposta').click();
    await price('Cimento').fill('6,00');
    await button('Revisar e enviar').click();
    await button('Enviar resposta').click();
    // 600.00 + 1,782.00 + 1,200.00 = 3,582.00, and 5 %.
    await page.getByText(/R\$\s3\.761,10 com frete/).waitFor();
    expect(await answerOf()).toMatchObject({ answer: { revision: 2, total: '3761.10' } });
  });

  test('declines with a reason, and comes back', async () => {
    await button('Alterar resposta').click();
    await button('Não vou participar').click();
    await page.getByLabel('Motivo').fill('Sem estoque');
    await button('Não vou participar').click();
    await page.getByRole('heading', { name: 'Você não vai participar' }).waitFor();
    expect(await answerOf()).toMatchObject({ state: 'DECLINED', declineReason: 'Sem estoque' });
    await button('Voltar a participar').click();
    await page.getByRole('heading', { name: 'Resposta enviada' }).waitFor();
  });

  test('is told that the deadline is over, or that there is no such page, and nothing of the quote', async () => {
    await app.services.seed.sql(`update quotes set deadline = '2026-11-01T12:00:00Z' where id = $1`, [quote.id]);
    await page.reload();
    await page.getByRole('heading', { name: 'O prazo terminou' }).waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/Cimento|torre A|3\.761/);
    await page.getByRole('link', { name: '(19) 3245-4100' }).waitFor();
    await page.goto(new URL('/quote-request/nobody', page.url()).href);
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor();
  });
});
