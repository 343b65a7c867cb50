/** Models as the web reaches them: through the gateway. Every expected figure is worked out by hand. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startModels, type ModelDesk } from './kit.ts';

let desk: ModelDesk;
let gateway: TestGateway;

beforeAll(async () => {
  desk = await startModels();
  gateway = await startGateway({ services: await desk.ledger.services.listen() });
});
afterAll(async () => {
  await gateway.stop();
  await desk.ledger.services.stop();
});
beforeEach(() => desk.clean());

const send = (query: string, variables: object = {}, token = desk.token) =>
  gateway.ask(query, { token, variables: { c: String(desk.ledger.companyId), ...variables } });
const ask = async (query: string, variables: object = {}, token = desk.token) => {
  const reply = await send(query, variables, token);
  if (reply.errors) throw new Error(JSON.stringify(reply.errors));
  return reply;
};
/** Calls besides that of the session. */
const callsOf = ({ restCalls }: { restCalls: string[] }): number =>
  restCalls.filter((call) => !call.endsWith('/security/session')).length;

const LIST = `query ($c: ID!) { transactionModels(companyId: $c, size: 200) { totalElements content {
  id name partner { id name } category { id name } expectedWallet { id identifier }
  shares { weight percentage building { id name } stage { id name } } } } }`;
const PREVIEW = `query ($c: ID!) { transactionModelPreview(companyId: $c, month: "2026-12") {
  content { model { id name version } period dueDate value valueSource partner { id name } existing { id made } }
  next { month documents expenses incomes unknown } } }`;

const input = (values: object = {}) => ({
  ...{ type: 'DEBIT', name: 'Aluguel', documentNumber: 'RECIBO {mês}/{ano}', recurrence: 'MONTHLY', day: 10 },
  ...{ valueRule: 'FIXED', value: '4850.00', partnerId: String(desk.ledger.concreteira) },
  ...values,
});
const CREATE = `mutation ($c: ID!, $input: TransactionModelInput!) {
  createTransactionModel(companyId: $c, input: $input) { model { id version paused } } }`;

test('A model goes from its creation to a month of documents and back, and each operation is one call', async () => {
  const shares = [
    { buildingId: String(desk.ledger.casa), stageId: String(desk.ledger.fundacao), weight: '1' },
    { buildingId: String(desk.ledger.clinica), weight: '3' },
  ];
  const created = await ask(CREATE, { input: input({ shares }) });
  expect(callsOf(created)).toBe(1);
  const { id, version } = created.data.createTransactionModel.model;
  const listed = await ask(LIST);
  expect(callsOf(listed)).toBe(1);
  expect(listed.data.transactionModels).toMatchObject({
    totalElements: 1,
    content: [
      {
        ...{ name: 'Aluguel', partner: { name: 'Concreteira Paulista' }, category: null, expectedWallet: null },
        shares: [
          { weight: '1.00', percentage: '25.00', building: { name: 'Casa Ipê' }, stage: { name: 'Fundação' } },
          { weight: '3.00', percentage: '75.00', building: { name: 'Clínica' }, stage: null },
        ],
      },
    ],
  });
  const preview = await ask(PREVIEW);
  expect(callsOf(preview)).toBe(1);
  expect(preview.data.transactionModelPreview.content).toMatchObject([
    {
      model: { id, name: 'Aluguel', version },
      period: '2026-12-01',
      dueDate: '2026-12-10',
      value: '4850.00',
      existing: null,
    },
  ]);
  const made = await ask(
    `mutation ($c: ID!, $documents: [ModelDocumentInput!]!) {
      createModelDocuments(companyId: $c, month: "2026-12", documents: $documents) {
        batchId created { id modelId grossValue } existing { id } } }`,
    { documents: [{ modelId: id, modelVersion: version, period: '2026-12-01', value: '5000' }] },
  );
  expect(callsOf(made)).toBe(1);
  const { batchId, created: documents } = made.data.createModelDocuments;
  expect(documents).toMatchObject([{ modelId: id, grossValue: '5000.00' }]);
  const undone = await ask(
    `mutation ($c: ID!, $batchId: ID!) { undoModelDocuments(companyId: $c, batchId: $batchId) { removedIds kept { id reason } } }`,
    { batchId },
  );
  expect(callsOf(undone)).toBe(1);
  expect(undone.data.undoModelDocuments).toEqual({ removedIds: [documents[0].id], kept: [] });
});

test('What is refused is refused at its field of the input', async () => {
  const reply = await send(CREATE, {
    input: input({
      documentNumber: 'NF {cliente}',
      partnerId: '99999',
      shares: [{ buildingId: String(desk.ledger.casa), weight: '0' }],
    }),
  });
  const fields = (reply.errors?.[0]?.extensions as { fields?: { path: string }[] } | undefined)?.fields;
  expect(fields?.map(({ path }) => path)).toEqual(['shares.0.weight', 'documentNumber']);
  const partner = await send(CREATE, { input: input({ partnerId: '99999' }) });
  expect(partner.errors?.[0]?.extensions).toMatchObject({
    fields: [{ path: 'partnerId', message: 'Fornecedor não encontrado.' }],
  });
});

test('Lists and previews take as many calls and SQL statements for thirty models as for three', async () => {
  // An administrator sees the obras that are made here.
  const token = desk.ledger.admin;
  const costs = async (query: string) => {
    const { data, restCalls, sqlQueries } = await ask(query, {}, token);
    return { size: JSON.stringify(data).length, cost: { restCalls, sqlQueries } };
  };
  const rules = [{}, { valueRule: 'MEAN', value: null }, { valueRule: 'LAST', value: null }];
  const create = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) {
      const building = await desk.seed.building(desk.ledger, { name: `Obra de custo ${index}` });
      const shares = [{ buildingId: String(building), weight: '1' }];
      await ask(CREATE, { input: input({ name: `Modelo ${index}`, shares, ...rules[index % rules.length] }) }, token);
    }
  };
  await create(0, 3);
  const few = [await costs(LIST), await costs(PREVIEW)];
  await create(3, 30);
  const many = [await costs(LIST), await costs(PREVIEW)];
  many.forEach(({ size, cost }, index) => {
    expect(size).toBeGreaterThan((few[index]?.size ?? 0) * 4);
    expect(cost).toEqual(few[index]?.cost);
    expect(cost.restCalls).toHaveLength(1);
    expect(cost.sqlQueries).toBeLessThan(20);
  });
});
