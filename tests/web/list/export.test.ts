import { describe, expect, test } from '@jest/globals';
import { csvOf } from '#web/list/export/csv.ts';
import { tableOf, type ExportColumn } from '#web/list/export/table.ts';
import { xlsxOf } from '#web/list/export/xlsx.ts';
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
      xlsxOf(tableOf(columns, [bill('=HYPERLINK("x")', '9999999999999.99')]), 'Despesas'),
    );
    const sheet = entries.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain('<v>9999999999999.99</v>');
    expect(sheet).toContain('<v>46346</v>');
    expect(sheet).toContain('t="inlineStr" s="0"><is><t xml:space="preserve">=HYPERLINK(&quot;x&quot;)</t>');
    expect(sheet).not.toContain('<f>');
  });

  test('removes characters from the sheet name that are not allowed', async () => {
    const entries = await entriesIn(xlsxOf(tableOf(columns, []), 'A/B: [C] & D'));
    expect(entries.get('xl/workbook.xml')).toContain('name="A B   C  &amp; D"');
  });
});
