import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { postMessage, type NewMessage } from '#services/assistant/postMessage.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

const PREFERENCES = '/api/v1/assistant/preferences';
const EVENTS = [
  ...['PAYMENT', 'PRICE_ABOVE_LAST', 'DUPLICATE', 'MEASUREMENT_BEHIND', 'NEGATIVE_DAY'],
  ...['APPROVAL', 'SUPPLIER', 'JOB', 'MENTION'],
];

let services: TestServices;
let ana: TestUser;
let bia: TestUser;
let token: string;
let other: string;

const plain = { quietFrom: null, quietTo: null, quietWeekends: false, digestHour: null };
const save = (body: unknown) => services.api.put(PREFERENCES, { token, body });
const post = (message: NewMessage) =>
  services.app.platform.command(
    { accountId: bia.accountId, userId: bia.id },
    { route: 'test', requestId: null },
    (trx, work) => postMessage(trx, work, message),
  );
const messages = async () => (await services.api.get('/api/v1/assistant/messages', { token })).body.data.content;

beforeAll(async () => {
  services = await startServices();
  const { seed } = services;
  const accountId = await seed.account();
  [ana, bia] = [await seed.user(accountId), await seed.user(accountId)];
  [token, other] = [await seed.tokenOf(ana), await seed.tokenOf(bia)];
});
beforeEach(async () => {
  await services.seed.sql('delete from assistant_messages');
  await services.seed.sql('delete from assistant_preferences');
  services.clock.set('2026-11-20T15:00:00Z');
});
afterAll(() => services.stop());

describe('What a user wants to be told', () => {
  test('is everything at any time, and no letter, until they say otherwise', async () => {
    const { body } = await services.api.get(PREFERENCES, { token });
    expect(body.data).toEqual({
      ...plain,
      timeZone: 'America/Sao_Paulo',
      events: EVENTS.map((event) => ({ event, panel: true, digest: true })),
    });
  });

  test('is stored by kind, and kinds that are left out stay as they were', async () => {
    await save({ ...plain, events: [{ event: 'JOB', panel: false, digest: true }] });
    const { body } = await save({
      ...{ quietFrom: '22:00', quietTo: '07:30', quietWeekends: true, digestHour: 7 },
      events: [{ event: 'PAYMENT', panel: true, digest: false }],
    });
    expect(body.data).toMatchObject({ quietFrom: '22:00', quietTo: '07:30', quietWeekends: true, digestHour: 7 });
    expect(body.data.events.filter((one: { panel: boolean; digest: boolean }) => !one.panel || !one.digest)).toEqual([
      { event: 'PAYMENT', panel: true, digest: false },
      { event: 'JOB', panel: false, digest: true },
    ]);
    expect((await services.api.get(PREFERENCES, { token })).body.data).toEqual(body.data);
    expect((await services.api.get(PREFERENCES, { token: other })).body.data.quietFrom).toBeNull();
  });

  test.each([
    ['quietTo', { ...plain, quietFrom: '22:00' }, 422],
    ['quietFrom', { ...plain, quietTo: '22:00' }, 422],
    ['quietTo', { ...plain, quietFrom: '22:00', quietTo: '22:00' }, 422],
    ['quietFrom', { ...plain, quietFrom: '24:00', quietTo: '07:00' }, 400],
    ['digestHour', { ...plain, digestHour: 24 }, 400],
    ['events.0.event', { ...plain, events: [{ event: 'BROADCAST', panel: false, digest: false }] }, 400],
    [
      'events.1.event',
      { ...plain, events: ['JOB', 'JOB'].map((event) => ({ event, panel: false, digest: false })) },
      422,
    ],
  ])('is refused at %s: %j', async (path, body, status) => {
    const answer = await save(body);
    expect(answer.status).toBe(status);
    expect(answer.body.fields.map((field: { path: string }) => field.path)).toContain(path);
  });

  test('keeps a kind that is switched off away from them alone, errors excepted', async () => {
    await save({ ...plain, events: [{ event: 'JOB', panel: false, digest: true }] });
    const both = { userIds: [ana.id, bia.id], event: 'JOB' } as const;
    await post({ ...both, kind: 'SUCCESS', text: 'Relatório pronto' });
    expect(await messages()).toEqual([]);
    const { body } = await services.api.get('/api/v1/assistant/messages', { token: other });
    expect(body.data.content).toMatchObject([{ text: 'Relatório pronto', event: 'JOB' }]);
    await post({ ...both, kind: 'ERROR', text: 'Relatório falhou' });
    await post({ userIds: [ana.id], kind: 'INFO', text: 'As suas permissões mudaram' });
    await post({ kind: 'INFO', text: 'A todos' });
    expect((await messages()).map(({ text }: { text: string }) => text)).toEqual([
      'A todos',
      'As suas permissões mudaram',
      'Relatório falhou',
    ]);
  });
});

describe('In quiet hours', () => {
  const night = { ...plain, quietFrom: '22:00', quietTo: '07:00' };

  test('a message waits in the history without popping up; errors and broadcasts do pop up', async () => {
    await save(night);
    services.clock.set('2026-11-21T02:00:00Z');
    token = await services.seed.tokenOf(ana);
    await post({ userIds: [ana.id], kind: 'WARNING', text: 'Preço acima', event: 'PRICE_ABOVE_LAST' });
    await post({ userIds: [ana.id], kind: 'ERROR', text: 'Falhou', event: 'JOB' });
    await post({ kind: 'WARNING', text: 'A todos' });
    services.clock.set('2026-11-21T10:00:00Z');
    token = await services.seed.tokenOf(ana);
    await post({ userIds: [ana.id], kind: 'WARNING', text: 'De manhã', event: 'PRICE_ABOVE_LAST' });
    const told = (await messages()).map(({ text, quiet }: { text: string; quiet: boolean }) => [text, quiet]);
    expect(told).toEqual([
      ['De manhã', false],
      ['A todos', false],
      ['Falhou', false],
      ['Preço acima', true],
    ]);
  });

  test('are those of the reader’s own time zone', async () => {
    await save(night);
    await services.seed.sql("update users set timezone = 'America/Manaus' where id = $1", [ana.id]);
    // 07:30 in São Paulo, 06:30 in Manaus.
    services.clock.set('2026-11-23T10:30:00Z');
    token = await services.seed.tokenOf(ana);
    await post({ userIds: [ana.id], kind: 'WARNING', text: 'Cedo', event: 'APPROVAL' });
    expect(await messages()).toMatchObject([{ text: 'Cedo', quiet: true }]);
    await services.seed.sql("update users set timezone = 'America/Sao_Paulo' where id = $1", [ana.id]);
  });

  test('and at any time, what somebody did themselves does not pop up at them', async () => {
    await post({ userIds: [ana.id, bia.id], kind: 'WARNING', text: 'Possível duplicidade', event: 'DUPLICATE' });
    expect(await messages()).toMatchObject([{ quiet: false }]);
    const { body } = await services.api.get('/api/v1/assistant/messages', { token: other });
    expect(body.data.content).toMatchObject([{ quiet: true }]);
  });
});
