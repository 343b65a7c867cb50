import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { GONE_AFTER, PresentPeople } from '#services/assistant/live/present.ts';
import { openEventStream, type EventStream } from '#tests/support/eventStream.ts';
import { startLedger, type Doc, type Ledger } from '../financial/ledger/kit.ts';

const PRESENCE = '/api/v1/assistant/presence';
/** Longer than changes are collected: who has not heard by then does not hear. */
const SILENCE = 600;

let ledger: Ledger;
let address: string;
let stranger: string;
let engineer: { token: string; id: number };
const open: EventStream[] = [];

const streamOf = async (token: string): Promise<EventStream> => {
  const stream = await openEventStream(`${address}/api/v1/assistant/live`, { authorization: `Bearer ${token}` });
  open.push(stream);
  expect(await stream.next()).toMatchObject({ event: 'opened' });
  return stream;
};
const hearsNothing = (stream: EventStream) => expect(stream.next(SILENCE)).rejects.toThrow(/nothing in/);

const expense = async (building: number, description = 'Cimento'): Promise<Doc> => {
  const { status, body } = await ledger.post('debit', {
    description,
    grossValue: '1000.00',
    emissionDate: '2026-11-20',
    partner: { id: ledger.concreteira },
    category: { id: ledger.concreto },
    transactionRecordBuildings: [{ building: { id: building }, value: '1000.00' }],
    transactionRecordList: [{ dueDate: '2026-12-20', grossValue: '1000.00' }],
  });
  expect(status).toBe(200);
  return body.data;
};

const tell = (token: string, rowId: number, state: string, tab = 'tab-of-the-form', type = 'Transaction') =>
  ledger.services.api.post(PRESENCE, { token, body: { type, rowId, tab, state } });

beforeAll(async () => {
  ledger = await startLedger();
  const { services, accountId, companyId, casa } = ledger;
  const { seed } = services;
  address = await services.listen();
  const other = await seed.account();
  await seed.company(other);
  stranger = await seed.tokenOf(await seed.user(other, { admin: true }));
  const user = await seed.user(accountId, {
    name: 'Davi Lopes',
    grants: [{ companyId, buildingId: casa, permissions: ['DEBIT'] }],
  });
  engineer = { token: await seed.tokenOf(user), id: user.id };
});
beforeEach(() => open.splice(0).forEach((stream) => stream.close()));
afterAll(async () => {
  open.forEach((stream) => stream.close());
  await ledger.services.stop();
});

describe('A change of rows', () => {
  test('is told to others who may see them, by the name of who made it', async () => {
    const [admin, site, author, outside] = [
      await streamOf(ledger.admin),
      await streamOf(engineer.token),
      await streamOf(ledger.financeiro),
      await streamOf(stranger),
    ];
    const made = await expense(ledger.casa);
    const common = { companyId: ledger.companyId, by: { name: 'Bruno Reis' } };
    const expected = [
      { ...common, type: 'InstallmentRow', ids: [made.transactionRecordList[0].id] },
      { ...common, type: 'Transaction', ids: [made.id] },
    ];
    for (const stream of [admin, site]) {
      const told = [(await stream.next()).data, (await stream.next()).data] as { type: string }[];
      expect(told.sort((a, b) => a.type.localeCompare(b.type))).toMatchObject(expected);
      await hearsNothing(stream);
    }
    await hearsNothing(author);
    await hearsNothing(outside);
  });

  test('is not told to who has no permission on any of their buildings, neither when they are deleted', async () => {
    const site = await streamOf(engineer.token);
    const admin = await streamOf(ledger.admin);
    const hidden = await expense(ledger.clinica);
    await hearsNothing(site);
    const gone = await ledger.services.api.delete(ledger.path('debit', `/${hidden.id}`), { token: ledger.financeiro });
    expect(gone.status).toBe(200);
    await hearsNothing(site);
    expect(await admin.next()).toMatchObject({ event: 'rows' });
  });

  test('is told when they are deleted, to who could see them', async () => {
    const made = await expense(ledger.casa);
    const site = await streamOf(engineer.token);
    await ledger.services.api.delete(ledger.path('debit', `/${made.id}`), { token: ledger.financeiro });
    const told = [(await site.next()).data, (await site.next()).data];
    expect(told).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'Transaction', ids: [made.id] })]));
  });

  test('follows permissions that are granted and taken while the stream is open', async () => {
    const site = await streamOf(engineer.token);
    const { seed } = ledger.services;
    const keys = [ledger.accountId, engineer.id, ledger.companyId, ledger.casa, ledger.clinica];
    await seed.sql(
      'update user_permissions set building_id = $5 where account_id = $1 and user_id = $2 and company_id = $3 and building_id = $4',
      keys,
    );
    // The change of the user itself is of administrators.
    await hearsNothing(site);
    await expense(ledger.casa);
    await hearsNothing(site);
    const seen = await expense(ledger.clinica);
    const told = [(await site.next()).data, (await site.next()).data];
    expect(told).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'Transaction', ids: [seen.id] })]));
    await seed.sql(
      'update user_permissions set building_id = $4 where account_id = $1 and user_id = $2 and company_id = $3 and building_id = $5',
      keys,
    );
  });

  test('of a wallet is told to who may see both what it pays and what it receives', async () => {
    const { accountId, companyId, casa, clinica, services } = ledger;
    const both = await services.seed.user(accountId, {
      grants: [
        { companyId, buildingId: casa, permissions: ['DEBIT'] },
        { companyId, buildingId: clinica, permissions: ['CREDIT'] },
      ],
    });
    const [site, treasurer] = [await streamOf(engineer.token), await streamOf(await services.seed.tokenOf(both))];
    await services.seed.sql('update wallets set version = version + 1 where account_id = $1', [accountId]);
    expect((await treasurer.next()).data).toMatchObject({ type: 'Wallet', companyId });
    await hearsNothing(site);
  });

  test('names no rows where they are more than a hundred', async () => {
    const site = await streamOf(engineer.token);
    await ledger.services.seed.sql(
      `insert into partners (account_id, type, name) select $1, 'SUPPLIER', 'Fornecedor ' || n from generate_series(1, 101) n`,
      [ledger.accountId],
    );
    expect((await site.next()).data).toMatchObject({ type: 'Partner', companyId: null, ids: null, by: null });
  });
});

