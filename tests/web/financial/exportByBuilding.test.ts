import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sum } from '#domain/money.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { eventually, textOf } from '#tests/support/eventually.ts';

const FORMS = '/home/forms/transactions';

let app: TestApp;
let companyId: string;
let building: { id: string; name: string };

const rows = <Row extends object>(query: string, ...values: unknown[]): Promise<Row[]> =>
  app.services.seed.sql<Row>(query, [companyId, ...values]);

beforeAll(async () => {
  app = await startApp();
  const [company] = await app.services.seed.sql<{ id: string }>(
    `select c.id from companies c join transactions t on t.company_id = c.id group by c.id order by count(*) desc limit 1`,
  );
  companyId = String(company?.id);
  const [most] = await rows<{ id: string; name: string }>(
    `select b.id, b.name from buildings b join apportionments a on a.building_id = b.id
      where b.company_id = $1 group by b.id, b.name order by count(*) desc limit 1`,
  );
  if (!most) throw new Error('The demo has no apportionment.');
  building = most;
});
afterAll(() => app.stop());

/** Each share of the company's expenses, and what no obra bears: name of the obra, value. */
const STORED = `
  select coalesce(b.name, 'sem obra') as name, sum(coalesce(s.value, i.value))::text as value, count(distinct KEY)::int as rows
    from installments i
    left join apportionment_shares s on s.installment_id = i.id and s.gross_value > 0
    left join apportionments a on a.id = s.apportionment_id
    left join buildings b on b.id = a.building_id
   where i.company_id = $1 and i.type = 'DEBIT' group by b.name`;

interface File {
  /** "Vencimento", "Situação" … */
  titles: string[];
  lines: Record<string, string>[];
}

const exported = async (path: string): Promise<File> => {
  const page = await app.shared(`${FORMS}/${path}`, { as: 'admin', place: { companyId, buildingId: null } });
  await eventually(page.getByRole('main')).toMatch(/R\$/);
  await page.getByRole('main').getByRole('button', { name: 'Exportar' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Uma linha por obra (texto)' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/ por obra \d{4}-\d{2}-\d{2}\.csv$/);
  const [head = '', ...lines] = (await readFile(await download.path(), 'utf8')).slice(1).trimEnd().split('\r\n');
  const titles = head.split(';');
  const cells = (line: string) => [...line.matchAll(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g)].map(([, cell = '']) => cell);
  return {
    titles,
    lines: lines.map((line) => Object.fromEntries(titles.map((title, at) => [title, cells(line)[at] ?? '']))),
  };
};

const total = (lines: File['lines'], title: string): string =>
  sum(lines.map((line) => (line[title] ?? '').replace(',', '.')));

/** Sums of the lines by their obra, as the database has them. */
const byBuilding = (lines: File['lines']): Map<string, [string, number]> => {
  const names = [...new Set(lines.map(({ Obra = '' }) => Obra))];
  return new Map(
    names.map((name) => {
      const own = lines.filter(({ Obra }) => Obra === name);
      return [name, [total(own, 'Líquido (R$)'), own.length]];
    }),
  );
};

test.each([
  ['documents', 'outcome', 'i.transaction_id', 'Último pagamento'],
  ['installments', 'debit-installments', 'i.id', 'Pagamento'],
])(
  'A list of %s is exported with one line for each obra, and adds up to the screen',
  async (_what, path, key, paid) => {
    const { titles, lines } = await exported(path);
    expect(titles).toEqual(expect.arrayContaining(['Obra', paid, 'Forma de pagamento', 'Carteira', 'Líquido (R$)']));
    const stored = await rows<{ name: string; value: string; rows: number }>(STORED.replace('KEY', key));
    expect(stored.length).toBeGreaterThan(2);
    expect(byBuilding(lines)).toEqual(new Map(stored.map(({ name, value, rows: count }) => [name, [value, count]])));

    const page = await app.shared(`${FORMS}/${path}`, { as: 'admin', place: { companyId, buildingId: null } });
    const whole = `R$ ${sum(stored.map(({ value }) => value))
      .replace('.', ',')
      .replace(/\B(?=(\d{3})+,)/g, '.')}`;
    await eventually(async () => (await textOf(page.getByRole('main'))).replaceAll('\u00a0', ' ')).toContain(whole);
    const paidLines = lines.filter((line) => line[paid] !== '');
    expect(paidLines.length).toBeGreaterThan(0);
    for (const line of paidLines) expect([line['Forma de pagamento'], line.Carteira]).not.toContain('');
  },
);

test('With an obra in the filter the file has its lines alone, and its payments', async () => {
  const { lines } = await exported(`outcome?building=${building.id}`);
  expect([...new Set(lines.map(({ Obra }) => Obra))]).toEqual([building.name]);
  const [stored] = await rows<{ value: string; paid: string; last: string }>(
    `select sum(s.value)::text as value, sum(s.value) filter (where not i.forecast)::text as paid,
            to_char(max(i.payment_date), 'DD/MM/YYYY') as last
       from apportionment_shares s join apportionments a on a.id = s.apportionment_id
       join installments i on i.id = s.installment_id
      where i.company_id = $1 and i.type = 'DEBIT' and a.building_id = $2 and s.gross_value > 0`,
    building.id,
  );
  expect([total(lines, 'Líquido (R$)'), total(lines, 'Pago (R$)')]).toEqual([stored?.value, stored?.paid]);
  expect(lines.map((line) => line['Último pagamento'])).toContain(stored?.last);
});
