import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrate } from '#services/platform/db/migrate.ts';
import { distribute } from '#services/platform/db/spread/distribute.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { SeedKit } from '#tests/support/seedKit.ts';

/** What of `npm run distribute` shows on one machine; the rest needs a cluster (docs/decisions/0118). */
let database: TestDatabase;
let seed: SeedKit;

beforeAll(async () => {
  database = await createTestDatabase();
  seed = new SeedKit(database.ownerUrl, () => new Date('2026-11-20T15:00:00Z'));
});
afterAll(async () => {
  await seed.close();
  await database.drop();
});

test('A server that is no cluster is refused with what to do, and keeps its triggers', async () => {
  const said: string[] = [];
  await expect(distribute(database.ownerUrl, (line) => said.push(line))).rejects.toThrow(
    'Este PostgreSQL não é um cluster Citus.',
  );
  expect(said).toEqual([]);
  expect(await seed.sql("select tgname from pg_trigger where tgenabled = 'D'")).toEqual([]);
});

test('A server that does not answer is refused as such', async () => {
  await expect(distribute('postgres://prumo@127.0.0.1:1/prumo', () => {})).rejects.toThrow(
    'Não consegui conectar ao coordenador',
  );
});

test('The product does not start on a database whose rows are still on their way', async () => {
  await seed.sql('create table unfinished_distribution ()');
  await expect(migrate(database.ownerUrl)).rejects.toThrow('rode npm run distribute de novo');
  await seed.sql('drop table unfinished_distribution');
  await expect(migrate(database.ownerUrl)).resolves.toBeUndefined();
});

test('A login with a password is one in all accounts, and free again when it goes', async () => {
  const [mine, theirs] = [await seed.account('Minha'), await seed.account('Alheia')];
  const add = (account: number) =>
    seed.sql<{ id: number }>(
      `insert into users (account_id, login, name, password_hash) values (${account}, 'ana@x.com', 'Ana', 'h') returning id`,
    );
  await add(mine);
  await expect(add(theirs)).rejects.toMatchObject({ code: '23505', constraint: 'users_login_key' });
  await seed.sql(`update users set login = 'bia@x.com' where account_id = ${mine}`);
  await add(theirs);
  await seed.sql(`update users set password_hash = null where account_id = ${theirs}`);
  expect(await seed.sql('select login, account_id::int from logins')).toEqual([
    { login: 'bia@x.com', account_id: mine },
  ]);
  await seed.sql(`delete from accounts where id = ${mine}`);
  expect(await seed.sql('select login from logins')).toEqual([]);
});
