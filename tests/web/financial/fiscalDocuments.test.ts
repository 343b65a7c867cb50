/** Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { nfse, serviceEventXml, serviceKeyOf } from '#tests/financial/fiscalDocuments/nfseXml.ts';
import { billing, nfe } from '#tests/purchase/invoices/nfeXml.ts';
import { accessibilityProblems, startApp, type TestApp } from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';

const LIST = '/home/forms/transactions/outcome';
/** CNPJ of the demo company, and of its supplier of air conditioning. */
const COMPANY = '25310016000121';
const CLIMA = '54000128000184';

let app: TestApp;
let page: Page;
beforeAll(async () => {
  app = await startApp();
  page = await app.open(LIST, { as: 'financeiro' });
  await page.getByRole('heading', { name: 'Despesas', exact: true }).waitFor();
}, 60_000);
afterAll(() => app.stop());

interface Dropped {
  name: string;
  text: string;
  type?: string;
}

/** Drops files on the list. */
const drop = async (files: readonly Dropped[], on = page): Promise<void> => {
  const dataTransfer = await on.evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, text, type } of dropped)
      transfer.items.add(new File([text], name, { type: type ?? 'text/xml' }));
    return transfer;
  }, files as Dropped[]);
  for (const event of ['dragenter', 'dragover', 'drop']) await on.dispatchEvent('h1', event, { dataTransfer });
};

const goods = (number: string, issuer = CLIMA): Dropped => ({
  name: `NFe-${number}.xml`,
  text: nfe({
    number,
    issuer,
    receiver: COMPANY,
    billing: billing(['2026-12-16', '430.00'], ['2027-01-13', '430.00']),
  }).toString(),
});

const value = (label: string) =>
  page
    .getByLabel(new RegExp(`^${label}( veio do XML)?\\s*\\*?$`))
    .first()
    .inputValue();
const marks = (label: string) =>
  page
    .locator('.fui-Field', { has: page.locator('label', { hasText: label }) })
    .first()
    .locator('[title="veio do XML"]')
    .count();

