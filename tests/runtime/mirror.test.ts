import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { createDemoDatabase } from '#tests/support/app.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { createEmptyDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { changesReadable } from '#tests/support/readableChanges.ts';
import { SeedKit } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

/** docs/examples/mirror: a program of somebody else, which knows the API alone. */
const SCRIPT = new URL('../../docs/examples/mirror/mirror.mjs', import.meta.url).pathname;
const run = promisify(execFile);

let services: TestServices;
let gateway: TestGateway;
let mirror: TestDatabase;
let copy: SeedKit;
let admin: string;
let program: string;
let company: string;
let output: string;

const api = () => services.api;
const debits = () => `/api/v1/financial/company/${company}/debit`;
const ok = async (answer: ReturnType<ReturnType<typeof api>['get']>) => {
  const { status, text, body } = await answer;
  if (status !== 200) throw new Error(text);
  return body.data;
};

const runScript = async (): Promise<string> => {
  await changesReadable(services.seed);
  const env = { ...process.env, PRUMO_URL: gateway.url, PRUMO_TOKEN: program, MIRROR_URL: mirror.ownerUrl };
  return (await run(process.execPath, [SCRIPT], { env })).stdout;
};

/** Lines "Saldo<tab>Itaú<tab>1234.50" as [name, amount]. */
const sums = (title: string): [string, string][] =>
  output
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([first]) => first === title)
    .map(([, name = '', amount = '']) => [name, amount]);

/** Rows that came and left in the last run, of a list whose path ends so. */
const told = (ending: string): string | undefined =>
  output
    .split('\n')
    .find((line) => line.includes(`${ending}: `))
    ?.split(': ')[1];

const balances = () =>
  services.seed.sql<{ name: string; sum: string }>(`
    select w.identifier as name, (w.initial_balance
      + coalesce((select sum(case i.type when 'CREDIT' then i.value else -i.value end) from installments i
                   where i.wallet_id = w.id and not i.forecast and i.payment_date >= w.balance_date), 0)
      + coalesce((select sum(case when t.target_wallet_id = w.id then t.amount else -t.amount end) from transfers t
                   where w.id in (t.source_wallet_id, t.target_wallet_id) and t.date >= w.balance_date), 0))::text as sum
      from wallets w where w.company_id = ${company} order by w.id`);
const costs = () =>
  services.seed.sql<{ name: string; sum: string }>(`
    select b.name, coalesce((
      select sum(s.value) from apportionment_shares s
        join apportionments a on a.id = s.apportionment_id join transactions t on t.id = a.transaction_id
       where a.building_id = b.id and t.type = 'DEBIT'), 0)::numeric(15, 2)::text as sum
      from buildings b where b.company_id = ${company} order by b.id`);
const pairs = (rows: { name: string; sum: string }[]): [string, string][] => rows.map(({ name, sum }) => [name, sum]);

const expectSameSums = async (): Promise<void> => {
  const { checked, differences } = await verifyLedger(services.database.ownerUrl);
  expect(differences).toEqual([]);
  expect(sums('Saldo')).toEqual(pairs(await balances()));
  expect(sums('Custo')).toEqual(pairs(await costs()));
  const counted = await copy.sql<{ documents: number; installments: number; transfers: number; wallets: number }>(`
    select count(*) filter (where list ~ '/(debit|credit)$')::int as documents,
           count(*) filter (where list like '%/installments')::int as installments,
           count(*) filter (where list like '%/transfers')::int as transfers,
           count(*) filter (where list like '%/bank')::int as wallets from prumo_rows`);
  const { transactions, installments, transfers, wallets } = checked;
  expect(counted).toEqual([{ documents: transactions, installments, transfers, wallets }]);
};

beforeAll(async () => {
  services = await startServices({ createDatabase: createDemoDatabase });
  gateway = await startGateway({ services: await services.listen() });
  mirror = await createEmptyDatabase();
  copy = new SeedKit(mirror.ownerUrl, () => new Date());
  const [user] = await services.seed.sql<{ id: number; accountId: number; company: string }>(
    `select u.id::int, u.account_id::int as "accountId", (select min(c.id) from companies c where c.account_id = u.account_id)::text as company
       from users u where u.login = 'admin@demo.prumo'`,
  );
  if (!user) throw new Error('there is no demo company');
  ({ company } = user);
  admin = await services.seed.tokenOf({ ...user, login: '', password: '' });
  const body = { name: 'Espelho', areas: ['FINANCIAL'], expiresOn: '2027-02-18' };
  program = (await ok(api().post('/api/v1/security/api-tokens', { token: admin, body }))).token;
  output = await runScript();
}, 120_000);
afterAll(async () => {
  await copy.close();
  await gateway.stop();
  await services.stop();
  await mirror.drop();
});

describe('The mirror', () => {
  test('has the sums of the ledger after its first run, and says what its token does not reach', async () => {
    await expectSameSums();
    expect(told(`/purchase/company/${company}/order`)).toBe('fora do alcance deste token');
  });

  test('reads nothing where nothing changed', async () => {
    output = await runScript();
    expect(told('/debit')).toBe('0 alterados, 0 retirados');
    expect(told('/partner')).toBe('0 alterados, 0 retirados');
  });

  test('has the sums of the ledger after rows were changed, paid and deleted', async () => {
    const free = await services.seed.sql<{ id: string }>(`
      select t.id from transactions t where t.type = 'DEBIT' and t.status = 'OPEN' and t.company_id = ${company}
         and not exists (select from orders o where o.transaction_id = t.id)
         and not exists (select from measurements m where m.transaction_id = t.id) order by t.id limit 3`);
    const query = { ids: free.map(({ id }) => id).join(',') };
    const [paid, dear, gone] = (await ok(api().get(debits(), { token: admin, query }))).content;
    const [first] = paid.transactionRecordList;
    const [wallet] = (await ok(api().get(`/api/v1/financial/company/${company}/bank`, { token: admin }))).content;
    const payment = { paymentDate: '2026-11-20', bank: { id: wallet.id }, paymentMethod: 'PIX', version: paid.version };
    await ok(api().post(`${debits()}/${paid.id}/installment/${first.id}/payment`, { token: admin, body: payment }));
    await ok(api().put(debits(), { token: admin, body: { ...dear, description: 'Alterada por fora' } }));
    await ok(api().delete(`${debits()}/${gone.id}`, { token: admin }));
    output = await runScript();
    await expectSameSums();
    expect(told('/debit')).toBe('2 alterados, 1 retirados');
    expect(told('/partner')).toBe('0 alterados, 0 retirados');
    const rows = await copy.sql(`select from prumo_rows where row ->> 'description' = 'Alterada por fora'`);
    expect(rows).toHaveLength(1);
  });

  test('starts over by itself after a restore of the database', async () => {
    await services.seed.sql('select settle_row_changes(true)');
    output = await runScript();
    expect(told('/partner')).not.toBe('0 alterados, 0 retirados');
    await expectSameSums();
  });
});
