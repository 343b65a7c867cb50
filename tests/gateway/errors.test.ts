import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { slowness } from '#tests/support/pace.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { captureLogs } from '../support/logLines.ts';
import { HANDLED, Raw, refusal, type ScriptedServices, startScriptedServices } from '../support/scriptedServices.ts';

const log = captureLogs();
let services: ScriptedServices;
let gateway: TestGateway;

beforeAll(async () => {
  services = await startScriptedServices();
  const logger = { ...log.logger, level: 'error' };
  gateway = await startGateway({ services: services.url, timeouts: { total: 1_000 }, logger });
});
beforeEach(() => services.forget());
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const COMPANY = 'GET /api/v1/financial/account/1/company/5';
const askCompany = async () => (await gateway.ask('{ company(id: "5") { id name } }')).errors?.[0];

describe('An error of a service', () => {
  test.each([
    [400, 'INVALID'],
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [409, 'CONFLICT'],
    [413, 'INVALID'],
    [422, 'INVALID'],
    [423, 'LOCKED'],
    [429, 'RATE_LIMITED'],
    [500, 'INTERNAL'],
    [502, 'UNAVAILABLE'],
    [503, 'UNAVAILABLE'],
    [504, 'UNAVAILABLE'],
  ])('with status %i becomes %s with the message of the service', async (status, code) => {
    services.on(COMPANY, refusal(status, 'Texto do serviço'));
    const error = await askCompany();
    expect(error).toMatchObject({ message: 'Texto do serviço', path: ['company'], extensions: { code, status } });
    expect(error?.extensions.requestId).toEqual(expect.stringMatching(/^[\w-]{36}$/));
  });

  test('with status 451 becomes LEGAL_RESTRICTION with the text of the catalogue', async () => {
    services.on(COMPANY, refusal(451, 'Blocked'));
    const error = await askCompany();
    expect(error?.extensions.code).toBe('LEGAL_RESTRICTION');
    expect(error?.message).toMatch(/^Parece que ocorreu um problema ao processar sua solicitação\..*Suporte\.$/);
  });

  test('without a message gets the message of the call', async () => {
    services.on(COMPANY, new Raw(500, '<html>oops</html>'));
    expect((await askCompany())?.message).toBe('Falha para buscar empresa');
  });

  test('of a call without its own message gets the default message', async () => {
    services.on('POST /api/v1/financial/account/1/company', new Raw(500, {}));
    const { errors } = await gateway.ask('mutation { createCompany(input: { name: "A" }) { company { id } } }');
    expect(errors?.[0]?.message).toBe('Algo deu errado, tente novamente!');
  });

  test('with ok: false and status 200 is an error too', async () => {
    services.on(COMPANY, new Raw(200, { ok: false, message: 'Não foi possível' }));
    expect(await askCompany()).toMatchObject({ message: 'Não foi possível', extensions: { code: 'INVALID' } });
  });

  test('in the form of OAuth gets its error_description', async () => {
    services.on('POST /oauth/token', new Raw(400, { error: 'invalid_grant', error_description: 'Usuário ou senha' }));
    const { errors } = await gateway.ask('mutation { login(login: "a", password: "b") { accessToken } }', {
      token: null,
    });
    expect(errors?.[0]).toMatchObject({ message: 'Usuário ou senha', extensions: { code: 'INVALID', status: 400 } });
  });

  test('names form fields as the GraphQL input does', async () => {
    services.on(
      'POST /api/v1/financial/company/1/debit',
      refusal(422, 'Confira', {
        fields: [
          { path: 'expectedBank', message: 'a' },
          { path: 'partner.id', message: 'b' },
          { path: 'transactionRecordList.0.grossValue', message: 'c' },
          { path: 'transactionRecordList.1.bank', message: 'd' },
          { path: 'transactionRecordBuildings.2.costEstimateGroup', message: 'e' },
        ],
      }),
    );
    const { errors } = await gateway.ask(`mutation { createTransaction(companyId: "1", type: DEBIT, input: {
      grossValue: "10.00", emissionDate: "2026-11-20", apportionments: [],
      installments: [{ dueDate: "2026-11-20", grossValue: "10.00" }] }) { transaction { id } } }`);
    const fields = errors?.[0]?.extensions.fields as { path: string }[];
    expect(fields.map(({ path }) => path)).toEqual([
      'expectedWalletId',
      'partnerId',
      'installments.0.grossValue',
      'installments.1.payment.walletId',
      'apportionments.2.stageId',
    ]);
  });
});

