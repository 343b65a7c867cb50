import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startLedger, type Ledger } from '#tests/financial/ledger/kit.ts';
import type { Reply } from '#tests/support/services.ts';

let ledger: Ledger;
let company: string;
let account: string;

const ROWS = 60;
const CEILING = 10_000;

/**
 * Creates sixty open expenses of R$ 1,00 to R$ 60,00, due one a day from 1 March 2026, and transfers on the same days.
 */
const fill = async ({ services: { seed }, accountId, companyId, itau, caixa }: Ledger): Promise<void> => {
  await seed.sql(
    `with made as (
       insert into transactions (account_id, company_id, type, document_number, description, emission_date, competence_date,
         status, installment_count, paid_installment_count, gross_value, reference_due_date)
       select $1, $2, 'DEBIT', 'NF-' || n, 'Areia Média ' || n, date '2026-02-01' + n, date '2026-02-01' + n, 'OPEN', 1, 0, n,
         date '2026-02-28' + n
       from generate_series(1, ${ROWS}) n returning account_id, company_id, id, gross_value, reference_due_date)
     insert into installments (account_id, company_id, transaction_id, type, number, forecast, created_on, due_date, gross_value)
     select account_id, company_id, id, 'DEBIT', 1, true, date '2026-02-01', reference_due_date, gross_value from made`,
    [accountId, companyId],
  );
  await seed.sql(
    `insert into transfers (account_id, company_id, amount, date, source_wallet_id, target_wallet_id, description)
     select $1, $2, n, date '2026-02-28' + n, $3, $4, 'Reforço ' || n from generate_series(1, ${ROWS}) n`,
    [accountId, companyId, itau, caixa],
  );
  const named = (table: string, columns: string, values: string) =>
    seed.sql(`insert into ${table} (account_id, ${columns}) select $1, ${values} from generate_series(1, ${ROWS}) n`, [
      accountId,
    ]);
  const name = `'Linha ' || lpad(n::text, 5, '0')`;
  await named('partners', 'type, name, city', `'SUPPLIER', ${name}, case when n <= 3 then 'São Luís' end`);
  await named('partners', 'type, name', `'CUSTOMER', ${name}`);
  await named('categories', 'type, name', `'DEBIT', ${name}`);
  await named('companies', 'name', name);
  await named('users', 'login, name', `'linha' || n || '@exemplo.com.br', ${name}`);
  await named('buildings', 'company_id, name', `${companyId}, ${name}`);
  await named(
    'wallets',
    'company_id, identifier, initial_balance, balance_date',
    `${companyId}, ${name}, 0, date '2026-01-01'`,
  );
};

beforeAll(async () => {
  ledger = await startLedger();
  await fill(ledger);
  company = `/api/v1/financial/company/${ledger.companyId}`;
  account = `/api/v1/financial/account/${ledger.accountId}`;
});
afterAll(() => ledger.services.stop());

const get = (path: string): Promise<Reply> => ledger.services.api.get(path, { token: ledger.admin });
const urlOf = (path: string) =>
  path
    .replace('{company}', company)
    .replace('{account}', account)
    .replace('{itau}', String(ledger.itau))
    .replace('{caixa}', String(ledger.caixa));

describe('A list call of §7 without a size returns every row', () => {
  // Rows of `fill`, plus the ledger's initial rows.
  test.each([
    ['{company}/debit/', ROWS],
    ['{company}/debit/period?from=2026-03-01&to=2026-12-31', ROWS],
    ['{company}/debit/building/-1', ROWS],
    ['{company}/debit/building/-1/period?from=2026-03-01&to=2026-12-31', ROWS],
    ['{company}/debit/transaction-record?from=2026-03-01&to=2026-12-31', ROWS],
    ['{company}/debit/transaction-record', ROWS],
    ['{company}/debit/summaries', ROWS],
    ['{company}/debit/installments', ROWS],
    ['{company}/building/', ROWS + 3],
    ['{company}/building/active', ROWS + 3],
    ['{company}/bank/', ROWS + 2],
    ['/api/v1/financial/companies/1/transfers', ROWS],
    ['{company}/cashflow/paid/bank/{caixa}/statement?from=2026-01-01&to=2026-12-31', ROWS],
    ['{account}/building', ROWS + 3],
    ['{account}/category/', ROWS + 2],
    ['{account}/category/active?type=DEBIT', ROWS + 1],
    ['{account}/partner/', 2 * ROWS + 2],
    ['{account}/partner/supplier', ROWS + 1],
    ['{account}/partner/supplier/active', ROWS + 1],
    ['{account}/partner/customer', ROWS + 1],
    ['{account}/partner/customer/active', ROWS + 1],
    ['{account}/company/', ROWS + 1],
    ['{account}/company/active', ROWS + 1],
    ['{account}/user/', ROWS + 3],
  ])('GET %s', async (path, rows) => {
    const { status, body } = await get(urlOf(path.replace('companies/1', `companies/${ledger.companyId}`)));
    expect(status).toBe(200);
    const { content, ...frame } = body.data;
    expect([content.length, frame.last, frame.totalElements, frame.number]).toEqual([rows, true, rows, 0]);
    expect(new Set(content.map(({ id, key }: { id: number; key: string }) => id ?? key)).size).toBe(rows);
  });

  test('up to the maximum page size, with the total and a next page', async () => {
    const more = CEILING + 5;
    await ledger.services.seed.sql(
      `insert into partners (account_id, type, name) select $1, 'SUPPLIER', 'Muitos ' || n from generate_series(1, ${more}) n`,
      [ledger.accountId],
    );
    const { body } = await get(`${account}/partner/supplier`);
    const { content, last, totalElements } = body.data;
    expect([content.length, last, totalElements]).toEqual([CEILING, false, ROWS + 1 + more]);
    const rest = (await get(`${account}/partner/supplier?page=1`)).body.data;
    expect([rest.content.length, rest.last, rest.totalElements]).toEqual([
      ROWS + 1 + more - CEILING,
      true,
      totalElements,
    ]);
  });
});