describe('A nota that is dropped on the list of expenses', () => {
  test('opens beside the form that it fills in', async () => {
    await drop([goods('6001')]);
    await page.getByRole('dialog', { name: 'Clima Norte Ar-Condicionado Ltda' }).waitFor();
    await eventually(() => value('Documento')).toBe('NF 6.001');
    expect(await value('Valor bruto')).toBe('860,00');
    expect(await value('Emissão')).toBe('18/11/2026');
    expect(await page.getByLabel('Vencimento da parcela 2').inputValue()).toBe('13/01/2027');
    const checks = await page.getByRole('list', { name: 'Conferências da nota' }).getByRole('listitem').allInnerTexts();
    expect(checks.map((text) => text.trim())).toEqual([
      'Destinatário é Construtora Ipê Demo',
      'Chave nova: nenhuma outra despesa tem esta nota',
      'Itens somam 860,00, como o total da nota',
      'Duplicatas 860,00 = total',
    ]);
    expect(await page.getByText('2 duplicatas da nota').count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('marks what came from the file, until it is changed', async () => {
    expect(await marks('Documento')).toBe(1);
    await page.getByLabel('Documento').fill('NF 6001-A');
    await eventually(() => marks('Documento')).toBe(0);
    await page.getByLabel('Documento').fill('NF 6.001');
    await eventually(() => marks('Documento')).toBe(1);
  });

  test('is saved by Ctrl+S as an expense that has it', async () => {
    await page.keyboard.press('Control+s');
    await page.getByText('Despesa salva').first().waitFor();
    await page.waitForURL(/[?&]id=\d+/);
    expect(page.url()).not.toContain('notas=');
    await page.getByRole('heading', { name: 'Nota fiscal' }).waitFor();
    await page.getByRole('button', { name: 'Baixar o XML da NF-e 6001, série 1' }).waitFor();
  });

  test('is refused with the way to its expense where it was saved before', async () => {
    await page.goto(app.url + LIST);
    await page.getByRole('heading', { name: 'Despesas', exact: true }).waitFor();
    await drop([goods('6001')]);
    const row = page.getByRole('listitem', { name: 'NFe-6001.xml' });
    await eventually(() => textOf(row)).toContain('Esta nota já foi lançada na despesa NF 6.001.');
    await row.getByRole('link', { name: 'Ver a despesa' }).click();
    await page.waitForURL(/[?&]id=\d+/);
  });
});

describe('Several notas', () => {
  test('come one after the other; what is none is listed with its reason', async () => {
    await page.goto(app.url + LIST);
    await page.getByRole('heading', { name: 'Despesas', exact: true }).waitFor();
    await drop([
      goods('6101'),
      goods('6102', '61189288000189'),
      { name: 'frete.xml', text: '<cteProc/>' },
      { name: 'evento.xml', text: serviceEventXml(serviceKeyOf({ taxId: CLIMA, number: '77' })).toString() },
    ]);
    await page.getByRole('button', { name: /Nota 1 de 2 · 2 recusadas/ }).click();
    await eventually(() => textOf(page.getByRole('listitem', { name: 'frete.xml' }))).toContain(
      'Este arquivo é um CT-e (conhecimento de transporte), não o XML de uma NF-e ou NFS-e.',
    );
    await eventually(() => textOf(page.getByRole('listitem', { name: 'evento.xml' }))).toContain(
      'A NFS-e 77 foi cancelada em 19/11/2026',
    );
    await page.getByRole('button', { name: 'Lançar a primeira' }).click();
    await page.getByRole('button', { name: 'Salvar e próxima nota' }).click();
    await page.getByText('Despesa salva').first().waitFor();
    await page.getByRole('button', { name: /Nota 2 de 2/ }).waitFor();
  });

  test('stay where they are left, and are found again from the list', async () => {
    await page.goto(app.url + LIST);
    await page.getByRole('button', { name: '1 nota por lançar' }).click();
    await page.getByRole('dialog', { name: 'Notas por lançar' }).waitFor();
    await page.getByRole('button', { name: /^Descartar NF/ }).click();
    await page.getByText('Solte aqui o XML de uma nota').waitFor();
  });
});

describe('An item without a product', () => {
  test('gets one that is made for it, which is there again after a reload', async () => {
    const desk = await app.open(LIST, { as: 'admin' });
    await desk.getByRole('heading', { name: 'Despesas', exact: true }).waitFor();
    const item = {
      code: 'Z1',
      name: 'PARAFUSADEIRA DE IMPACTO',
      unit: 'UNID',
      quantity: '1',
      price: '10.00',
      value: '10.00',
    };
    const text = nfe({
      ...{ number: '6301', issuer: CLIMA, receiver: COMPANY, items: [item] },
      totals: { vProd: '10.00', vNF: '10.00' },
    }).toString();
    await drop([{ name: 'NFe-6301.xml', text }], desk);
    const choice = desk.getByRole('combobox', { name: 'Insumo do item 1' });
    await choice.click();
    await desk.getByRole('option', { name: 'Criar insumo “PARAFUSADEIRA DE IMPACTO”' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Novo insumo' });
    const named = (label: string) => dialog.getByLabel(new RegExp(`^${label}\\s*\\*?$`));
    await eventually(() => named('Nome').inputValue()).toBe('PARAFUSADEIRA DE IMPACTO');
    await eventually(() => named('Unidade').inputValue()).toBe('un');
    expect(await accessibilityProblems(desk)).toEqual([]);
    await named('Tipo').click();
    await desk.getByRole('listbox').getByRole('option').first().click();
    await named('Tabela').selectOption({ index: 1 });
    await named('Nome').fill('Parafusadeira de impacto');
    await desk.keyboard.press('Control+s');
    await eventually(() => choice.inputValue()).toBe('Parafusadeira de impacto');
    await desk.getByText('será lembrado').waitFor();
    await desk.reload();
    await eventually(() => choice.inputValue()).toBe('Parafusadeira de impacto');
    await desk.getByText('será lembrado').waitFor();
    await desk.getByRole('button', { name: 'Descartar', exact: true }).click();
    await desk.close();
  });
});

test('On a phone, nota and expense are two tabs, in dark too', async () => {
  const phone = await app.open(LIST, { as: 'financeiro', width: 390, dark: true });
  await phone.getByRole('heading', { name: 'Despesas', exact: true }).waitFor();
  await drop([{ name: 'NFSe-9.xml', text: nfse({ number: '9', issuer: CLIMA, receiver: COMPANY }).toString() }], phone);
  await phone.getByRole('button', { name: 'Nota', exact: true }).click();
  await phone.getByText('Líquido 10.416,00 + retenções 1.984,00 = total', { exact: false }).waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityProblems(phone)).toEqual([]);
});
