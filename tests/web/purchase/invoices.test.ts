/** Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { billing, CEMENT, keyOf, nfe, type Nota } from '#tests/purchase/invoices/nfeXml.ts';
import { accessibilityProblems, startApp, visit, type TestApp } from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';
import { act, cells, drawer, drawn, row, toast } from './orderRows.ts';

const ORDERS = '/home/forms/purchase/orders-and-receipts';
const SUPPLIER = '11222333000181';
/** A CNPJ of nobody in the account. */
const STRANGER = '45997418000153';
const CEMENT_NAME = 'Cimento CP II-E-32';
const SAND_NAME = 'Areia média lavada';

let app: TestApp;
let company: number;
let receiver: string;
let house: number;
let page: Page;

const one = async <Value>(query: string, values: unknown[] = []): Promise<Value> => {
  const [found] = await app.services.seed.sql<{ value: Value }>(query, values);
  if (!found) throw new Error(`Nothing found by ${query}`);
  return found.value;
};
const product = (name: string) =>
  one<string>(
    `select p.id as value from products p join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
      where d.name = $1 and d.account_id = (select account_id from companies where id = $2)`,
    [name, company],
  ).then(Number);
/** Unit that a product is bought in, as a nota writes it. */
const unitOf = (name: string) =>
  one<string>(
    `select coalesce(b.acronyms, u.acronyms) as value from product_definitions d
       join units u on u.account_id = d.account_id and u.id = d.unit_id
       left join units b on b.account_id = d.account_id and b.id = d.purchase_unit_id
      where d.name = $1 and d.account_id = (select account_id from companies where id = $2)`,
    [name, company],
  );