describe('Only `from` means that day alone (§2)', () => {
  test.each([
    ['{company}/debit/?from=2026-03-10', ['NF-10']],
    ['{company}/debit/summaries?from=2026-03-10', ['NF-10']],
    ['{company}/debit/building/-1?from=2026-03-10', ['NF-10']],
    ['{company}/debit/installments?from=2026-03-10', ['NF-10']],
    ['{company}/debit/transaction-record?from=2026-03-10', ['NF-10']],
    ['/api/v1/financial/companies/1/transfers?from=2026-03-10', ['Reforço 10']],
  ])('of GET %s', async (path, expected) => {
    const { body } = await get(urlOf(path.replace('companies/1', `companies/${ledger.companyId}`)));
    const names = body.data.content.map(
      (row: Record<string, Record<string, string>>) =>
        row['documentNumber'] ?? row['transaction']?.['documentNumber'] ?? row['description'],
    );
    expect(names).toEqual(expected);
  });

  test('of the cash flow’s forecasts, where overdue amounts count on today', async () => {
    const day = async (path: string) => (await get(`${company}/cashflow/forecast/${path}`)).body.data;
    // Sixty expenses, all overdue on 20 November: 1 + 2 + … + 60 = 1,830.
    expect((await day('category/debit/amount?from=2026-11-20')).total).toBe('1830.00');
    expect((await day('category/debit/amount?from=2026-11-21')).total).toBe('0.00');
    expect((await day('bank/balance?from=2026-11-21')).content).toHaveLength(1);
    expect((await day('bank/balance')).content).toHaveLength(181);
  });

  test.each([
    ['{company}/debit/period', 'from', 'to'],
    ['{company}/debit/building/-1/period', 'from', 'to'],
    ['{company}/cashflow/paid/bank/{itau}/statement', 'from', 'to'],
    ['{company}/cashflow/paid/bank/balance', 'from', 'to'],
    ['/api/v1/financial/cash-flows', 'startDate', 'endDate'],
  ])('GET %s, to which §7 gives both days, requires the other one', async (path, from, to) => {
    const query = new URLSearchParams({ [from]: '2026-03-10' });
    if (from === 'startDate') query.set('companyId', String(ledger.companyId));
    const { status, body } = await get(`${urlOf(path)}?${query}`);
    expect([status, body.fields]).toEqual([400, [{ path: to, message: 'Campo obrigatório.' }]]);
  });
});

test.each([
  ['{company}/debit/?from=0000-01-01', 'from'],
  ['{company}/debit/period?from=2026-01-01&to=0000-12-31', 'to'],
  ['{company}/debit/installments?paymentDate=0000-02-29', 'paymentDate'],
  ['{company}/wallets-summary?at=0000-01-01', 'at'],
  ['{company}/cashflow/paid/bank/{itau}/balance?at=0000-01-01', 'at'],
  ['/api/v1/financial/balances?companyId=1&endDate=0000-01-01', 'endDate'],
])('The year 0000 is rejected: GET %s', async (path, field) => {
  const { status, body } = await get(urlOf(path).replace('companyId=1', `companyId=${ledger.companyId}`));
  expect([status, body.fields]).toEqual([
    400,
    [{ path: field, message: 'Informe uma data válida no formato AAAA-MM-DD.' }],
  ]);
});

