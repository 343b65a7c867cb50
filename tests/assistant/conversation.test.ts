import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { AssistantAnswer } from '#schema/assistant/answer.ts';
import { postMessage } from '#services/assistant/postMessage.ts';
import { openEventStream, type EventStream } from '#tests/support/eventStream.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

const CONVERSATION = '/api/v1/assistant/conversation';
const MESSAGES = '/api/v1/assistant/messages';

const ANSWER: AssistantAnswer = {
  intent: 'owed',
  spans: [
    { text: 'Você deve ', strong: false },
    { text: 'R$ 74.017,62', strong: true },
    { text: ' ao Depósito São Jorge, em 10 documentos.', strong: false },
  ],
  parts: [{ label: 'Vencido', value: '7.117,64', tone: 'LATE', to: '/home/forms/transactions/outcome?view=overdue' }],
  links: [{ label: 'Abrir as 10 despesas', to: '/home/forms/transactions/outcome' }],
  scope: 'Despesas em aberto, todas as obras',
  choices: [],
  form: null,
};
const QUESTION = 'quanto devo ao depósito são jorge?';
const FRAME = JSON.stringify({ intent: 'owed', partner: 7 });
const exchange = (over: object = {}) => ({ question: QUESTION, answer: ANSWER, frame: FRAME, ...over });

let services: TestServices;
let ana: TestUser;
let bia: TestUser;
let stranger: TestUser;
let tokens: Map<TestUser, string>;
const open: EventStream[] = [];

const tokenOf = (user: TestUser) => tokens.get(user) ?? '';
const keep = (user: TestUser, body: object = exchange(), headers: Record<string, string> = {}) =>
  services.api.post(CONVERSATION, { token: tokenOf(user), body, headers });
const frameOf = async (user: TestUser) =>
  (await services.api.get(`${CONVERSATION}/frame`, { token: tokenOf(user) })).body.data;
const list = async (user: TestUser) => (await services.api.get(MESSAGES, { token: tokenOf(user) })).body.data;

beforeAll(async () => {
  services = await startServices();
  const { seed } = services;
  const member = async (accountId: number) => {
    const companyId = await seed.company(accountId);
    return seed.user(accountId, { grants: [{ companyId, permissions: ['DEBIT'] }] });
  };
  const accountId = await seed.account();
  [ana, bia, stranger] = [await member(accountId), await member(accountId), await member(await seed.account())];
});
beforeEach(async () => {
  await services.seed.sql('delete from assistant_messages');
  tokens = new Map();
  for (const user of [ana, bia, stranger]) tokens.set(user, await services.seed.tokenOf(user));
});
afterAll(async () => {
  open.forEach((stream) => stream.close());
  await services.stop();
});

describe('A question and its answer', () => {
  test('become two messages of their user, read from the start, the answer as it was computed', async () => {
    const { status, body } = await keep(ana);
    expect(status).toBe(200);
    const [question, answer] = [
      { from: 'USER', text: QUESTION, answer: null },
      { from: 'ASSISTANT', text: 'Você deve R$ 74.017,62 ao Depósito São Jorge, em 10 documentos.', answer: ANSWER },
    ].map((row) => ({ ...row, kind: 'INFO', broadcast: false, acknowledged: true, link: null }));
    expect(body.data).toMatchObject({ question, answer });
    expect(await list(ana)).toMatchObject({ content: [answer, question], totalElements: 2, unacknowledged: 0 });
    for (const other of [bia, stranger]) expect((await list(other)).content).toEqual([]);
  });

  test('are announced to the other tabs of their user as read, the question first', async () => {
    const address = await services.listen();
    const stream = await openEventStream(`${address}/api/v1/assistant/stream`, {
      authorization: `Bearer ${tokenOf(ana)}`,
    });
    open.push(stream);
    await keep(bia);
    await keep(ana);
    const arrived = [await stream.next(), await stream.next()].map(({ data }) => data);
    expect(arrived).toMatchObject([
      { from: 'USER', text: QUESTION, acknowledged: true },
      { from: 'ASSISTANT', answer: ANSWER, acknowledged: true },
    ]);
  });

  test('are kept once for a repeated key', async () => {
    const key = { 'idempotency-key': 'question-0001-0001' };
    const [first, again] = [await keep(ana, exchange(), key), await keep(ana, exchange(), key)];
    expect(first.status).toBe(200);
    expect(again.body.data).toEqual(first.body.data);
    expect((await list(ana)).totalElements).toBe(2);
  });

  test('keep all of an answer that is longer than the text of a message', async () => {
    const spans = Array.from({ length: 5 }, () => ({ text: 'a'.repeat(500), strong: false }));
    const { answer } = (await keep(ana, exchange({ answer: { ...ANSWER, spans } }))).body.data;
    expect(answer.answer.spans).toEqual(spans);
    expect(answer.text).toBe(`${'a'.repeat(1999)}…`);
  });

  test.each([
    ['an empty question', { question: ' ' }, 'question'],
    ['a long question', { question: 'a'.repeat(501) }, 'question'],
    ['a long frame', { frame: 'a'.repeat(4001) }, 'frame'],
    ['an answer that says nothing', { answer: { ...ANSWER, spans: [] } }, 'answer.spans'],
    [
      'a link to another site',
      { answer: { ...ANSWER, links: [{ label: 'Abrir', to: '//else.example' }] } },
      'answer.links.0.to',
    ],
    ['a field that nobody knows', { answer: { ...ANSWER, color: 'blue' } }, 'answer.color'],
  ])('are refused with %s, at its field', async (_, over, path) => {
    const { status, body } = await keep(ana, exchange(over));
    expect(status).toBe(400);
    expect(body.fields.map((field: { path: string }) => field.path)).toContain(path);
    expect((await list(ana)).content).toEqual([]);
  });

  test('go twelve months after they were written, what the assistant told by itself stays', async () => {
    await keep(ana);
    const actor = { accountId: ana.accountId, userId: ana.id };
    await services.app.platform.command(actor, { route: 'test', requestId: null }, (trx, work) =>
      postMessage(trx, work, { userIds: [ana.id], kind: 'INFO', text: 'Saldo novo' }),
    );
    const forget = (now: string) => services.app.platform.database.each(sql`select forget_personal_rows(${now})`);
    await forget('2027-11-20T14:59:59Z');
    expect((await list(ana)).totalElements).toBe(3);
    await forget('2027-11-20T15:00:01Z');
    expect((await list(ana)).content).toMatchObject([{ text: 'Saldo novo' }]);
  });
});

