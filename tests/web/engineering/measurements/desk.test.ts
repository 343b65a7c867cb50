import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, visitAnew, type TestApp } from '#tests/support/app.ts';
import { eventually } from '#tests/support/eventually.ts';
import { makeSheet, MEASUREMENTS, type MadeSheet } from './site.ts';

let app: TestApp;
let page: Page;
let made: MadeSheet;

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const row = (name: string) => page.getByRole('row').filter({ hasText: name }).first();
const cell = (name: string, column: string) => row(name).locator(`[data-column="${column}"]`);
const foot = async (): Promise<string> => (await page.locator('footer').innerText()).replaceAll(/\s+/g, ' ');

/** What is stored of the technical person and of the company's address. */
const madeOf = async () => {
  const { data } = await app.ask('admin', '{ session { companies { id buildings { id } } } }');
  const [company] = data.session.companies;
  const ids = { c: company.id, b: company.buildings[0].id };
  const query =
    'query ($c: ID!, $b: ID!) { company(id: $c) { address } building(companyId: $c, id: $b) { technicalName technicalRegistration } }';
  const { data: found } = await app.ask('admin', query, { variables: ids });
  return [[found.building.technicalName, found.building.technicalRegistration], found.company.address];
};

/** The page of the verification code, without a session, on a phone in dark; a wrong code tells nothing. */
const showsTotals = async () => {
  const { data } = await app.ask('admin', 'query ($id: ID!) { measurementBulletin(measurementId: $id) { code } }', {
    variables: { id: made.measurementId },
  });
  const open = await app.open(`/boletim/${data.measurementBulletin.code}`, { as: null, width: 390, dark: true });
  await open.getByRole('heading', { name: 'Boletim de medição nº 1' }).waitFor();
  const told = (await open.locator('dl').innerText()).replaceAll(/\s+/g, ' ');
  expect(told).toMatch(/Medido no período R\$ 49\.882,90 Acumulado R\$ 49\.882,90 Retenção R\$ 2\.494,14/);
  expect(told).toMatch(/Líquido R\$ 47\.388,76$/);
  expect(await open.locator('body').innerText()).not.toMatch(/Ipê|Alto da Serra|MED-1/);
  expect(await accessibilityProblems(open)).toEqual([]);
  await open.goto(new URL('/boletim/00000000', open.url()).href);
  await open.getByText('Nenhum boletim tem este código.').waitFor();
  await open.close();
};

