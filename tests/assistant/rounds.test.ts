import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { runDigests } from '#services/assistant/digest/due.ts';
import { runRounds } from '#services/assistant/rounds.ts';
import { composeDigest, queueDigest } from '#services/digest.ts';
import type { Letter } from '#services/platform/mail.ts';
import { ROUND } from '#services/speaks.ts';
import { enter, openOffice, type Office } from '#tests/financial/officeKit.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

let services: TestServices;
let office: Office;
let stranger: Office;
let building: number;
let other: number;
let payer: { id: number; token: string };
const letters: Letter[] = [];
const failures: unknown[] = [];

const round = () => runRounds(services.app.platform, ROUND, (error) => failures.push(error));
const digests = () => runDigests(services.app.platform, queueDigest, (error) => failures.push(error));
/** Letters since the last call; the services deliver them by themselves. */
const mails = async (): Promise<Letter[]> => {
  await eventually(() =>
    services.seed.sql('select id from outgoing_mail where sent_at is null and failed_at is null'),
  ).toEqual([]);
  return letters.splice(0).filter(({ kind }) => kind === 'DIGEST');
};
const spaces = (text: string) => text.replaceAll('\u00a0', ' ');
const told = async (token: string) => {
  const { body } = await services.api.get('/api/v1/assistant/messages', { token });
  return body.data.content
    .filter(({ event }: { event: string }) => event === 'NEGATIVE_DAY')
    .map(({ title, text }: { title: string; text: string }) => `${title}: ${spaces(text)}`);
};
let boss: TestUser;
const admin = () => services.seed.tokenOf(boss);

beforeAll(async () => {
  const transport = { send: async (letter: Letter) => void letters.push(letter), close: () => undefined };
  services = await startServices({ mail: transport, publicUrl: 'https://prumo.example' });
  const { seed } = services;
  office = await openOffice(seed);
  stranger = await openOffice(seed, 'CANARIO');
  [building, other] = [await seed.building(office), await seed.building(office)];
  const user = await seed.user(office.accountId, {
    grants: [{ companyId: office.companyId, buildingId: building, permissions: ['DEBIT'] }],
  });
  payer = { id: user.id, token: await seed.tokenOf(user) };
  boss = await seed.user(office.accountId, { admin: true });
  await seed.insert('wallets', {
    ...{ account_id: office.accountId, company_id: office.companyId, identifier: 'Banco' },
    ...{ initial_balance: '1000.00', balance_date: '2026-01-01' },
  });
});
beforeEach(async () => {
  services.clock.set('2026-11-20T15:00:00Z');
  failures.length = 0;
  letters.length = 0;
  for (const table of [
    'assistant_messages',
    'assistant_told',
    'assistant_rounds',
    'assistant_preferences',
    'transactions',
    'outgoing_mail',
  ])
    await services.seed.sql(`delete from ${table}`);
});
afterAll(() => services.stop());

const owe = (value: string, due: string, at = building) =>
  enter(services.seed, office, { type: 'DEBIT', value, due, parts: [{ buildingId: at, value }] });

describe('The daily round', () => {
  test('tells administrators alone the first negative day and the lowest balance', async () => {
    await owe('900.00', '2026-12-01');
    await owe('150.50', '2026-12-10');
    await owe('49.50', '2026-12-15');
    await enter(services.seed, office, { type: 'CREDIT', value: '500.00', due: '2026-12-20' });
    expect(await round()).toBe(2);
    // 1.000 − 900 − 150,50 = −50,50; less 49,50: −100,00; and 500,00 above.
    expect(await told(await admin())).toEqual([
      expect.stringMatching(
        /^Saldo previsto negativo em 10\/12\/2026: .*\. O saldo previsto fica negativo em 10\/12\/2026 \(−R\$ 50,50\) e chega a .*R\$ 100,00 em 15\/12\/2026\.$/,
      ),
    ]);
    expect(await told(payer.token)).toEqual([]);
    expect(await told(stranger.admin)).toEqual([]);
    expect(failures).toEqual([]);
  });

  test('tells the same day once, another one again, and a day that comes back after a recovery', async () => {
    const bill = await owe('1000.01', '2026-12-10');
    const count = async () => (await told(await admin())).length;
    const next = async (day: string) => {
      services.clock.set(`${day}T15:00:00Z`);
      await round();
      return count();
    };
    expect(await next('2026-11-20')).toBe(1);
    expect(await next('2026-11-21')).toBe(1);
    await services.seed.sql('delete from transactions where id = $1', [bill]);
    await owe('1000.01', '2026-12-12');
    expect(await next('2026-11-22')).toBe(2);
    await services.seed.sql("update wallets set initial_balance = '2000'");
    expect(await next('2026-11-23')).toBe(2);
    await services.seed.sql("update wallets set initial_balance = '1000'");
    expect(await next('2026-11-24')).toBe(3);
  });

  test('is done once a day from five in the morning on, once after days without a process, whoever runs it', async () => {
    await owe('1000.01', '2026-12-10');
    services.clock.set('2026-11-20T07:59:00Z');
    expect(await round()).toBe(0);
    services.clock.set('2026-11-20T08:00:00Z');
    const both = await Promise.all([round(), round(), round()]);
    expect(both.reduce((sum, one) => sum + one, 0)).toBe(2);
    expect(await told(await admin())).toHaveLength(1);
    services.clock.set('2026-11-27T12:00:00Z');
    expect([await round(), await round()]).toEqual([2, 0]);
    expect(await told(await admin())).toHaveLength(1);
  });

  test('that is cut off tells nothing, and is done as a whole ten minutes later', async () => {
    await owe('1000.01', '2026-12-10');
    const { platform } = services.app;
    const cut = async () => {
      throw new Error('cut off');
    };
    await runRounds(platform, [...ROUND, cut], (error) => failures.push(error));
    expect(failures).toHaveLength(2);
    expect(await told(await admin())).toEqual([]);
    services.clock.advance(9 * 60_000);
    expect(await round()).toBe(0);
    services.clock.advance(60_000);
    expect(await round()).toBe(2);
    expect(await told(await admin())).toHaveLength(1);
  });
});

