import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { xlsxStream } from '#services/platform/reports/xlsx.ts';
import { eventually } from '#tests/support/eventually.ts';
import { centsOfDecimal, centsOfText, pdfText, readCsv, readXlsx, startReports, type ReportsKit } from './kit.ts';

let kit: ReportsKit;
beforeAll(async () => {
  kit = await startReports();
  // The demo company has files of its banks to import, and no lines yet.
  await kit.services.seed.sql(`
    insert into bank_statement_lines (account_id, company_id, wallet_id, date, amount, memo, fit_id, document, type, identity, ignored_at)
    select w.account_id, w.company_id, w.id, d.day::date, d.amount, 'Linha ' || d.n, '', '', 'OTHER', sha256(d.n::text::bytea),
           case when d.n = 3 then now() end
      from wallets w, (values (1, '2026-10-01', 1200.50), (2, '2026-10-02', -33.10), (3, '2026-11-03', -0.07)) d(n, day, amount)
     where w.identifier like 'Itaú%'`);
});
afterAll(() => kit.services.stop());

const YEAR = { from: '2026-01-01', to: '2026-12-31' };

type User = keyof ReportsKit['tokens'];

const preview = (report: string, query: Record<string, string> = {}, as: User = 'admin') =>
  kit.services.api.get(`${kit.base}/reports/${report}`, { token: kit.tokens[as], query });

