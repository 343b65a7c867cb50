import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

const CLIENT = { authorization: 'Basic cHJ1bW8td2ViOg==', 'content-type': 'application/x-www-form-urlencoded' };
const HOME = '198.51.100.7';
const MINUTE = 60_000;
const ADDRESSES = Array.from({ length: 40 }, (_, index) => `203.0.113.${index + 1}`);

let services: TestServices;
let gateway: TestGateway;
let user: TestUser;
let guesses = 0;

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ services: await services.listen() });
}, 60_000);
beforeEach(async () => {
  await services.seed.sql('delete from login_attempts');
  user = await services.seed.user(await services.seed.account(), { admin: true });
});
afterAll(async () => {
  process.stdout.write(`guessing: ${guesses} guesses\n`);
  await gateway.stop();
  await services.stop();
});

type Outcome = 'in' | 'wrong' | 'later';
/** The login as stored and in equivalent spellings, in turn. */
const spelled = (): string => [user.login, user.login.toUpperCase(), ` ${user.login} `][guesses % 3] ?? user.login;
const form = (password: string) =>
  new URLSearchParams({ grant_type: 'password', username: spelled(), password }).toString();
const OUTCOMES: Readonly<Record<number, Outcome>> = { 200: 'in', 400: 'wrong', 429: 'later' };
/** Throws on any other status: a server error checks no password. */
const outcomeOf = (status: number): Outcome => {
  const outcome = OUTCOMES[status];
  if (!outcome) throw new Error(`A guess was answered with ${status}`);
  return outcome;
};

const direct = async (password: string, from: string): Promise<Outcome> =>
  outcomeOf((await services.api.post('/oauth/token', { headers: CLIENT, body: form(password), from })).status);

const proxied = async (password: string, from: string): Promise<Outcome> => {
  const request = { method: 'POST', url: '/oauth/token', headers: CLIENT, payload: form(password) } as const;
  return outcomeOf((await gateway.app.inject({ ...request, remoteAddress: from })).statusCode);
};

const LOGIN = 'mutation ($l: String!, $p: String!) { login(login: $l, password: $p) { accessToken } }';
const graphql = async (password: string, from: string): Promise<Outcome> => {
  const response = await gateway.app.inject({
    method: 'POST',
    url: '/graphql',
    remoteAddress: from,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ query: LOGIN, variables: { l: spelled(), p: password } }),
  });
  const { data, errors }: { data?: { login?: unknown }; errors?: { message: string; extensions: { code: string } }[] } =
    response.json();
  if (data?.login) return 'in';
  const [error] = errors ?? [];
  if (error?.message === 'Login ou senha inválidos') return 'wrong';
  return outcomeOf(error?.extensions.code === 'RATE_LIMITED' ? 429 : 500);
};

const PATHS = [direct, proxied, graphql];

/** Every address tries every path, some in parallel; returns how many passwords were checked. */
const storm = async (rounds: number): Promise<number> => {
  let verified = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, from] of ADDRESSES.entries()) {
      const outcomes = await Promise.all(
        PATHS.map((path) => {
          guesses += 1;
          return path(`errada-${round}-${index}`, from);
        }),
      );
      expect(outcomes).not.toContain('in');
      verified += outcomes.filter((outcome) => outcome === 'wrong').length;
    }
  }
  return verified;
};

describe('Password guesses for one login, from forty addresses by every path,', () => {
  test('are checked at most ten times in fifteen minutes, where the login is known too', async () => {
    expect(await direct(TEST_PASSWORD, HOME)).toBe('in');
    const strangers = await storm(2);
    let known = 0;
    for (const path of [...PATHS, ...PATHS]) known += (await path('quase', HOME)) === 'wrong' ? 1 : 0;
    expect([strangers, known]).toEqual([8, 2]);
    const rows = await services.seed.sql('select from login_attempts where not succeeded');
    expect(rows).toHaveLength(10);
  }, 120_000);

  test('do not lock out the user, by any path, where the login is known', async () => {
    expect(await direct(TEST_PASSWORD, HOME)).toBe('in');
    await storm(1);
    for (const path of PATHS) expect(await path(TEST_PASSWORD, HOME)).toBe('in');
  }, 120_000);

  test('from one address do not lock out the user at other addresses', async () => {
    for (let guess = 0; guess < 30; guess += 1) await PATHS[guess % 3]?.('errada', ADDRESSES[0] ?? '');
    for (const [index, path] of PATHS.entries())
      expect(await path(TEST_PASSWORD, `198.51.100.${index + 1}`)).toBe('in');
  }, 120_000);

  test('are checked at most ten times in any fifteen minutes of an hour', async () => {
    const perQuarter: number[] = [];
    for (let quarter = 0; quarter < 4; quarter += 1) {
      perQuarter.push(await storm(1));
      services.clock.advance(15 * MINUTE + 1);
    }
    expect(perQuarter).toEqual([8, 8, 8, 8]);
  }, 120_000);
});

test('Links of mails need no password, and one address may try 60 in fifteen minutes', async () => {
  const answers: [number, string][] = [];
  for (let index = 0; index < 80; index += 1) {
    const body = { token: `${'x'.repeat(40)}${index}`, password: 'uma senha bem longa' };
    const purpose = index % 2 === 0 ? 'recover-password' : 'first-password';
    const url = `/api/v1/security/${purpose}/change`;
    const answer = await services.api.post(url, { body, from: ADDRESSES[0] ?? '' });
    answers.push([answer.status, answer.body.message]);
  }
  expect(answers).toEqual([
    ...Array.from({ length: 60 }, () => [404, 'Falha em confirmar código de verificação']),
    ...Array.from({ length: 20 }, () => [429, 'Muitas tentativas. Aguarde um pouco e tente novamente.']),
  ]);
  expect(await services.seed.sql('select from login_attempts')).toEqual([]);
});
