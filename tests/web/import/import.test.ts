import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startApp, visit, type TestApp } from '#tests/support/app.ts';
import { obstacles } from '#tests/support/boxes.ts';
import { eventually } from '#tests/support/eventually.ts';
import { zip } from '#tests/support/sinapi/zip.ts';

let app: TestApp;
let page: Page;
beforeAll(async () => {
  app = await startApp();
  page = await app.open('/home/forms/supplier', { as: 'comprador' });
  await page.getByRole('heading', { level: 1, name: 'Fornecedores' }).waitFor();
}, 60_000);
afterAll(() => app.stop());

/** A CNPJ with its check digits (§5), worked out here. */
const cnpj = (number: number): string => {
  const stem = `${String(20_000_000 + number)}0001`;
  const digitOf = (text: string, weights: readonly number[]) => {
    const rest = weights.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0) % 11;
    return rest < 2 ? '0' : String(11 - rest);
  };
  const first = stem + digitOf(stem, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  return first + digitOf(first, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
};

/** Forty suppliers as they are copied from a spreadsheet; three cells are wrong. */
const forty = [
  ['RAZÃO SOCIAL', 'Cnpj', 'Fone', 'Município', 'OBS. INTERNA'],
  ...Array.from({ length: 40 }, (_, index) => [
    index === 30 ? '' : `Teste Fornecedor ${String(index + 1).padStart(2, '0')}`,
    index === 4 ? '11.111.111/1111-11' : cnpj(index),
    index === 12 ? '98765' : '(11) 3333-4444',
    'Campinas/SP',
    'x',
  ]),
];
const asText = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells.join('\t')).join('\r\n');

