/** A buyer sends an order, and its supplier answers on his phone. Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { holdOnce } from '#tests/support/holdAnswers.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { firstPaint, onSlowConnection } from '#tests/support/slowConnection.ts';
import { installments, ORDERS, startOrderPage, toast, type OrderPages } from './orderPageKit.ts';

const MAILBOX = 'pedidos@saojorge.com.br';

let pages: OrderPages;
let desk: Page;
let phone: Page;
let id: string;
let path: string;

beforeAll(async () => {
  pages = await startOrderPage();
  // 100 × 40,00 and 10 × 150,00 are 5.500,00.
  id = await pages.store({
    notes: 'Descarga das 7 às 16 h',
    requirement: {
      ...{ payAfterBase: 'DELIVERY', payAfterDay: 28 },
      installmentList: [
        { dueDate: '2026-12-28', grossValue: '2750' },
        { dueDate: '2027-01-25', grossValue: '2750' },
      ],
    },
  });
  desk = await pages.open(`${ORDERS}?id=${id}`, 'comprador', { width: 1440 });
}, 60_000);
afterAll(() => pages.app.stop());

const bar = () => desk.getByRole('region', { name: 'Envio ao fornecedor' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const said = async (page: Page): Promise<string> =>
  (await page.locator('body').innerText()).replaceAll(/[\s\u00a0]+/g, ' ');

describe('A buyer', () => {
  test('mails the order from its page, and is told at the address what is wrong with it', async () => {
    await bar().getByText('Ainda não enviado ao fornecedor.').waitFor();
    await button(desk, 'Enviar ao fornecedor').click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('pedidos');
    await dialog.getByLabel('Mensagem').fill('Entregar pelo portão 2');
    await button(desk, 'Enviar').click();
    await dialog.getByText('Informe um e-mail válido.').waitFor();
    expect(await accessibilityProblems(desk)).toEqual([]);
    // What is typed stays while the dialog is closed.
    await desk.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await button(desk, 'Enviar ao fornecedor').click();
    expect(await dialog.getByLabel('Mensagem').inputValue()).toBe('Entregar pelo portão 2');
    await dialog.getByLabel('Telefone para dúvidas').fill('(19) 3245-4100');
    await dialog.getByLabel('E-mail').fill(MAILBOX);
    await desk.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await bar().getByText(MAILBOX).waitFor();
    const mail = await mailTo(pages.app.services.app.platform.dataDir, MAILBOX);
    expect(mail.attachments.map(({ type }) => type)).toEqual(['application/pdf']);
    path = mail.link;
  });
});

describe('His supplier, on a phone', () => {
  test('reads what is bought, for how much and until when', async () => {
    phone = await pages.app.open(path, { as: null, width: 390 });
    const { document } = await pages.read(id);
    await phone.getByRole('heading', { level: 1, name: `Pedido ${document}` }).waitFor();
    const text = await said(phone);
    for (const part of [
      '30/11/2026',
      'Entregar pelo portão 2',
      '100 sc × R$ 40,00',
      'R$ 5.500,00',
      '25/01/2027 R$ 2.750,00',
      'Descarga das 7 às 16 h',
    ])
      expect(text).toContain(part);
    expect(await phone.getByRole('link', { name: '(19) 3245-4100' }).getAttribute('href')).toBe('tel:1932454100');
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const box = await button(phone, 'Confirmar pedido').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 391)).toBeLessThanOrEqual(390);
    expect(await accessibilityProblems(phone)).toEqual([]);
    const [download] = await Promise.all([
      phone.waitForEvent('download'),
      phone.getByRole('link', { name: 'Baixar o PDF do pedido' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`Pedido ${document}.pdf`);
  });

  test('sees something within a second on a slow connection', async () => {
    const slow = await pages.app.open(path, { as: null, width: 390, before: onSlowConnection });
    await slow.getByRole('heading', { level: 1, name: /^Pedido / }).waitFor();
    const painted = await firstPaint(slow);
    expect(painted).toBeLessThan(1_000);
    await slow.context().close();
  });

  test('proposes another date, with what he typed kept while he looks at the order again', async () => {
    await button(phone, 'Outra data').click();
    await phone.getByLabel('Data de entrega').fill('2026-12-03');
    await phone.getByLabel('Observação').fill('Sem caminhão antes');
    await button(phone, 'Voltar').click();
    await button(phone, 'Outra data').click();
    expect(await phone.getByLabel('Data de entrega').inputValue()).toBe('2026-12-03');
    expect(await accessibilityProblems(phone)).toEqual([]);
    await button(phone, 'Propor esta data').click();
    await phone.getByText(/^Você propôs entregar em 03\/12\/2026\./).waitFor();
  });
});

describe('The buyer', () => {
  test('sees in the list who proposes another date', async () => {
    const list = await pages.open(ORDERS, 'comprador', { width: 1440 });
    await list.getByRole('gridcell').getByRole('img', { name: 'Propõe outra data' }).waitFor();
    expect(await accessibilityProblems(list)).toEqual([]);
  });

  test('takes the date with its installments, takes that back, and takes it again', async () => {
    await desk.reload();
    await bar().getByText('Propõe outra data').waitFor();
    await bar().getByText('“Sem caminhão antes”').waitFor();
    const due = async () => (await installments(desk)).join().match(/\d\d\/\d\d/g);
    expect(await due()).toEqual(['28/12', '25/01']);
    await button(desk, 'Aceitar 03/12').click();
    await toast(desk, 'Entrega em 03/12/2026');
    await eventually(() => desk.getByLabel('Entrega prevista').inputValue()).toBe('03/12/2026');
    // Three days later, as the delivery is.
    expect(await due()).toEqual(['31/12', '28/01']);
    await button(desk, 'Desfazer').click();
    await eventually(() => desk.getByLabel('Entrega prevista').inputValue()).toBe('30/11/2026');
    expect(await due()).toEqual(['28/12', '25/01']);
    // What is typed while the answer is under way is saved over it by the next test.
    const decided = await holdOnce(desk, 'DecideOrderDate');
    await button(desk, 'Aceitar 03/12').click();
    await decided.asked;
    await desk.getByLabel('Observações').fill('Descarga só à tarde');
    decided.pass();
    await bar().getByText('Você aceitou a data proposta, 03/12/2026.').waitFor();
    await eventually(() => desk.getByLabel('Entrega prevista').inputValue()).toBe('03/12/2026');
    expect(await accessibilityProblems(desk)).toEqual([]);
  });

  test('changes the order, and its supplier confirms the new one with a number of his own', async () => {
    expect(await desk.getByLabel('Observações').inputValue()).toBe('Descarga só à tarde');
    // What is not saved is not sent.
    expect(await button(desk, 'Enviar de novo').isDisabled()).toBe(true);
    await desk.keyboard.press('Control+s');
    await bar().getByText('Confirmou versão anterior').waitFor();
    await phone.reload();
    await phone.getByText(/O pedido mudou depois da sua resposta/).waitFor();
    await button(phone, 'Confirmar pedido').click();
    await phone.getByLabel('Número do pedido no seu sistema').fill('OV-771');
    await button(phone, 'Confirmar pedido').click();
    await phone.getByText(/^Alterado em .* Você confirmou este pedido em .*, com entrega em 03\/12\/2026\.$/).waitFor();
    await desk.reload();
    await bar().getByText('O número dele é OV-771.').waitFor();
    await desk.setViewportSize({ width: 390, height: 844 });
    await button(desk, 'Enviar de novo').waitFor();
    expect(await desk.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  test('ends the links: the supplier reads a sentence and nothing of the order', async () => {
    await button(desk, 'Mais sobre o envio').click();
    await desk.getByRole('menuitem', { name: 'Revogar links' }).click();
    await toast(desk, 'Os links deste pedido não valem mais');
    await phone.reload();
    await phone.getByRole('heading', { name: 'Este link não vale mais' }).waitFor();
    expect(await said(phone)).not.toMatch(/Cimento|5\.500|Descarga/);
    await phone.goto(new URL('/order-confirmation/nobody', phone.url()).href);
    await phone.getByRole('heading', { name: 'Página não encontrada' }).waitFor();
  });
});
