import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { boxOf, obstacles } from '#tests/support/boxes.ts';
import { eventually } from '#tests/support/eventually.ts';
import { roomProblems } from '#tests/support/room.ts';

const TRANSACTIONS = '/home/forms/transactions';

let app: TestApp;
beforeAll(async () => (app = await startApp()), 60_000);
afterAll(() => app.stop());

/** Returns by how many px the right end of any amount exceeds the frame; amounts are found by their text. */
const beyond = (page: Page, frame: string) =>
  page.locator(frame).evaluate((element) => {
    const edge = element.getBoundingClientRect().right;
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let most = -Infinity;
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNode(texts.currentNode);
      if (/\d,\d\d$/.test(texts.currentNode.nodeValue ?? '')) {
        most = Math.max(most, range.getBoundingClientRect().right - edge);
      }
    }
    return Math.round(most);
  });

describe('Beside the open assistant', () => {
  const open = async (path: string): Promise<Page> => {
    const page = await app.open(path, { as: 'admin' });
    await page.getByRole('button', { name: /^Abrir assistente/ }).click();
    await page.getByRole('log', { name: 'Mensagens' }).waitFor();
    return page;
  };

  test('the figures of the cash flow fit their frame', async () => {
    const page = await open(`${TRANSACTIONS}/cashflow`);
    const frame = 'section[aria-label="Período escolhido"]';
    await page.locator(frame).getByText('vencido').first().waitFor();
    await eventually(() => beyond(page, frame)).toBeLessThan(0);
    await page.context().close();
  });

  test('the buildings of the dashboard show every column', async () => {
    const page = await open('/home/dashboard');
    await page.getByRole('columnheader', { name: 'Resultado (R$)' }).waitFor();
    await eventually(() => beyond(page, 'section:has(table)')).toBeLessThan(0);
    await page.context().close();
  });

  test('a statement shows the amount of each line beside its balance', async () => {
    const page = await open(`${TRANSACTIONS}/bank`);
    const header = (name: RegExp) => boxOf(page.getByRole('columnheader', { name }));
    await eventually(async () => (await header(/^Saldo/)).left - (await header(/^Valor/)).right).toBe(0);
    await page.context().close();
  });
});

describe('On a phone', () => {
  test.each([
    '/home/dashboard',
    '/home/welcome',
    '/reports',
    `${TRANSACTIONS}/outcome`,
    `${TRANSACTIONS}/outcome?id=new`,
    `${TRANSACTIONS}/debit-installments`,
    `${TRANSACTIONS}/cashflow`,
    `${TRANSACTIONS}/ofx-files/import`,
    `${TRANSACTIONS}/transaction-models/new-model`,
    '/home/forms/purchase/quotes',
    '/home/forms/purchase/orders-and-receipts?id=new',
    '/home/forms/supplier?id=new',
    '/home/forms/supplier/import',
    '/home/forms/engineering/measurements',
    '/home/forms/settings/company?id=new',
  ])('everything has a name, room for a finger and a low foot at %s', async (path) => {
    const page = await app.shared(path, { as: 'admin', width: 390 });
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await eventually(() => roomProblems(page, { finger: true })).toEqual([]);
  });

  test('the footer of a list is at the bottom of the window, however short the list is', async () => {
    const page = await app.open(`${TRANSACTIONS}/outcome?search=zzzz`, { as: 'financeiro', width: 390 });
    await page.getByText('Nada com estes filtros').waitFor();
    const foot = page.getByText('0–0 de 0');
    expect(844 - (await boxOf(foot)).bottom).toBeLessThan(30);
    await page.context().close();
  });

  test.each([`${TRANSACTIONS}/outcome`, `${TRANSACTIONS}/debit-installments`, `${TRANSACTIONS}/bank?wallet=1`])(
    'the round button covers no amount of a list: %s',
    async (path) => {
      const page = await app.open(path, { as: 'financeiro', width: 390 });
      const amounts = page.getByRole('main').getByText(/^[R$\s−]*[\d.]+,\d\d$/);
      await amounts.first().waitFor();
      const button = await boxOf(page.getByRole('button', { name: /^Nova (despesa|transferência)$/ }).last());
      const boxes = await Promise.all((await amounts.all()).map(boxOf));
      // Independent of the scroll position: compares the left edge of the amounts with the button.
      expect(boxes.length).toBeGreaterThan(10);
      const beside = boxes.filter(({ top }) => top > 340 && top < button.bottom);
      expect(beside.filter(({ left }) => left < button.right)).toEqual([]);
      await page.context().close();
    },
  );

  test('every action for the selected rows can be tapped', async () => {
    const page = await app.open(`${TRANSACTIONS}/debit-installments?status=DUE`, { as: 'financeiro', width: 390 });
    const boxes = page.getByRole('main').getByRole('checkbox');
    for (const index of [0, 1, 2]) await boxes.nth(index).click();
    const bar = page.getByRole('toolbar', { name: 'Ações para os selecionados' });
    await bar.getByText('3 selecionadas').waitFor();
    expect(await obstacles(bar.getByRole('button'))).toEqual({
      'Registrar pagamento': '',
      'Desfazer pagamentos': '',
      'Mudar vencimento': '',
      Exportar: '',
      'Limpar seleção': '',
    });
    await page.context().close();
  });

  test('the message of a conflict keeps its width, and its buttons are below it', async () => {
    const page = await app.open('/home/forms/customer', { as: 'financeiro', width: 390 });
    await page.getByRole('main').getByRole('listitem').first().click();
    const drawer = page.locator('section[role="dialog"]');
    const notes = drawer.getByLabel('Anotações');
    await notes.fill('Do celular');
    const id = new URL(page.url()).searchParams.get('id');
    const { data } = await app.ask('financeiro', 'query ($id: ID!) { partner(id: $id) { name type version } }', {
      variables: { id },
    });
    const { name, type, version } = data.partner;
    await app.ask(
      'financeiro',
      'mutation ($id: ID!, $version: Int!, $input: PartnerInput!) { updatePartner(id: $id, version: $version, input: $input) { partner { id } } }',
      { variables: { id, version, input: { name, type, notes: 'Do escritório' } } },
    );
    await page.keyboard.press('Control+s');
    const text = await boxOf(drawer.getByText(/^Este registro foi alterado por outra pessoa/));
    expect(text.right - text.left).toBeGreaterThan(250);
    const keep = await boxOf(drawer.getByRole('button', { name: 'Manter o que digitei' }));
    expect(keep.top).toBeGreaterThanOrEqual(text.bottom);
    await page.context().close();
  });

  test('the only button of a form is as wide as its fields', async () => {
    const page = await app.open('/home/forms/customer?id=new', { as: 'financeiro', width: 390 });
    const drawer = page.locator('section[role="dialog"]');
    // Both move while the drawer opens.
    await eventually(async () => {
      const field = await boxOf(drawer.getByLabel('Anotações').locator('xpath=..'));
      const button = await boxOf(drawer.getByRole('button', { name: 'Salvar' }));
      return [button.left - field.left, button.right - field.right];
    }).toEqual([0, 0]);
    await page.context().close();
  });
});

test('The help for the keys closes by a button too', async () => {
  const page = await app.open('/home/tutorials', { as: 'financeiro' });
  await page.getByRole('heading', { name: 'Tutoriais' }).waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  await eventually(() => help.getByRole('button').allInnerTexts()).toEqual(['Fechar']);
  await page.keyboard.press('Enter');
  await eventually(() => help.count()).toBe(0);
  await page.context().close();
});