describe('The presence at a row', () => {
  test('is told to who has it open, too, and to nobody else', async () => {
    const made = await expense(ledger.casa);
    const [admin, site, author] = [
      await streamOf(ledger.admin),
      await streamOf(engineer.token),
      await streamOf(ledger.financeiro),
    ];
    expect((await tell(ledger.admin, made.id, 'VIEWING')).body.data.people).toMatchObject([
      { user: { name: 'Ana Prado' }, editing: false },
    ]);
    expect((await admin.next()).event).toBe('presence');
    const answer = await tell(engineer.token, made.id, 'EDITING');
    const both = [
      { user: { name: 'Ana Prado' }, editing: false },
      { user: { name: 'Davi Lopes' }, editing: true },
    ];
    expect(answer.body.data).toMatchObject({ type: 'Transaction', rowId: made.id, people: both });
    for (const stream of [admin, site]) {
      expect(await stream.next()).toMatchObject({ event: 'presence', data: { rowId: made.id, people: both } });
    }
    await tell(engineer.token, made.id, 'LEFT');
    expect((await admin.next()).data).toMatchObject({ people: [{ user: { name: 'Ana Prado' } }] });
    await hearsNothing(author);
    // Said again, nothing has changed.
    await tell(ledger.admin, made.id, 'VIEWING');
    await hearsNothing(admin);
    await tell(ledger.admin, made.id, 'LEFT');
  });

  test('is told in the order in which people come and leave', async () => {
    const made = await expense(ledger.casa);
    const admin = await streamOf(ledger.admin);
    await tell(ledger.admin, made.id, 'VIEWING');
    expect((await admin.next()).data).toMatchObject({ people: [{ user: { name: 'Ana Prado' } }] });
    const others = async () => ((await admin.next()).data as { people: unknown[] }).people.length - 1;
    const heard: number[] = [];
    for (let time = 0; time < 25; time += 1) {
      await tell(engineer.token, made.id, 'EDITING');
      await tell(engineer.token, made.id, 'LEFT');
      heard.push(await others(), await others());
    }
    expect(heard).toEqual(Array.from({ length: 25 }, () => [1, 0]).flat());
    await hearsNothing(admin);
    await tell(ledger.admin, made.id, 'LEFT');
  });

  test('counts a person once, and as editing in any of the windows', async () => {
    const made = await expense(ledger.casa);
    await tell(ledger.admin, made.id, 'EDITING', 'window-one');
    const second = await tell(ledger.admin, made.id, 'VIEWING', 'window-two');
    expect(second.body.data.people).toMatchObject([{ user: { name: 'Ana Prado' }, editing: true }]);
    const left = await tell(ledger.admin, made.id, 'LEFT', 'window-one');
    expect(left.body.data.people).toMatchObject([{ user: { name: 'Ana Prado' }, editing: false }]);
    await tell(ledger.admin, made.id, 'LEFT', 'window-two');
  });

  test('is refused at a row that the user may not see, or that is none', async () => {
    const hidden = await expense(ledger.clinica);
    expect((await tell(engineer.token, hidden.id, 'VIEWING')).status).toBe(404);
    expect((await tell(stranger, hidden.id, 'VIEWING')).status).toBe(404);
    expect((await tell(ledger.admin, 999_999_999, 'VIEWING')).status).toBe(404);
  });

  test.each([
    ['type', 'o tipo', { type: 'Invoice' }],
    ['tab', 'a aba', { tab: 'curta' }],
    ['state', 'o estado', { state: 'TYPING' }],
    ['rowId', 'a linha', { rowId: 0 }],
  ])('refuses a wrong %s at its place', async (path, _what, wrong) => {
    const body = { type: 'Transaction', rowId: 1, tab: 'tab-of-the-form', state: 'VIEWING', ...wrong };
    const { status, body: refusal } = await ledger.services.api.post(PRESENCE, { token: ledger.admin, body });
    expect(status).toBe(400);
    expect(refusal.fields).toMatchObject([{ path }]);
  });

  test('ends after 45 seconds of silence', () => {
    const people = new PresentPeople();
    const row = { accountId: 1, type: 'Order', rowId: 7 } as const;
    const at = (tab: string, time: number, id: number) =>
      people.note({ ...row, tab, telling: tab, state: 'VIEWING', user: { id, name: `Pessoa ${id}` }, at: time });
    at('first-tab', 0, 1);
    at('second-tab', 30_000, 2);
    expect(people.forget(GONE_AFTER)).toEqual([]);
    expect(people.forget(GONE_AFTER + 1)).toEqual([row]);
    expect(people.of(row).people.map(({ user }) => user.id)).toEqual([2]);
  });
});