test('An answer without an envelope is used as it is, since not every service has one', async () => {
  services.on(COMPANY, new Raw(200, { id: 5, name: 'Ipê' }));
  expect((await gateway.ask('{ company(id: "5") { id name } }')).data).toEqual({ company: { id: '5', name: 'Ipê' } });
});

test('An internal error is masked, and logged completely under the id that the user sees', async () => {
  services.on(COMPANY, { id: null, name: 'Ipê' });
  const error = await askCompany();
  expect(error).toMatchObject({ message: 'Algo deu errado, tente novamente!', extensions: { code: 'INTERNAL' } });
  const [line] = await log.find(({ requestId }) => requestId === error?.extensions.requestId);
  expect(line).toMatchObject({ level: 'error', err: { message: expect.stringContaining('Company.id') } });
});

describe('A service that fails', () => {
  const both = `{ company(id: "5") { name } session { admin } }`;

  test('is reported as UNAVAILABLE after its timeout, and the rest of the query is answered', async () => {
    services.on(COMPANY, () => new Promise(() => undefined));
    const started = Date.now();
    const { data, errors } = await gateway.ask(both);
    expect(Date.now() - started).toBeLessThan(2_000 * slowness());
    expect(data).toEqual({ company: null, session: { admin: true } });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      message: 'Falha para buscar empresa',
      extensions: { code: 'UNAVAILABLE', status: 504 },
    });
  });

  test('gets a second call when a read loses its connection', async () => {
    let times = 0;
    services.on(COMPANY, (_call, response) => {
      times += 1;
      if (times > 1) return { id: 5, name: 'Ipê' };
      response.destroy();
      return HANDLED;
    });
    expect((await gateway.ask('{ company(id: "5") { name } }')).data).toEqual({ company: { name: 'Ipê' } });
    expect(times).toBe(2);
  });

  test('gets no second call for a write', async () => {
    services.on('POST /api/v1/financial/account/1/company', (_call, response) => {
      response.destroy();
      return HANDLED;
    });
    const { errors } = await gateway.ask('mutation { createCompany(input: { name: "A" }) { company { id } } }');
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    expect(services.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  });

  test('does not affect the answers of the others', async () => {
    const dead = await startGateway({
      services: services.url,
      serviceUrls: { financial: 'http://127.0.0.1:1' },
    });
    const { data, errors } = await dead.ask(both);
    await dead.stop();
    expect(data).toEqual({ company: null, session: { admin: true } });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
  });
});

describe('A service call', () => {
  test('has the token, the request id, the client address, and the idempotency key of a write', async () => {
    services.on('POST /api/v1/financial/account/1/company', { id: 9, name: 'A' });
    const mutation = `mutation {
      a: createCompany(input: { name: "A" }) { company { id } }
      b: createCompany(input: { name: "B" }) { company { id } } }`;
    const { headers } = await gateway.ask(mutation, {
      headers: { 'idempotency-key': 'k1', 'x-forwarded-for': '6.6.6.6', 'x-request-id': 'forged' },
    });
    const writes = services.received.filter(({ method }) => method === 'POST');
    expect(writes.map((call) => call.headers['idempotency-key'])).toEqual(['k1', 'k1-2']);
    for (const call of services.received) {
      expect(call.headers).toMatchObject({
        authorization: 'Bearer token',
        'x-request-id': headers['x-request-id'],
        'x-forwarded-for': '127.0.0.1',
      });
    }
  });

  test('keeps the base path of a service', async () => {
    services.on(`GET /wrapped/api/v1/financial/account/1/company/5`, { id: 5, name: 'Longe' });
    const wrapped = await startGateway({
      services: services.url,
      serviceUrls: { financial: `${services.url}/wrapped/` },
    });
    const { data } = await wrapped.ask('{ company(id: "5") { name } }');
    await wrapped.stop();
    expect(data).toEqual({ company: { name: 'Longe' } });
  });
});