const fileOf = async (report: string, format: string, query: Record<string, string> = {}, as: User = 'admin') => {
  const search = new URLSearchParams({ ...query, format });
  const answer = await kit.services.app.inject({
    url: `${kit.base}/reports/${report}/file?${search}`,
    headers: { authorization: `Bearer ${kit.tokens[as]}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};

const buildingOf = (name: string) => kit.value(`select id as value from buildings where name like $1`, [`${name}%`]);
const walletOf = (name: string) => kit.value(`select id as value from wallets where identifier like $1`, [`${name}%`]);

/** Sum of a report over the year by SQL of the test's own; the column is the one that the sum stands in. */
interface Case {
  report: string;
  column: string;
  sql: string;
  query?: Record<string, string>;
  /** Ids that stand for names of the demo company. */
  building?: string;
  wallet?: string;
}

const installments = (type: string, condition: string) =>
  `select coalesce(sum(gross_value + increase - discount), 0) as value from installments
    where type = '${type}' and ${condition} between '2026-01-01' and '2026-12-31'`;

const CASES: readonly Case[] = [
  { report: 'bills-due', column: 'Valor líquido', sql: installments('DEBIT', 'forecast and due_date'), query: YEAR },
  {
    report: 'bills-due',
    column: 'Valor líquido',
    sql: installments('DEBIT', 'forecast and due_date'),
    query: { ...YEAR, grouping: 'PARTNER' },
  },
  {
    report: 'bills-due',
    column: 'Valor líquido',
    building: 'Residência',
    sql: `select coalesce(sum(s.gross_value + s.increase - s.discount), 0) as value from apportionment_shares s
      join apportionments a on a.id = s.apportionment_id join installments i on i.id = s.installment_id
      join buildings b on b.id = a.building_id
      where b.name like 'Residência%' and i.type = 'DEBIT' and i.forecast and i.due_date between '2026-01-01' and '2026-12-31'`,
    query: YEAR,
  },
  {
    report: 'bills-paid',
    column: 'Valor líquido',
    sql: installments('DEBIT', 'not forecast and payment_date'),
    query: YEAR,
  },
  { report: 'receivables', column: 'Valor líquido', sql: installments('CREDIT', 'forecast and due_date'), query: YEAR },
  {
    report: 'received',
    column: 'Valor líquido',
    sql: installments('CREDIT', 'not forecast and payment_date'),
    query: YEAR,
  },
  ...(['expenses-by-partner', 'expenses-by-category'] as const).flatMap((report): Case[] => [
    {
      ...{ report, column: 'Valor bruto', query: { ...YEAR, regime: 'ACCRUAL' } },
      sql: `select sum(gross_value) as value from transactions
        where type = 'DEBIT' and competence_date between '2026-01-01' and '2026-12-31'`,
    },
    {
      ...{ report, column: 'Valor líquido', query: { ...YEAR, regime: 'CASH' } },
      sql: installments('DEBIT', 'not forecast and payment_date'),
    },
  ]),
  {
    ...{ report: 'expenses-by-stage', column: 'Total', query: YEAR },
    sql: `select sum(a.gross_value) as value from apportionments a join transactions t on t.id = a.transaction_id
      where t.type = 'DEBIT' and t.competence_date between '2026-01-01' and '2026-12-31'`,
  },
  {
    ...{ report: 'cash-flow', column: 'Pago', query: { ...YEAR, grouping: 'MONTH' } },
    sql: installments('DEBIT', 'not forecast and payment_date'),
  },
  {
    ...{ report: 'wallet-statement', column: 'Entrada', query: YEAR, wallet: 'Bradesco' },
    sql: `select (select coalesce(sum(i.gross_value + i.increase - i.discount), 0) from installments i join wallets w on w.id = i.wallet_id
        where w.identifier like 'Bradesco%' and i.type = 'CREDIT' and i.payment_date between greatest('2026-01-01', w.balance_date) and '2026-12-31')
      + (select coalesce(sum(x.amount), 0) from transfers x join wallets w on w.id = x.target_wallet_id
        where w.identifier like 'Bradesco%' and x.date between greatest('2026-01-01', w.balance_date) and '2026-12-31') as value`,
  },
  {
    ...{ report: 'reconciliation', column: 'Líquido', query: YEAR, wallet: 'Itaú' },
    sql: `select coalesce(sum(l.amount), 0) as value from bank_statement_lines l join wallets w on w.id = l.wallet_id
      where w.identifier like 'Itaú%' and l.replaced_by is null and l.date between '2026-01-01' and '2026-12-31'`,
  },
  {
    ...{ report: 'retentions', column: 'Retido', query: YEAR },
    sql: `select sum(i.gross_value) as value from transaction_retentions r
      join installments i on i.transaction_id = r.payable_transaction_id
      where i.due_date between '2026-01-01' and '2026-12-31'`,
  },
  {
    ...{ report: 'orders', column: 'Valor', query: { ...YEAR, grouping: 'SUPPLIER' } },
    sql: `select sum(gross_value) as value from orders
      where state <> 'CANCELED' and created_date between '2026-01-01' and '2026-12-31'`,
  },
  {
    ...{ report: 'measurements', column: 'No período', query: YEAR },
    sql: `select sum(accumulated_value - previous_value) as value from measurements
      where period_end between '2026-01-01' and '2026-12-31'`,
  },
];

const queryOf = async ({ query = {}, building, wallet }: Case): Promise<Record<string, string>> => ({
  ...query,
  ...(building ? { buildingId: await buildingOf(building) } : {}),
  ...(wallet ? { walletId: await walletOf(wallet) } : {}),
});

describe('The sum of a report', () => {
  test.each(
    CASES.map((one): [string, Case] => [
      `${one.report} ${Object.values(one.query ?? {}).join(' ')} ${one.building ?? ''}`,
      one,
    ]),
  )('of %s is that of the rows, on screen, on paper, in the sheet and in the CSV', async (_name, one) => {
    const wanted = centsOfDecimal(await kit.value(one.sql));
    const query = await queryOf(one);
    const { body } = await preview(one.report, query);
    const { columns, lines } = body.data;
    const at = columns.findIndex(({ title }: { title: string }) => title === one.column);
    const total = lines.at(-1);
    expect([one.report, total.kind, centsOfText(total.cells[at])]).toEqual([one.report, 'TOTAL', wanted]);

    const rows = readCsv(await fileOf(one.report, 'CSV', query));
    expect(rows.length).toBe(body.data.count);
    const cells = rows.map((row) => row[one.column] ?? '').filter((cell) => cell !== '');
    expect(cells.reduce((sum, cell) => sum + centsOfDecimal(cell.replace(',', '.')), 0n)).toBe(wanted);

    const sheet = await readXlsx(await fileOf(one.report, 'XLSX', query));
    const column = sheet.titles.indexOf(one.column);
    const foot = sheet.rows.findLast(({ formulas }) => formulas);
    expect(foot?.cells[0]).toBe('Total');
    expect(centsOfDecimal(foot?.cells[column] ?? '')).toBe(wanted);

    expect(pdfText(await fileOf(one.report, 'PDF', query))).toContain(total.cells[at]);
  });

  test('of Orçado × realizado is that of its screen, and every stage has its figures', async () => {
    const buildingId = await buildingOf('Residência');
    const { body } = await preview('estimated-actual', { buildingId, to: '2026-11-20' });
    const screen = await kit.services.api.get(
      `/api/v1/engineering/companies/${kit.companyId}/buildings/${buildingId}/appropriations/overview`,
      { token: kit.tokens.admin, query: { date: '2026-11-20' } },
    );
    const { total, stages } = screen.body.data;
    expect(body.data.count).toBe(stages.length + 1);
    expect(centsOfText(body.data.lines.at(-1).cells[4])).toBe(centsOfDecimal(total.actualValue));
    expect(centsOfText(body.data.lines.at(-1).cells[1])).toBe(centsOfDecimal(total.estimateTotal));
  });

  test('of the Demonstrativo is the result of its screen', async () => {
    const query = { from: '2026-06-01', to: '2026-10-31', regime: 'CASH' };
    const { body } = await preview('income-statement', query);
    const screen = await kit.services.api.get(`/api/v1/financial/company/${kit.companyId}/financial-statement`, {
      token: kit.tokens.admin,
      query: { from: '2026-06', to: '2026-10', regime: 'CASH' },
    });
    const result = screen.body.data.lines.find(({ line }: { line: string }) => line === 'RESULT');
    const shown = body.data.lines.find(({ cells }: { cells: string[] }) => cells[0] === result.label);
    expect(shown.cells.slice(1).map(centsOfText)).toEqual([...result.values, result.total].map(centsOfDecimal));
  });
});

/** Who may run what, by hand. */
const MAY: Record<User, readonly string[]> = {
  admin: ['cash-flow', 'income-statement', 'users', 'audit', 'bills-due', 'orders', 'abc-curve', 'price-history'],
  financeiro: ['bills-due', 'receivables', 'wallet-statement', 'reconciliation', 'retentions', 'expenses-by-stage'],
  pagador: ['bills-due', 'bills-paid', 'retentions', 'expenses-by-stage', 'expenses-by-partner'],
  comprador: ['orders', 'price-history'],
  engenheiro: ['estimated-actual', 'measurements', 'abc-curve', 'price-history'],
};
const MAY_NOT: Partial<Record<User, readonly string[]>> = {
  financeiro: ['cash-flow', 'income-statement', 'users', 'audit', 'orders', 'abc-curve'],
  pagador: ['receivables', 'wallet-statement', 'reconciliation', 'cash-flow', 'orders', 'users'],
  comprador: ['bills-due', 'measurements', 'audit', 'cash-flow'],
  engenheiro: ['bills-due', 'orders', 'audit', 'expenses-by-stage'],
};

describe('Who may run a report', () => {
  test.each(Object.keys(MAY) as User[])('%s is listed what they may run, and refused the rest', async (as) => {
    const { body } = await kit.services.api.get(`${kit.base}/catalogue`, { token: kit.tokens[as] });
    const listed = body.data.content.map(({ report }: { report: string }) => report);
    expect(listed).toEqual(expect.arrayContaining([...(MAY[as] ?? [])]));
    for (const report of MAY_NOT[as] ?? []) {
      expect(listed).not.toContain(report);
      for (const format of [null, 'CSV']) {
        const path = `${kit.base}/reports/${report}${format ? '/file' : ''}`;
        const answer = await kit.services.api.get(path, { token: kit.tokens[as], query: format ? { format } : {} });
        expect([report, answer.status]).toEqual([report, 403]);
      }
      const asked = { report, format: 'CSV', parameters: {} };
      const made = await kit.services.api.post(`${kit.base}/report-files`, { token: kit.tokens[as], body: asked });
      expect(made.status).toBe(403);
    }
  });

  test('a user of one obra sees only what it bears, and another obra does not exist for them', async () => {
    const { seed, api } = kit.services;
    const casa = Number(await buildingOf('Residência'));
    const clinic = await buildingOf('Clínica');
    const accountId = Number(await kit.value('select account_id as value from companies limit 1'));
    const user = await seed.user(accountId);
    await seed.grant(user, { companyId: kit.companyId, buildingId: casa, permissions: ['DEBIT'] });
    const token = await seed.tokenOf(user);
    const ask = (report: string, query: Record<string, string> = YEAR) =>
      api.get(`${kit.base}/reports/${report}`, { token, query });

    const stages = (await ask('expenses-by-stage')).body.data;
    const groups = stages.lines.filter(({ kind }: { kind: string }) => kind === 'GROUP');
    expect(groups.map(({ cells }: { cells: string[] }) => cells[0])).toEqual([
      await kit.value('select name as value from buildings where id = $1', [casa]),
    ]);
    const paid = (await ask('bills-paid')).body.data;
    const wanted = await kit.value(
      `select count(*) as value from installments i where i.type = 'DEBIT' and not i.forecast
        and i.payment_date between '2026-01-01' and '2026-12-31' and exists (
          select from apportionments a where a.transaction_id = i.transaction_id and a.building_id = $1)`,
      [casa],
    );
    expect(String(paid.count)).toBe(wanted);
    const names = paid.lines.flatMap(({ kind, cells }: { kind: string; cells: string[] }) =>
      kind === 'ROW' ? [cells[6]] : [],
    );
    expect(new Set(names).size).toBe(1);
    expect((await ask('bills-paid', { ...YEAR, buildingId: clinic })).status).toBe(404);
  });

  test('another company, an unknown report and a report without a login are refused', async () => {
    const { api } = kit.services;
    const token = kit.tokens.admin;
    expect((await api.get('/api/v1/reports/company/999999/catalogue', { token })).status).toBe(404);
    expect((await api.get(`${kit.base}/reports/unknown-report`, { token })).status).toBe(404);
    expect((await api.get(`${kit.base}/reports/bills-due`)).status).toBe(401);
  });
});

describe('Parameters', () => {
  test.each<[string, Record<string, string>, string]>([
    ['bills-due', { walletId: '1' }, 'walletId'],
    ['bills-due', { regime: 'CASH' }, 'regime'],
    ['bills-due', { grouping: 'COLOR' }, 'grouping'],
    ['bills-due', { from: '2026-05-02', to: '2026-05-01' }, 'to'],
    ['bills-due', { from: '2001-05-02', to: '2026-05-01' }, 'to'],
    ['users', { from: '2026-05-02' }, 'from'],
    ['abc-curve', {}, 'buildingId'],
    ['wallet-statement', {}, 'walletId'],
  ])('of %s: %j is refused at %s', async (report, query, path) => {
    const { status, body } = await preview(report, query);
    expect([status, body.fields[0].path]).toEqual([400, path]);
  });

  test('a period without rows says so, in every format', async () => {
    const query = { from: '2019-01-01', to: '2019-01-31' };
    const { body } = await preview('bills-paid', query);
    expect([body.data.count, body.data.lines]).toEqual([0, []]);
    expect(pdfText(await fileOf('bills-paid', 'PDF', query))).toContain('Nada no período');
    expect((await readXlsx(await fileOf('bills-paid', 'XLSX', query))).rows[0]?.cells[0]).toBe('Nada no período');
    expect(readCsv(await fileOf('bills-paid', 'CSV', query))).toEqual([]);
  });

  test('texts that a spreadsheet would compute are neutralised', async () => {
    const { seed } = kit.services;
    await seed.sql(`update partners set name = '=HYPERLINK("http://x")' where id = (
      select t.partner_id from transactions t join installments i on i.transaction_id = t.id
      where i.forecast and i.type = 'DEBIT' and t.partner_id is not null order by i.due_date desc limit 1)`);
    const rows = readCsv(await fileOf('bills-due', 'CSV', { from: '2026-01-01', to: '2029-12-31' }));
    const names = rows.map((row) => row['Fornecedor'] ?? '');
    expect(names).toContain(`'=HYPERLINK("http://x")`);
  });
});

