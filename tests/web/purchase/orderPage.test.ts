import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, visitAnew } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  CEMENT,
  GRAVEL,
  ORDERS,
  SAND,
  STAGE,
  SUPPLIER,
  VILA,
  choose,
  focused,
  gross,
  idIn,
  installments,
  letFileGo,
  lines,
  price,
  quantity,
  save,
  search,
  toast,
  startOrderPage,
  type OrderPages,
} from './orderPageKit.ts';

let pages: OrderPages;
beforeAll(async () => (pages = await startOrderPage()), 60_000);
afterAll(() => pages.app.stop());
describe('Pedido', () => {
  let page: Page;
  beforeAll(async () => {
    page = await pages.open(`${ORDERS}?id=new`, 'comprador');
    await page.getByRole('heading', { level: 1, name: 'Novo pedido' }).waitFor();
  }, 60_000);

  test('is refused at its fields while it is empty', async () => {
    await page.keyboard.press('Control+s');
    for (const words of ['Escolha o fornecedor', 'Inclua ao menos um item.']) await page.getByText(words).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('is written by keyboard alone, and its value and installments follow what is typed', async () => {
    await choose(page, 'Fornecedor', 'São Jorge', SUPPLIER);
    expect(await page.getByRole('combobox', { name: 'Obra', exact: true }).inputValue()).toBe(VILA);
    await page.getByLabel('Entrega prevista').focus();
    await page.keyboard.type('30/11/2026');
    await search(page).focus();
    await page.keyboard.type('0101');
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe(`Quantidade de ${CEMENT}`);
    await page.keyboard.type('180');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe(`Preço de ${CEMENT}`);
    await page.keyboard.type('39,90');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('Incluir insumo');
    await page.keyboard.type('0107');
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe(`Quantidade de ${SAND}`);
    await page.keyboard.type('42');
    await page.keyboard.press('Tab');
    await page.keyboard.type('148');
    await page.keyboard.press('Enter');
    await page.keyboard.type('brita 1');
    await page.getByRole('option', { name: GRAVEL }).waitFor();
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe(`Quantidade de ${GRAVEL}`);
    await page.keyboard.type('28');
    await page.keyboard.press('Tab');
    await page.keyboard.type('132');
    await eventually(() => lines(page)).toEqual([
      '0101 | 180 | 39,90 | 7.182,00',
      '0107 | 42 | 148,00 | 6.216,00',
      expect.stringMatching(/^\d{4} \| 28 \| 132 \| 3\.696,00$/),
    ]);
    await page.getByLabel('Frete').focus();
    await page.keyboard.type('1150');
    await page.getByLabel('IPI %').focus();
    await page.keyboard.type('2,5');
    await page.getByLabel('Desconto').focus();
    await page.keyboard.type('1200');
    // 17.094,00 + 1.150,00 = 18.244,00; 2,5 % of it are 456,10; less 1.200,00.
    await eventually(gross(page)).toContain('R$ 17.500,10');
    await page.getByLabel('Pagar em (dias)').focus();
    await page.keyboard.type('28/42/56');
    await page.keyboard.press('Enter');
    // A third is 5.833,3666…; the last takes what is left.
    await eventually(() => installments(page)).toEqual([
      '1/3 28/12/2026 5.833,37',
      '2/3 11/01/2027 5.833,37',
      '3/3 25/01/2027 5.833,36',
    ]);
    await page.getByText('confere com o total').waitFor();
    expect(await page.getByLabel('Pagar em (dias)').inputValue()).toBe('28 / 42 / 56');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('stays open when a file is let go over it', async () => {
    await letFileGo(page.getByLabel('Entrega prevista'));
    expect(page.context().pages()).toEqual([page]);
    expect(await page.getByLabel('Entrega prevista').inputValue()).toBe('30/11/2026');
  });

  test('gives up, repeats, moves and undoes what is typed by keys', async () => {
    await price(page, GRAVEL).focus();
    await page.keyboard.type('9');
    await eventually(() => lines(page).then((all) => all[2])).toContain('| 252,00');
    await page.keyboard.press('Escape');
    await eventually(() => lines(page).then((all) => all[2])).toContain('| 132,00 | 3.696,00');
    expect(await focused(page)).toBe(`Preço de ${GRAVEL}`);
    await page.keyboard.press('Control+d');
    await eventually(() => lines(page).then((all) => all[2])).toContain('| 148,00 | 4.144,00');
    await page.keyboard.press('Control+z');
    await eventually(() => lines(page).then((all) => all[2])).toContain('| 132,00 | 3.696,00');
    await page.keyboard.press('Shift+Enter');
    expect(await focused(page)).toBe(`Preço de ${SAND}`);
    await page.keyboard.press('Alt+ArrowUp');
    await eventually(() => lines(page).then(([first]) => first)).toBe('0107 | 42 | 148,00 | 6.216,00');
    await page.keyboard.press('Alt+ArrowDown');
    await eventually(() => lines(page).then(([first]) => first)).toBe('0101 | 180 | 39,90 | 7.182,00');
  });

  test('is saved with what the page has shown', async () => {
    await page.keyboard.press('Control+s');
    await toast(page, 'Pedido salvo');
    await page.waitForURL(/id=\d+/);
    const stored = await pages.read(idIn(page));
    await page.getByRole('heading', { level: 1, name: `Pedido ${stored.document}` }).waitFor();
    expect(stored).toMatchObject({ grossValue: '17500.10', linesValue: '17094.00', createdDate: '2026-11-20' });
    expect(stored.requirement.payment).toEqual({
      ...{ payAfterBase: 'DELIVERY', payAfterDay: 28 },
      installmentList: [
        { dueDate: '2026-12-28', grossValue: '5833.37' },
        { dueDate: '2027-01-11', grossValue: '5833.37' },
        { dueDate: '2027-01-25', grossValue: '5833.36' },
      ],
    });
    await page.getByText('3 de 3 a receber').waitFor();
    await page.getByRole('button', { name: 'Receber' }).waitFor();
  });

  test('moves its installments with the delivery, and takes one stage for many lines', async () => {
    await page.getByLabel('Entrega prevista').fill('02/12/2026');
    await page.keyboard.press('Enter');
    await eventually(() => installments(page)).toEqual([
      '1/3 30/12/2026 5.833,37',
      '2/3 13/01/2027 5.833,37',
      '3/3 27/01/2027 5.833,36',
    ]);
    await page.getByLabel('Parcelas', { exact: true }).fill('2');
    await page.keyboard.press('Enter');
    await eventually(() => installments(page)).toEqual(['1/2 30/12/2026 8.750,05', '2/2 13/01/2027 8.750,05']);
    await page.getByLabel('Contados a partir').selectOption({ label: 'do pedido' });
    await eventually(() => installments(page)).toEqual(['1/2 18/12/2026 8.750,05', '2/2 01/01/2027 8.750,05']);
    await page.getByLabel('Escolher item 1').check();
    await page.getByLabel('Escolher item 3').check();
    await page.getByRole('button', { name: 'Etapa em lote' }).click();
    const dialog = page.getByRole('dialog', { name: 'Etapa em lote' });
    await dialog.getByText('Vale para 2 itens escolhidos').waitFor();
    await page.keyboard.type('áreas');
    await page.getByRole('option', { name: STAGE }).filter({ visible: true }).first().waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Aplicar' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel(`Etapa de ${CEMENT}`).inputValue()).toBe(STAGE);
    expect(await page.getByLabel(`Etapa de ${SAND}`).inputValue()).toBe('');
    await save(page);
    const stored = await pages.read(idIn(page));
    const areas = { costEstimateGroup: { name: 'Áreas comuns e urbanização' } };
    expect(stored.requirementLineList).toMatchObject([areas, { costEstimateGroup: null }, areas]);
    expect(stored.requirement.payment).toMatchObject({ payAfterBase: 'ORDER', payAfterDay: 28 });
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('loses the value of a canceled line, and has it again once the line is reopened', async () => {
    await price(page, GRAVEL).focus();
    await page.keyboard.press('Delete');
    await toast(page, 'Item cancelado');
    // 13.398,00 + 1.150,00 = 14.548,00; 2,5 % of it are 363,70; less 1.200,00.
    await eventually(gross(page)).toContain('R$ 13.711,70');
    await save(page);
    expect(await pages.read(idIn(page))).toMatchObject({
      grossValue: '13711.70',
      requirementLineList: [{}, {}, { canceled: true }],
    });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Reabrir' }).click();
    await eventually(gross(page)).toContain('R$ 17.500,10');
    await save(page);
    expect(await pages.read(idIn(page))).toMatchObject({
      grossValue: '17500.10',
      requirementLineList: [{}, {}, { canceled: false }],
    });
  });

  test('takes rows of a spreadsheet, and marks what nobody knows', async () => {
    const gravel = (await lines(page))[2]?.split(' | ')[0];
    await visitAnew(page, `${ORDERS}?id=new`);
    await page.getByRole('heading', { level: 1, name: 'Novo pedido' }).waitFor();
    const paste = (text: string) =>
      page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }, text);
    await search(page).focus();
    // A row of titles is no line.
    await paste(`Insumo\tQuantidade\tPreço\n0101\t1.000\t39,90\nbrita 1\t2,5\t132,00\nNAOHA\t3\t1`);
    await toast(page, '3 linhas coladas, 1 sem insumo');
    // 1.000 × 39,90 and 2,5 × 132.
    await eventually(() => lines(page)).toEqual([
      '0101 | 1.000 | 39,90 | 39.900,00',
      `${gravel} | 2,5 | 132,00 | 330,00`,
      expect.stringMatching(/\| 3 \| 1,00 \| 3,00$/),
    ]);
    await page.getByText('Insumo não encontrado. Procure o insumo ou retire a linha.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Procurar' }).click();
    await eventually(() => search(page).inputValue()).toBe('NAOHA');
    await search(page).fill('0107');
    await page.getByRole('option', { name: SAND }).waitFor();
    await page.keyboard.press('Enter');
    await eventually(() => lines(page).then((all) => all[2])).toBe('0107 | 3 | 1,00 | 3,00');
    await quantity(page, CEMENT).focus();
    await paste('10\t40\n20\t130');
    await eventually(() => lines(page)).toEqual([
      '0101 | 10 | 40,00 | 400,00',
      `${gravel} | 20 | 130,00 | 2.600,00`,
      '0107 | 3 | 1,00 | 3,00',
    ]);
  });

  test('asks before it is left, and its draft comes back with the page', async () => {
    await page.getByRole('link', { name: 'Pedidos e notas' }).last().click();
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    await price(page, GRAVEL).fill('13x');
    await page.getByLabel('Frete').focus();
    // Longer than a draft waits for the next keystroke.
    await eventually(() => page.evaluate(() => JSON.stringify(localStorage).includes('13x'))).toBe(true);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText(/^Rascunho de 20\/11\/2026/).waitFor();
    await eventually(() => lines(page)).toEqual([
      '0101 | 10 | 40,00 | 400,00',
      expect.stringMatching(/\| 20 \| 13x \| \d/),
      '0107 | 3 | 1,00 | 3,00',
    ]);
    await page.getByText('Não é um número com até 4 casas decimais').waitFor();
    await price(page, GRAVEL).fill('130');
  });

  test('shows what the services refuse at its field', async () => {
    await choose(page, 'Fornecedor', 'São Jorge', SUPPLIER);
    const products = (active: boolean) =>
      pages.app.services.seed.sql(
        `update products p set active = ${active} from product_definitions d
          where d.account_id = p.account_id and d.id = p.definition_id and d.name = $1`,
        [GRAVEL],
      );
    await products(false);
    await pages.app.services.seed.sql('update partners set active = false where name = $1', [SUPPLIER]);
    await page.keyboard.press('Control+s');
    await page.getByText('Este fornecedor está inativo.').waitFor();
    await page.locator('tr', { hasText: 'Este insumo está inativo.' }).waitFor();
    await products(true);
    await pages.app.services.seed.sql('update partners set active = true where name = $1', [SUPPLIER]);
    await page.keyboard.press('Control+s');
    await toast(page, 'Pedido salvo');
    await page.waitForURL(/id=\d+/);
    // 400,00 + 2.600,00 + 3,00.
    expect(await pages.read(idIn(page))).toMatchObject({ grossValue: '3003.00' });
  });

  test('keeps what was typed when somebody else has saved the order', async () => {
    const id = await pages.store();
    await visitAnew(page, `${ORDERS}?id=${id}`);
    await quantity(page, SAND).fill('12');
    const { version } = await pages.read(id);
    const update = `mutation ($companyId: ID!, $id: ID!, $version: Int!, $input: OrderInput!) {
      updateOrder(companyId: $companyId, id: $id, version: $version, input: $input) { order { id } } }`;
    await pages.asked(update, { id, version, input: { notes: 'Descarregar pela manhã' } });
    await page.keyboard.press('Control+s');
    await page.getByRole('alert').getByText('Descarregar pela manhã').waitFor();
    await page.getByRole('button', { name: 'Manter o que digitei' }).click();
    expect(await page.getByLabel('Observações').inputValue()).toBe('Descarregar pela manhã');
    await page.keyboard.press('Control+s');
    await toast(page, 'Pedido salvo');
    // 100 × 40 + 12 × 150.
    await eventually(async () => (await pages.read(id)).grossValue).toBe('5800.00');
  });

  test('lists its notas with the expense for who may see it, and does not cancel what has come', async () => {
    const id = await pages.store();
    const { version, requirementLineList } = await pages.read(id);
    const receive = `mutation ($companyId: ID!, $id: ID!, $version: Int!, $input: OrderDeliveryInput!) {
      receiveOrder(companyId: $companyId, id: $id, version: $version, input: $input) { order { expense { id } } } }`;
    const input = { documentNumber: '1842', lines: [{ lineId: requirementLineList[0].id, quantity: '60' }] };
    const { receiveOrder } = await pages.asked(receive, { id, version, input });
    await visitAnew(page, `${ORDERS}?id=${id}`);
    await page.getByText('Parcial', { exact: true }).waitFor();
    await page.getByText('2 de 2 a receber').waitFor();
    // 60 × 40.
    await eventually(() => page.getByRole('list', { name: 'Notas recebidas' }).innerText()).toMatch(
      /1842\s+20\/11\/2026\s+R\$\s2\.400,00/,
    );
    expect(await page.getByRole('link', { name: 'Abrir despesa' }).count()).toBe(0);
    await quantity(page, CEMENT).focus();
    await page.keyboard.press('Delete');
    await page.getByText('Este item já foi recebido: encerre o saldo em vez de cancelá-lo.').waitFor();
    expect(await page.getByText('cancelado').count()).toBe(0);
    const admin = await pages.open(`${ORDERS}?id=${id}`, 'admin', { dark: true });
    const link = admin.getByRole('link', { name: 'Abrir despesa' });
    expect(await link.getAttribute('href')).toBe(
      `/home/forms/transactions/outcome?id=${receiveOrder.order.expense.id}`,
    );
    expect(await accessibilityProblems(admin)).toEqual([]);
    await admin.context().close();
  });

  test('tells beside its lines and before it is saved what was paid, what else is ordered and which stage it passes', async () => {
    const { buildingId } = await pages.place();
    await pages.storePaid();
    const other = await pages.read(await pages.store({ createdDate: '2026-11-09', deliveryDate: '2026-11-27' }));
    const id = await pages.store();

    await visitAnew(page, `${ORDERS}?id=${id}`);
    await quantity(page, CEMENT).fill('180');
    await price(page, CEMENT).fill('39,90');
    await quantity(page, SAND).fill('42');
    await price(page, SAND).fill('148');
    const paidCell = (name: string) =>
      page.locator('tr[data-line]', { hasText: name }).locator('[data-column="lastPaid"]').innerText();
    await eventually(() => paidCell(CEMENT)).toMatch(/^36,80\s+\+8,4% · 04\/11$/);
    expect(await paidCell(SAND)).toMatch(/^145,00\s+\+2,1% · 04\/11$/);
    // 180 × 3,10 and 42 × 3,00.
    await page.getByText('R$ 684,00 acima dos últimos preços').waitFor();
    const warnings = page.getByRole('status', { name: 'Avisos' });
    const told = async (): Promise<string> => (await warnings.getByRole('listitem').allInnerTexts()).join('\n');
    await eventually(told).toContain(
      `${CEMENT} a R$\u00a039,90. Em 04/11 saiu por R$\u00a036,80 no mesmo fornecedor: +8,4%, R$\u00a0558,00 no pedido.`,
    );
    expect(await told()).toContain(`${other.document}, de 09/11, já traz 100 `);
    expect(await told()).toContain('para esta obra, entrega 27/11.');
    expect(await warnings.getByRole('link', { name: `Abrir ${other.document}` }).getAttribute('href')).toBe(
      `${ORDERS}?id=${other.id}`,
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await warnings.getByRole('button', { name: 'Usar 36,80' }).click();
    await eventually(() => paidCell(CEMENT)).toMatch(/^36,80\s+igual · 04\/11$/);
    await eventually(told).not.toContain('Preço acima do último pago');
    // A stage of the demo that costs less than 60.000.000,00; the buyer may not open what it has cost.
    await price(page, CEMENT).fill('333.333,34');
    await choose(page, `Etapa de ${CEMENT}`, 'áreas', STAGE);
    const stage = warnings.getByRole('listitem').filter({ hasText: 'Passa o saldo da etapa 8' });
    await stage.getByText(/Itens da etapa com frete e IPI: R\$\s60\.000\.001,20\. Saldo sem este pedido: /).waitFor();
    expect(await warnings.getByRole('link', { name: 'Ver etapa' }).count()).toBe(0);
    await save(page);
    const [row] = await pages.app.services.seed.sql<{ kinds: string[] }>(
      `select array(select w ->> 'kind' from jsonb_array_elements(details -> 'warnings') w) as kinds from audit_log
        where entity = 'order' and entity_id = $1 and action = 'update' order by id desc limit 1`,
      [id],
    );
    expect([...new Set(row?.kinds)]).toEqual(['PRICE_ABOVE_LAST', 'OTHER_OPEN_ORDER', 'STAGE_EXCEEDED']);
    const admin = await pages.open(`${ORDERS}?id=${id}`, 'admin', { dark: true });
    const link = admin.getByRole('link', { name: 'Ver etapa' });
    expect(await link.getAttribute('href')).toBe(`/home/forms/engineering/appropriate-overview?building=${buildingId}`);
    expect(await accessibilityProblems(admin)).toEqual([]);
    await admin.context().close();
    await visitAnew(page, `${ORDERS}?id=new`);
    await page.getByRole('status', { name: 'Avisos' }).getByText('Nada a avisar').waitFor();
  });

  test.each([false, true])('is usable on a phone, dark: %s', async (dark) => {
    const id = await pages.store();
    const phone = await pages.open(`${ORDERS}?id=${id}`, 'comprador', { width: 390, dark });
    const cards = phone.getByRole('list', { name: 'Itens do pedido' }).getByRole('listitem');
    await eventually(() => cards.count()).toBe(2);
    await quantity(phone, SAND).fill('20');
    // 100 × 40 + 20 × 150.
    await eventually(gross(phone)).toContain('R$ 7.000,00');
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await accessibilityProblems(phone)).toEqual([]);
    const button = phone.getByRole('button', { name: 'Salvar' });
    const box = await button.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(780);
    await button.click();
    await eventually(async () => (await pages.read(id)).grossValue).toBe('7000.00');
    await phone.context().close();
  });
});
