import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Permission } from '#domain/permissions.ts';
import { postMessage, type NewMessage, type Subject } from '#services/assistant/postMessage.ts';
import { openEventStream, type EventStream } from '#tests/support/eventStream.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

const MESSAGES = '/api/v1/assistant/messages';
const STREAM = '/api/v1/assistant/stream';

let services: TestServices;
let address: string;
let ana: TestUser;
let token: string;
let companyId: number;
let otherCompanyId: number;
let tower: number;
let house: number;
const open: EventStream[] = [];

beforeAll(async () => {
  services = await startServices();
  address = await services.listen();
  const { seed } = services;
  const accountId = await seed.account();
  companyId = await seed.company(accountId);
  otherCompanyId = await seed.company(accountId);
  tower = await seed.building({ accountId, companyId });
  house = await seed.building({ accountId, companyId });
  ana = await seed.user(accountId);
  token = await seed.tokenOf(ana);
});
beforeEach(async () => {
  await services.seed.sql('delete from assistant_messages');
  await grants([[tower, ['DEBIT']]]);
});
afterAll(async () => {
  open.forEach((stream) => stream.close());
  await services.stop();
});

/** Takes all permissions away and gives these, by building; null is what belongs to none. */
const grants = async (given: [number | null, Permission[]][], company = companyId): Promise<void> => {
  await services.seed.sql('delete from user_permissions where user_id = $1', [ana.id]);
  for (const [buildingId, permissions] of given) {
    await services.seed.grant(ana, { companyId: company, buildingId, permissions });
  }
};

const post = (message: NewMessage, hold: Promise<void> = Promise.resolve()) =>
  services.app.platform.command(
    { accountId: ana.accountId, userId: ana.id },
    { route: 'test', requestId: null },
    async (trx, work) => {
      await postMessage(trx, work, message);
      await hold;
    },
  );
const tell = (text: string, about?: Subject, hold?: Promise<void>) =>
  post({ userIds: [ana.id], kind: 'INFO', text, ...(about ? { about } : {}) }, hold);

const texts = async (): Promise<string[]> =>
  (await services.api.get(MESSAGES, { token })).body.data.content.map(({ text }: { text: string }) => text);

const streamOf = async (headers: Record<string, string> = {}) => {
  const stream = await openEventStream(address + STREAM, { authorization: `Bearer ${token}`, ...headers });
  open.push(stream);
  return stream;
};

const about = (buildingIds: number[], more: Partial<Subject> = {}): Subject => ({
  companyId,
  permission: 'DEBIT',
  buildingIds,
  ...more,
});

