/** Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, visit, withoutPurchases, type TestApp } from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';
import {
  act,
  callsOf,
  cellText,
  cells,
  documents,
  drawer,
  drawn,
  focused,
  foot,
  param,
  row,
  toast,
} from './orderRows.ts';

const ORDERS = '/home/forms/purchase/orders-and-receipts';
const HOUSE = 'Residência Alto da Serra';

let app: TestApp;
let [company, house, village] = [0, 0, 0];

const { one, rest, expenses } = callsOf(() => app);

const product = (name: string) =>
  one(
    `select p.id from products p join product_definitions d on d.id = p.definition_id
     where d.name = $1 and d.account_id = (select account_id from companies where id = $2)`,
    [name, company],
  );
const line = async (name: string, quantity: string, price: string, more: object = {}) => ({
  ...{ product: { id: await product(name) }, quantity, price },
  ...more,
});
const order = (building: number, supplier: number, lines: object[], more: object = {}) =>
  rest('comprador', 'POST', `/purchase/company/${company}/order`, {
    ...{ building: { id: building }, supplier: { id: supplier }, requirementLineList: lines },
    ...{ createdDate: '2026-11-02', ...more },
  });

const CEMENT = 'Cimento CP II-E-32';
const SAND = 'Areia média lavada';

beforeAll(async () => {
  app = await startApp();
  await withoutPurchases(app);
  const { data } = await app.ask('comprador', '{ session { companies { id buildings { id name } } } }');
  company = Number(data.session.companies[0].id);
  const buildings: { id: string; name: string }[] = data.session.companies[0].buildings;
  house = Number(buildings.find(({ name }) => name === HOUSE)?.id);
  village = Number(buildings.find(({ name }) => name !== HOUSE)?.id);
  const supplier = await one(`select id from partners where type = 'SUPPLIER' order by id limit 1`);
  const other = await one(`select id from partners where type = 'SUPPLIER' order by id offset 1 limit 1`);
  // 600,00, freight 30,00, IPI 10 % of 630,00 = 63,00, less 3,00: 690,00. Late by ten days.
  await order(house, supplier, [await line(CEMENT, '10', '50'), await line(SAND, '4', '25')], {
    ...{ shippingRate: '30', ipi: '10', discount: '3', delivery: { date: '2026-11-10' } },
  });
  await order(village, other, [await line(CEMENT, '5', '100')], { delivery: { date: '2026-12-10' } });
  await order(house, other, [await line(SAND, '2', '200')], { type: 'RECEIPT', receipt: { documentNumber: '4.118' } });
  await order(house, supplier, [await line(SAND, '1', '99', { canceled: true })]);
}, 90_000);
afterAll(() => app.stop());

const everywhere = () => ({ companyId: String(company), buildingId: null });
describe('Pedidos e notas', () => {
  let page: Page;
  beforeAll(async () => {
    page = await app.open(ORDERS, { as: 'comprador', place: everywhere() });
    await page.getByRole('heading', { level: 1, name: 'Pedidos e notas' }).waitFor();
  }, 60_000);

  test('are listed with what is in of each, their sums, and canceled ones in none', async () => {
    await eventually(() => documents(page)).toEqual(['PC-0004', 'PC-0003', 'PC-0002', 'PC-0001']);
    const columns = ['state', 'deliveryDate', 'receivedPercentage', 'documentNumbers', 'total'];
    expect(await cells(page, 'PC-0001', ...columns)).toEqual(['Pedido', '10/11/2026', '0%', '—', '690,00']);
    expect(await cells(page, 'PC-0002', ...columns)).toEqual(['Pedido', '10/12/2026', '0%', '—', '500,00']);
    expect(await cells(page, 'PC-0003', ...columns)).toEqual(['Recebido', '—', '100%', 'NF 4.118', '400,00']);
    // Struck through: what it was worth.
    expect(await cells(page, 'PC-0004', ...columns)).toEqual(['Cancelado', '—', '—', '—', '99,00']);
    expect(await cells(page, 'PC-0001', 'items', 'buildingName')).toEqual([`${CEMENT}+1`, HOUSE]);
    await page.getByRole('img', { name: 'atrasado' }).waitFor();
    await page.getByText('+1', { exact: true }).hover();
    await page.getByRole('tooltip').getByText(`${CEMENT} · ${SAND}`).waitFor();
    await eventually(() => foot(page)).toContain(
      'Total filtrado R$ 1.590,00 Recebido R$ 400,00 A receber R$ 1.190,00 Atrasado R$ 690,00',
    );
    expect((await textOf(page.getByRole('main'))).replaceAll('\u00a0', ' ')).toContain('4 documentos · R$ 1.590,00');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('are narrowed by views and periods and sorted by the server, all in the address', async () => {
    const tabs = page.getByRole('tab');
    expect((await tabs.allInnerTexts()).map((text) => text.replaceAll(/\s/g, ''))).toEqual([
      ...['Todos4', 'Pedidos2', 'Atrasados1', 'Parciais0', 'Recebidos1', 'Cancelados1'],
    ]);
    await page.getByRole('tab', { name: /Atrasados/ }).click();
    await eventually(() => documents(page)).toEqual(['PC-0001']);
    expect(param(page, 'view')).toBe('late');
    await page.getByRole('tab', { name: /Todos/ }).click();
    await eventually(() => documents(page).then(({ length }) => length)).toBe(4);
    await page.getByRole('columnheader', { name: 'Valor (R$)' }).click();
    await eventually(() => documents(page)).toEqual(['PC-0004', 'PC-0003', 'PC-0002', 'PC-0001']);
    await eventually(async () => param(page, 'sort')).toBe('total');
    await visit(page, `${ORDERS}?deliveryFrom=2026-11-01&deliveryTo=2026-11-30&sort=document`);
    await eventually(() => documents(page)).toEqual(['PC-0001']);
    await page.getByText('Entrega:').waitFor();
    await visit(page, `${ORDERS}?search=4.118`);
    await eventually(() => documents(page)).toEqual(['PC-0003']);
    await visit(page, ORDERS);
    await eventually(() => documents(page).then(({ length }) => length)).toBe(4);
  });

  test('follow the building that is chosen in the shell', async () => {
    const chosen = await app.open(ORDERS, {
      as: 'comprador',
      place: { companyId: String(company), buildingId: String(village) },
    });
    await eventually(() => documents(chosen)).toEqual(['PC-0002']);
    await chosen.close();
  });

  test('are received in part by keyboard, and the message takes it back', async () => {
    await row(page, 'PC-0001').locator('[col-id="document"]').focus();
    await page.keyboard.press('r');
    await drawer(page).waitFor();
    expect(param(page, 'receive')).toMatch(/^\d+$/);
    await eventually(() => drawn(page)).toContain('entrega era 10/11/2026, há 10 dias');
    expect(await drawn(page)).toContain(
      'Valor do pedido R$ 690,00 Já recebido em itens R$ 0,00 Chegando agora R$ 0,00',
    );
    expect(await drawer(page).getByLabel('Recebido em').inputValue()).toBe('20/11/2026');
    await page.keyboard.press('Control+s');
    await drawer(page).getByText('Informe o número da nota.').waitFor();
    await drawer(page).getByText('Informe o que chegou de pelo menos um item.').waitFor();
    await page.keyboard.type('15.402');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
    await eventually(() => focused(page)).toBe(`Agora de ${CEMENT}`);
    await page.keyboard.type('6');
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe(`Agora de ${SAND}`);
    await page.keyboard.type('4');
    // 300,00 + 100,00 of 600,00: freight 20,00, IPI 42,00, discount 2,00.
    await eventually(() => drawn(page)).toContain('Total da NF 15.402 R$ 460,00');
    const words = await drawn(page);
    expect(words).toContain('66% depois deste');
    expect(words).toMatch(/Faltam 4 \S+\. manter em aberto cancelar o saldo/);
    expect(words).toContain('Esta nota cria a despesa PC-0001, de R$ 460,00.');
    expect(await drawer(page).getByLabel('Frete desta nota').inputValue()).toBe('20,00');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await toast(page, 'Recebimento confirmado');
    await drawer(page).waitFor({ state: 'detached' });
    await eventually(() => cells(page, 'PC-0001', 'state', 'receivedPercentage', 'documentNumbers')).toEqual([
      ...['Parcial', '66%', 'NF 15.402'],
    ]);
    await eventually(() => foot(page)).toContain('Recebido R$ 860,00 A receber R$ 730,00 Atrasado R$ 230,00');
    expect(await expenses()).toEqual(['460.00']);
    await page.getByRole('button', { name: 'Desfazer recebimento' }).first().click();
    await toast(page, 'Recebimento desfeito');
    await eventually(() => cellText(page, 'PC-0001', 'state')).toBe('Pedido');
    expect(await expenses()).toEqual([]);
  });

  test('get a part and then the rest in one expense, and tell a price above the order', async () => {
    await act(page, 'PC-0001', 'Receber');
    await drawer(page).getByLabel('Número').fill('15.402');
    await drawer(page).getByLabel(`Agora de ${CEMENT}`).fill('6');
    await drawer(page).getByLabel(`Agora de ${SAND}`).fill('4');
    await page.keyboard.press('Control+s');
    await eventually(() => cellText(page, 'PC-0001', 'state')).toBe('Parcial');
    await act(page, 'PC-0001', 'Receber');
    await eventually(() => drawn(page)).toContain('66% recebido em 1 nota: NF 15.402, 20/11/2026, por Davi Antunes');
    await drawer(page).getByText('completo', { exact: true }).waitFor();
    await drawer(page).getByRole('button', { name: 'Receber tudo o que falta' }).click();
    // The last one takes what is left: 200,00, freight 10,00, IPI 21,00, discount 1,00.
    await eventually(() => drawn(page)).toContain('Total da nota R$ 230,00');
    expect(await drawn(page)).toContain('A despesa PC-0001 passa de R$ 460,00 para R$ 690,00. Continua sendo uma só.');
    const price = drawer(page).getByLabel(`Preço da nota de ${CEMENT}`);
    await price.fill('55');
    await eventually(() => drawn(page)).toContain('A nota traz R$ 55,00, o pedido R$ 50,00: +10,0%, R$ 20,00 a mais.');
    await drawer(page).getByRole('button', { name: 'Aceitar a nota' }).click();
    await eventually(() => drawn(page)).toContain('Preço da nota aceito.');
    expect(await drawn(page)).toContain('Total da nota R$ 250,00');
    await price.fill('56');
    await drawer(page).getByRole('button', { name: 'Manter o do pedido' }).click();
    await eventually(() => drawn(page)).toContain('Total da nota R$ 230,00');
    expect(await price.inputValue()).toMatch(/^50(,00)?$/);
    await drawer(page).getByLabel('Número').fill('15.402');
    await page.keyboard.press('Control+s');
    await drawer(page).getByText('A nota 15.402 já foi recebida neste pedido.').waitFor();
    await drawer(page).getByLabel('Número').fill('15.447');
    await page.keyboard.press('Control+s');
    await eventually(() => cells(page, 'PC-0001', 'state', 'receivedPercentage', 'documentNumbers')).toEqual([
      ...['Recebido', '100%', '2 notas'],
    ]);
    expect(await expenses()).toEqual(['690.00']);
  });

  test('give a nota back from the drawer, which asks first', async () => {
    await act(page, 'PC-0001', 'Notas recebidas');
    const nota = drawer(page).getByRole('listitem').filter({ hasText: 'NF 15.447' });
    await nota.getByRole('button', { name: 'Desfazer' }).click();
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: /^Desfazer o recebimento/ }));
    await question
      .first()
      .getByText(/passa de R\$\s690,00 para R\$\s460,00/)
      .waitFor();
    await page.getByRole('button', { name: 'Desfazer recebimento' }).last().click();
    await toast(page, 'Recebimento desfeito');
    await eventually(() => drawn(page)).toContain('Receber PC-0001');
    expect(await expenses()).toEqual(['460.00']);
    await drawer(page).getByRole('button', { name: 'Fechar' }).click();
    await eventually(() => cellText(page, 'PC-0001', 'state')).toBe('Parcial');
  });

  test('go back to the supplier in part by keyboard: what it does is said before, and can be undone', async () => {
    await act(page, 'PC-0001', 'Receber');
    const nota = drawer(page).getByRole('listitem').filter({ hasText: 'NF 15.402' }).first();
    await nota.getByRole('button', { name: 'Devolver' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Devolver da NF 15.402' });
    const text = async () => (await textOf(dialog)).replaceAll('\u00a0', ' ');
    await eventually(() => focused(page)).toBe(`Devolver de ${CEMENT}`);
    expect(await text()).toMatch(/vieram 6 \S+/);
    await page.keyboard.type('7');
    await page.keyboard.press('Control+s');
    await eventually(text).toMatch(/Desta nota ainda podem ser devolvidos 6 \S+\..*Diga por que devolve\./);
    await dialog.getByLabel(`Devolver de ${CEMENT}`).fill('2');
    await page.keyboard.press('Tab');
    // Of 460,00 the 300,00 of 400,00 are 345,00: two of six.
    await eventually(text).toContain('A devolução vale R$ 115,00. A despesa PC-0001 passa de R$ 460,00 para R$ 345,00');
    expect(await dialog.getByRole('radio', { name: 'O fornecedor repõe' }).isChecked()).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await dialog.getByRole('radio', { name: 'Não vem mais' }).isChecked()).toBe(true);
    await dialog.getByLabel('Motivo').fill('Sacos rasgados');
    expect(await accessibilityProblems(page)).toEqual([]);
    // What was typed is kept.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await nota.getByRole('button', { name: 'Devolver' }).click();
    expect(await dialog.getByLabel('Motivo').inputValue()).toBe('Sacos rasgados');
    await page.keyboard.press('Control+s');
    await toast(page, 'Devolução registrada');
    expect(await expenses()).toEqual(['345.00']);
    await eventually(() => drawn(page)).toMatch(
      /Devolução de 20\/11\/2026, por Davi Antunes ?2 \S+ de Cimento CP II-E-32 \(não vem mais\)\. Sacos rasgados/,
    );
    expect(await nota.getByRole('button', { name: 'Desfazer', exact: true }).count()).toBe(0);
    await nota.getByRole('button', { name: 'Desfazer devolução' }).click();
    await page.getByText(/passa de R\$\s345,00 para R\$\s460,00/).waitFor();
    await page.getByRole('button', { name: 'Desfazer devolução' }).last().click();
    await toast(page, 'Devolução desfeita');
    expect(await expenses()).toEqual(['460.00']);
    await drawer(page).getByRole('button', { name: 'Fechar' }).click();
  });

  test('refuse more than was ordered at its field', async () => {
    await act(page, 'PC-0002', 'Receber');
    await drawer(page).getByLabel('Número').fill('77');
    const now = drawer(page).getByLabel(`Agora de ${CEMENT}`);
    await now.fill('6');
    await eventually(() => drawn(page)).toMatch(/1 \S+ a mais do que falta\./);
    await page.keyboard.press('Control+s');
    await drawer(page)
      .getByText(/^Faltam 5 \S+: com esta entrega chegariam 1 \S+ a mais do que foi pedido\.$/)
      .waitFor();
    expect(await now.getAttribute('aria-invalid')).toBe('true');
    await eventually(() => focused(page)).toBe(`Agora de ${CEMENT}`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sair sem salvar' }).click();
    await drawer(page).waitFor({ state: 'detached' });
    // What was typed is kept on this device.
    await act(page, 'PC-0002', 'Receber');
    await drawer(page).getByText('Rascunho de 20/11/2026').waitFor();
    expect(await now.inputValue()).toBe('6');
    await drawer(page).getByRole('button', { name: 'Descartar rascunho' }).click();
    await eventually(() => now.inputValue()).toBe('');
    await drawer(page).getByRole('button', { name: 'Fechar' }).click();
  });

  test('are deleted with the words of the specification, but not once a part of the nota is paid', async () => {
    await act(page, 'PC-0002', 'Excluir');
    await page.getByRole('dialog', { name: 'Excluir PC-0002?' }).getByRole('button', { name: 'Excluir' }).click();
    await toast(page, 'Tudo certo! Pedido e nota apagado com sucesso!');
    await eventually(() => documents(page)).toEqual(['PC-0004', 'PC-0003', 'PC-0001']);
    const expense = await one(`select id from transactions where document_number = 'PC-0001'`);
    const debit = `/financial/company/${company}/debit/${expense}`;
    const { transactionRecordList } = await rest('admin', 'GET', debit);
    const bank = await one('select id from wallets where company_id = $1 and active order by id limit 1', [company]);
    await rest('admin', 'POST', `${debit}/installment/${transactionRecordList[0].id}/payment`, {
      ...{ paymentDate: '2026-11-20', bank: { id: bank }, paymentMethod: 'PIX' },
    });
    await act(page, 'PC-0001', 'Excluir');
    const dialog = page.getByRole('dialog', { name: 'Excluir PC-0001?' });
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await dialog.getByText(/Há parcela paga nesta despesa/).waitFor();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await act(page, 'PC-0001', 'Receber');
    await drawer(page)
      .getByText(/Há parcela paga na despesa/)
      .waitFor();
    expect(await drawer(page).getByRole('button', { name: 'Desfazer', exact: true }).count()).toBe(0);
  });
});

describe('A receipt', () => {
  test('keeps what was typed when somebody else receives meanwhile, and can give up the rest', async () => {
    const supplier = await one(`select id from partners where type = 'SUPPLIER' order by id limit 1`);
    const { id, requirementLineList } = await order(house, supplier, [await line(SAND, '10', '10')]);
    const page = await app.open(`${ORDERS}?receive=${id}`, { as: 'comprador', place: everywhere() });
    const now = drawer(page).getByLabel(`Agora de ${SAND}`);
    await now.fill('3');
    await drawer(page).getByLabel('Número').fill('2');
    await rest('comprador', 'POST', `/purchase/company/${company}/order/${id}/deliveries`, {
      ...{ documentNumber: '1', lines: [{ line: { id: requirementLineList[0].id }, quantity: '2' }] },
    });
    await page.keyboard.press('Control+s');
    await drawer(page).getByRole('button', { name: 'Manter o que digitei' }).click();
    await eventually(() => drawn(page)).toContain('20% recebido em 1 nota');
    expect(await now.inputValue()).toBe('3');
    await page.keyboard.press('Control+s');
    await toast(page, 'Recebimento confirmado');
    await eventually(() => cells(page, 'PC-0005', 'state', 'receivedPercentage', 'total')).toEqual([
      ...['Parcial', '50%', '100,00'],
    ]);
    await act(page, 'PC-0005', 'Receber');
    await drawer(page).getByLabel('Número').fill('3');
    await now.fill('4');
    await drawer(page).getByRole('radio', { name: 'cancelar o saldo' }).check();
    await eventually(() => drawn(page)).toContain('100% depois deste');
    await page.keyboard.press('Control+s');
    // 2 + 3 + 4 of 10: the last one will not come any more.
    await eventually(() => cells(page, 'PC-0005', 'state', 'documentNumbers', 'total')).toEqual([
      ...['Recebido', '3 notas', '90,00'],
    ]);
    await page.close();
  });

  test('starts from the address of its row: Enter opens the order, N a new one, R only what is open', async () => {
    const page = await app.open(ORDERS, { as: 'comprador', place: everywhere() });
    const cellOf = (number: string) => row(page, number).locator('[col-id="document"]');
    await cellOf('PC-0003').focus();
    await page.keyboard.press('r');
    await cellOf('PC-0001').focus();
    // "G R" leads to another screen, which a buyer may not enter.
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    expect(param(page, 'receive')).toBeNull();
    await page.keyboard.press('Enter');
    await eventually(() => param(page, 'id')).toMatch(/^\d+$/);
    await page.goBack();
    await cellOf('PC-0001').waitFor();
    await page.keyboard.press('n');
    await eventually(() => param(page, 'id')).toBe('new');
    await page.close();
  });
});

describe('Pedidos e notas on every screen', () => {
  test.each([
    { width: 1440, dark: false },
    { width: 1440, dark: true },
    { width: 390, dark: false },
    { width: 390, dark: true },
  ] as const)('axe finds nothing at $width px, dark: $dark', async ({ width, dark }) => {
    const page = await app.shared(ORDERS, { as: 'comprador', width, dark, place: everywhere() });
    await page.getByText('PC-0001').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const id = await one(`select id from orders where document = 'PC-0001'`);
    await visit(page, `${ORDERS}?receive=${id}`);
    await drawer(page).getByRole('button', { name: 'Receber tudo o que falta' }).click();
    await drawer(page).getByLabel(`Agora de ${CEMENT}`).fill('1');
    await drawer(page)
      .getByText(/Faltam 3 /)
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(client);
  });

  test('who may not buy sees no entry, and the address leads away', async () => {
    const page = await app.open(ORDERS, { as: 'engenheiro' });
    await page.getByRole('heading', { name: 'Sem acesso a Pedidos e notas' }).waitFor();
    expect(await page.getByRole('link', { name: 'Pedidos e notas' }).count()).toBe(0);
    await page.close();
  });
});