describe('An equality filter finds the rows that show the value', () => {
  test.each([
    ['{company}/debit/?emissionDate=2026-02-11', 'NF-10'],
    ['{company}/debit/?competenceDate=2026-02-11', 'NF-10'],
    ['{company}/debit/?dueDate=2026-03-10', 'NF-10'],
    ['{company}/debit/?value=10', 'NF-10'],
    ['{company}/debit/?grossValue=10.00', 'NF-10'],
    ['{company}/debit/?description=areia%20media%2010', 'NF-10'],
    ['{company}/debit/?value=10&forecast=true', 'NF-10'],
    ['{company}/debit/?value=10&forecast=false', ''],
    ['{company}/debit/summaries?value=10', 'NF-10'],
    ['{company}/debit/installments?value=10', 'NF-10'],
    ['{company}/debit/installments?dueDate=2026-03-10', 'NF-10'],
    ['{company}/debit/installments?emissionDate=2026-02-11&forecast=true', 'NF-10'],
    ['{company}/debit/installments?paymentDate=2026-03-10', ''],
    ['{account}/partner/supplier?city=sao%20luis', 'Linha 00001,Linha 00002,Linha 00003'],
    ['{account}/partner/supplier?name=linha%2000002', 'Linha 00002'],
    ['{account}/category/?name=LINHA%2000002', 'Linha 00002'],
    ['{account}/company/?name=Linha%2000002', 'Linha 00002'],
    ['{account}/user/?login=linha2@exemplo.com.br', 'Linha 00002'],
    ['{account}/user/?name=Linha%2000002&admin=false', 'Linha 00002'],
    ['{company}/building/?name=Linha%2000002', 'Linha 00002'],
    ['{company}/bank/?identifier=Linha%2000002', 'Linha 00002'],
    ['{transfers}?amount=10', 'Reforço 10'],
    ['{transfers}?date=2026-03-10&sourceWalletId={itau}&targetWalletId={caixa}', 'Reforço 10'],
    ['{transfers}?description=reforco%2010&wallet={caixa}', 'Reforço 10'],
    ['{transfers}?sourceWalletId={caixa}', ''],
  ])('GET %s', async (path, expected) => {
    const url = path.replace('{transfers}', `/api/v1/financial/companies/${ledger.companyId}/transfers`);
    const { status, body } = await get(urlOf(url));
    expect(status).toBe(200);
    const names = body.data.content.map(
      (row: Record<string, Record<string, string>>) =>
        row['documentNumber'] ??
        row['transaction']?.['documentNumber'] ??
        row['name'] ??
        row['identifier'] ??
        row['description'],
    );
    expect(names.join()).toBe(expected);
    expect(body.data.totalElements).toBe(expected === '' ? 0 : names.length);
  });

  test('by wallet matches payments made from it and payments expected in it, as the row shows', async () => {
    const { post, itau, caixa } = ledger;
    const installment = (grossValue: string, paid?: number) => ({
      dueDate: '2027-01-10',
      grossValue,
      ...(paid
        ? { forecast: false, paymentDate: '2026-11-20', bank: { id: paid }, paymentMethod: 'PIX' }
        : { forecast: true }),
    });
    const transaction = (documentNumber: string, expected: number, ...list: object[]) =>
      post('credit', {
        documentNumber,
        grossValue: list.length === 2 ? '100.00' : '50.00',
        emissionDate: '2026-11-01',
        expectedBank: { id: expected },
        transactionRecordList: list,
      });
    for (const made of [
      await transaction('aberta', itau, installment('50.00')),
      await transaction('paga noutra', itau, installment('50.00', caixa)),
      await transaction('em parte noutra', itau, installment('50.00', caixa), installment('50.00')),
      await transaction('outra', caixa, installment('50.00')),
    ]) {
      expect(made.status).toBe(200);
    }
    const found = async (path: string) => {
      const { body } = await get(`${company}/credit/${path}`);
      const numbers = body.data.content.map(
        (row: { documentNumber?: string; transaction?: { documentNumber: string } }) =>
          row.documentNumber ?? row.transaction?.documentNumber,
      );
      return numbers.sort().join();
    };
    for (const list of ['', 'summaries']) {
      expect(await found(`${list}?bank=${itau}`)).toBe('aberta,em parte noutra');
      expect(await found(`${list}?bank=${caixa}`)).toBe('em parte noutra,outra,paga noutra');
    }
    expect(await found(`installments?bank=${itau}`)).toBe('aberta,em parte noutra');
    expect(await found(`installments?bank=${caixa}`)).toBe('em parte noutra,outra,paga noutra');
  });
});
