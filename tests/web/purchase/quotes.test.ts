/** The day of a buyer, from a request to its orders. Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, withoutPurchases, type TestApp } from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';
import { mailTo } from '#tests/support/mailbox.ts';

const QUOTES = '/home/forms/purchase/quotes';

let app: TestApp;
let page: Page;
let company: number;
let suppliers: { id: string; name: string }[];

beforeAll(async () => {
  app = await startApp();
  await withoutPurchases(app);
  const { data } = await app.ask('comprador', '{ session { companies { id } } }');
  company = Number(data.session.companies[0].id);
  suppliers = await app.services.seed.sql<{ id: string; name: string }>(
    `select p.id, p.name from partners p join companies c on c.account_id = p.account_id
      where c.id = $1 and p.type = 'SUPPLIER' and p.active order by p.name limit 2`,
    [company],
  );
  page = await app.open(QUOTES, { as: 'comprador' });
}, 60_000);
afterAll(() => app.stop());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const choose = async (box: string, typed: string, option: string | RegExp) => {
  const input = page.getByRole('combobox', { name: box });
  await input.fill(typed);
  await page.getByRole('option', { name: option }).first().click();
};
const quoteId = () => new URL(page.url()).searchParams.get('id');
const rest = async (
  method: string,
  address: string,
  { body, id = quoteId() }: { body?: unknown; id?: string | null } = {},
) => {
  const response = await fetch(`${app.url}/api/v1/purchase/company/${company}/quote/${id}${address}`, {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      Authorization: `Bearer ${await app.token('comprador')}`,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()).data;
};
/** As a supplier answers by his link. */
const answer = async (index: number, prices: (string | null)[], more: object = {}, id = quoteId()) => {
  const quote = await rest('GET', '', { id });
  const { url } = await rest('POST', `/suppliers/${quote.suppliers[index].id}/links`, { id });
  const lines = quote.lines.map(({ id }: { id: number }, at: number) => ({
    ...{ lineId: id, price: prices[at] ?? null, unavailable: prices[at] == null, brand: null },
  }));
  const body = {
    ...{ lines, freight: 'INCLUDED', shippingRate: null, ipi: null, deliveryDays: 5, validUntil: null },
    ...{ paymentDays: [28], notes: null, ...more },
  };
  const path = new URL(url).pathname.replace('/quote-request', '/api/v1/purchase/quote-request');
  const response = await fetch(`${app.url}${path}/answer`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(await response.json()).toMatchObject({ ok: true });
};

describe('A buyer', () => {
  test('begins where nothing is, and asks for products and words', async () => {
    await page.getByText('Nenhuma cotação ainda').waitFor();
    await page.getByRole('button', { name: 'Nova cotação' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Nova cotação' }).waitFor();
    await page.getByRole('textbox', { name: 'Título' }).fill('Cimento e areia');
    await choose('Obra', 'Alto', /Alto da Serra/);
    await page.getByRole('textbox', { name: 'Responder até' }).fill('24/11/2026');
    for (const [name, quantity] of [
      ['Cimento CP II-E-32', '100'],
      ['Areia média lavada', '12'],
    ] as const) {
      await page.getByRole('combobox', { name: 'Incluir item' }).fill(name);
      await page.getByRole('option', { name }).first().click();
      await page.getByRole('textbox', { name: `Quantidade de ${name}` }).fill(quantity);
    }
    for (const [index, { name }] of suppliers.entries()) {
      await choose('Incluir fornecedor', name, name);
      await page.getByRole('textbox', { name: `E-mail de ${name}` }).fill(`vendas${index}@exemplo.com.br`);
    }
    await button('Salvar').click();
    await page.getByText('Cotação salva', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await rest('GET', '')).toMatchObject({
      ...{ title: 'Cimento e areia', state: 'DRAFT', deadline: '2026-11-24T21:00:00.000Z' },
      lines: [{ quantity: '100.0000' }, { quantity: '12.0000' }],
      suppliers: [{ email: 'vendas0@exemplo.com.br' }, { email: 'vendas1@exemplo.com.br' }],
    });
  });

  test('sends it, sees who is how far, and copies a link', async () => {
    await button('Enviar cotação').click();
    await page.getByText('Cotação enviada', { exact: true }).waitFor();
    await page.getByText(/0 de 2 respostas/).waitFor();
    const mail = await mailTo(app.services.app.platform.dataDir, 'vendas0@exemplo.com.br');
    expect(mail.link).toMatch(/^\/quote-request\//);
    await page.getByText('Ninguém respondeu ainda').waitFor();
    await page.getByRole('button', { name: 'Copiar link' }).first().click();
    await page.getByText('Link copiado').or(page.getByText('Link do fornecedor')).first().waitFor();
    if (await button('Fechar').isVisible()) await button('Fechar').click();
  });

  test('sees answers arrive on the open map and in the list, whose row is marked until it is looked at', async () => {
    const id = quoteId();
    await answer(0, ['40', '150']);
    await page.getByText(/1 de 2 respostas/).waitFor();
    await page.goto(new URL(QUOTES, page.url()).href);
    await button('1 de 2').waitFor();
    // Loaded, and connected.
    await page
      .getByRole('button', { name: /assistente/i })
      .first()
      .waitFor();
    await answer(1, ['41', '120'], { freight: 'CHARGED', shippingRate: '100' }, id);
    await button('2 de 2').waitFor();
    const mark = page.getByTitle('Novidade de um fornecedor');
    await mark.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByText('Cimento e areia').first().click();
    await page.getByRole('heading', { level: 1, name: 'Cimento e areia' }).waitFor();
    await page.goBack();
    await button('2 de 2').waitFor();
    expect(await mark.count()).toBe(0);
    await page.goForward();
  });

  test('compares answers, takes the best combination, and makes orders of it', async () => {
    // 100 × 40.00 + 12 × 150.00 = 5,800.00, and 100 × 41.00 + 12 × 120.00 + 100.00 = 5,640.00.
    await page.getByRole('heading', { level: 1, name: 'Cimento e areia' }).waitFor();
    await page.getByText('R$ 5.800,00', { exact: true }).first().waitFor();
    const cards = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
    expect(cards).toContain('Melhor fornecedor único R$ 5.640,00');
    // Cement of the first and sand of the second: 4,000.00 + 1,440.00 + 100.00.
    expect(cards).toContain('Melhor combinação com frete R$ 5.540,00');
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Usar melhor combinação').click();
    await page.getByText(/Escolha atual:/).waitFor();
    await button('Gerar pedidos (2)').click();
    await page.getByText('Pedidos gerados:').waitFor();
    await eventually(async () => (await rest('GET', '')).state).toBe('ORDERED');
    await page
      .getByRole('link', { name: /PC-\d{4}/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /Pedido PC-\d{4}/ }).waitFor();
  });

  test('finds it in the list with what was saved', async () => {
    await page.goto(new URL(QUOTES, page.url()).href);
    await page.getByText('COT-0001').first().waitFor();
    await eventually(() => textOf(page.locator('main'))).toContain('Pedidos gerados');
    await page.getByRole('button', { name: '2 de 2' }).click();
    await eventually(() => textOf(page.getByRole('dialog', { name: 'Respostas de COT-0001' }))).toMatch(
      /COT-0001: 2 de 2 responderam.*Abrir mapa.*R\$.5\.800,00.*R\$.5\.640,00/s,
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('gives a reason where the choice is dearer, and closes what leads to nothing', async () => {
    await page.getByRole('button', { name: 'Nova cotação' }).first().click();
    await page.getByRole('textbox', { name: 'Título' }).fill('Lona');
    await choose('Obra', 'Alto', /Alto da Serra/);
    await page.getByRole('textbox', { name: 'Responder até' }).fill('24/11/2026');
    await page.getByRole('combobox', { name: 'Incluir item' }).fill('Cimento CP II-E-32');
    await page.getByRole('option', { name: 'Cimento CP II-E-32' }).first().click();
    await page.getByRole('textbox', { name: 'Quantidade de Cimento' }).fill('1');
    for (const { name } of suppliers) await choose('Incluir fornecedor', name, name);
    await button('Salvar').click();
    await page.getByText('Cotação salva', { exact: true }).waitFor();
    await answer(0, ['10']);
    await answer(1, ['20']);
    await page.reload();
    await page.getByRole('radio', { name: new RegExp(suppliers[1]?.name ?? '') }).check();
    await button('Gerar pedidos (1)').click();
    const dialog = page.getByRole('dialog', { name: 'A escolha não é a mais barata' });
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await button('Mais ações').click();
    await page.getByRole('menuitem', { name: 'Encerrar sem pedido…' }).click();
    await page.getByRole('textbox', { name: 'Motivo' }).fill('Obra parada');
    await button('Encerrar').click();
    await page.getByText('Encerrada sem pedido: Obra parada').waitFor();
    expect(await rest('GET', '')).toMatchObject({ state: 'CLOSED', orders: [] });
  });
});