const paste = (text: string) =>
  page.evaluate((cells) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', cells);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
/** The views with their counts: "Todas40". */
const views = () =>
  eventually(async () => (await page.getByRole('tab').allInnerTexts()).map((view) => view.replace(/\s+/g, '')));
const named = async (search: string): Promise<string[]> => {
  const query = `query ($search: String) { partners(size: 100, filter: { type: SUPPLIER, search: $search }, sort: [{ id: "name" }])
    { content { name taxId phone city state } } }`;
  const { data } = await app.ask('comprador', query, { variables: { search } });
  return data.partners.content.map((row: Record<string, string>) => Object.values(row).join(' '));
};
const choose = async (name: string, buffer: Buffer) => {
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
};

const cells = () => page.getByRole('grid', { name: 'Linhas da planilha' }).locator('td[id]').allInnerTexts();
const heads = () =>
  page
    .getByRole('columnheader')
    .locator('select')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const pasteBrands = async (text: string) => {
  await visit(page, '/home/forms/product-brand/import');
  await title('Importar marcas');
  await paste(text);
};

test('a buyer pastes forty suppliers, mends three cells by keyboard, imports, and sees forty', async () => {
  await page.getByRole('button', { name: 'Importar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Importar fornecedores' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await paste(asText(forty));
  await page.getByRole('heading', { level: 1, name: 'Conferir 40 linhas' }).waitFor();
  await views().toEqual(['Todas40', 'Novos37', 'Alterados0', 'Iguais0', 'Comerro3']);
  expect(await accessibilityProblems(page)).toEqual([]);
  for (const [fault, text] of [
    ['Informe um CPF ou CNPJ válido.', cnpj(4)],
    ['Informe um telefone válido com DDD, como (11) 98765-4321.', '11987654321'],
    ['Campo obrigatório.', 'Teste Fornecedor 31'],
  ] as const) {
    await page.keyboard.press('F8');
    await eventually(() => page.locator('td:focus').innerText()).toContain(fault);
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await page.getByText(fault, { exact: true }).waitFor({ state: 'detached' });
  }
  await views().toEqual(['Todas40', 'Novos40', 'Alterados0', 'Iguais0', 'Comerro0']);
  // What was mended survives a reload.
  await page.reload();
  await views().toEqual(['Todas40', 'Novos40', 'Alterados0', 'Iguais0', 'Comerro0']);
  await page.keyboard.press('Control+s');
  await page.getByText('Importação concluída', { exact: true }).first().waitFor();
  await page.getByRole('heading', { level: 1, name: 'Fornecedores' }).waitFor();
  const stored = await named('Teste Fornecedor');
  expect(stored).toHaveLength(40);
  expect([stored[4], stored[12]]).toEqual([
    `Teste Fornecedor 05 ${cnpj(4)} 1133334444 Campinas SP`,
    `Teste Fornecedor 13 ${cnpj(12)} 11987654321 Campinas SP`,
  ]);
}, 60_000);

test('the same again changes nothing; a suggestion is used in all cells of its text, and undone', async () => {
  await visit(page, '/home/forms/supplier/import');
  await page.getByRole('heading', { level: 1, name: 'Importar fornecedores' }).waitFor();
  const mended = forty.map((cells, index) => {
    if (index === 0) return cells;
    return [`Teste Fornecedor ${String(index).padStart(2, '0')}`, cnpj(index - 1), '', cells[3] ?? '', ''];
  });
  await paste(asText(mended));
  await views().toEqual(['Todas40', 'Novos0', 'Alterados0', 'Iguais40', 'Comerro0']);
  expect(await page.getByRole('button', { name: 'Importar', exact: true }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Trocar arquivo' }).click();
  await visit(page, '/home/forms/product/import');
  await page.getByRole('heading', { level: 1, name: 'Importar insumos' }).waitFor();
  await paste('Descrição\tUn\tTipo\nTeste Cano\tm\tMateriall\nTeste Luva\tm\tMateriall');
  await views().toEqual(['Todas2', 'Novos0', 'Alterados0', 'Iguais0', 'Comerro2']);
  await page.getByRole('button', { name: 'Usar Material' }).first().click();
  await views().toEqual(['Todas2', 'Novos2', 'Alterados0', 'Iguais0', 'Comerro0']);
  await page.keyboard.press('Control+z');
  await views().toEqual(['Todas2', 'Novos0', 'Alterados0', 'Iguais0', 'Comerro2']);
  await page.getByLabel('Criar 1 tipo de insumo').check();
  await views().toEqual(['Todas2', 'Novos2', 'Alterados0', 'Iguais0', 'Comerro0']);
  await page.keyboard.press('Control+s');
  await page.getByText('Importação dos insumos concluída com sucesso.', { exact: true }).first().waitFor();
}, 60_000);

test('CSV of Excel in windows-1252 and workbooks with shared strings are read; other files are refused in words', async () => {
  await visit(page, '/home/forms/product-brand/import');
  await page.getByRole('heading', { level: 1, name: 'Importar marcas' }).waitFor();
  // "Situação;Marca" CRLF 'Sim;"Cerâmica ""Ipê"""' as bytes of windows-1252.
  const csv = Buffer.from('Situa\xe7\xe3o;Marca\r\nSim;"Cer\xe2mica ""Teste Ip\xea"""\r\n', 'latin1');
  await choose('marcas.csv', csv);
  await page.getByRole('gridcell', { name: 'Cerâmica "Teste Ipê"', exact: true }).waitFor();
  await views().toEqual(['Todas1', 'Novas1', 'Alteradas0', 'Iguais0', 'Comerro0']);
  await page.getByRole('button', { name: 'Trocar arquivo' }).click();
  const part = (name: string, content: string) => ({ name, content: Buffer.from(content) });
  const workbook = (sheet: string) =>
    zip([
      part(
        'xl/workbook.xml',
        '<workbook xmlns:r="r"><sheets><sheet name="Aba" sheetId="1" r:id="rId1"/></sheets></workbook>',
      ),
      part(
        'xl/_rels/workbook.xml.rels',
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      part(
        'xl/sharedStrings.xml',
        '<sst><si><t>Marca</t></si><si><r><t>Teste </t></r><r><t>Aço &amp; Cia</t></r></si></sst>',
      ),
      part(
        'xl/styles.xml',
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-416]dd/mmm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
      ),
      part('xl/worksheets/sheet1.xml', sheet),
    ]);
  const cells =
    '<row r="3"><c r="B3" t="s"><v>0</v></c></row><row r="5"><c r="B5" t="s"><v>1</v></c></row><row r="6"><c r="B6"><v>3.0000000000000004</v></c></row><row r="7"><c r="B7" s="1"><v>46361.25</v></c></row>';
  await choose('marcas.xlsx', workbook(`<worksheet><sheetData>${cells}</sheetData></worksheet>`));
  await page.getByRole('gridcell', { name: 'Teste Aço & Cia', exact: true }).waitFor();
  await page.getByRole('gridcell', { name: '3', exact: true }).waitFor();
  // A number that the workbook shows as a day.
  await page.getByRole('gridcell', { name: '05/12/2026', exact: true }).waitFor();
  await page.getByLabel('Importar a linha 5').waitFor();
  await page.getByRole('button', { name: 'Trocar arquivo' }).click();
  const hostile = `<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData/></worksheet>`;
  for (const [name, bytes, sentence] of [
    [
      'entidades.xlsx',
      workbook(hostile),
      'A planilha contém XML que não é de uma planilha. Salve de novo como XLSX e envie outra vez.',
    ],
    [
      'cortada.xlsx',
      workbook(cells).subarray(0, 200),
      'A planilha está danificada. Abra, salve de novo e envie outra vez.',
    ],
    ['foto.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), 'O arquivo não é uma planilha. Envie XLSX ou CSV.'],
    [
      'bomba.xlsx',
      workbook(`<worksheet>${' '.repeat(61 * 1024 * 1024)}</worksheet>`),
      'A planilha descompactada passa de 60 MB. Divida o arquivo.',
    ],
    ['vazia.csv', Buffer.from(';;\r\n;;'), 'A planilha está vazia.'],
    ['longa.csv', Buffer.from('Marca\n'.repeat(5_002)), 'A planilha tem 5.002 linhas. Importe até 5.000 de cada vez.'],
  ] as const) {
    await choose(name, bytes);
    await page.getByText(sentence, { exact: true }).waitFor();
  }
}, 60_000);

/** A workbook whose sheets hold these rows as inline texts. */
const withSheets = (sheets: Record<string, readonly (readonly string[])[]>): Buffer => {
  const part = (name: string, content: string) => ({ name, content: Buffer.from(content) });
  const names = Object.keys(sheets);
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = (all: readonly (readonly string[])[]) =>
    all.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
  return zip([
    part(
      'xl/workbook.xml',
      `<workbook xmlns:r="r"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${names.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/s${at}.xml"/>`).join('')}</Relationships>`,
    ),
    ...Object.values(sheets).map((all, at) =>
      part(`xl/worksheets/s${at}.xml`, `<worksheet><sheetData>${rows(all)}</sheetData></worksheet>`),
    ),
  ]);
};

test('a workbook offers its sheets that say something; Ctrl+Z goes back to what was typed in another one', async () => {
  await visit(page, '/home/forms/product-brand/import');
  await title('Importar marcas');
  const long = Array.from({ length: 5_002 }, (_, index) => [`Teste ${index}`]);
  const buffer = withSheets({
    Capa: [],
    Cimentos: [['Marca'], ['Teste Cimento']],
    Tubos: [
      ['Situação', 'Marca'],
      ['Sim', 'Teste Tubo'],
      ['Talvez', 'Teste Cano'],
    ],
    'Só nomes': [['Teste Azul'], ['Teste Verde']],
    Longa: long,
  });
  await choose('marcas.xlsx', buffer);
  await title('Conferir 1 linha');
  await page.getByText('marcas.xlsx, aba Cimentos', { exact: true }).waitFor();
  const sheet = page.getByRole('combobox', { name: 'Planilha', exact: true });
  expect(await sheet.locator('option').allInnerTexts()).toEqual(['Cimentos', 'Tubos', 'Só nomes', 'Longa']);
  await page.getByRole('gridcell', { name: 'Teste Cimento', exact: true }).focus();
  await page.keyboard.type('Teste Mudado');
  await page.keyboard.press('Enter');
  await eventually(cells).toEqual(['Teste Mudado']);
  expect(await accessibilityProblems(page)).toEqual([]);
  await sheet.selectOption('Tubos');
  await title('Conferir 2 linhas');
  expect(await heads()).toEqual(['Campo da coluna Situação', 'Campo da coluna Marca']);
  const fault = page.getByText('Escreva Sim ou Não.').first();
  await fault.waitFor();
  // Of a sheet without a column that is known, nothing is checked: what was told of the other one is gone.
  await sheet.selectOption('Só nomes');
  await eventually(cells).toEqual(['Teste Azul', 'Teste Verde']);
  expect(await fault.count()).toBe(0);
  await page.keyboard.press('Control+z');
  await eventually(cells).toEqual(['Sim', 'Teste Tubo', 'Talvez\nEscreva Sim ou Não.', 'Teste Cano']);
  await page.keyboard.press('Control+z');
  await title('Conferir 1 linha');
  await eventually(cells).toEqual(['Teste Mudado']);
  await sheet.selectOption('Longa');
  await page.getByText('A planilha tem 5.002 linhas. Importe até 5.000 de cada vez.').first().waitFor();
  await eventually(cells).toEqual(['Teste Mudado']);
  // The other sheets survive a reload, too.
  await page.reload();
  await title('Conferir 1 linha');
  await sheet.selectOption('Tubos');
  await title('Conferir 2 linhas');
  await page.getByRole('button', { name: 'Trocar arquivo' }).click();
}, 60_000);

test('the first row is a title where it looks like one, and a row like the others where the user says so', async () => {
  await pasteBrands('Lista de marcas\t\nMarca\tObs\nTeste Tinta\tx');
  await title('Conferir 1 linha');
  const titled = page.getByRole('checkbox', { name: 'A primeira linha é título' });
  expect([await titled.isChecked(), await heads()]).toEqual([true, ['Campo da coluna Marca', 'Campo da coluna Obs']]);
  await titled.uncheck();
  await title('Conferir 3 linhas');
  expect(await heads()).toEqual(['Campo da coluna A', 'Campo da coluna B']);
  await eventually(cells).toEqual(['Lista de marcas', '', 'Marca', 'Obs', 'Teste Tinta', 'x']);
  await page.getByLabel('Campo da coluna A').selectOption('name');
  await views().toEqual(['Todas3', 'Novas3', 'Alteradas0', 'Iguais0', 'Comerro0']);
  await page.reload();
  await title('Conferir 3 linhas');
  expect(await titled.isChecked()).toBe(false);
  await titled.check();
  await title('Conferir 1 linha');
  expect(await heads()).toEqual(['Campo da coluna Marca', 'Campo da coluna Obs']);
  await page.keyboard.press('Control+z');
  await title('Conferir 3 linhas');
  await page.getByRole('button', { name: 'Trocar arquivo' }).click();
  // Nothing in the first row says that it is a title: it is data, until the user says otherwise.
  await pasteBrands('Teste Alfa\nTeste Beta');
  await title('Conferir 2 linhas');
  expect([await titled.isChecked(), await heads()]).toEqual([false, ['Campo da coluna A']]);
  await titled.check();
  await title('Conferir 1 linha');
  expect(await heads()).toEqual(['Campo da coluna Teste Alfa']);
  await page.getByRole('button', { name: 'Trocar arquivo' }).click();
}, 60_000);

test('what a list exports and imports again is equal only, and a phone in dark can paste', async () => {
  await visit(page, '/home/forms/product-unit');
  await page.getByRole('heading', { level: 1, name: 'Unidades' }).waitFor();
  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
  const path = await (await exported).path();
  await page.getByRole('button', { name: 'Importar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Importar unidades' }).waitFor();
  await page.locator('input[type="file"]').setInputFiles(path);
  await eventually(async () =>
    (await page.getByRole('tab', { name: 'Com erro' }).innerText()).replace(/\s+/g, ''),
  ).toBe('Comerro0');
  await eventually(async () => {
    const [all = '', , , same = ''] = await page.getByRole('tab').allInnerTexts();
    return /\d+/.exec(all)?.[0] === /\d+/.exec(same)?.[0];
  }).toBe(true);
  await page.getByRole('button', { name: 'Trocar arquivo' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByLabel('Ou cole aqui').fill('Sigla\tNome\ntst\tTeste de unidade');
  await page.getByRole('button', { name: 'Conferir' }).click();
  await views().toEqual(['Todas1', 'Novas1', 'Alteradas0', 'Iguais0', 'Comerro0']);
  expect(await accessibilityProblems(page)).toEqual([]);
  const buttons = page.getByRole('main').getByRole('button', { name: /^(Importar|Trocar arquivo)$/ });
  expect(await obstacles(buttons)).toEqual({ Importar: '', 'Trocar arquivo': '' });
}, 60_000);
