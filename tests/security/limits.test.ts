import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { hashToken, newToken } from '#services/platform/session.ts';
import { TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

const CLIENT = { authorization: 'Basic cHJ1bW8td2ViOg==', 'content-type': 'application/x-www-form-urlencoded' };
const HOME = '198.51.100.7';
const MINUTE = 60_000;

let services: TestServices;
let user: TestUser;

const guess = (password: string, from = HOME, headers: Record<string, string> = {}, login = user.login) =>
  services.api.post('/oauth/token', {
    headers: { ...CLIENT, ...headers },
    body: new URLSearchParams({ grant_type: 'password', username: login, password }).toString(),
    from,
  });

const statuses = async (calls: Promise<{ status: number }>[]) => (await Promise.all(calls)).map(({ status }) => status);
const count = (list: number[], status: number) => list.filter((one) => one === status).length;

beforeAll(async () => {
  services = await startServices();
});
beforeEach(async () => {
  await services.seed.sql('delete from login_attempts');
  user = await services.seed.user(await services.seed.account());
});
afterAll(() => services.stop());

describe('Password guesses', () => {
  test('from one address are blocked after five wrong ones, with the time to wait', async () => {
    for (let tries = 0; tries < 5; tries += 1) expect((await guess(`errada-${tries}`)).status).toBe(400);
    services.clock.advance(5 * MINUTE);
    const { status, body, headers } = await guess(TEST_PASSWORD);
    expect(status).toBe(429);
    expect(headers['retry-after']).toBe(String(10 * 60));
    expect(body).toEqual({ error: 'temporarily_unavailable', error_description: expect.stringContaining('Aguarde') });
  });

  test('where the login is known are blocked after ten wrong ones', async () => {
    await guess(TEST_PASSWORD);
    const answers: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) answers.push((await guess('errada')).status);
    expect([count(answers, 400), count(answers, 429)]).toEqual([10, 2]);
  });

  test('are limited when they are sent concurrently, too', async () => {
    const answers = await statuses(Array.from({ length: 40 }, (_, index) => guess(`errada-${index}`)));
    expect([count(answers, 400), count(answers, 429)]).toEqual([5, 35]);
  });

  test('are limited for every spelling of the login together', async () => {
    const spellings = [user.login, user.login.toUpperCase(), ` ${user.login} `];
    const answers = await statuses(
      Array.from({ length: 30 }, (_, index) => guess('errada', HOME, {}, spellings[index % 3])),
    );
    expect([count(answers, 400), count(answers, 429)]).toEqual([5, 25]);
  });

  test('are limited whatever client address they claim', async () => {
    const answers = await statuses(
      Array.from({ length: 30 }, (_, index) => guess('errada', HOME, { 'x-forwarded-for': `203.0.113.${index}` })),
    );
    expect([count(answers, 400), count(answers, 429)]).toEqual([5, 25]);
  });

  test('from any number of addresses are limited to eight, and ten with those where the login is known', async () => {
    await guess(TEST_PASSWORD);
    const answers = await statuses(Array.from({ length: 60 }, (_, index) => guess('errada', `203.0.113.${index}`)));
    expect([count(answers, 400), count(answers, 429)]).toEqual([8, 52]);
    const known = await statuses(Array.from({ length: 10 }, () => guess('errada')));
    expect([count(known, 400), count(known, 429)]).toEqual([2, 8]);
  });

  test('are allowed again after fifteen minutes', async () => {
    for (let tries = 0; tries < 10; tries += 1) await guess('errada');
    services.clock.advance(15 * MINUTE + 1);
    expect((await guess(TEST_PASSWORD)).status).toBe(200);
  });

  test('for many logins are limited per address, too', async () => {
    const answers: number[] = [];
    for (let index = 0; index < 110; index += 10) {
      const calls = Array.from({ length: 10 }, (_, offset) =>
        guess('errada', HOME, {}, `x${index + offset}@exemplo.com`),
      );
      answers.push(...(await statuses(calls)));
    }
    expect([count(answers, 400), count(answers, 429)]).toEqual([100, 10]);
    expect((await guess(TEST_PASSWORD, '198.51.100.8')).status).toBe(200);
  });
});

describe('The user', () => {
  test('is not locked out by others: another address with the right password can log in', async () => {
    for (let tries = 0; tries < 20; tries += 1) await guess('errada', '203.0.113.1');
    expect((await guess(TEST_PASSWORD, HOME)).status).toBe(200);
  });

  test('can log in where the login is known, however many others guess, also after a mistake', async () => {
    await guess(TEST_PASSWORD);
    for (let tries = 0; tries < 30; tries += 1) await guess('errada', `203.0.113.${tries}`);
    expect((await guess('quase')).status).toBe(400);
    expect((await guess(TEST_PASSWORD)).status).toBe(200);
  });

  test('can log in from anywhere by a mailed link, however many others guess', async () => {
    for (let tries = 0; tries < 30; tries += 1) await guess('errada', `203.0.113.${tries}`);
    expect((await guess(TEST_PASSWORD)).status).toBe(429);
    const token = newToken();
    await services.seed.sql(
      `insert into link_tokens (token_hash, account_id, user_id, purpose, login, issued_at, expires_at)
       values ($1, $2, $3, 'RECOVER_PASSWORD', $4, $5::timestamptz, $5::timestamptz + interval '1 hour')`,
      [hashToken(token), user.accountId, user.id, user.login, services.clock.now()],
    );
    const body = { token, password: 'outra senha bem longa' };
    const url = '/api/v1/security/recover-password/change';
    expect((await services.api.post(url, { body, from: HOME })).status).toBe(200);
    expect((await guess(body.password)).status).toBe(200);
  });

  test('is distinguished by the client address that the gateway on this machine forwards', async () => {
    const through = (address: string, password: string) => guess(password, '127.0.0.1', { 'x-forwarded-for': address });
    for (let tries = 0; tries < 10; tries += 1) await through('203.0.113.1', 'errada');
    expect((await through('203.0.113.1', TEST_PASSWORD)).status).toBe(429);
    expect((await through(HOME, TEST_PASSWORD)).status).toBe(200);
    // Ignores the address that the client itself put before the gateway's.
    expect((await through(`${HOME}, 203.0.113.1`, TEST_PASSWORD)).status).toBe(429);
  });
});
