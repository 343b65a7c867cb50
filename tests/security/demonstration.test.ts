import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

const PASSWORD = 'tijolo sobre tijolo';
const DEMONSTRATION = '/api/v1/security/demonstration';

let services: TestServices;
beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services.stop());

interface Owner {
  token: string;
  accountId: number;
  /** Ids of the companies by name. */
  company: (name: string) => string;
}

const openAccount = async (login: string, demonstration: boolean): Promise<Owner> => {
  const { api } = services;
  const body = {
    user: { name: 'Rute', login },
    company: { name: 'Rute Obras' },
    building: { name: 'Casa' },
    wallet: { identifier: 'Caixinha', initialBalance: '100.00', balanceDate: '2026-11-01' },
    demonstration,
  };
  expect((await api.post('/api/v1/security/accounts', { body })).status).toBe(200);
  const { token } = await mailTo(services.app.platform.dataDir, login);
  expect(await rowsOf(login, 'companies')).toBe(1);
  const opened = await api.post('/api/v1/security/user/confirm', { body: { token, password: PASSWORD } });
  expect(opened.status).toBe(200);
  const granted = await api.post('/oauth/token', {
    body: new URLSearchParams({ grant_type: 'password', username: login, password: PASSWORD }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic cHJ1bW8td2ViOg==' },
  });
  const session = (await api.get('/api/v1/security/session', { token: granted.body.access_token })).body.data;
  const companies = Object.entries<{ name: string }>(session.companies);
  return {
    token: granted.body.access_token,
    accountId: session.accountId,
    company: (name) => companies.find(([, company]) => company.name === name)?.[0] ?? '',
  };
};

const rowsOf = async (login: string, table: string): Promise<number> =>
  Number(
    (
      await services.seed.sql<{ n: string }>(
        `select count(*) as n from ${table} where account_id = (select account_id from users where login = $1)`,
        [login],
      )
    )[0]?.n,
  );

/** Every row of the account, table by table, but the history and what a login leaves. */
const allRows = async (accountId: number): Promise<Record<string, string>> => {
  const tables = await services.seed.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not a.attisdropped
        and c.relname not in ('audit_log', 'row_changes', 'account_writes', 'access_tokens', 'link_tokens', 'outgoing_mail') order by 1`,
  );
  const entries: [string, string][] = [];
  for (const { name } of tables) {
    const [row] = await services.seed.sql<{ rows: string }>(
      `select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as rows from ${name} t where account_id = $1`,
      [accountId],
    );
    if (row?.rows) entries.push([name, row.rows]);
  }
  return Object.fromEntries(entries);
};

test('An account that asked for demonstration data opens with a company of its own, whose books are right', async () => {
  const login = 'experimenta@exemplo.com.br';
  const { token, company } = await openAccount(login, true);
  const { data } = (await services.api.get(DEMONSTRATION, { token })).body;
  expect(data.company.name).toBe('Construtora Ipê (demonstração)');
  const [facts] = await services.seed.sql(
    `select count(*)::integer as documents, count(distinct date_trunc('month', emission_date)) >= 12 as "aYear",
            (select count(*)::integer from buildings b where b.company_id = $1) as obras,
            bool_and(created_by is not null) as typed
       from transactions where company_id = $1`,
    [data.company.id],
  );
  expect(facts).toMatchObject({ aYear: true, obras: 3, typed: true });
  expect(Number(facts?.documents)).toBeGreaterThan(200);
  const path = `/api/v1/financial/company/${company('Construtora Ipê (demonstração)')}/wallets-summary`;
  const { content } = (await services.api.get(path, { token, query: { activeOnly: 'true' } })).body.data;
  expect(content).toHaveLength(5);
  for (const wallet of content) expect(wallet.balance).not.toMatch(/^-/);
  expect(await verifyLedger(services.database.ownerUrl)).toMatchObject({ differences: [] });
});

test('One call takes the demonstration away, exactly it and all of it', async () => {
  const { token, accountId } = await openAccount('sai@exemplo.com.br', true);
  const plain = await openAccount('igual@exemplo.com.br', false);
  const { status, body } = await services.api.delete(DEMONSTRATION, { token });
  expect([status, body.message]).toEqual([200, 'Os dados de demonstração saíram. O que é seu ficou como estava.']);
  expect(body.data.keptPartners).toBe(0);
  expect((await services.api.get(DEMONSTRATION, { token })).body.data).toEqual({ company: null });
  // What is left is what an account has that never had a demonstration.
  const [left, other] = [await allRows(accountId), await allRows(plain.accountId)];
  const lines = (rows: Record<string, string>) =>
    Object.fromEntries(Object.entries(rows).map(([table, text]) => [table, text.split('\n').length]));
  expect(lines(left)).toEqual(lines(other));
  const audited = await services.seed.sql(
    `select action from audit_log where account_id = $1 and action like '%Demonstration' order by id`,
    [accountId],
  );
  expect(audited).toEqual([{ action: 'createDemonstration' }, { action: 'removeDemonstration' }]);
  expect((await services.api.delete(DEMONSTRATION, { token })).status).toBe(404);
});

test('What somebody entered into the demonstration keeps it, in words, and a partner that own documents use stays', async () => {
  const { token, accountId, company } = await openAccount('mistura@exemplo.com.br', true);
  const [partner] = await services.seed.sql<{ id: string }>(
    `select id::text from partners where account_id = $1 and type = 'SUPPLIER' order by id limit 1`,
    [accountId],
  );
  const expense = (companyId: string) =>
    services.api.post(`/api/v1/financial/company/${companyId}/debit/`, {
      token,
      body: {
        description: 'Cimento',
        emissionDate: '2026-11-20',
        partner: { id: Number(partner?.id) },
        transactionRecordList: [{ forecast: true, dueDate: '2026-12-20', grossValue: '10.00' }],
      },
    });
  const inDemonstration = await expense(company('Construtora Ipê (demonstração)'));
  expect([inDemonstration.status, inDemonstration.text]).toEqual([200, expect.any(String)]);
  expect((await expense(company('Rute Obras'))).status).toBe(200);
  const before = await allRows(accountId);
  const refused = await services.api.delete(DEMONSTRATION, { token });
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'Na empresa de demonstração há o que não veio com ela: 1 despesa. Exclua o que for teste, refaça o resto na sua empresa, e tente de novo.',
  ]);
  expect(await allRows(accountId)).toEqual(before);
  const path = `/api/v1/financial/company/${company('Construtora Ipê (demonstração)')}/debit/${inDemonstration.body.data.id}`;
  expect((await services.api.delete(path, { token })).status).toBe(200);
  const { status, body } = await services.api.delete(DEMONSTRATION, { token });
  expect([status, body.message, body.data.keptPartners]).toEqual([
    200,
    'Os dados de demonstração saíram. 1 fornecedor ou cliente ficou, porque um lançamento seu o usa.',
    1,
  ]);
  expect(await rowsOf('mistura@exemplo.com.br', 'transactions')).toBe(1);
  expect(await verifyLedger(services.database.ownerUrl)).toMatchObject({ differences: [] });
});

test('The first steps count what people did: not the demonstration, not the categories that every account has', async () => {
  const { token, accountId, company } = await openAccount('passos@exemplo.com.br', true);
  const { api } = services;
  const own = company('Rute Obras');
  const demonstrationCompanyId = Number(company('Construtora Ipê (demonstração)'));
  const steps = async (companyId = own, as = token) =>
    (await api.get('/api/v1/security/first-steps', { token: as, query: { companyId } })).body.data;
  const fresh = { demonstrationCompanyId, categories: 0, suppliers: 0, customers: 0, billsImported: false };
  expect(await steps()).toEqual(fresh);
  expect(await steps(String(demonstrationCompanyId))).toEqual(fresh);

  // One category renamed, one made.
  const [first] = await services.seed.sql<{ id: string; type: string }>(
    'select id::text, type from categories where account_id = $1 order by id limit 1',
    [accountId],
  );
  const category = (call: 'put' | 'post', body: object) =>
    api[call](`/api/v1/financial/account/${accountId}/category/`, { token, body });
  const renamed = { id: Number(first?.id), type: first?.type, name: 'Medições da obra nova', version: 1 };
  expect((await category('put', renamed)).status).toBe(200);
  expect((await category('post', { type: 'DEBIT', name: 'Andaimes' })).status).toBe(200);
  const columns = ['dueDate', 'partner', 'documentNumber', 'grossValue', 'category', 'building', 'description'];
  const cells = ['10/12/2026', 'Fornecedor da planilha', 'NF 1', '10,00', 'Andaimes', 'Casa', 'Da planilha'];
  const bills = `/api/v1/financial/company/${own}/debit/import`;
  const sent = await api.post(bills, {
    token,
    body: { fileName: 'contas.xlsx', columns, rows: [{ line: 2, cells }], createMissing: ['partner'] },
  });
  expect([sent.status, sent.body.data.counts]).toMatchObject([200, { created: 1 }]);
  expect(await steps()).toEqual({ ...fresh, categories: 2, suppliers: 1, billsImported: true });
  // Bills belong to a company; a bill that is taken back was not imported.
  expect(await steps(String(demonstrationCompanyId))).toMatchObject({ billsImported: false });
  expect((await api.post(`${bills}/${sent.body.data.importId}/undo`, { token })).status).toBe(200);
  expect(await steps()).toEqual({ ...fresh, categories: 2 });

  const stranger = await openAccount('outra@exemplo.com.br', false);
  const asked = { token: stranger.token, query: { companyId: own } };
  expect((await api.get('/api/v1/security/first-steps', asked)).status).toBe(404);
  expect(await steps(stranger.company('Rute Obras'), stranger.token)).toEqual({
    ...fresh,
    demonstrationCompanyId: null,
  });
});