describe('A measurement at the desk', () => {
  beforeAll(async () => {
    app = await startApp();
    await app.services.seed.sql('update companies set address = null');
    await app.services.seed.sql(
      'update buildings set address = null, technical_name = null, technical_title = null, technical_registration = null',
    );
    made = await makeSheet(app, 'MED-1');
    page = await app.open(made.address, { as: 'admin' });
    await row('Porcelanato').waitFor();
  }, 60_000);
  afterAll(() => app.stop());

  test('is typed in by keyboard, computed at once and saved by itself', async () => {
    await cell('Porcelanato', 'quantity').click();
    await page.keyboard.type('120');
    await page.keyboard.press('Enter');
    // The cursor is on the next line, in the same column; Ctrl+D repeats the cell above.
    await page.keyboard.press('Control+d');
    await eventually(() => cell('Porcelanato', 'percentage').innerText()).toBe('31,09');
    expect(await cell('Porcelanato', 'value').innerText()).toBe('25.752,00');
    expect(await cell('Revestimento', 'value').innerText()).toBe('14.268,00');
    await page.keyboard.type('7');
    await page.keyboard.press('Escape');
    await eventually(made.stored).toBe('Porcelanato 120.0000, Revestimento 120.0000, Rodapé 0.0000');
    await page.getByText(/^salva às \d\d:\d\d por Marina Queiroz$/).waitFor();
    // 40.020,00 less 5 % is 38.019,00.
    expect(await foot()).toMatch(/Nesta medição R\$ 40\.020,00 Retenção 5% -R\$ 2\.001,00 A receber R\$ 38\.019,00/);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('takes a column of a spreadsheet, leaves lines beside empty cells and tells what it cannot read', async () => {
    const paste = (text: string) =>
      page.evaluate((copied) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', copied);
        const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(pasted);
      }, text);
    await cell('Porcelanato', 'quantity').click();
    await paste('1.20,5\n\ndez\n7');
    await page.getByText('3 valores não foram lidos.').waitFor();
    await paste('110,5\n\n12\n7');
    await page.getByText('1 valor não foi lido.').waitFor();
    await eventually(made.stored).toBe('Porcelanato 110.5000, Revestimento 120.0000, Rodapé 12.0000');
    await page.getByRole('button', { name: 'Desfazer' }).last().click();
    await eventually(made.stored).toBe('Porcelanato 120.0000, Revestimento 120.0000, Rodapé 0.0000');
  });

  test('fills the open lines of a stage, with an undo', async () => {
    await cell('Rodapés', 'percentage').click();
    await page.keyboard.type('40');
    await page.keyboard.press('Enter');
    await page.getByText('1 serviço em aberto passa a 40,00% acumulado. Nenhum serviço diminui.').waitFor();
    await button('Preencher').click();
    await eventually(made.stored).toBe('Porcelanato 120.0000, Revestimento 120.0000, Rodapé 40.0000');
    await button('Desfazer').click();
    await eventually(made.stored).toBe('Porcelanato 120.0000, Revestimento 120.0000, Rodapé 0.0000');
  });

  test('is not closed above the contract without confirmation and reason, and tells which line', async () => {
    await cell('Revestimento', 'quantity').click();
    await page.keyboard.type('221');
    await page.keyboard.press('Enter');
    await page.getByText('104,25%: 9,00 m² acima do contratado (R$ 1.070,10)').waitFor();
    await button('Fechar medição').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Falta explicar 1\.2 Revestimento: acima do contratado/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Fechar medição' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    // The excess becomes an amendment in the making, once.
    const drafts = async () => {
      const { session } = await made.ask('{ session { companies { id } } }');
      const found = await made.ask(
        'query ($c: ID!, $id: ID!) { costEstimateAmendments(companyId: $c, id: $id) { content { increase lineCount status } } }',
        {
          ...{ c: session.companies[0].id, id: (await made.sheet()).measurement.costEstimate.id },
        },
      );
      return found.costEstimateAmendments.content;
    };
    for (const _time of [1, 2]) {
      await button('Medir como aditivo').click();
      await page.waitForURL(/part=amendment-\d+$/);
      await page.getByText('Medição 1: serviços acima do contratado').first().waitFor();
      expect(await drafts()).toEqual([{ increase: '1070.10', lineCount: 1, status: 'DRAFT' }]);
      await visitAnew(page, made.address);
      await row('Porcelanato').waitFor();
    }
    // A line that goes above later comes into the same amendment.
    await cell('2.1', 'quantity').click();
    await page.keyboard.type('101');
    await page.keyboard.press('Enter');
    await button('Medir como aditivo').last().click();
    await page.waitForURL(/part=amendment-\d+$/);
    await eventually(drafts).toEqual([{ increase: '1106.30', lineCount: 2, status: 'DRAFT' }]);
    await visitAnew(page, made.address);
    await cell('2.1', 'quantity').click();
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'Confirmo o excedente:' }).check();
    await eventually(() => button('Medir como aditivo').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Motivo de Revestimento' }).fill('Recortes');
    await eventually(
      async () => (await made.sheet()).rows.find((one: { reason: string | null }) => one.reason)?.reason,
    ).toBe('Recortes');
  });

  test('shows a line that somebody else has changed meanwhile beside what was typed, and asks', async () => {
    await made.typeAs('Porcelanato', '110.0000');
    await cell('Porcelanato', 'quantity').click();
    await page.keyboard.type('130');
    await page.keyboard.press('Enter');
    await page.getByText('Marina Queiroz mudou esta linha para 110,00 m²; você digitou 130,00 m².').waitFor();
    await button('Usar 110,00').click();
    await eventually(() => cell('Porcelanato', 'quantity').innerText()).toBe('110,00');
    expect(await made.stored()).toBe('Porcelanato 110.0000, Revestimento 221.0000, Rodapé 0.0000');
  });

  test('shows who else is here, and at which line', async () => {
    const { data } = await app.ask('engenheiro', '{ session { user { name } } }');
    const { name } = data.session.user;
    const other = await app.open(made.address, { as: 'engenheiro' });
    await other
      .getByRole('row')
      .filter({ hasText: 'Revestimento' })
      .first()
      .locator('[data-column="quantity"]')
      .click();
    await row('Revestimento')
      .getByRole('img', { name: `${name} está nesta linha` })
      .waitFor();
    await page.getByText(`${name} também está aqui`, { exact: true }).waitFor();
    // What is told every few seconds leaves no key behind.
    expect(await app.services.seed.sql("select from idempotency_keys where route like '%/presence'")).toEqual([]);
    expect(
      await row('Porcelanato')
        .getByRole('img', { name: /nesta linha/ })
        .count(),
    ).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await other.close();
  });

  test('tells before it is closed that nobody pays, with the way to the estimate', async () => {
    const { seed } = app.services;
    const name = (customer: string | null) =>
      seed.sql("update cost_estimates set customer_id = $1 where code = 'MED-1'", [customer]);
    const [{ customer } = {}] = await seed.sql<{ customer: string }>(
      "select customer_id::text as customer from cost_estimates where code = 'MED-1'",
    );
    await name(null);
    await visitAnew(page, made.address);
    await button('Fechar medição').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^O orçamento não tem cliente, que paga a receita\./).waitFor();
    expect(await dialog.getByRole('button', { name: 'Fechar medição' }).isDisabled()).toBe(true);
    expect(await dialog.getByRole('link', { name: 'Abrir orçamento' }).getAttribute('href')).toMatch(
      /cost-estimate\?id=\d+$/,
    );
    await name(customer ?? null);
    await visitAnew(page, made.address);
    await row('Porcelanato').waitFor();
  });

  test('makes its document when it is closed, and takes it back when it is opened again', async () => {
    await page.getByText(/^salva às/).waitFor();
    await button('Fechar medição').click();
    const dialog = page.getByRole('dialog');
    // 23.606,00 + 26.276,90 = 49.882,90; 5 % are 2.494,14 (half-even of 2.494,145).
    await dialog.getByText('R$ 47.388,76').waitFor();
    await dialog.getByRole('button', { name: 'Fechar medição' }).click();
    await page.getByText('Fechada', { exact: true }).waitFor();
    const closed = (await made.sheet()).measurement;
    expect(closed).toMatchObject({ status: 'CLOSED', periodValue: '49882.90', transaction: { type: 'CREDIT' } });
    // To the document that it made, and back from it.
    await page.getByRole('link', { name: /^receita aberta de \d\d\/\d\d\/\d{4}$/ }).click();
    await page.getByText('Feito pela Medição nº 1, que decide valor, parceiro e rateio.').waitFor();
    await page.getByRole('link', { name: 'Medição nº 1' }).click();
    await page.getByText('Fechada', { exact: true }).waitFor();
    const download = page.waitForEvent('download');
    await button('Boletim').click();
    // What is missing is asked for before the first print, and kept in its place.
    const missing = page.getByRole('dialog');
    await missing.getByText('O boletim fechado guarda o que for impresso agora').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await missing.getByLabel('Endereço da empresa').fill('Rua Barão de Jaguara, 1.210, Campinas');
    await missing.getByLabel('Responsável técnico').fill('Luiza Prado');
    await missing.getByLabel('Registro no CREA ou CAU').fill('CREA-SP 5069871234');
    await missing.getByRole('button', { name: 'Salvar e imprimir' }).click();
    expect((await download).suggestedFilename()).toBe('boletim-MED-1-01.pdf');
    expect(await madeOf()).toEqual([['Luiza Prado', 'CREA-SP 5069871234'], 'Rua Barão de Jaguara, 1.210, Campinas']);
    const again = page.waitForEvent('download');
    await button('Boletim').click();
    await again;
    await showsTotals();
    await button('Reabrir').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reabrir' }).click();
    await page.getByText('Em digitação', { exact: true }).waitFor();
    expect((await made.sheet()).measurement).toMatchObject({ status: 'OPEN', transaction: null });
  });

  test('has a side for a contractor, at his own prices and with a document to pay', async () => {
    await button('Mais ações').click();
    await page.getByRole('menuitem', { name: 'Novo contratado…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Contratado' }).click();
    await page.getByRole('option').first().click();
    await dialog.getByRole('textbox', { name: /^Preços/ }).fill('50');
    await dialog.getByRole('checkbox', { name: 'Rodapés (1 serviço)' }).check();
    await dialog.getByRole('button', { name: 'Incluir' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Começar' }).click();
    // 100 m at half of R$ 36,20.
    await eventually(() => page.getByRole('row').filter({ hasText: '18,10' }).count()).toBe(1);
    expect(await row('Porcelanato').count()).toBe(0);
    expect(await foot()).toContain('vira despesa com vencimento em');
    await eventually(() => page.getByRole('tab').count()).toBe(2);
  });

  test('lets the contract of a side be changed by keyboard, and its open measurement follows', async () => {
    await cell('2.1', 'quantity').click();
    await page.keyboard.type('50');
    await page.keyboard.press('Enter');
    await eventually(foot).toContain('R$ 905,00');
    await page.getByText(/^salva às/).waitFor();
    await button('Mais ações').click();
    await page.getByRole('menuitem', { name: 'Contrato e retenção' }).click();
    const total = page.getByText(/^Contrato R\$/);
    await eventually(() => total.innerText()).toBe('Contrato R$\u00a01.810,00');
    // 80 m at 20,50; then the line above from a spreadsheet, 10 m² at 9,99.
    await cell('2.1', 'quantity').click();
    await page.keyboard.type('80');
    await page.keyboard.press('Tab');
    await page.keyboard.type('20,5');
    await eventually(() => total.innerText()).toBe('Contrato R$\u00a01.640,00');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Tab');
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '10\t9,99');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await eventually(() => total.innerText()).toBe('Contrato R$\u00a01.739,90');
    await page.getByRole('textbox', { name: 'Retenção (caução) %' }).fill('10');
    await page.keyboard.press('Control+s');
    await page.getByText('Contrato de medição salvo').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const address = page.url();
    await button('Abrir a medição 1').click();
    // 50 of 80 m at 20,50, less 10 %.
    await eventually(foot).toMatch(/Nesta medição R\$ 1\.025,00 Retenção 10% -R\$ 102,50 A pagar R\$ 922,50/);
    await page.goto(address);
    await page.getByRole('checkbox', { name: 'Incluir Rodapés' }).uncheck();
    await page.keyboard.press('Control+s');
    await page.getByText('Uma linha já medida não sai do contrato.').waitFor();
    await button('Desfazer').click();
    await eventually(() => total.innerText()).toBe('Contrato R$\u00a01.739,90');
  });

  test('releases what was kept back, with an undo, and no more than that', async () => {
    await button('Abrir a medição 1').click();
    await button('Fechar medição').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar medição' }).click();
    await page.getByText('Fechada', { exact: true }).waitFor();
    await button('Mais ações').click();
    await page.getByRole('menuitem', { name: 'Contrato e retenção' }).click();
    const card = page.getByRole('region', { name: 'Retenção (caução)' });
    await card.getByText('R$ 102,50').waitFor();
    await card.getByRole('button', { name: 'Liberar retenção…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Valor a liberar' }).fill('102,51');
    await dialog.getByRole('button', { name: 'Liberar' }).click();
    await dialog.getByText('O valor a liberar vai de R$ 0,01 a R$ 102,50, o saldo retido.').waitFor();
    await dialog.getByRole('textbox', { name: 'Valor a liberar' }).fill('100');
    await dialog.getByRole('button', { name: 'Liberar' }).click();
    await card.getByText('R$ 2,50', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect((await card.getByRole('listitem').innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /^R\$ 100,00 despesa aberta de \d\d\/\d\d\/\d{4} Desfazer$/,
    );
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    // What the dialog has hidden from screen readers comes back after it.
    await eventually(() => accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await card.getByRole('button', { name: 'Desfazer' }).click();
    await card.getByText('R$ 102,50').waitFor();
    expect(await card.getByRole('listitem').count()).toBe(0);
    await button('Mais ações').click();
    await page.getByRole('menuitem', { name: 'Excluir contrato…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Este lado tem medições e não pode ser excluído. Exclua as medições antes.').waitFor();
    await page.keyboard.press('Escape');
  });

  test('stands in the list with its obra, whatever the number of who typed in it', async () => {
    const { data } = await app.ask('admin', '{ session { id companies { buildings { id name } } } }');
    const [obra] = data.session.companies[0].buildings;
    // A building and a user with the same key: the cache must not take one for the other.
    expect(obra.id).toBe(data.session.id);
    // The column is hidden while one obra is chosen.
    await visitAnew(page, `${MEASUREMENTS}?building=all`);
    await eventually(page.locator('.ag-row[row-index="0"] [col-id="building"]')).toBe(obra.name);
  });
});
