import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { buildSchema as parseSchema, parse } from 'graphql';
import { enforceAccess } from '#gateway/access/directives.ts';
import { accessRuleOf, allows } from '#gateway/access/rules.ts';
import { buildSchema, readSdl, refuseRepeatedTypes } from '#gateway/platform/schema.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import {
  ADMIN_SESSION,
  HANDLED,
  Raw,
  refusal,
  type ScriptedServices,
  sessionWith,
  startScriptedServices,
} from '../support/scriptedServices.ts';

const rootFields = () => {
  const schema = buildSchema();
  return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({ address: `${type?.name}.${field.name}`, field })),
  );
};

test.each(['type Task { other: Int }', 'input Task { other: Int }', 'enum Task { OTHER }'])(
  'A second definition of a type prevents the start of the gateway: %s',
  (again) => {
    const check = (...more: string[]) => refuseRepeatedTypes([...readSdl(), ...more].map((text) => parse(text)));
    expect(() => check()).not.toThrow();
    expect(() => check('extend type Task { more: Int }')).not.toThrow();
    expect(() => check(again)).toThrow('The type Task is defined twice in schema/**/*.graphql.');
  },
);

describe('The access directives of the schema', () => {
  test('are on every root field, exactly one on each', () => {
    const fields = rootFields();
    expect(fields.length).toBeGreaterThan(40);
    for (const { address, field } of fields) expect(() => accessRuleOf(field.astNode, address)).not.toThrow();
  });

  test('make only logins with their steps public, and the logout for users without a company', () => {
    const open = rootFields().filter(({ address, field }) => accessRuleOf(field.astNode, address).kind === 'public');
    expect(open.map(({ address }) => address)).toEqual([
      'Mutation.startPasskeyLogin',
      'Mutation.loginWithPasskey',
      'Mutation.login',
      'Mutation.confirmSecondFactor',
      'Mutation.logout',
    ]);
  });

  const platform = readSdl().find((text) => text.includes('directive @requires')) ?? '';
  test.each([
    ['type Query { open: Int }', 'Query.open has no access directive'],
    ['type Query { twice: Int @public @admin }', 'Query.twice has more than one access directive'],
    ['type Query { nobody: Int @requires(anyOf: []) }', 'Query.nobody: @requires names no permission'],
    ['type Query { lost: Int @public }', 'Query.lost has no resolver'],
  ])('prevent the start of the gateway with %s', (query, message) => {
    expect(() => enforceAccess(parseSchema(platform + query))).toThrow(message);
  });
});

describe('A permission rule', () => {
  const anyOf = { kind: 'requires', anyOf: ['DEBIT', 'CREDIT'], allOf: [] } as const;
  const allOf = { kind: 'requires', anyOf: [], allOf: ['DEBIT', 'CREDIT'] } as const;
  const rule = (given: typeof anyOf | typeof allOf) => ({ ...given, anyOf: [...given.anyOf], allOf: [...given.allOf] });
  const grants = { 1: { 7: ['DEBIT' as const] }, 2: { 8: ['DEBIT' as const], 9: ['CREDIT' as const] } };
  const session = { ...ADMIN_SESSION, admin: false, permissions: grants };

  test.each([
    ['one of the permissions in the company is enough for anyOf', anyOf, '1', true],
    ['one of two permissions is not enough for allOf', allOf, '1', false],
    ['permissions on two buildings of the company add up for allOf', allOf, '2', true],
    ['another company gives nothing', anyOf, '3', false],
    ['a name that every object has is no company', anyOf, 'constructor', false],
    ['without a company the permissions of all companies add up', allOf, null, true],
  ] as const)('%s', (_, given, company, expected) => {
    expect(allows(rule(given), session, company)).toBe(expected);
  });

  test('is satisfied by every administrator', () => {
    expect(allows(rule(allOf), ADMIN_SESSION, '3')).toBe(true);
    expect(allows({ kind: 'admin' }, ADMIN_SESSION, null)).toBe(true);
    expect(allows({ kind: 'admin' }, session, '1')).toBe(false);
  });
});

