/** What a clerk does most, in keys and clicks: a step more is a stumble. Every expected figure is written by hand. */
import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { CountedHand } from '#tests/support/countedHand.ts';
import { eventually } from '#tests/support/eventually.ts';

const FORMS = '/home/forms/transactions';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.stop());

/** Keys and clicks of a story; KEYS=<file> writes them with the seconds of the product. */
const told = (name: string, hand: CountedHand): { keys: number; clicks: number } => {
  if (process.env.KEYS)
    appendFileSync(process.env.KEYS, `${name}: ${JSON.stringify({ ...hand.work, seconds: hand.seconds })}\n`);
  return hand.work;
};

const openList = async (search = ''): Promise<Page> => {
  const page = await app.open(`${FORMS}/outcome${search}`, { as: 'financeiro' });
  await page.getByRole('row').nth(1).waitFor();
  return page;
};

/** Supplier, number, description and value of a new expense, each in its field by Tab. */
const enterHead = async (page: Page, hand: CountedHand, texts: readonly string[]): Promise<void> => {
  await hand.press('n');
  await page.getByRole('heading', { name: 'Nova despesa' }).waitFor();
  await hand.type('concre');
  await page.getByRole('option', { name: /Concreteira Paulista/ }).waitFor();
  await hand.press('Enter');
  for (const text of texts) {
    await hand.press('Tab');
    await hand.type(text);
  }
};

const stored = (documentNumber: string) =>
  app.services.seed.sql<{ gross: string; parts: string; shares: string; category: boolean }>(
    `select t.gross_value::text as gross, t.category_id is not null as category,
            (select string_agg(i.due_date || ' ' || i.gross_value, ', ' order by i.number) from installments i where i.transaction_id = t.id) as parts,
            (select string_agg(b.name || ' ' || a.gross_value, ', ' order by a.gross_value)
               from apportionments a join buildings b on b.id = a.building_id where a.transaction_id = t.id) as shares
       from transactions t where t.document_number = $1`,
    [documentNumber],
  );

test('A simple bill takes its letters and eight keys more', async () => {
  const page = await openList();
  const hand = new CountedHand(page);
  await enterHead(page, hand, ['NF 731', 'Concreto', '1234,56', '2512']);
  await hand.press('Tab');
  await page.getByText('Como no último lançamento deste fornecedor').first().waitFor();
  await hand.press('Control+s');
  await page.getByRole('heading', { name: 'Concreteira Paulista Ltda' }).waitFor();
  const work = told('a simple bill', hand);
  expect(await stored('NF 731')).toEqual([
    {
      ...{ gross: '1234.56', category: true, parts: '2026-12-25 1234.56' },
      shares: 'Residência Alto da Serra 1234.56',
    },
  ]);
  const letters = 'concre'.length + 'NF 731'.length + 'Concreto'.length + '1234,56'.length + '2512'.length;
  expect(work).toEqual({ keys: letters + 8, clicks: 0 });
  await page.context().close();
}, 60_000);

test('A bill with three parcelas and two obras is entered by keyboard alone', async () => {
  const page = await openList();
  const hand = new CountedHand(page);
  await enterHead(page, hand, ['NF 732', 'Laje', '9000', '2512']);
  await hand.press('Alt+2');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  await eventually(focused).toBe('Número de parcelas');
  await hand.type('3');
  await hand.press('Enter');
  await page.getByLabel('Vencimento da parcela 3').waitFor();
  await hand.press('Alt+3');
  await eventually(focused).toBe('Obra do rateio 1');
  await hand.press('Tab', 'Tab', 'Tab');
  await eventually(focused).toBe('Valor do rateio 1');
  await hand.type('3000');
  await hand.press('Enter');
  await eventually(focused).toBe('Obra do rateio 2');
  await hand.type('vila');
  await page.getByRole('option', { name: /^Vila das Ipês/ }).waitFor();
  await hand.press('Enter', 'Control+s');
  await page.getByRole('heading', { name: 'Concreteira Paulista Ltda' }).waitFor();
  const work = told('a bill with three parcelas and two obras', hand);
  expect(await stored('NF 732')).toEqual([
    {
      ...{ gross: '9000.00', category: true },
      parts: '2026-12-25 3000.00, 2027-01-25 3000.00, 2027-02-25 3000.00',
      shares: 'Residência Alto da Serra 3000.00, Vila das Ipês – 8 casas 6000.00',
    },
  ]);
  const letters = ['concre', 'NF 732', 'Laje', '9000', '2512', '3', '3000', 'vila'].join('').length;
  expect(work).toEqual({ keys: letters + 15, clicks: 0 });
  await page.context().close();
}, 60_000);

test('Twenty bills are paid with five keys, each by its expected wallet and method', async () => {
  const { seed } = app.services;
  const [wallet] = await seed.sql<{ id: string }>("select id::text as id from wallets where identifier = 'Itaú'");
  await seed.sql(
    `update transactions set expected_wallet_id = $1, preferred_payment_method = 'PIX' where type = 'DEBIT' and status <> 'PAID'`,
    [wallet?.id],
  );
  const [page, open] = [
    await app.open(`${FORMS}/debit-installments?status=DUE&size=20&building=all`, { as: 'financeiro' }),
    () =>
      seed.sql<{ count: number; paid: string }>(
        `select count(*) filter (where forecast)::int as count,
              coalesce(sum(value) filter (where payment_date = '2026-11-20' and payment_method = 'PIX' and wallet_id = $1), 0)::text as paid
         from installments where type = 'DEBIT'`,
        [wallet?.id],
      ),
  ];
  await page.locator('.ag-row').nth(10).waitFor();
  const [before] = await open();
  const hand = new CountedHand(page);
  await hand.press('j', 'Control+a');
  await page.getByText('20 selecionadas').waitFor();
  const text = await page.getByRole('toolbar').or(page.getByText('20 selecionadas').locator('..')).first().innerText();
  await hand.press('Alt+b', 'Enter');
  await page.getByRole('dialog', { name: 'Registrar pagamento · 20 parcelas' }).waitFor();
  await hand.press('Enter');
  await page.getByText('20 parcelas pagas').first().waitFor();
  const work = told('paying 20 bills', hand);
  const [after] = await open();
  expect((before?.count ?? 0) - (after?.count ?? 0)).toBe(20);
  const paid = (Number(after?.paid.replace('.', '')) - Number(before?.paid.replace('.', ''))).toString();
  const shown = text.match(/R\$\s?([\d.]+),(\d{2})/);
  expect(`${shown?.[1]?.replaceAll('.', '')}${shown?.[2]}`).toBe(paid);
  expect(work).toEqual({ keys: 5, clicks: 0 });
  await page.context().close();
}, 60_000);
