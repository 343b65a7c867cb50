import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { slowness } from '#tests/support/pace.ts';
import { bidWorkbook, bookOf, cellsIn, sheetOf, unzipped, zipped, type Dialect, type Files } from './bidWorkbook.ts';
import { refusal, startEstimates, type Draft, type Estimates } from './kit.ts';

let estimates: Estimates;
let { api, at, make, put, read, save, tree, details } = {} as Estimates;

beforeAll(async () => {
  estimates = await startEstimates();
  ({ api, at, make, put, read, save, tree, details } = estimates);
});
afterAll(() => estimates.services.stop());

const PATH = '/client-workbook';
const by = () => ({ token: estimates.office.admin });

const upload = (id: number, content: Buffer, name = 'Planilha da licitação.xlsx', token = by().token) => {
  const head = `--limite\r\nContent-Disposition: form-data; name="workbook"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--limite--\r\n')]);
  return api.post(at(id, PATH), { token, body, headers: { 'content-type': 'multipart/form-data; boundary=limite' } });
};
const kept = async (id: number, files: Files) => {
  const answer = await upload(id, zipped(files));
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
};
const confirm = (id: number, body: Draft) => api.put(at(id, `${PATH}/layout`), { ...by(), body });
const confirmed = async (id: number, body: Draft) => {
  const answer = await confirm(id, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
};
const download = async (id: number): Promise<Buffer> => {
  const headers = { authorization: `Bearer ${by().token}` };
  const answer = await estimates.services.app.inject({ method: 'GET', url: at(id, `${PATH}/file`), headers });
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
    200,
    `attachment; filename="Planilha da licitacao.xlsx"; filename*=UTF-8''Planilha%20da%20licita%C3%A7%C3%A3o.xlsx`,
  ]);
  return answer.rawPayload;
};

const LAYOUT = {
  sheet: 'Orçamento',
  headerRow: 5,
  columns: {
    ...{ item: 'A', code: 'B', description: 'C', unit: 'D', quantity: 'E' },
    ...{ unitPrice: 'F', unitPriceWithBdi: 'G', bdi: 'H', total: 'I' },
  },
};
const withBdi = { bdis: [{ name: 'BDI', percentage: '25' }], defaultBdiIndex: 0 };
const PRICES: Record<string, string> = { 'Placa de obra': '100', Chapisco: '4.1234', Emboço: '20.01' };

/** An estimate made from a bid, with prices. */
const priced = async (files: Files) => {
  const id = await make(withBdi);
  await kept(id, files);
  await confirmed(id, { version: 1, layout: LAYOUT, fill: true });
  const rows: { id: number; description: string }[] = (await details(id)).details;
  await put(
    id,
    rows.flatMap(({ id: row, description }) =>
      PRICES[description] === undefined ? [] : [{ id: row, unitPrice: PRICES[description] }],
    ),
  );
  return { id, files };
};

describe("A client's workbook", () => {
  test('names its columns by titles in two rows, makes stages and rows, and leaves out totals and notes', async () => {
    const id = await make(withBdi);
    const found = await kept(id, bidWorkbook('Excel'));
    expect(found).toMatchObject({
      ...{ id, canFill: true, layout: null, remembered: false, check: null, proposed: LAYOUT },
      file: { name: 'Planilha da licitação.xlsx', createdBy: { name: expect.any(String) } },
    });
    expect(found.sheets.map(({ name, hidden }: Draft) => [name, hidden])).toEqual([
      ['Orçamento', false],
      ['BDI', false],
      ['Resumo', false],
      ['Oculta', true],
    ]);
    expect(found.sheets[0].rows[0]).toEqual({ number: 1, cells: ['PREFEITURA MUNICIPAL DE ITU'] });
    const seen = await api.post(at(id, `${PATH}/preview`), { ...by(), body: { layout: LAYOUT } });
    expect(seen.body.data).toMatchObject({ groups: 2, lines: 4, linked: 0, unlinked: 0, rejected: 0, writtenCells: 0 });
    expect(
      seen.body.data.rows.map(({ row, group, item, code, quantity, state }: Draft) =>
        [row, group ? 'etapa' : 'linha', item, code, quantity, state].join(' '),
      ),
    ).toEqual([
      '6 etapa 1   NEW',
      '7 linha 1.1 74209 6.0000 NEW',
      '8 linha 1.2 73847 1.0000 NEW',
      '9 etapa 2   NEW',
      '10 linha 2.1 87878 250.5000 NEW',
      '11 linha 2.10 87529 30.0000 NEW',
    ]);
    const done = await confirmed(id, { version: 1, layout: LAYOUT, fill: true });
    expect(done).toMatchObject({ canFill: false, version: 2, check: { linked: 4, withoutPrice: 4, missing: [] } });
    expect(await tree(id)).toEqual([
      '1 SERVIÇOS PRELIMINARES = 0.00 0.00',
      '1.1 Placa de obra 6.0000 × null =  ',
      '1.2 Canteiro 1.0000 × null =  ',
      '2 ALVENARIA = 0.00 0.00',
      '2.1 Chapisco 250.5000 × null =  ',
      '2.2 Emboço 30.0000 × null =  ',
    ]);
    expect(refusal(await confirm(id, { layout: LAYOUT, fill: true }))).toEqual([
      422,
      'fill: O orçamento já tem linhas. Elas são ligadas às da planilha.',
    ]);
  });

  // 100.00 × 1.25; 4.1234 × 1.25 = 5.15; 20.01 × 1.25 = 25.01. 250.5 × 5.15 = 1290.075, half-even; 30 × 25.01.
  const WRITTEN = {
    ...{ F7: ['100', 1], G7: ['125', 1], H7: ['0.25', 2] },
    ...{ F10: ['4.1234', 5], G10: ['5.15', 1], H10: ['0.25', 2], I10: ['1290.08', 1] },
    ...{ F11: ['20.01', 1], G11: ['25.01', 1], H11: ['0.25', 2], I11: ['750.3', null], I9: ['2040.38', null] },
  } as const;
  const FORMULAS = ['I6', 'I7', 'I8', 'I12'];

  test.each<Dialect>(['Excel', 'LibreOffice', 'prefixed'])(
    'comes back from %s with numbers in the mapped cells, and everything else byte for byte',
    async (dialect) => {
      const { id, files } = await priced(bidWorkbook(dialect));
      const answer = await api.get(at(id, PATH), by());
      expect(answer.body.data.check).toMatchObject({ linked: 4, withoutPrice: 1, writtenCells: 12, formulas: 2 });
      const copy = await unzipped(await download(id));
      expect([...copy.keys()]).toEqual(Object.keys(files));
      const changed = ['xl/workbook.xml', 'xl/worksheets/sheet1.xml', 'xl/worksheets/sheet3.xml'];
      for (const [name, content] of copy) {
        if (!changed.includes(name))
          expect([name, content.equals(Buffer.from(files[name] ?? ''))]).toEqual([name, true]);
      }
      const before = cellsIn(String(files['xl/worksheets/sheet1.xml']));
      const after = cellsIn(String(copy.get('xl/worksheets/sheet1.xml')));
      const x = dialect === 'prefixed' ? 'x:' : '';
      // A cell that is there keeps its own format, even none; one that was left out has that of its column.
      const styleOf = (address: string, style: string | number | null = null) => {
        const own = before.cells.get(address);
        return own ? (/ s="\d+"/.exec(own)?.[0] ?? '') : style === null ? '' : ` s="${style}"`;
      };
      for (const [address, cell] of after.cells) {
        const written = WRITTEN[address as keyof typeof WRITTEN];
        const expected = written
          ? `<${x}c r="${address}"${styleOf(address, written[1])}><${x}v>${written[0]}</${x}v></${x}c>`
          : FORMULAS.includes(address)
            ? before.cells.get(address)?.replace(/ t="n"|<(x:)?v>0<\/(x:)?v>/g, '')
            : before.cells.get(address);
        expect(cell).toBe(expected);
      }
      expect(new Set(after.cells.keys())).toEqual(new Set([...before.cells.keys(), ...Object.keys(WRITTEN)]));
      // Rows and the sheet say which columns they have.
      const places = (rest: string) => rest.replace(/spans="1:\d"/g, '').replace('A1:I13', 'A1:E13');
      expect(places(after.rest)).toBe(places(before.rest));
      expect(after.rest).toContain('ref="A1:I13"');
      const inOrder = [...String(copy.get('xl/worksheets/sheet1.xml')).matchAll(/<(?:x:)?c r="([A-Z])10"/g)];
      expect(inOrder.map(([, column]) => column).join('')).toBe('ABCDEFGHI');
      expect(String(copy.get('xl/worksheets/sheet3.xml'))).toContain(
        '<c r="A1"><f>IF(TOTAL_GERAL&gt;0,"ok","vazio")</f></c><c r="B1"><f>Orçamento!I12</f></c>',
      );
      const recalculated =
        dialect === 'prefixed'
          ? '<calcPr fullCalcOnLoad="1"/>'
          : '<calcPr calcId="191029" fullCalcOnLoad="1"/><extLst/>';
      expect(String(copy.get('xl/workbook.xml'))).toBe(
        String(files['xl/workbook.xml']).replace(/(<\/definedNames>).*(<\/workbook>)/, `$1${recalculated}$2`),
      );
    },
  );

  test('gets no sum of a stage where a formula adds the rows of the stage, too', async () => {
    const files = bidWorkbook('Excel');
    const sheet = String(files['xl/worksheets/sheet1.xml']).replace('<f>I6+I9</f>', '<f>SUM($I$9:I11)</f>');
    const { id } = await priced({ ...files, 'xl/worksheets/sheet1.xml': sheet });
    const copy = cellsIn(String((await unzipped(await download(id))).get('xl/worksheets/sheet1.xml')));
    expect([copy.cells.get('I9'), copy.cells.get('I11')]).toEqual([undefined, '<c r="I11"><v>750.3</v></c>']);
  });

  test('tells what the file does not have, other quantities and rows without a partner before it is written', async () => {
    const { id } = await priced(bidWorkbook('Excel'));
    const rows: { id: number; description: string }[] = (await details(id)).details;
    const idOf = (name: string) => rows.find(({ description }) => description === name)?.id;
    await put(id, [
      { id: idOf('Chapisco'), quantity: '300' },
      { id: idOf('Emboço'), removed: true },
      { type: 'TASK', description: 'Limpeza final', unit: 'vb', quantity: '1', unitPrice: '10' },
    ]);
    const { check } = (await api.get(at(id, PATH), by())).body.data;
    expect(check).toMatchObject({
      ...{ lines: 4, linked: 3, unlinked: 1, otherQuantities: 1 },
      missing: [{ code: '3', description: 'Limpeza final', unit: 'vb', total: '12.50' }],
    });
    const [chapisco] = check.rows.filter(({ row }: { row: number }) => row === 10);
    // The file's own quantity: a row of the client is true in itself.
    expect(chapisco).toMatchObject({ quantity: '250.5000', detailQuantity: '300.0000', state: 'LINKED' });
    expect(chapisco.written).toContainEqual({ cell: 'I10', value: '1290.08' });
    expect(check.rows.find(({ row }: { row: number }) => row === 11)).toMatchObject({ state: 'UNLINKED', written: [] });
  });

  test('is matched to the rows that an estimate has, also an approved one, and only where there is no doubt', async () => {
    const id = await make();
    const typed = { type: 'TASK', quantity: '1', unitPrice: '7' };
    await put(id, [
      { key: 'g', type: 'GROUP', description: 'Alvenaria' },
      { ...typed, parentKey: 'g', description: 'CHAPISCO', unit: 'm²' },
      { ...typed, parentKey: 'g', description: 'Emboço', unit: 'm²' },
      { ...typed, parentKey: 'g', description: 'emboço', unit: 'm²' },
      { ...typed, description: 'Placa de obra', unit: 'un' },
    ]);
    await api.post(at(id, '/approval'), { ...by(), body: { approved: true } });
    await kept(id, bidWorkbook('LibreOffice'));
    const { check, canFill } = await confirmed(id, { layout: LAYOUT });
    expect(canFill).toBe(false);
    expect(check.rows.map(({ row, state, detailCode }: Draft) => [row, state, detailCode].join(' '))).toEqual([
      ...['6 UNLINKED ', '7 UNLINKED ', '8 UNLINKED ', '9 LINKED 1', '10 LINKED 1.1', '11 UNLINKED '],
    ]);
    expect(check.missing.map(({ code }: Draft) => code)).toEqual(['1.2', '1.3', '2']);
  });

  test('is mapped by an earlier file of the same customer with the same titles, on a sheet of any name', async () => {
    const { seed, office } = estimates;
    const values = { account_id: office.accountId, type: 'CUSTOMER', name: 'Prefeitura de Itu' };
    const customer = { id: await seed.insert('partners', values) };
    const columns = { ...LAYOUT.columns, unitPrice: 'G', unitPriceWithBdi: null };
    const first = await make({ customer });
    await kept(first, bidWorkbook('Excel'));
    await confirmed(first, { layout: { ...LAYOUT, columns } });
    const renamed = Object.fromEntries(
      Object.entries(bidWorkbook('LibreOffice')).map(([name, text]) => [
        name,
        typeof text === 'string' ? text.replaceAll('"Orçamento"', '"Lote 2"') : text,
      ]),
    );
    const second = await kept(await make({ customer }), renamed);
    expect(second).toMatchObject({ remembered: true, proposed: { sheet: 'Lote 2', headerRow: 5, columns } });
    expect(await kept(await make(), renamed)).toMatchObject({
      remembered: false,
      proposed: { columns: LAYOUT.columns },
    });
  });

  test('rejects rows that cannot be read, with the reason, and makes the others', async () => {
    const row = (number: number, cells: Record<string, string | number>) =>
      `<row r="${number}">${Object.entries(cells)
        .map(([column, value]) =>
          typeof value === 'number'
            ? `<c r="${column}${number}"><v>${value}</v></c>`
            : `<c r="${column}${number}" t="str"><v>${value}</v></c>`,
        )
        .join('')}</row>`;
    const rows = [
      row(1, { A: 'Descrição', B: 'Unid.', C: 'Quantidade', D: 'Custo unitário' }),
      row(2, { A: 'Fundação' }),
      row(3, { A: '=HYPERLINK("http://x")', B: 'm³', C: 0.1 + 0.2, D: '1.234,56' }),
      row(4, { A: 'Estaca', B: 'm', C: 'a definir' }),
      row(5, { A: 'Bloco', B: 'm', C: 1, D: -5 }),
      row(6, { A: 'x'.repeat(1_001), B: 'm', C: 1 }),
      row(7, { A: 'Sapata', B: 'unidade de medida longa', C: 1 }),
      row(8, { A: 'Radier', B: 'm³' }),
      row(9, { A: 'Subtotal', C: 0 }),
    ];
    const id = await make();
    const { proposed } = await kept(id, bookOf([['Plan1', sheetOf(rows.join(''))]]));
    expect(proposed).toEqual({
      ...{ sheet: 'Plan1', headerRow: 1 },
      columns: { description: 'A', unit: 'B', quantity: 'C', unitPrice: 'D' },
    });
    const seen = await api.post(at(id, `${PATH}/preview`), { ...by(), body: { layout: proposed } });
    expect(
      seen.body.data.rows.flatMap(({ row: number, state, problem }: Draft) =>
        problem ? [[number, state, problem]] : [],
      ),
    ).toEqual([
      [4, 'REJECTED', 'A quantidade não é um número.'],
      [5, 'REJECTED', 'O preço não é um número.'],
      [6, 'REJECTED', 'A descrição passa de 1.000 caracteres.'],
      [7, 'REJECTED', 'A unidade passa de 20 caracteres.'],
      [8, 'NEW', 'Sem quantidade.'],
    ]);
    await confirmed(id, { layout: proposed, fill: true, withPrices: true });
    expect(await tree(id)).toEqual([
      '1 Fundação = 370.37 370.37',
      '1.1 =HYPERLINK("http://x") 0.3000 × 1234.5600 = 370.37 370.37',
      '1.2 Radier =  ',
    ]);
  });

  test('is refused at the part when it is no workbook, has macros, a password, entities, or lies about its size', async () => {
    const good = bidWorkbook('Excel');
    const [sheet, types] = [String(good['xl/worksheets/sheet1.xml']), String(good['[Content_Types].xml'])];
    const withSheet = (text: string): Files => ({ ...good, 'xl/worksheets/sheet1.xml': text });
    const NOT = 'O arquivo não é uma planilha XLSX. Salve-o como "Pasta de Trabalho do Excel (.xlsx)".';
    const DAMAGED = 'A planilha está danificada. Abra-a no Excel, salve de novo e envie outra vez.';
    const MACROS = 'A planilha tem macros. Salve-a como .xlsx, sem macros, e envie de novo.';
    const ACTIVE = 'A planilha tem objetos incorporados ou vínculos que buscam dados. Retire-os e envie de novo.';
    const cases: [string, Buffer, string, string?][] = [
      ['a text', Buffer.from('a;b'), NOT],
      ['another archive', zipped({ 'leia.txt': 'oi' }), NOT],
      ['a path that leads out', zipped({ ...good, '../../etc/passwd': 'x' }), NOT],
      [
        'a password',
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        'A planilha tem senha ou é do formato antigo .xls. Salve-a como .xlsx, sem senha.',
      ],
      ['macros', zipped({ ...good, 'xl/vbaProject.bin': 'x' }), MACROS],
      [
        'the type of macros',
        zipped({ ...good, '[Content_Types].xml': types.replace('sheet.main', 'sheet.macroEnabled.main') }),
        MACROS,
      ],
      ['a link that fetches', zipped({ ...good, 'xl/externalLinks/externalLink1.xml': '<x:ddeLink/>' }), ACTIVE],
      ['the name of macros', zipped(good), MACROS, 'Bid.xlsm'],
      ['entities', zipped(withSheet(sheet.replace('<worksheet', '<!DOCTYPE a [<!ENTITY b "c">]><worksheet'))), DAMAGED],
      ['half a sheet', zipped(withSheet(sheet.slice(0, 900))), DAMAGED],
      ['no such row', zipped(withSheet(sheet.replace('<row r="2"', '<row r="99999999"'))), DAMAGED],
      ['no such column', zipped(withSheet(sheet.replace('r="A2"', 'r="ZZZZ2"'))), DAMAGED],
      ['rows out of order', zipped(withSheet(sheet.replace('<row r="2"', '<row r="1"'))), DAMAGED],
      ['more than it says', zipped(good, { 'xl/worksheets/sheet1.xml': 10 }), DAMAGED],
      [
        'a bomb',
        zipped(good, { 'xl/worksheets/sheet1.xml': 500 * 1024 * 1024 }),
        'A planilha é grande demais: descompactada, passa do limite. Retire abas e linhas vazias.',
      ],
    ];
    const id = await make();
    for (const [what, content, message, name] of cases) {
      expect([what, refusal(await upload(id, content, name))]).toEqual([what, [422, `workbook: ${message}`]]);
    }
    expect((await api.get(at(id, PATH), by())).body.data).toMatchObject({ file: null, sheets: [], proposed: null });
  });

  test('refuses a layout at its field, and files that nobody has mapped or sent', async () => {
    const id = await make();
    const preview = (layout: unknown) => api.post(at(id, `${PATH}/preview`), { ...by(), body: { layout } });
    const missing = [404, 'Este orçamento não tem planilha do cliente.'];
    expect(refusal(await preview(LAYOUT))).toEqual(missing);
    expect(refusal(await api.get(at(id, `${PATH}/file`), by()))).toEqual(missing);
    expect(refusal(await api.delete(at(id, PATH), by()))).toEqual(missing);
    await kept(id, bidWorkbook('Excel'));
    expect(refusal(await api.get(at(id, `${PATH}/file`), by()))).toEqual([
      422,
      'Diga antes o que é cada coluna da planilha do cliente.',
    ]);
    const columns = { ...LAYOUT.columns, total: 'G' };
    expect(refusal(await preview({ ...LAYOUT, columns }))).toEqual([
      422,
      'layout.columns.total: Esta coluna já é de outro campo.',
    ]);
    expect(refusal(await preview({ ...LAYOUT, sheet: 'Outra' }))).toEqual([
      422,
      'layout.sheet: Aba não encontrada na planilha.',
    ]);
    expect(refusal(await preview({ ...LAYOUT, headerRow: 13 }))).toEqual([
      422,
      'layout.headerRow: Nenhuma linha com descrição abaixo dos títulos.',
    ]);
    expect(refusal(await preview({ ...LAYOUT, columns: { description: '1' } }))).toEqual([
      400,
      'layout.columns.description: Informe a letra da coluna.',
    ]);
    expect(refusal(await confirm(id, { version: 9, layout: LAYOUT, fill: true }))[0]).toBe(409);
    expect((await api.delete(at(id, PATH), by())).body.data).toEqual({ id });
    expect((await api.get(at(id, PATH), by())).body.data.file).toBeNull();
    expect((await read(id)).itemCount).toBe(0);
    expect((await save(id, [])).status).toBe(200);
  });

  test('of 5,000 rows is mapped and written in seconds', async () => {
    const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`;
    const text = (address: string, value: string) => `<c r="${address}" t="str"><v>${value}</v></c>`;
    const rows = Array.from({ length: 5_000 }, (_, index) => {
      const number = index + 2;
      const stage = Math.floor(index / 50) + 1;
      const name = text(`B${number}`, index % 50 === 0 ? `Etapa ${stage}` : `Serviço ${index}`);
      if (index % 50 === 0) return row(number, `${text(`A${number}`, `${stage}`)}${name}`);
      return row(
        number,
        `${text(`A${number}`, `${stage}.${index % 50}`)}${name}${text(`C${number}`, 'm²')}<c r="D${number}"><v>2</v></c><c r="E${number}"><v>1.5</v></c>`,
      );
    });
    const head = row(
      1,
      ['Item', 'Descrição', 'Un', 'Quantidade', 'Custo unitário', 'Custo total']
        .map((title, index) => text(`${'ABCDEF'.charAt(index)}1`, title))
        .join(''),
    );
    const id = await make();
    const started = performance.now();
    const { proposed } = await kept(id, bookOf([['Planilha', sheetOf([head, ...rows].join(''))]]));
    const { check } = await confirmed(id, { layout: proposed, fill: true, withPrices: true });
    expect(check).toMatchObject({ groups: 100, lines: 4_900, linked: 4_900, missing: [], writtenCells: 9_900 });
    const sheet = String((await unzipped(await download(id))).get('xl/worksheets/sheet1.xml'));
    expect(sheet.match(/<c r="F\d+"><v>3<\/v><\/c>/g)).toHaveLength(4_900);
    expect(sheet.match(/<c r="F\d+"><v>147<\/v><\/c>/g)).toHaveLength(100);
    expect(performance.now() - started).toBeLessThan(20_000 * slowness());
  });
});