describe('A request', () => {
  let services: ScriptedServices;
  let gateway: TestGateway;

  beforeAll(async () => {
    services = await startScriptedServices();
    gateway = await startGateway({ services: services.url });
  });
  beforeEach(() => {
    services.forget();
    services.on('GET /api/v1/financial/company/1/bank', {
      content: [],
      number: 0,
      size: 50,
      last: true,
      totalElements: 0,
    });
    services.on('GET /api/v1/security/session', ADMIN_SESSION);
  });
  afterAll(async () => {
    await gateway.stop();
    await services.stop();
  });

  const wallets = '{ wallets(companyId: "1") { totalElements } }';

  test('without a token gets the error of an expired session, without a call to the services', async () => {
    const { data, errors, restCalls } = await gateway.ask(wallets, { token: null });
    expect(data).toEqual({ wallets: null });
    expect(errors?.[0]).toMatchObject({
      message: 'Sua sessão expirou. Acesse novamente',
      extensions: { code: 'UNAUTHENTICATED' },
    });
    expect(restCalls).toEqual([]);
  });

  test('with a token that the services reject gets their message', async () => {
    services.on('GET /api/v1/security/session', refusal(401, 'Sua sessão expirou. Acesse novamente'));
    const { errors } = await gateway.ask(wallets);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
  });

  const FORBIDDEN = { message: 'Você não tem permissão para esta operação.', extensions: { code: 'FORBIDDEN' } };

  test.each([
    ['of two fields', '{ a: wallets(companyId: "1") { size } b: wallets(companyId: "1") { last } }'],
    ['that writes', 'mutation { deleteWallet(companyId: "1", id: "1") { __typename } }'],
    [
      'that asks by a call with a body',
      '{ checkOrder(companyId: "1", input: { requirementLineList: [] }) { __typename } }',
    ],
  ])('without the permission is rejected before a call to the services: one %s', async (_, text) => {
    services.on('GET /api/v1/security/session', sessionWith('ENGINEERING'));
    const { errors } = await gateway.ask(text);
    expect(errors?.[0]).toMatchObject(FORBIDDEN);
    expect(services.calls).toEqual(['GET /api/v1/security/session?places=false']);
  });

  test('reads the session once, however many fields need it', async () => {
    const { errors, restCalls } = await gateway.ask(
      `{ a: wallets(companyId: "1") { size } b: wallets(companyId: "1") { last } session { id } }`,
    );
    expect(errors).toBeUndefined();
    expect(restCalls.filter((call) => call.endsWith('/session'))).toHaveLength(1);
  });

  describe('for one field that reads', () => {
    const CALL = 'GET /api/v1/financial/company/1/bank?page=0&size=50';
    const PAGE = { content: [], number: 0, size: 50, last: true, totalElements: 7 };
    const bringing = (session: object, status = 200) =>
      services.on('GET /api/v1/financial/company/1/bank', ({ headers }) => {
        const asked = headers['x-prumo-session'] === 'ask';
        const body = status === 200 ? { ok: true, data: PAGE } : { status, message: 'Recusada.' };
        return new Raw(status, body, asked ? { 'x-prumo-session': JSON.stringify(session) } : {});
      });

    test('has the session brought by the call of the field', async () => {
      bringing(sessionWith('DEBIT'));
      expect((await gateway.ask(wallets)).data).toEqual({ wallets: { totalElements: 7 } });
      expect(services.calls).toEqual([CALL]);
    });

    test('is told nothing of what was read without the permission', async () => {
      bringing(sessionWith('PURCHASE'));
      const { data, errors } = await gateway.ask(wallets);
      expect(data).toEqual({ wallets: null });
      expect(errors).toHaveLength(1);
      expect(errors?.[0]).toMatchObject(FORBIDDEN);
      expect(services.calls).toEqual([CALL]);
    });

    test('is told nothing while a second factor is due', async () => {
      bringing({ ...sessionWith('DEBIT'), secondFactorDue: true });
      const { data, errors } = await gateway.ask(wallets);
      expect([data, errors?.[0]?.extensions?.code]).toEqual([{ wallets: null }, 'SECOND_FACTOR_SETUP_REQUIRED']);
    });

    test('asks for the session by itself when the call brings none, and tells that error first', async () => {
      bringing(ADMIN_SESSION, 404);
      services.on('GET /api/v1/financial/company/1/bank', refusal(404, 'Recusada.'));
      services.on('GET /api/v1/security/session', sessionWith('PURCHASE'));
      expect((await gateway.ask(wallets)).errors?.[0]).toMatchObject(FORBIDDEN);
      services.on('GET /api/v1/security/session', ADMIN_SESSION);
      expect((await gateway.ask(wallets)).errors?.[0]?.message).toBe('Recusada.');
      const session = 'GET /api/v1/security/session?places=false';
      expect(services.calls).toEqual([CALL, session, CALL, session]);
    });

    test('is told its own failure, without another call that would wait as long', async () => {
      services.on('GET /api/v1/financial/company/1/bank', refusal(503, 'O banco de dados não responde.'));
      const { errors } = await gateway.ask(wallets);
      expect(errors?.[0]).toMatchObject({
        message: 'O banco de dados não responde.',
        extensions: { code: 'UNAVAILABLE', status: 503 },
      });
      expect(services.calls).toEqual([CALL]);
    });

    test('is told once that its call was lost, also where it asks for the account first', async () => {
      const lost: Parameters<typeof services.on>[1] = (_call, response) => {
        response.destroy();
        return HANDLED;
      };
      services.on('GET /api/v1/financial/company/1/bank', lost);
      services.on('GET /api/v1/security/session', lost);
      // An error that nobody waits for would fail this file.
      for (const text of [wallets, '{ categories { totalElements } }']) {
        const { errors } = await gateway.ask(text);
        expect(errors?.map(({ extensions }) => extensions?.['code'])).toEqual(['UNAVAILABLE']);
      }
      await new Promise((resolve) => setImmediate(resolve));
    });

    test('of a program has its calls counted before anything is read', async () => {
      bringing(ADMIN_SESSION);
      await gateway.ask(wallets, { token: `prm_${'a'.repeat(40)}` });
      expect(services.calls).toEqual(['GET /api/v1/security/session?places=false', CALL]);
      expect(services.received.map(({ headers }) => headers['x-prumo-session'])).toEqual([undefined, undefined]);
    });
  });

  test('uses changed permissions from the next request on', async () => {
    services.on('GET /api/v1/security/session', sessionWith('DEBIT'));
    expect((await gateway.ask(wallets)).errors).toBeUndefined();
    services.on('GET /api/v1/security/session', sessionWith());
    expect((await gateway.ask(wallets)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});