/** 10 of cement at 36,80 and 5 of sand at 145,00 with freight 100,00: 368,00 + 725,00 + 100,00 = 1.193,00. */
const openOrder = async (): Promise<{ id: number; document: string }> => {
  const supplier = await one<string>('select id as value from partners where tax_id = $1', [SUPPLIER]);
  const response = await fetch(`${app.url}/api/v1/purchase/company/${company}/order`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await app.token('comprador')}` },
    body: JSON.stringify({
      ...{
        building: { id: house },
        supplier: { id: Number(supplier) },
        createdDate: '2026-11-02',
        shippingRate: '100',
      },
      requirementLineList: [
        { product: { id: await product(CEMENT_NAME) }, quantity: '10', price: '36.80' },
        { product: { id: await product(SAND_NAME) }, quantity: '5', price: '145' },
      ],
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).data;
};

/**
 * 10 of cement at 40,00 (3,20 or 8,70 % above the order, 32,00 in all), 3 of something that is sand, a sheet that nobody
 * ordered for 25,00, and freight 60,00: 400,00 + 435,00 + 25,00 + 60,00 = 920,00.
 */
const nota = async (changes: Partial<Nota> = {}): Promise<Buffer> =>
  nfe({
    ...{ issuer: SUPPLIER, receiver, number: '4321' },
    items: [
      { ...CEMENT, unit: await unitOf(CEMENT_NAME), price: '40.0000', value: '400.00' },
      {
        ...{ code: '88', name: 'AGREGADO MIUDO NATURAL', unit: 'CARRADA', quantity: '0.5000', price: '870.0000' },
        ...{ value: '435.00', prod: '<vFrete>60.00</vFrete>' },
      },
      { code: '99', name: 'LONA PRETA', unit: 'UN', quantity: '1.0000', price: '25.0000', value: '25.00' },
    ],
    totals: { vProd: '860.00', vFrete: '60.00', vDesc: '0.00', vNF: '920.00' },
    billing: billing(['2026-12-16', '460.00'], ['2027-01-13', '460.00']),
    ...changes,
  });

const xml = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/xml', buffer });
/** Drops a file as from the desktop. */
const drop = async (on: Locator, name: string, content: Buffer): Promise<void> => {
  const dataTransfer = await on.page().evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], fileName, { type: 'text/xml' }));
      return transfer;
    },
    [name, content.toString('utf8')] as const,
  );
  await on.dispatchEvent('dragenter', { dataTransfer });
  await on.dispatchEvent('drop', { dataTransfer });
};
const tray = () => page.getByRole('dialog', { name: 'Importar NF-e' });
const entry = (file: string) => tray().getByRole('listitem', { name: file, exact: true });
const told = async (of: Locator): Promise<string> => (await textOf(of)).replaceAll('\u00a0', ' ');
const expense = (document: string) =>
  app.services.seed
    .sql<{ gross_value: string }>('select gross_value from transactions where document_number = $1', [document])
    .then((rows) => rows.map(({ gross_value }) => gross_value));

beforeAll(async () => {
  app = await startApp();
  const { data } = await app.ask('comprador', '{ session { companies { id buildings { id } } } }');
  const [first] = data.session.companies;
  [company, house] = [Number(first.id), Number(first.buildings[0].id)];
  const { sql } = app.services.seed;
  await sql.call(app.services.seed, 'delete from orders');
  await app.services.seed.sql(
    `update partners set tax_id = $1 where id = (select min(id) from partners where type = 'SUPPLIER')`,
    [SUPPLIER],
  );
  receiver = await one('select tax_id as value from companies where id = $1', [company]);
  page = await app.open(ORDERS, { as: 'comprador', place: { companyId: String(company), buildingId: null } });
}, 120_000);
afterAll(() => app.stop());

describe('NF-e on the list of orders', () => {
  test('are one of three ways to begin, each of which works', async () => {
    await page.getByText('Nenhum pedido ainda').waitFor();
    const begin = page.getByRole('status').filter({ hasText: 'Nenhum pedido ainda' });
    await begin.getByRole('button', { name: 'Novo pedido' }).click();
    await eventually(async () => page.url()).toContain('id=new');
    await page.goBack();
    await begin.getByRole('button', { name: 'Criar a partir do orçamento' }).click();
    await eventually(async () => new URL(page.url()).pathname).toBe('/home/forms/purchase/purchase-overview');
    await page.goBack();
    await begin.getByLabel('Arquivos de NF-e').setInputFiles([xml('vazia.xml', Buffer.from('<nada/>'))]);
    await eventually(() => told(entry('vazia.xml'))).toContain('recusada');
    await tray().getByRole('button', { name: 'Retirar vazia.xml' }).click();
    await tray().getByRole('button', { name: 'Fechar' }).last().click();
  });

  test('are read one by one: a bad file says why and does not spoil the others', async () => {
    const order = await openOrder();
    await visit(page, `${ORDERS}?search=${order.document}`);
    await row(page, order.document).waitFor();
    await page
      .getByLabel('Arquivos de NF-e')
      .first()
      .setInputFiles([
        xml('foto.xml', Buffer.from('GIF89a')),
        xml('de-outra-empresa.xml', await nota({ receiver: STRANGER, number: '1' })),
        xml('fornecedor-novo.xml', await nota({ issuer: STRANGER, number: '2' })),
        xml('sem-duplicatas.xml', await nota({ billing: '', number: '3' })),
      ]);
    await eventually(() => told(entry('foto.xml'))).toContain('recusada');
    await eventually(() => told(entry('de-outra-empresa.xml'))).toMatch(
      /A nota é para o CNPJ 45\.997\.418\/0001-53, que não é desta empresa\./,
    );
    await eventually(() => told(entry('fornecedor-novo.xml'))).toMatch(
      /O CNPJ 45\.997\.418\/0001-53 não está entre os fornecedores\./,
    );
    await eventually(() => told(entry('sem-duplicatas.xml'))).toContain('pede atenção');
    await entry('sem-duplicatas.xml')
      .getByText(/conferências$/)
      .click();
    await eventually(() => told(entry('sem-duplicatas.xml'))).toContain(
      'A nota não traz duplicatas: valem as condições do pedido.',
    );
    await eventually(() => told(tray())).toContain('4 arquivos · 1 pede atenção · 3 recusadas');
    expect(await accessibilityProblems(page)).toEqual([]);
    await tray().getByRole('button', { name: 'Fechar' }).last().click();

    // Dropped on the list.
    await drop(page.locator('.ag-root').first(), 'NFe-4321.xml', await nota());
    await eventually(() => told(entry('NFe-4321.xml'))).toContain('2 itens sem correspondência no pedido.');
    expect(await told(entry('NFe-4321.xml'))).toMatch(
      /A nota cobra R\$ 40,00 por \S+, 8,70% acima do preço do pedido \(R\$ 36,80\): R\$ 32,00 a mais\./,
    );
    expect(
      await entry('NFe-4321.xml')
        .getByLabel(/^Pedido da NF-e 4321/)
        .locator('option:checked')
        .innerText(),
    ).toMatch(new RegExp(`^${order.document} · .* · faltam R\\$\\s1\\.193,00 · 1 item da nota$`));
  });

  test('are received with a line chosen, a factor, reasons, and the value of the XML to the cent', async () => {
    await entry('NFe-4321.xml').getByRole('button', { name: 'Conferir e receber' }).click();
    await drawer(page).waitFor();
    await eventually(() => drawn(page)).toContain('NF-e 4321, série 1');
    const words = await drawn(page);
    expect(words).toContain('DEPOSITO SAO JORGE LTDA 11.222.333/0001-81');
    expect(words).toContain('16/12/2026 R$ 460,00');
    expect(words).toContain('A conta da nota fecha: produtos 860,00 + frete 60,00 = 920,00.');
    expect(words).toContain('confere com o XML R$ 920,00');

    await page.keyboard.press('Control+s');
    await eventually(() => drawn(page)).toContain('Escolha o item do pedido, ou diga que não é deste pedido.');
    const sand = drawer(page).getByRole('combobox', { name: 'Item do pedido para AGREGADO MIUDO NATURAL' });
    await sand.fill('areia');
    await page.getByRole('option', { name: SAND_NAME }).waitFor();
    await page.keyboard.press('Enter');
    // Half a truck is 3 of the 5 that were ordered: 435,00 ÷ 3 = 145,00.
    await drawer(page)
      .getByLabel(/^Quantos \S+ há em 1 CARRADA/)
      .fill('6');
    await page.keyboard.press('Tab');
    await eventually(() => drawn(page)).toMatch(/Faltam 2 \S+\. manter em aberto cancelar o saldo/);
    const sheet = drawer(page).getByRole('combobox', { name: 'Item do pedido para LONA PRETA' });
    await sheet.fill('não é');
    await page.getByRole('option', { name: 'Não é deste pedido' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await eventually(() => drawer(page).getByText('Diga por quê.').count()).toBe(2);
    await drawer(page).getByLabel('Por que aceita').fill('Tabela nova do fornecedor');
    await drawer(page).getByLabel('Por que fica de fora').fill('Cortesia cobrada');
    // What the service refuses stands at its item.
    const factor = drawer(page).getByLabel(/^Quantos \S+ há em 1 CARRADA/);
    await factor.fill('60');
    await page.keyboard.press('Control+s');
    await drawer(page)
      .getByRole('listitem', { name: 'AGREGADO MIUDO NATURAL' })
      .getByText(/com esta entrega chegariam 25 \S+ a mais do que foi pedido\.$/)
      .first()
      .waitFor();
    // It takes the focus a moment after it is shown.
    await eventually(() => drawer(page).locator('[aria-invalid="true"]:focus, [data-problem]:focus').count()).toBe(1);
    await factor.fill('6');
    await page.keyboard.press('Tab');
    await drawer(page).getByRole('radio', { name: 'cancelar o saldo' }).check();
    // The sheet is owed, and stands with the freight: 60,00 + 25,00.
    await eventually(() => drawn(page)).toContain(
      'Frete e outras despesas desta nota 85,00 dos quais, itens fora do pedido 25,00 Total da NF 4321 confere com o XML R$ 920,00',
    );
    expect(await drawn(page)).toMatch(
      /Esta nota cria a despesa PC-\d+, de R\$ 920,00, vencendo em 16\/12\/2026 e 13\/01\/2027\./,
    );
    expect(await accessibilityProblems(page)).toEqual([]);

    // What was decided is there again when the drawer was left.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sair sem salvar' }).click();
    await entry('NFe-4321.xml').getByRole('button', { name: 'Conferir e receber' }).click();
    await eventually(() => drawer(page).getByLabel('Por que aceita').inputValue()).toBe('Tabela nova do fornecedor');
    await page.keyboard.press('Control+s');
    await toast(page, 'Recebimento confirmado');
    await eventually(() => told(entry('NFe-4321.xml'))).toContain('recebida');
    const document = await one<string>('select document as value from orders');
    expect(await expense(document)).toEqual(['920.00']);
    await tray().getByRole('button', { name: 'Fechar' }).last().click();
    await eventually(() => cells(page, document, 'state', 'receivedPercentage', 'documentNumbers')).toEqual([
      ...['Recebido', '100%', 'NF 4321'],
    ]);
  });

  test('show their key and their XML, are received once, and are given back with what they made', async () => {
    const document = await one<string>('select document as value from orders');
    await act(page, document, 'Notas recebidas');
    const key = keyOf({ month: '2611', taxId: SUPPLIER, series: '1', number: '4321' });
    await eventually(() => drawn(page)).toContain(`Chave ${key.replace(/(.{4})(?=.)/g, '$1 ')}`);
    const download = page.waitForEvent('download');
    await drawer(page).getByRole('button', { name: 'Baixar XML' }).click();
    expect((await download).suggestedFilename()).toBe(`NFe${key}.xml`);
    await drawer(page).getByRole('button', { name: 'Fechar' }).last().click();

    await drop(page.locator('.ag-root').first(), 'outra-vez.xml', await nota());
    await eventually(() => told(entry('outra-vez.xml'))).toContain(`Esta nota já foi recebida no pedido ${document}.`);
    await tray().getByRole('button', { name: 'Fechar' }).last().click();

    await act(page, document, 'Notas recebidas');
    await drawer(page).getByRole('button', { name: 'Desfazer', exact: true }).click();
    await page.getByRole('button', { name: 'Desfazer recebimento' }).last().click();
    await toast(page, 'Recebimento desfeito');
    expect(await expense(document)).toEqual([]);

    // Dropped on the drawer, which was typed into before: that stays as a draft.
    await drawer(page).getByLabel('Número').fill('15.402');
    await drop(drawer(page).getByText('Itens que chegaram'), 'NFe-4321.xml', await nota());
    await eventually(() => drawn(page)).toContain('NF-e 4321, série 1');
    await drawer(page).getByRole('button', { name: 'Digitar a nota' }).click();
    await eventually(() => drawer(page).getByLabel('Número').inputValue()).toBe('15.402');
    await drop(drawer(page).getByText('Itens que chegaram'), 'foto.xml', Buffer.from('GIF89a'));
    await eventually(() => drawer(page).getByRole('alert').count()).toBe(1);
    await drawer(page).getByRole('button', { name: 'Descartar rascunho' }).click();

    // Dropped on the page of the order.
    await page.goto(new URL(`?id=${await one('select id as value from orders')}`, page.url()).href);
    await page.getByRole('heading', { level: 1, name: `Pedido ${document}` }).waitFor();
    await drop(page.getByRole('heading', { level: 2, name: 'Itens' }), 'NFe-4321.xml', await nota());
    await eventually(() => drawn(page)).toContain('NF-e 4321, série 1');
  });
});

describe('A receipt on site', () => {
  /** A red square as a PNG. */
  const PHOTO = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
    'base64',
  );

  test('begins with the photo, has a card for each line, and keeps a photo that fails until it is sent', async () => {
    const { id, document: number } = await openOrder();
    const phone = await app.open(`${ORDERS}?receive=${id}`, {
      ...{ as: 'comprador', width: 390, dark: true },
      place: { companyId: String(company), buildingId: null },
    });
    let fails = true;
    await phone.route('**/attachments', (route) => (fails ? route.abort() : route.continue()));
    const headings = () => drawer(phone).getByRole('heading', { level: 3 }).allInnerTexts();
    await eventually(async () => (await headings())[0]).toBe('Foto do canhoto e do que chegou');
    expect(await drawer(phone).getByLabel('Foto deste recebimento').getAttribute('capture')).toBe('environment');
    await drawer(phone)
      .getByLabel('Foto deste recebimento')
      .setInputFiles({ name: 'canhoto.png', mimeType: 'image/png', buffer: PHOTO });
    await drawer(phone).getByText('será enviado ao confirmar').waitFor();
    await drawer(phone).getByLabel('Número').fill('77');
    await drawer(phone).getByLabel(`Agora de ${CEMENT_NAME}`).fill('10');
    expect(await drawer(phone).getByRole('table').count()).toBe(0);
    expect(await accessibilityProblems(phone)).toEqual([]);
    const { scroll, client } = await phone.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(client);
    await drawer(phone).getByRole('button', { name: 'Confirmar recebimento' }).click();
    await drawer(phone).waitFor({ state: 'detached' });
    const files = () =>
      app.services.seed.sql(
        `select f.name, f.media_type from order_delivery_files f
           join order_deliveries d on d.account_id = f.account_id and d.id = f.delivery_id where d.order_id = $1`,
        [id],
      );
    expect(await files()).toEqual([]);

    // 368,00 and its share of the freight, 100,00 × 368 ÷ 1.093 = 33,67.
    expect(await expense(number)).toEqual(['401.67']);
    await phone.getByText(number).first().click();
    await phone.getByRole('button', { name: 'Receber' }).click();
    await drawer(phone).getByText('canhoto.png').waitFor();
    fails = false;
    await drawer(phone).getByRole('button', { name: 'Enviar de novo' }).click();
    await drawer(phone).getByRole('button', { name: 'Ver canhoto.jpg' }).click();
    await phone.getByRole('dialog', { name: 'canhoto.jpg' }).getByRole('img', { name: 'canhoto.jpg' }).waitFor();
    expect(await files()).toEqual([{ name: 'canhoto.jpg', media_type: 'image/jpeg' }]);
    expect(await accessibilityProblems(phone)).toEqual([]);

    // It is on the page of the order too, where it is deleted after a question.
    await phone.getByRole('dialog', { name: 'canhoto.jpg' }).getByRole('button', { name: 'Fechar' }).click();
    await drawer(phone).getByRole('button', { name: 'Fechar' }).click();
    await drawer(phone).waitFor({ state: 'detached' });
    await phone.getByRole('list', { name: 'Fotos da NF 77' }).getByRole('button', { name: 'Ver canhoto.jpg' }).click();
    await phone.getByRole('button', { name: 'Excluir', exact: true }).click();
    await phone.getByRole('button', { name: 'Excluir anexo' }).click();
    await toast(phone, 'Anexo excluído');
    await eventually(files).toEqual([]);
    await phone.close();
  });
});
