import { describe, expect, test } from '@jest/globals';
import { csvOf, csvText } from '#domain/files/csvTable.ts';
import { sheetText } from '#domain/files/sheetTable.ts';
import { tableOf, type ExportColumn } from '#domain/files/table.ts';
import { xlsxBlob } from '#web/list/export/xlsx.ts';
import { entriesOf } from '#tests/support/storedZip.ts';

interface Bill {
  supplier: string | null;
  due: string;
  value: string;
}

const columns: ExportColumn<Bill>[] = [
  { title: 'Fornecedor', value: ({ supplier }) => supplier },
  { title: 'Vencimento', kind: 'date', value: ({ due }) => due },
  { title: 'Valor (R$)', kind: 'money', value: ({ value }) => value },
];
const csv = (...bills: Bill[]) => csvOf(tableOf(columns, bills)).slice(1).split('\r\n').slice(1, -1);
const bill = (supplier: string | null, value = '1234.50'): Bill => ({ supplier, due: '2026-11-20', value });

const entriesIn = async (blob: Blob): Promise<Map<string, string>> => entriesOf(Buffer.from(await blob.arrayBuffer()));

describe('The CSV export', () => {
  test('has the UTF-8 byte order mark, semicolons, decimal commas and Brazilian dates', () => {
    expect(csvOf(tableOf(columns, [bill('Areia & Cal')]))).toBe(
      '\ufeffFornecedor;Vencimento;Valor (R$)\r\nAreia & Cal;20/11/2026;1234,50\r\n',
    );
  });

  test('quotes separators, and leaves missing values empty', () => {
    expect(csv(bill('A; "B"\nC'), bill(null))).toEqual(['"A; ""B""\nC";20/11/2026;1234,50', ';20/11/2026;1234,50']);
  });

  test.each(['=1+1', '+55 11', '-2+3', '@SUM(A1)', '\t=1', ' =1', '\uff1d1', '\r=1'])(
    'neutralizes the formula in %j',
    (text) => expect(csv(bill(text)).join('\n')).toContain(`'${text}`),
  );

  test('keeps a negative amount a number', () => {
    expect(csv(bill('Estorno', '-10.00'))).toEqual(['Estorno;20/11/2026;-10,00']);
  });
});

describe('The XLSX export', () => {
  test('has money as decimals, days as dates, and text never as a formula', async () => {
    const entries = await entriesIn(
      xlsxBlob(tableOf(columns, [bill('=HYPERLINK("x")', '9999999999999.99')]), 'Despesas'),
    );
    const sheet = entries.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain('<v>9999999999999.99</v>');
    expect(sheet).toContain('<v>46346</v>');
    expect(sheet).toContain('t="inlineStr" s="0"><is><t xml:space="preserve">=HYPERLINK(&quot;x&quot;)</t>');
    expect(sheet).not.toContain('<f>');
  });

  test('removes characters from the sheet name that are not allowed', async () => {
    const entries = await entriesIn(xlsxBlob(tableOf(columns, []), 'A/B: [C] & D'));
    expect(entries.get('xl/workbook.xml')).toContain('name="A B   C  &amp; D"');
  });
});

describe('A file that is written piece by piece', () => {
  const many = Array.from({ length: 450 }, (_, index) => bill(`Fornecedor ${'x'.repeat(index % 40)}`, `${index}.10`));
  const { titles, rows } = tableOf(columns, many);
  const inPieces = (text: ReturnType<typeof csvText>, size: number): string => {
    let whole = '';
    for (let at = 0; at < rows.length; at += size) whole += text.write(rows.slice(at, at + size));
    return whole + text.end();
  };

  test.each([1, 7, 200, 201, 450])('has the same bytes in pieces of %i rows as at once', (size) => {
    expect(inPieces(csvText(titles), size)).toBe(csvOf({ titles, rows }));
    expect(inPieces(sheetText(titles), size)).toBe(inPieces(sheetText(titles), rows.length));
  });

  test('has its head, and a filter of it, without any row', () => {
    expect(csvText(titles).end()).toBe('\ufeffFornecedor;Vencimento;Valor (R$)\r\n');
    expect(sheetText(titles).end()).toMatch(
      /<sheetData><row r="1">.*<\/row><\/sheetData><autoFilter ref="A1:C1"\/><\/worksheet>$/,
    );
  });

  test('has columns as wide as the first 200 rows need, and the last row in its filter', () => {
    const [short, long] = [bill('curto'), bill('x'.repeat(50))];
    const sheet = (at: number) => {
      const bills = Array.from({ length: 300 }, (_, index) => (index === at ? long : short));
      return sheetText(titles).write(tableOf(columns, bills).rows);
    };
    expect(sheet(199)).toContain('<col min="1" max="1" width="52" customWidth="1"/>');
    expect(sheet(200)).toContain('<col min="1" max="1" width="14" customWidth="1"/>');
    expect(inPieces(sheetText(titles), 100)).toContain('<autoFilter ref="A1:C451"/>');
  });
});