describe('The daily letter', () => {
  const wants = (userId: number, due = '2026-11-20T10:00:00Z', undigested = '{}') =>
    services.seed.sql(
      `insert into assistant_preferences (account_id, user_id, digest_hour, digest_next_at, undigested) values ($1, $2, 7, $3, $4)`,
      [office.accountId, userId, due, undigested],
    );
  const linesOf = ({ text }: Letter) =>
    spaces(text)
      .split('\n')
      .filter((line) => /^[^h].*(parcela|saldo|mensa)/.test(line));

  test('tells who pays what their own lists sum: bills that are overdue, and those of today', async () => {
    await owe('10.00', '2026-11-19');
    await owe('20.25', '2026-11-01');
    await owe('5.00', '2026-11-20');
    await owe('7.00', '2026-11-21');
    await owe('1000.00', '2026-11-18', other);
    await wants(payer.id);
    expect(await digests()).toBe(1);
    const [letter, ...more] = await mails();
    expect(more).toEqual([]);
    const [sums] = await services.seed.sql<{ late: string; today: string }>(
      `select sum(s.value) filter (where i.due_date < '2026-11-20') as late, sum(s.value) filter (where i.due_date = '2026-11-20') as today
         from installments i join apportionment_shares s on s.installment_id = i.id
         join apportionments a on a.id = s.apportionment_id where a.building_id = $1 and i.forecast`,
      [building],
    );
    expect(sums).toEqual({ late: '30.25', today: '5.00' });
    expect(letter && linesOf(letter)).toEqual([
      expect.stringMatching(/: 2 parcelas vencidas, R\$ 30,25\.$/),
      expect.stringMatching(/: 1 parcela vence hoje, R\$ 5,00\.$/),
    ]);
    const list = `https://prumo.example/home/forms/transactions/debit-installments?company=${office.companyId}`;
    expect(letter?.text).toContain(`${list}&status=OVERDUE&building=all`);
    expect(letter?.text).toContain(`${list}&from=2026-11-20&forecast=true&building=all`);
    expect(letter?.html).toContain('Abrir as vencidas</a>');
    expect(letter?.subject).toBe('O seu dia no Prumo, 20/11/2026');
  });

  test('tells an administrator the first negative day and unread messages, but those of kinds left out', async () => {
    await owe('1000.01', '2026-12-10');
    await wants(boss.id, '2026-11-20T10:00:00Z', '{JOB}');
    const message = {
      account_id: office.accountId,
      user_id: boss.id,
      kind: 'INFO',
      text: 'x',
      at: '2026-11-20T12:00:00Z',
    };
    await services.seed.insert('assistant_messages', { ...message, event: 'JOB' });
    await services.seed.insert('assistant_messages', { ...message, event: 'APPROVAL' });
    await digests();
    const [letter] = await mails();
    expect(letter && linesOf(letter)).toEqual([
      expect.stringMatching(/saldo previsto fica negativo em 10\/12\/2026/),
      '1 mensagem não lida do assistente.',
    ]);
  });

  test('is not sent when there is nothing to tell, nor to who is no longer active', async () => {
    await wants(payer.id);
    expect(await digests()).toBe(1);
    expect(await mails()).toEqual([]);
    await owe('10.00', '2026-11-19');
    services.clock.set('2026-11-21T15:00:00Z');
    await services.seed.sql('update users set active = false where id = $1', [payer.id]);
    await digests();
    expect(await mails()).toEqual([]);
    await services.seed.sql('update users set active = true where id = $1', [payer.id]);
    expect(failures).toEqual([]);
  });

  test('is sent once a day at the user’s hour, by one of several processes, and once after days without one', async () => {
    await owe('10.00', '2026-11-19');
    await wants(payer.id);
    services.clock.set('2026-11-20T09:59:00Z');
    expect(await digests()).toBe(0);
    services.clock.set('2026-11-20T10:00:00Z');
    const both = await Promise.all([digests(), digests(), digests()]);
    expect(both.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await mails()).toHaveLength(1);
    services.clock.set('2026-11-20T23:00:00Z');
    expect(await digests()).toBe(0);
    services.clock.set('2026-11-25T15:00:00Z');
    expect([await digests(), await digests()]).toEqual([1, 0]);
    expect(await mails()).toHaveLength(1);
    const [row] = await services.seed.sql<{ next: string }>(
      'select digest_next_at as next from assistant_preferences where user_id = $1',
      [payer.id],
    );
    expect(new Date(row?.next ?? '').toISOString()).toBe('2026-11-26T10:00:00.000Z');
  });

  test('is made of what is there when it is sent, not when it was queued', async () => {
    const bill = await owe('10.00', '2026-11-19');
    await wants(payer.id);
    const { platform } = services.app;
    const actor = { accountId: office.accountId, userId: payer.id };
    const made = await platform.command(actor, { route: 'test', requestId: null }, async (trx, work) => {
      await sql`delete from transactions where id = ${bill}`.execute(trx);
      return composeDigest(trx, work, { id: 1, publicUrl: 'https://prumo.example' });
    });
    expect(made).toBe('nothing to tell any more');
  });
});
