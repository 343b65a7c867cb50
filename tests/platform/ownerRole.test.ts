import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { migrate } from '#services/platform/migrate.ts';
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
  // One role for all databases of the server: here another database has already made it.
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

  test('hides the rows of accounts from its owner too, unless a tool asks for them', async () => {
    const bare = new SeedKit(ownerUrl, () => new Date());
    expect(await bare.sql('select * from users')).toEqual([]);
    expect(await owner.sql('select * from users')).not.toEqual([]);
    await bare.close();
  });
});
