import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bookOf, sheetOf, zipped } from './bidWorkbook.ts';
import { startEstimates, type Estimates } from './kit.ts';

let estimates: Estimates;
beforeAll(async () => {
  estimates = await startEstimates();
});
afterAll(() => estimates.services.stop());

const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (at: string, value: string, style: number) => `<c r="${at}" s="${style}"><v>${value}</v></c>`;
const row = (place: number, cells: string[]) => `<row r="${place}">${cells.join('')}</row>`;

const upload = async (sheets: [string, string[]][]) => {
  const id = await estimates.make();
  const book = zipped(bookOf(sheets.map(([name, rows]) => [name, sheetOf(rows.join(''))] as const)));
  const head =
    '--limite\r\nContent-Disposition: form-data; name="workbook"; filename="Planilha.xlsx"\r\nContent-Type: application/octet-stream\r\n\r\n';
  const answer = await estimates.api.post(estimates.at(id, '/client-workbook'), {
    token: estimates.office.admin,
    body: Buffer.concat([Buffer.from(head), book, Buffer.from('\r\n--limite--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=limite' },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
};

describe("The sheets of a client's workbook", () => {
  test('are shown as a spreadsheet program in Portuguese shows them', async () => {
    const titles = ['Item', 'Descrição', 'Un', 'Quantidade', 'Custo unitário', 'BDI', 'Data'];
    const cells = [
      number('A2', '2.1', 3), // "0.00": item 2.10
      text('B2', 'Alvenaria'),
      text('C2', 'm²'),
      number('D2', '1234.5', 1), // "#,##0.00"
      number('E2', '0.123456', 0), // General
      number('F2', '0.2223', 2), // "0.00%;[Red]-0.00%"
      number('G2', '46023', 4), // a day: its number
    ];
    const { sheets } = await upload([
      [
        'Planilha',
        [
          row(
            1,
            titles.map((title, index) => text(`${'ABCDEFG'.charAt(index)}1`, title)),
          ),
          row(2, cells),
        ],
      ],
    ]);
    expect(sheets[0].rows[1]).toEqual({
      number: 2,
      cells: ['2,10', 'Alvenaria', 'm²', '1.234,50', '0,123456', '22,23%', '46023'],
    });
  });

  test('have their titles read each by itself, the hidden one too', async () => {
    const table = (place: number, titles: string[]) => [
      row(1, [text('A1', 'Prefeitura de Itu')]),
      row(
        place,
        titles.map((title, index) => text(`${'ABCDEFG'.charAt(index)}${place}`, title)),
      ),
      row(place + 1, [text(`A${place + 1}`, '1'), text(`B${place + 1}`, 'Serviços')]),
    ];
    const { sheets, proposed } = await upload([
      ['Capa', [row(1, [text('A1', 'Proposta')])]],
      ['Obra', table(4, ['Item', 'Descrição', 'Un', 'Quantidade'])],
      ['Oculta', table(7, ['Código', 'Item', 'Descrição', 'Un', 'Quantidade'])],
    ]);
    const obra = {
      ...{ sheet: 'Obra', headerRow: 4 },
      columns: { item: 'A', description: 'B', unit: 'C', quantity: 'D' },
    };
    expect(proposed).toEqual(obra);
    expect(sheets.map((sheet: { proposed: object | null }) => sheet.proposed)).toEqual([
      null,
      obra,
      {
        ...{ sheet: 'Oculta', headerRow: 7 },
        columns: { code: 'A', item: 'B', description: 'C', unit: 'D', quantity: 'E' },
      },
    ]);
  });
});
