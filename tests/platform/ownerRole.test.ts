import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrate } from '#services/platform/db/migrate.ts';
import { buildServices } from '#services/server.ts';
import { createEmptyDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { SeedKit, TEST_PASSWORD } from '#tests/support/seedKit.ts';
import { apiOf } from '#tests/support/services.ts';

const ROLE = `owner_${process.pid}`;

let database: TestDatabase;
let superuser: SeedKit;
let owner: SeedKit;
let ownerUrl: string;

beforeAll(async () => {
  database = await createEmptyDatabase();
  superuser = new SeedKit(database.ownerUrl, () => new Date());
  // Roles belong to the whole server; here another database has already created this one.
  await superuser.sql(`create role ${ROLE} login password 'segredo' nosuperuser`);
  await superuser.sql(`grant prumo_app to ${ROLE}`);
  await superuser.sql(`alter database ${new URL(database.url).pathname.slice(1)} owner to ${ROLE}`);
  const url = new URL(database.url);
  url.username = ROLE;
  url.password = 'segredo';
  ownerUrl = url.href;
  await migrate(ownerUrl);
  url.searchParams.set('options', '-c prumo.owner_access=on');
  owner = new SeedKit(url.href, () => new Date());
});
afterAll(async () => {
  await owner?.close();
  await superuser?.close();
  await database?.drop();
});

describe('A database owned by an ordinary role, without superuser rights', () => {
  test('serves a login and its session', async () => {
    const accountId = await owner.account();
    await owner.company(accountId);
    const user = await owner.user(accountId, { admin: true });
    const app = await buildServices({ databaseUrl: ownerUrl, dataDir: '/nowhere', checkAnswers: true });
    try {
      const { body } = await apiOf(app).post('/oauth/token', {
        headers: { authorization: 'Basic cHJ1bW8td2ViOg==', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'password', username: user.login, password: TEST_PASSWORD }).toString(),
      });
      const session = await apiOf(app).get('/api/v1/security/session', { token: body.access_token });
      expect(session.body.data).toMatchObject({ accountId, admin: true });
    } finally {
      await app.close();
    }
  });

  test('hides the rows of accounts from its owner too, except for tools', async () => {
    const bare = new SeedKit(ownerUrl, () => new Date());
    expect(await bare.sql('select * from users')).toEqual([]);
    expect(await owner.sql('select * from users')).not.toEqual([]);
    await bare.close();
  });

  test('searches by an index, within one account only', async () => {
    const [mine, theirs] = [await owner.account(), await owner.account()];
    const ids = new Map<number, number>();
    for (const account of [mine, theirs]) {
      const company = await owner.company(account);
      const [{ id } = { id: '0' }] = await owner.sql<{ id: string }>(
        `with d as (insert into transactions (account_id, company_id, type, description, emission_date, competence_date,
             status, installment_count, paid_installment_count, gross_value, reference_due_date)
           values ($1, $2, 'DEBIT', 'Cimento', '2026-11-01', '2026-11-01', 'OPEN', 1, 0, 5, '2026-11-20') returning id),
         i as (insert into installments (account_id, company_id, transaction_id, type, number, forecast, created_on, due_date, gross_value)
           select $1, $2, id, 'DEBIT', 1, true, '2026-11-01', '2026-11-20', 5 from d)
         select id from d`,
        [account, company],
      );
      ids.set(account, Number(id));
    }
    const app = new pg.Client({ connectionString: ownerUrl, options: '-c role=prumo_app' });
    await app.connect();
    await app.query(`begin; select set_config('prumo.account_id', '${mine}', true)`);
    const { rows } = await app.query(
      `select find_documents(c.id, 'DEBIT', array['cimento']) as id from unnest($1::bigint[]) c(id)`,
      [(await owner.sql<{ id: string }>('select id from companies')).map(({ id }) => id)],
    );
    await app.end();
    expect(rows.map(({ id }) => Number(id))).toEqual([ids.get(mine)]);

    // The function's query uses the index for this owner too, because no policy applies to it.
    const bare = new pg.Client({ connectionString: ownerUrl, options: '-c enable_seqscan=off' });
    await bare.connect();
    const plan = await bare.query<{ 'QUERY PLAN': string }>(
      `explain select from document_search where text like '%cimento%'`,
    );
    await bare.end();
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Cond: .*text ~~ /);
  });
});
