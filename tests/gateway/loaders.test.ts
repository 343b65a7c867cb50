import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import {
  Raw,
  refusal,
  type ReceivedCall,
  type ScriptedServices,
  startScriptedServices,
} from '../support/scriptedServices.ts';

let services: ScriptedServices;
let gateway: TestGateway;

const LIST = '/api/v1/financial/account/1/partner';
const partner = (id: number) => ({ id, name: `Fornecedor ${id}`, type: 'SUPPLIER', taxId: `tax-${id}` });
const page = (content: unknown[]) => ({ content, number: 0, size: 50, last: true, totalElements: content.length });
const idsOf = ({ query }: ReceivedCall) => (query.ids ?? '').split(',').filter(Boolean).map(Number);

/** Expenses of these partners; a transaction's REST row contains its partner's name. */
const expenses = (...partners: number[]) =>
  page(
    partners.map((id, index) => ({
      id: index + 1,
      type: 'DEBIT',
      partner: { id, name: `Fornecedor ${id}` },
      company: { id: 1, name: 'Ipê' },
      category: null,
      expectedBank: null,
      transactionRecordList: [],
      transactionRecordBuildings: [],
      attachments: [],
    })),
  );

const ask = () => gateway.ask('{ transactions(companyId: "1", type: DEBIT) { content { partner { id taxId } } } }');
const taxIds = ({ data }: Awaited<ReturnType<typeof ask>>) =>
  data.transactions.content.map((row: { partner: { taxId: string } | null }) => row.partner?.taxId ?? null);
const partnerCalls = () => services.calls.filter((call) => call.startsWith(`GET ${LIST}`));

beforeEach(async () => {
  services = await startScriptedServices();
  gateway = await startGateway({ services: services.url });
  services.on('GET /api/v1/financial/company/1/debit/summaries', expenses(3, 1, 3, 2));
  for (const id of [1, 2, 3]) services.on(`GET ${LIST}/${id}`, partner(id));
});
afterEach(async () => {
  await gateway.stop();
  await services.stop();
});

describe('Rows referenced by a list', () => {
  test('are loaded in one call by ids=, each id once', async () => {
    services.on(`GET ${LIST}`, (call: ReceivedCall) => page(idsOf(call).map(partner)));
    expect(taxIds(await ask())).toEqual(['tax-3', 'tax-1', 'tax-3', 'tax-2']);
    expect(partnerCalls()).toEqual([`GET ${LIST}?ids=3,1,2&size=3`]);
  });

  test('are not loaded where their embedded fields suffice', async () => {
    const query = '{ transactions(companyId: "1", type: DEBIT) { content { partner { __typename id name } } } }';
    const { data } = await gateway.ask(query);
    expect(data.transactions.content[1].partner).toEqual({ __typename: 'Partner', id: '1', name: 'Fornecedor 1' });
    expect(partnerCalls()).toEqual([]);
  });

  test('that the service does not return are null, not an error', async () => {
    services.on(`GET ${LIST}`, (call: ReceivedCall) =>
      page(
        idsOf(call)
          .filter((id) => id !== 1)
          .map(partner),
      ),
    );
    const answer = await ask();
    expect(answer.errors).toBeUndefined();
    expect(taxIds(answer)).toEqual(['tax-3', null, 'tax-3', 'tax-2']);
  });

  test('fail only their own fields when their service fails', async () => {
    services.on(`GET ${LIST}`, refusal(503, 'Fora do ar'));
    const { data, errors } = await ask();
    expect(data.transactions.content).toHaveLength(4);
    expect(errors).toHaveLength(4);
    expect(errors?.[0]?.path).toEqual(['transactions', 'content', 0, 'partner']);
    expect(partnerCalls()).toHaveLength(1);
  });
});

