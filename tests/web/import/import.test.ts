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
      part('xl/worksheets/sheet1.xml', sheet),
    ]);
  const cells =
    '<row r="3"><c r="B3" t="s"><v>0</v></c></row><row r="5"><c r="B5" t="s"><v>1</v></c></row><row r="6"><c r="B6"><v>3.0000000000000004</v></c></row>';
  await choose('marcas.xlsx', workbook(`<worksheet><sheetData>${cells}</sheetData></worksheet>`));
  await page.getByRole('gridcell', { name: 'Teste Aço & Cia', exact: true }).waitFor();
  await page.getByRole('gridcell', { name: '3', exact: true }).waitFor();
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