describe('A workbook', () => {
  test('whose rows cannot be read fails alone', async () => {
    const rows = async function* () {
      yield { cells: ['um', '1.00'] };
      await Promise.resolve();
      throw new Error('the rows are gone');
    };
    const file = xlsxStream({
      ...{ title: 'Quebrado', about: [], issued: '', createdAt: '', landscape: false },
      company: { name: 'Empresa', taxId: null, logo: null },
      content: {
        columns: [
          { title: 'Nome', kind: 'TEXT', width: 10 },
          { title: 'Valor', kind: 'MONEY', width: 10, sum: true },
        ],
        rows: rows(),
      },
    });
    await expect(file.toArray()).rejects.toThrow('the rows are gone');
  });
});

describe('What a user keeps', () => {
  test('favourites are their own, and saved reports are shared when they say so', async () => {
    const { api } = kit.services;
    const [admin, payer] = [kit.tokens.admin, kit.tokens.pagador];
    const star = (token: string, favourite: boolean) =>
      api.put(`${kit.base}/reports/bills-due/favourite`, { token, body: { favourite } });
    expect((await star(payer, true)).status).toBe(200);
    expect((await star(payer, true)).status).toBe(200);
    const favourites = async (token: string) =>
      (await api.get(`${kit.base}/catalogue`, { token })).body.data.content
        .filter(({ favourite }: { favourite: boolean }) => favourite)
        .map(({ report }: { report: string }) => report);
    expect([await favourites(payer), await favourites(admin)]).toEqual([['bills-due'], []]);
    await star(payer, false);
    expect(await favourites(payer)).toEqual([]);

    const save = (token: string, body: object) => api.post(`${kit.base}/saved-reports`, { token, body });
    const body = { name: ' Contas do mês ', report: 'bills-due', parameters: { grouping: 'PARTNER' }, shared: true };
    const { id, name } = (await save(admin, body)).body.data;
    expect(name).toBe('Contas do mês');
    const again = await save(admin, { ...body, name: 'contas do MÊS', parameters: {} });
    expect([again.body.data.id, again.body.data.parameters]).toEqual([id, {}]);
    await save(admin, { name: 'Caixa', report: 'cash-flow', parameters: {}, shared: true });
    await save(admin, { name: 'Só meu', report: 'bills-due', parameters: {}, shared: false });
    const saved = async (token: string) =>
      (await api.get(`${kit.base}/saved-reports`, { token })).body.data.content.map(
        (one: { name: string }) => one.name,
      );
    expect([await saved(admin), await saved(payer)]).toEqual([
      ['Caixa', 'contas do MÊS', 'Só meu'],
      // Of reports that they may not run they are told nothing.
      ['contas do MÊS'],
    ]);
    expect((await api.delete(`${kit.base}/saved-reports/${id}`, { token: payer })).status).toBe(403);
    expect((await save(payer, { ...body, report: 'cash-flow' })).status).toBe(403);
    expect((await save(payer, { ...body, parameters: { regime: 'CASH' } })).status).toBe(400);
    expect((await api.delete(`${kit.base}/saved-reports/${id}`, { token: admin })).status).toBe(200);
    expect(await saved(payer)).toEqual([]);
  });
});