describe('A wrapped service without ids=', () => {
  const byId = [3, 1, 2].map((id) => `GET ${LIST}/${id}`);

  test('that rejects the key is called by id, each id once, and without ids= afterwards', async () => {
    services.on(`GET ${LIST}`, refusal(400, 'Unknown filter: ids'));
    expect(taxIds(await ask())).toEqual(['tax-3', 'tax-1', 'tax-3', 'tax-2']);
    expect(partnerCalls()).toEqual([`GET ${LIST}?ids=3,1,2&size=3`, ...byId]);
    services.forget();
    await ask();
    expect(partnerCalls()).toEqual(byId);
  });

  test('that ignores the key and returns other rows is called by id', async () => {
    services.on(`GET ${LIST}`, page([partner(1), partner(8), partner(9)]));
    expect(taxIds(await ask())).toEqual(['tax-3', 'tax-1', 'tax-3', 'tax-2']);
    expect(partnerCalls()).toEqual([`GET ${LIST}?ids=3,1,2&size=3`, ...byId]);
  });

  test('that has no such list is called by id, and with ids= again the next time', async () => {
    services.on(`GET ${LIST}`, refusal(404, 'Nada aqui'));
    for (const _time of [1, 2]) {
      services.forget();
      expect(taxIds(await ask())).toEqual(['tax-3', 'tax-1', 'tax-3', 'tax-2']);
      expect(partnerCalls()).toEqual([`GET ${LIST}?ids=3,1,2&size=3`, ...byId]);
    }
  });

  test('that ignores the key but returns all rows is used as it is', async () => {
    services.on(`GET ${LIST}`, page([1, 2, 3, 4, 5].map(partner)));
    expect(taxIds(await ask())).toEqual(['tax-3', 'tax-1', 'tax-3', 'tax-2']);
    expect(partnerCalls()).toHaveLength(1);
  });

  test('returns null for a missing row, and an error for one that fails', async () => {
    services.on(`GET ${LIST}`, refusal(400, 'Unknown filter: ids'));
    services.on(`GET ${LIST}/1`, refusal(404, 'Não encontrado'));
    services.on(`GET ${LIST}/2`, new Raw(500, {}));
    const answer = await ask();
    expect(taxIds(answer)).toEqual(['tax-3', null, 'tax-3', null]);
    expect(answer.errors?.map(({ message }) => message)).toEqual(['Falha na busca por parceiro']);
  });
});

test('Equal concurrent reads are one call', async () => {
  services.on(`GET ${LIST}/3`, partner(3));
  const { data, restCalls } = await gateway.ask('{ a: partner(id: "3") { name } b: partner(id: "3") { taxId } }');
  expect(data).toEqual({ a: { name: 'Fornecedor 3' }, b: { taxId: 'tax-3' } });
  expect(restCalls).toEqual(['GET /api/v1/security/session', 'GET /api/v1/financial/account/:accountId/partner/:id']);
});

test('Two requests share no call, not even an equal one at the same time', async () => {
  await Promise.all([
    gateway.ask('{ partner(id: "3") { name } }'),
    gateway.ask('{ partner(id: "3") { name } }', { token: 'other' }),
  ]);
  const tokens = services.received
    .filter(({ path }) => path === `${LIST}/3`)
    .map(({ headers }) => headers.authorization);
  expect(tokens.sort()).toEqual(['Bearer other', 'Bearer token']);
});

test('The periods of a cash flow bring their categories only where the operation selects them', async () => {
  const path = '/api/v1/financial/company/1/cashflow/periods';
  const category = { type: 'DEBIT', category: null, paid: '0.00', forecast: '9.00' };
  services.on(`GET ${path}`, ({ query }: ReceivedCall) => ({
    content: [{ start: '2026-11-01', categories: query.categories === 'false' ? [] : [category] }],
  }));
  const periods = (fields: string) =>
    `cashFlowPeriods(companyId: "1", startDate: "2026-11-01", endDate: "2026-11-30", group: MONTH) { start ${fields} }`;
  const { data } = await gateway.ask(`{ bare: ${periods('')} whole: ${periods('categories { forecast }')} }`);
  expect(data).toEqual({
    bare: [{ start: '2026-11-01' }],
    whole: [{ start: '2026-11-01', categories: [{ forecast: '9.00' }] }],
  });
  const asked = services.calls.filter((call) => call.startsWith(`GET ${path}`));
  expect(asked.map((call) => /categories=(\w+)/.exec(call)?.[1]).sort()).toEqual(['false', 'true']);
});