describe('A message about guarded data', () => {
  test.each<[string, () => Promise<void>]>([
    ['the permission', () => grants([[tower, ['CREDIT']]])],
    ['the building', () => grants([[house, ['DEBIT']]])],
    ['the company', () => grants([[null, ['DEBIT']]], otherCompanyId)],
  ])('is hidden from a user who has lost %s since, and shown again when it is restored', async (_what, lose) => {
    await tell('Pagamento na torre', about([tower]));
    expect(await texts()).toEqual(['Pagamento na torre']);
    await lose();
    expect(await texts()).toEqual([]);
    expect((await services.api.get(MESSAGES, { token })).body.data).toMatchObject({
      totalElements: 0,
      unacknowledged: 0,
    });
    await grants([[tower, ['DEBIT']]]);
    expect(await texts()).toEqual(['Pagamento na torre']);
  });

  test('needs the grant on any building of its transaction, or on no building where it has none', async () => {
    await tell('Nas duas', about([tower, house]));
    await tell('Em nenhuma', about([]));
    expect(await texts()).toEqual(['Nas duas']);
    await grants([[null, ['DEBIT']]]);
    expect(await texts()).toEqual(['Em nenhuma']);
    // The same grant in another company says nothing of this one.
    await grants([[null, ['DEBIT']]], otherCompanyId);
    expect(await texts()).toEqual([]);
  });

  test('needs both permissions where it names a wallet balance', async () => {
    await tell('Saldo', about([tower], { withBalance: true }));
    expect(await texts()).toEqual([]);
    await services.seed.grant(ana, { companyId: otherCompanyId, permissions: ['CREDIT'] });
    expect(await texts()).toEqual([]);
    await grants([
      [tower, ['DEBIT']],
      [house, ['CREDIT']],
    ]);
    expect(await texts()).toEqual(['Saldo']);
  });

  test('is shown to every admin, and to its user when it names no guarded data', async () => {
    await tell('Sobre a torre', about([tower], { permission: 'ENGINEERING' }));
    await tell('Bom dia');
    expect(await texts()).toEqual(['Bom dia']);
    await services.seed.sql('update users set admin = true where id = $1', [ana.id]);
    expect(await texts()).toEqual(['Bom dia', 'Sobre a torre']);
    await services.seed.sql('update users set admin = false where id = $1', [ana.id]);
  });

  test('is not acknowledged, streamed or replayed for a user without the rights to it', async () => {
    const stream = await streamOf();
    await tell('Antes');
    const { id } = await stream.next();
    await tell('Da casa', about([house]));
    await tell('Da torre', about([tower]));
    expect((await stream.next()).data).toMatchObject({ text: 'Da torre' });

    const again = await streamOf({ 'last-event-id': id ?? '' });
    expect((await again.next()).data).toMatchObject({ text: 'Da torre' });
    const [row] = await services.seed.sql<{ id: string }>(`select id from assistant_messages where text = 'Da casa'`);
    expect((await services.api.post(`/api/v1/assistant/broadcast/ack/${row?.id}`, { token })).status).toBe(404);
  });
});

describe('A message that is committed after one with a higher id', () => {
  /** Sequences are outside of transactions: everybody sees at once that an id was drawn. */
  const lastId = async (): Promise<number> => {
    const [row] = await services.seed.sql<{ id: string | null }>(
      `select pg_sequence_last_value(pg_get_serial_sequence('assistant_messages', 'id')::regclass) as id`,
    );
    return Number(row?.id ?? 0);
  };

  /** Writes 'tarde' first and commits it last; answers how to let it go. */
  const late = async () => {
    let commit: () => void = () => undefined;
    const before = await lastId();
    const done = tell('tarde', undefined, new Promise((resolve) => (commit = resolve)));
    while ((await lastId()) === before);
    return async () => {
      commit();
      await done;
    };
  };

  test('reaches a reader who reconnects from the higher id', async () => {
    const stream = await streamOf();
    const commit = await late();
    await tell('cedo');
    const { id, data } = await stream.next();
    expect(data).toMatchObject({ text: 'cedo' });
    stream.close();
    await commit();
    const [early] = await services.seed.sql<{ id: string }>(`select id from assistant_messages where text = 'tarde'`);
    expect(Number(early?.id)).toBeLessThan(Number(id));

    const again = await streamOf({ 'last-event-id': id ?? '' });
    expect((await again.next()).data).toMatchObject({ text: 'tarde' });
  });

  test('reaches a reader whose list ended with the higher id', async () => {
    const commit = await late();
    await tell('cedo');
    const [newest] = (await services.api.get(MESSAGES, { token })).body.data.content;
    await commit();
    const stream = await streamOf({ 'last-event-id': String(newest.id) });
    expect((await stream.next()).data).toMatchObject({ text: 'tarde' });
  });

  test('is not sent again once no transaction was open any more', async () => {
    const commit = await late();
    await tell('cedo');
    await commit();
    // Other suites write in databases of the same server, and its oldest open transaction may be one of theirs.
    for (let rows: object[] = []; rows.length === 0;) {
      rows = await services.seed.sql(
        'select max(tx) from assistant_messages having pg_snapshot_xmin(pg_current_snapshot()) > max(tx)',
      );
    }
    await tell('depois');
    const [newest] = (await services.api.get(MESSAGES, { token })).body.data.content;
    const stream = await streamOf({ 'last-event-id': String(newest.id) });
    await tell('agora');
    expect((await stream.next()).data).toMatchObject({ text: 'agora' });
  });
});
