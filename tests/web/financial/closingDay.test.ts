/** The end of a clerk's day, in keys and clicks: a step more is a stumble. Every expected figure is read by SQL. */
import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { formatCurrency } from '#domain/numberFormat.ts';
import { CountedHand } from '#tests/support/countedHand.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startStory, type Story } from './bankDeskKit.ts';

const [TODAY, TOMORROW] = ['2026-11-20', '2026-11-21'];

let story: Story;
let page: Page;
let hand: CountedHand;
beforeAll(async () => {
  story = await startStory();
  // What the suppliers of the statement are paid by is known, as of the other bills.
  await story.seed.sql(
    `update transactions set expected_wallet_id = $1, preferred_payment_method = 'BOLETO' where document_number like 'NF 9%'`,
    [story.bank],
  );
  const { companyId } = (await story.app.ask('financeiro', '{ session { companyId } }')).data.session;
  const place = { companyId, buildingId: null };
  page = await story.app.open('/home/welcome', { as: 'admin', place });
  await page.getByRole('region', { name: 'A pagar: Vencidas' }).getByRole('link').first().waitFor();
  hand = new CountedHand(page);
}, 90_000);
afterAll(() => story.app.stop());

const shown = (value: string): string => formatCurrency(value).replace('-', '−').replaceAll('\u00a0', ' ');
const figure = async (sql: string, ...values: unknown[]): Promise<string> => {
  const [row] = await story.seed.sql<{ value: string }>(sql, values);
  return row?.value ?? '';
};
const overdue = () =>
  figure(
    `select count(*)::text as value from installments where company_id = 1 and type = 'DEBIT' and forecast and due_date < $1`,
    TODAY,
  );
/** Money in all wallets at the end of today; transfers between them change nothing. */
const held = () =>
  figure(
    `select (select sum(initial_balance) from wallets where company_id = 1)
          + sum(case i.type when 'CREDIT' then i.value else -i.value end) as value
       from installments i join wallets w on w.id = i.wallet_id
      where i.company_id = 1 and not i.forecast and i.payment_date between w.balance_date and $1`,
    TODAY,
  );
/** What is due tomorrow, and what is ordered for it. */
const toPayTomorrow = () =>
  figure(
    `select coalesce((select sum(value) from installments where company_id = 1 and type = 'DEBIT' and forecast and due_date = $1), 0)
          + coalesce((select sum(value) from order_commitments where company_id = 1 and due_date = $1), 0) as value`,
    TOMORROW,
  );

test('Closing a day takes few keys: the bank is reconciled, what is overdue is paid in one go, balances and tomorrow are seen', async () => {
  // The bank first: what it has paid is not overdue.
  await hand.click(page.getByRole('link', { name: /^Extratos OFX/ }));
  await hand.click(page.getByRole('button', { name: 'Aceitar as 3 sugestões' }));
  await page.getByText('3 linhas conciliadas').first().waitFor();
  expect(await story.paid('NF 9202')).toEqual(['paid 2026-11-12 300.17']);

  // Meu dia, and all that is overdue.
  await hand.press('g', 'g');
  await page.getByRole('region', { name: 'A pagar: Vencidas' }).getByRole('link').first().waitFor();
  const count = Number(await overdue());
  expect(count).toBeGreaterThan(5);
  await hand.click(page.getByRole('region', { name: 'A pagar: Vencidas' }).getByRole('link', { name: /na lista$/ }));
  await page.locator('.ag-row').first().waitFor();
  await hand.press('j', 'Control+a');
  await page.getByText(`${count} selecionadas`).waitFor();
  await hand.press('Alt+b', 'Enter');
  await page.getByRole('dialog', { name: `Registrar pagamento · ${count} parcelas` }).waitFor();
  // Enter in a field pays.
  const isInDate = () =>
    page
      .getByLabel('Data')
      .first()
      .evaluate((field) => field === document.activeElement);
  await eventually(isInDate).toBe(true);
  await hand.press('Enter');
  await page.getByText(`${count} parcelas pagas`).first().waitFor();
  expect(await overdue()).toBe('0');

  // Balances of today, and tomorrow.
  await hand.press('g', 'c');
  const list = page.getByRole('region', { name: 'Saldos de hoje' });
  await eventually(list.getByText('Total').locator('..')).toBe(`Total ${shown(await held())}`);
  await hand.press('g', 'f');
  await hand.click(page.getByRole('button', { name: 'Dia', exact: true }));
  const flows = page.getByRole('region', { name: 'Fluxo de caixa por período' });
  const out = flows.getByRole('button', { name: /^Saídas, 21\/11/ });
  await eventually(() => out.getAttribute('title')).toContain(shown(await toPayTomorrow()).replace('R$ ', ''));

  if (process.env.KEYS)
    appendFileSync(process.env.KEYS, `closing a day: ${JSON.stringify({ ...hand.work, seconds: hand.seconds })}\n`);
  expect(hand.work).toEqual({ keys: 11, clicks: 4 });
}, 120_000);
