/** An order above a limit, from the limit to the buyer who is told. Every expected figure is worked out by hand. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { idIn, ORDERS, startOrderPage, toast } from './orderPageKit.ts';

let pages: Awaited<ReturnType<typeof startOrderPage>>;
beforeAll(async () => {
  pages = await startOrderPage();
}, 60_000);
afterAll(() => pages.app.stop());

const BUYER = /Limite de Demais usuários/;

/** The texts that the buyer was told. */
const told = async (): Promise<string[]> => {
  const query = '{ assistantMessages(size: 20) { content { text } } }';
  const { data } = await pages.app.ask('comprador', query);
  return data.assistantMessages.content.map(({ text }: { text: string }) => text.replaceAll('\u00a0', ' '));
};
const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SHOW_SCREENS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

test('An administrator sets a limit, approves on a phone what passes it, and the buyer is told', async () => {
  const desk = await pages.open(ORDERS, 'admin');
  await desk.getByRole('button', { name: 'Limites de aprovação' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByText(/^Nenhum pedido aguarda aprovação nesta empresa\./).waitFor();
  await shot(desk, 'limits-empty');
  await dialog.getByRole('button', { name: 'Definir limites' }).click();
  await desk.keyboard.press('Control+s');
  await dialog.getByText('Informe o limite ou marque sem limite').waitFor();
  await dialog.getByLabel(BUYER).fill('1000');
  await shot(desk, 'limits');
  expect(await accessibilityProblems(desk)).toEqual([]);
  await desk.keyboard.press('Control+s');
  await toast(desk, 'Limites salvos');
  await desk.close();

  // 4.000,00 of cement and 1.500,00 of sand.
  const id = await pages.store({}, 'comprador');
  const phone = await pages.open('/home/welcome', 'admin', { width: 390 });
  await phone.getByRole('button', { name: /^Abrir assistente/ }).click();
  const messages = phone.getByRole('complementary', { name: 'Assistente' });
  await messages.getByText(/aguarda a sua aprovação/).waitFor();
  await messages.getByRole('button', { name: 'Abrir Pedidos e notas' }).click();
  await phone.getByText(/^Aguardando a sua aprovação\./).waitFor();
  expect([idIn(phone), new URL(phone.url()).searchParams.get('company')]).toEqual([id, null]);
  expect(await phone.getByRole('button', { name: 'Receber' }).count()).toBe(0);
  await phone.getByRole('button', { name: 'Aprovar' }).waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityProblems(phone)).toEqual([]);
  await shot(phone, 'phone-waiting');
  await phone.getByRole('button', { name: 'Reprovar' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Reprovar' }).click();
  await phone.getByText('Diga por que o pedido foi reprovado').waitFor();
  await phone.getByRole('button', { name: 'Cancelar' }).click();
  await phone.getByRole('button', { name: 'Aprovar' }).click();
  await toast(phone, 'Pedido aprovado');
  await phone.getByText(/^Aprovado por /).waitFor();
  await phone.getByRole('button', { name: 'Receber' }).waitFor();
  await shot(phone, 'phone-approved');
  await phone.close();
  const { document } = await pages.read(id);
  await eventually(async () => (await told()).filter((text) => text.includes(document)).length).toBe(1);
  expect((await told()).join('\n')).toContain(`aprovou o pedido ${document}, de R$ 5.500,00.`);
});

test('The list has a view of what waits, in dark too, and a rejected order says why', async () => {
  const id = await pages.store({}, 'comprador');
  const { document } = await pages.read(id);
  const page = await pages.open(ORDERS, 'admin', { dark: true });
  await page.getByRole('tab', { name: /^Aguardando aprovação/ }).click();
  await page.getByText(document).first().waitFor();
  await page.getByText('Em aprovação').first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await shot(page, 'list-dark');
  await page.getByText(document).first().click();
  await page.getByRole('button', { name: 'Reprovar' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Motivo/)
    .fill('Há estoque');
  await page.getByRole('dialog').getByRole('button', { name: 'Reprovar' }).click();
  await toast(page, 'Pedido reprovado');
  await page.getByText(/^Reprovado por .*“Há estoque”/).waitFor();
  await shot(page, 'rejected-dark');
  await page.close();
});