describe('An answer', () => {
  const grants = (permissions: string[]) =>
    Promise.all(
      permissions.map((permission) =>
        services.seed.sql(
          `insert into user_permissions (account_id, user_id, company_id, permission)
           select account_id, id, (select min(id) from companies c where c.account_id = u.account_id), $2 from users u where id = $1`,
          [ana.id, permission],
        ),
      ),
    );
  const take = (permission: string) =>
    services.seed.sql('delete from user_permissions where user_id = $1 and permission = $2', [ana.id, permission]);
  const texts = async () => (await list(ana)).content.map(({ from }: { from: string }) => from);

  test('is not shown again to a user who has lost a right since, and is once they have it again', async () => {
    await keep(ana);
    await grants(['CREDIT']);
    expect(await texts()).toEqual(['ASSISTANT', 'USER']);
    await keep(ana);
    await take('CREDIT');
    expect(await texts()).toEqual(['USER', 'ASSISTANT', 'USER']);
    await grants(['CREDIT']);
    expect(await texts()).toEqual(['ASSISTANT', 'USER', 'ASSISTANT', 'USER']);
    await take('CREDIT');
  });

  test('to an administrator is not shown to whom is none any more', async () => {
    await services.seed.sql('update users set admin = true where id = $1', [ana.id]);
    await keep(ana);
    await services.seed.sql('update users set admin = false where id = $1', [ana.id]);
    expect(await texts()).toEqual(['USER']);
  });
});

describe('What a follow-up refers to', () => {
  test('is the frame of the user’s last answer, and nobody else’s', async () => {
    expect(await frameOf(ana)).toEqual({ frame: null, today: '2026-11-20' });
    await keep(ana, exchange({ frame: 'first' }));
    await keep(ana);
    await keep(bia, exchange({ frame: 'of Bia' }));
    await keep(stranger, exchange({ frame: 'of a stranger' }));
    expect(await frameOf(ana)).toEqual({ frame: FRAME, today: '2026-11-20' });
  });

  test('is nothing half an hour later, and tells the day of another time zone', async () => {
    await keep(ana);
    await services.seed.sql("update assistant_messages set at = at - interval '31 minutes'");
    expect(await frameOf(ana)).toEqual({ frame: null, today: '2026-11-20' });
    const token = tokenOf(ana);
    const { body } = await services.api.get('/api/v1/assistant/conversation/frame?timezone=Pacific/Kiritimati', {
      token,
    });
    expect(body.data.today).toBe('2026-11-21');
    expect((await services.api.get('/api/v1/assistant/conversation/frame?timezone=Marte', { token })).status).toBe(400);
  });

  test('is nothing after an answer without one', async () => {
    await keep(ana);
    await keep(ana, exchange({ frame: null }));
    expect(await frameOf(ana)).toMatchObject({ frame: null });
  });
});
