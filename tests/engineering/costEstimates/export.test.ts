import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { printEstimate, type PrintedEstimate } from '#services/engineering/costEstimates/export/pdf.ts';
import type { CostEstimateReport } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { ofProduct } from '#tests/engineering/tasksKit.ts';
import { slowness } from '#tests/support/pace.ts';
import { entriesOf } from '#tests/support/storedZip.ts';
import { startEstimates, type Draft, type Estimates } from './kit.ts';

let estimates: Estimates;
let { at, office, make, put, services } = {} as Estimates;

beforeAll(async () => {
  estimates = await startEstimates();
  ({ at, office, make, put, services } = estimates);
});
afterAll(() => estimates.services.stop());

const exported = async (id: number, format: string, kind?: string) =>
  services.app.inject({
    method: 'POST',
    url: at(id, '/export'),
    headers: { authorization: `Bearer ${office.admin}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ format, kind }),
  });

/** Cells of the sheet: formula and value, or text. */
const cellsOf = (sheet: string): Map<string, string> =>
  new Map(
    [
      ...sheet.matchAll(
        /<c r="(\w+)"[^>]*>(?:<is><t[^>]*>([^<]*)<\/t><\/is>|(?:<f>([^<]*)<\/f>)?<v>([^<]*)<\/v>)<\/c>/g,
      ),
    ].map(([, cell = '', text, formula, value]) => [cell, text ?? (formula ? `=${formula} ${value}` : (value ?? ''))]),
  );

let made: Promise<number> | undefined;
/** The same estimate for all tests: none changes it. */
const furnished = (): Promise<number> => (made ??= furnish());

const furnish = async (): Promise<number> => {
  const cement = await estimates.input({ code: '0118', name: 'Cimento; "CP II"', price: '36.80' });
  const floor = await estimates.makeTask('=Piso', [ofProduct(cement, '2')]);
  const id = await make({
    code: 'ORC-77',
    description: 'Casa Ipê',
    bdis: [{ name: 'BDI', percentage: '10' }],
    defaultBdiIndex: 0,
  });
  await put(id, [
    { key: 'g', type: 'GROUP', description: 'Pisos' },
    { key: 'h', type: 'GROUP', parentKey: 'g', description: 'Bases' },
    { key: 'c', parentKey: 'h', taskId: floor, quantity: '1.5' },
    // 0.5 × 0.01 = 0.005, which half-even rounds down.
    { key: 't', type: 'TASK', parentKey: 'g', description: 'Miúdos', unit: 'vb', quantity: '0.5', unitPrice: '0.01' },
    { key: 'n', type: 'TASK', description: 'Sem preço', unit: 'vb', quantity: '1' },
  ]);
  return id;
};

describe('An exported cost estimate', () => {
  test('is a workbook with formulas that give its figures, and an outline of its stages', async () => {
    const file = await exported(await furnished(), 'XLSX');
    expect([file.statusCode, file.headers['content-type']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
    expect(file.headers['content-disposition']).toContain("filename*=UTF-8''ORC-77%20Casa%20Ip%C3%AA.xlsx");
    const sheet = entriesOf(file.rawPayload).get('xl/worksheets/sheet1.xml') ?? '';
    const cells = cellsOf(sheet);
    // 73.60 × 1.10 = 80.96; × 1.5 = 121.44; direct 110.40
    const expected: Record<string, string> = {
      A1: 'ORC-77 – Casa Ipê',
      A2: 'Obra: Residencial Ipê',
      A3: 'BDI: 10,00 %',
      J5: 'Total',
      A6: '1',
      D6: 'Pisos',
      I6: '=SUBTOTAL(9,I7:I9) 110.40',
      J6: '=SUBTOTAL(9,J7:J9) 121.44',
      J7: '=SUBTOTAL(9,J8:J8) 121.44',
      D8: '=Piso',
      F8: '1.5000',
      G8: '73.6000',
      H8: '80.96',
      I8: '=ROUND(F8*G8,2) 110.40',
      J8: '=ROUND(F8*H8,2) 121.44',
      K8: '=J8/J$11 1.0000000000',
      I9: '=ROUNDDOWN(F9*G9,2) 0.00',
      J9: '=ROUNDDOWN(F9*H9,2) 0.00',
      F10: '1.0000',
      D11: 'Total',
      I11: '=SUBTOTAL(9,I6:I10) 110.40',
      J11: '=SUBTOTAL(9,J6:J10) 121.44',
    };
    expect(Object.fromEntries(Object.keys(expected).map((cell) => [cell, cells.get(cell)]))).toEqual(expected);
    expect(['G10', 'H10', 'I10', 'J10', 'K10'].filter((cell) => cells.has(cell))).toEqual([]);
    expect(
      [...sheet.matchAll(/<row r="(\d+)"(?: outlineLevel="(\d)")?>/g)].map(([, row, level]) => [row, level]).slice(4),
    ).toEqual([
      ...[
        ['6', undefined],
        ['7', '1'],
        ['8', '2'],
        ['9', '1'],
        ['10', undefined],
        ['11', undefined],
      ],
    ]);
    expect(sheet).toContain('<outlinePr summaryBelow="0"/>');
  });

  test.each([
    ['no body', {}],
    ['an empty body of JSON', { headers: { 'content-type': 'application/json' } }],
  ])('is a workbook where the call has %s, as §7 writes it', async (_name, { headers = {} }: { headers?: object }) => {
    const url = at(await furnished(), '/export');
    const authorization = `Bearer ${office.admin}`;
    const answer = await services.app.inject({ method: 'POST', url, headers: { authorization, ...headers } });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  test('is CSV as Brazilian spreadsheets read it', async () => {
    const id = await make({ code: 'ORC-78' });
    const sand = await estimates.input({ code: '0204', name: 'Areia; "fina"', price: '145' });
    await put(id, [
      { key: 'p', productId: sand, quantity: '2' },
      { key: 't', type: 'TASK', description: '=1+1', unitPrice: '10', quantity: '1' },
    ]);
    const file = await exported(id, 'CSV');
    expect(file.payload.split('\r\n')).toEqual([
      '\ufeffItem;Base;Código;Descrição;Unidade;Quantidade;Preço unitário;Preço unitário com BDI;Total sem BDI;Total;%',
      '1;Próprios;0204;"Areia; ""fina""";m²;2,0000;145,0000;145,0000;290,00;290,00;96,67',
      "2;;;'=1+1;;1,0000;10,0000;10,0000;10,00;10,00;3,33",
      ';;;Total;;;;;300,00;300,00;',
      '',
    ]);
  });

  test('of 5,000 rows is written within 5 s', async () => {
    const id = await make();
    const rows: Draft[] = Array.from({ length: 4_999 }, (_, index) => ({
      ...{
        key: `${index}`,
        type: 'TASK',
        parentKey: 'g',
        description: `Serviço ${index}`,
        unit: 'm²',
        quantity: '1',
        unitPrice: '2',
      },
    }));
    await put(id, [{ key: 'g', type: 'GROUP', description: 'Tudo' }, ...rows]);
    const start = performance.now();
    const file = await exported(id, 'XLSX');
    expect(performance.now() - start).toBeLessThan(5_000 * slowness());
    const sheet = entriesOf(file.rawPayload).get('xl/worksheets/sheet1.xml') ?? '';
    expect(cellsOf(sheet).get('J6')).toBe('=SUBTOTAL(9,J7:J5005) 9998.00');
  });
});

/**
 * With BDI 10 %: Estaca 10 × 110,00, Bloco 3 × 36,67, Alvenaria 40 × 27,64. Amendment: two piles more (220,00), five bricks
 * less (138,20) and plaster (8 × 13,75 = 110,00): 2.315,61 + 191,80 = 2.507,41.
 */
const amended = async (): Promise<number> => {
  const id = await make({ code: 'ORC-79', bdis: [{ name: 'BDI', percentage: '10' }], defaultBdiIndex: 0 });
  const line = (key: string, parentKey: string, quantity: string, unitPrice: string) => ({
    ...{ key, parentKey, type: 'TASK', description: key, unit: 'm', quantity, unitPrice },
  });
  const rows = await put(id, [
    { key: 'Fundação', type: 'GROUP', description: 'Fundação' },
    line('Estaca', 'Fundação', '10', '100'),
    line('Bloco', 'Fundação', '3', '33.3333'),
    { key: 'Vedação', type: 'GROUP', description: 'Vedação' },
    line('Alvenaria', 'Vedação', '40', '25.125'),
  ]);
  const send = async (path: string, body: object) => {
    const answer = await services.api.post(at(id, path), { token: office.admin, body });
    expect(answer.status).toBe(200);
    return answer.body.data;
  };
  await send('/approval', { approved: true });
  const lines = [
    { id: rows['Estaca'], quantity: '2' },
    { id: rows['Alvenaria'], quantity: '-5' },
    { parentId: rows['Vedação'], description: 'Reboco', unit: 'm²', unitPrice: '12.5', quantity: '8' },
  ];
  const made = await send('/amendments', { date: '2026-05-10', reason: 'Sondagem', days: 30, lines });
  await send(`/amendments/${made.amendment.id}/status`, { status: 'APPROVED' });
  return id;
};

describe('Files of an estimate with amendments', () => {
  let id: number;
  beforeAll(async () => {
    id = await amended();
  });

  test('have them beside the original in a workbook whose formulas give the figures', async () => {
    const sheet = entriesOf((await exported(id, 'XLSX')).rawPayload).get('xl/worksheets/sheet1.xml') ?? '';
    const cells = cellsOf(sheet);
    const of = (row: number) => ['J', 'L', 'M', 'N', 'O'].map((column) => cells.get(`${column}${row}`) ?? '');
    expect(cells.get('A4')).toBe('Aditivos aprovados: 1 · Prazo do contrato: +30 dias');
    expect([5, 6, 7, 8, 9, 10, 11, 12].map(of)).toEqual([
      ['Total original', 'Quantidade do aditivo', 'Quantidade com aditivos', 'Aditivo', 'Total com aditivos'],
      ['=SUBTOTAL(9,J7:J8) 1210.01', '', '', '=SUBTOTAL(9,N7:N8) 220.00', '=SUBTOTAL(9,O7:O8) 1430.01'],
      ['=ROUND(F7*H7,2) 1100.00', '2.0000', '=F7+L7 12.0000', '=ROUND(M7*H7,2)-J7 220.00', '=J7+N7 1320.00'],
      ['=ROUND(F8*H8,2) 110.01', '', '=F8+L8 3.0000', '', '=J8+N8 110.01'],
      ['=SUBTOTAL(9,J10:J11) 1105.60', '', '', '=SUBTOTAL(9,N10:N11) -28.20', '=SUBTOTAL(9,O10:O11) 1077.40'],
      ['=ROUND(F10*H10,2) 1105.60', '-5.0000', '=F10+L10 35.0000', '=ROUND(M10*H10,2)-J10 -138.20', '=J10+N10 967.40'],
      ['=ROUND(F11*H11,2) 0.00', '8.0000', '=F11+L11 8.0000', '=ROUND(M11*H11,2)-J11 110.00', '=J11+N11 110.00'],
      ['=SUBTOTAL(9,J6:J11) 2315.61', '', '', '=SUBTOTAL(9,N6:N11) 191.80', '=SUBTOTAL(9,O6:O11) 2507.41'],
    ]);
  });

  test('have them in CSV', async () => {
    const lines = (await exported(id, 'CSV')).payload.trim().split('\r\n');
    expect(lines.map((text) => text.split(';').slice(-4).join(' | '))).toEqual([
      'Quantidade do aditivo | Quantidade com aditivos | Aditivo | Total com aditivos',
      ' |  | 220,00 | 1430,01',
      '2,0000 | 12,0000 | 220,00 | 1320,00',
      ' | 3,0000 |  | 110,01',
      ' |  | -28,20 | 1077,40',
      '-5,0000 | 35,0000 | -138,20 | 967,40',
      '8,0000 | 8,0000 | 110,00 | 110,00',
      ' |  | 191,80 | 2507,41',
    ]);
  });

  test('have them in print, with the days by which the contract ends later', async () => {
    const report = (await services.api.get(at(id, '/report'), { token: office.admin })).body.data as CostEstimateReport;
    const [{ table }, foot] = printEstimate({
      ...{ report, compositions: new Map(), today: '2026-11-20', createdAt: '2026-11-20T12:00:00.000Z' },
      company: { name: 'Construtora Ipê', taxId: '11222333000181', logo: null },
    }).content as [{ table: { body: { text: string }[][] } }, object];
    expect(
      table.body.map((row) =>
        row
          .slice(-3)
          .map(({ text }) => text)
          .join('|'),
      ),
    ).toEqual([
      'Aditivo|Aditivo (R$)|Com aditivos (R$)',
      '|+220,00|1.430,01',
      '+2|+220,00|1.320,00',
      '||110,01',
      '|-28,20|1.077,40',
      '-5|-138,20|967,40',
      '+8|+110,00|110,00',
    ]);
    const words = JSON.stringify(foot);
    for (const text of ['Prazo do contrato: +30 dias pelos aditivos.', '2.315,61', '191,80', 'R$ 2.507,41']) {
      expect(words).toContain(text);
    }
    expect((await exported(id, 'PDF')).rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('A printed cost estimate', () => {
  const report = async (id: number) =>
    (await services.api.get(at(id, '/report'), { token: office.admin })).body.data as CostEstimateReport;
  /** Rows of the printed table, their cells joined: what is drawn, without its looks. */
  const rowsOf = (printed: PrintedEstimate): string[] => {
    const [{ table }] = printEstimate(printed).content as [{ table: { body: { text: string }[][] } }];
    return table.body.map((row) => row.map(({ text }) => text).join('|'));
  };
  const printedOf = (shown: CostEstimateReport, compositions: PrintedEstimate['compositions']): PrintedEstimate => ({
    ...{ report: shown, compositions, today: '2026-11-20', createdAt: '2026-11-20T12:00:00.000Z' },
    company: { name: 'Construtora Ipê', taxId: '11222333000181', logo: null },
  });

  test('is a PDF, synthetic or analytic, which a spreadsheet is not', async () => {
    const id = await furnished();
    for (const kind of [undefined, 'SYNTHETIC', 'ANALYTIC']) {
      const file = await exported(id, 'PDF', kind);
      expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
      expect(file.headers['content-disposition']).toContain("filename*=UTF-8''ORC-77%20Casa%20Ip%C3%AA.pdf");
      expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
    const wrong = await exported(id, 'CSV', 'ANALYTIC');
    expect([wrong.statusCode, wrong.json().fields]).toEqual([
      400,
      [{ path: 'kind', message: 'Só o PDF é sintético ou analítico.' }],
    ]);
  });

  test('shows stages, rows and totals as they are, and the lines of compositions where it is analytic', async () => {
    const id = await furnished();
    const shown = await report(id);
    const synthetic = [
      'Item|Código|Base|Descrição|Un.|Quantidade|Preço unit. (R$)|Com BDI (R$)|Total (R$)|%',
      '1|Pisos|||||||121,44|100,00%',
      '1.1|Bases|||||||121,44|100,00%',
      expect.stringMatching(/^1\.1\.1\|.*\|=Piso\|.*\|1,5\|73,60\|80,96\|121,44\|100,00%$/),
      '1.2||Próprio|Miúdos|vb|0,5|0,01|0,01|0,00|0,00%',
      '2||Próprio|Sem preço|vb|1|sem preço|||-',
    ];
    expect(rowsOf(printedOf(shown, new Map()))).toEqual(synthetic);
    const floor = shown.content.find(({ description }) => description === '=Piso')?.resourceId ?? 0;
    const task = await services.api.get(at(id, `/task/${floor}`), { token: office.admin });
    const analytic = rowsOf(printedOf(shown, new Map([[floor, task.body.data]])));
    // Two bags of 36,80.
    expect(analytic[4]).toMatch(/^\|0118\|.*\|Cimento; "CP II"\|.*\|2,0000\|36,80\|\|73,60\|$/);
    expect(analytic.toSpliced(4, 1)).toEqual(synthetic);
  });
});