describe('A file that is made in the background', () => {
  test('has the rows of the user, is told by the assistant, and is nobody else’s', async () => {
    const { api } = kit.services;
    const token = kit.tokens.pagador;
    const body = { report: 'bills-paid', format: 'CSV', parameters: YEAR };
    const { id } = (await api.post(`${kit.base}/report-files`, { token, body })).body.data;
    const files = async (as = token) => (await api.get(`${kit.base}/report-files`, { token: as })).body.data.content;
    await eventually(async () => (await files())[0].state).toBe('DONE');
    const [file] = await files();
    expect([file.id, file.name]).toEqual([id, 'Contas pagas 01-01-2026 a 31-12-2026.csv']);
    expect(await files(kit.tokens.admin)).toEqual([]);
    const content = (as: string) =>
      kit.services.app.inject({
        url: `${kit.base}/report-files/${id}/content`,
        headers: { authorization: `Bearer ${as}` },
      });
    expect((await content(kit.tokens.admin)).statusCode).toBe(404);
    const made = (await content(token)).rawPayload;
    expect(made.length).toBe(file.size);
    expect(readCsv(made)).toEqual(readCsv(await fileOf('bills-paid', 'CSV', YEAR, 'pagador')));
    const messages = (await api.get('/api/v1/assistant/messages', { token })).body.data.content;
    expect(messages[0]).toMatchObject({ text: file.message, link: '/reports?tab=files&report=bills-paid' });
  });
});
