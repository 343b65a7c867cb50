import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ofProduct } from '#tests/engineering/tasksKit.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startEstimates, type Draft, type Estimates } from './kit.ts';

let estimates: Estimates;
let gateway: TestGateway;
let place: { companyId: string };

beforeAll(async () => {
  estimates = await startEstimates();
  gateway = await startGateway({ services: await estimates.services.listen() });
  place = { companyId: String(estimates.office.companyId) };
});
afterAll(async () => {
  await gateway.stop();
  await estimates.services.stop();
});

const ask = (query: string, variables: Draft, token = estimates.office.admin) =>
  gateway.ask(query, { token, variables: { ...place, ...variables } });

const SAVE = `mutation ($companyId: ID!, $id: ID!, $version: Int!, $details: [CostEstimateDetailInput!]!) {
  saveCostEstimateDetails(companyId: $companyId, id: $id, version: $version, details: $details) {
    costEstimate { version total itemCount } created { key id } resources { code unitPrice published }
  }
}`;
const READ = `query ($companyId: ID!, $id: ID!) {
  costEstimate(companyId: $companyId, id: $id) {
    code total canChange company { name } building { name active } customer { name } defaultBdiId
    bdis { id name percentage parts { profit taxes } } lock { mine user { name } } version
  }
  costEstimateDetails(companyId: $companyId, id: $id) {
    version details { code type level description quantity unitPriceWithBdi total bdiId } resources { code itemCount }
  }
}`;

describe('Cost estimates in GraphQL', () => {
  test('are made, filled, locked, approved, copied and deleted', async () => {
    const input = {
      ...{ code: 'GQL-1', description: 'Casa', buildingId: String(estimates.building), defaultBdiIndex: 0 },
      bdis: [{ name: 'BDI', parts: { profit: '10' } }],
    };
    const made = await ask(
      `mutation ($companyId: ID!, $input: CostEstimateInput!) {
        createCostEstimate(companyId: $companyId, input: $input) { costEstimate { id version total } } }`,
      { input },
    );
    const { id } = made.data.createCostEstimate.costEstimate;
    const cement = await estimates.input({ code: 'gq', name: 'Cimento', price: '10' });
    const task = await estimates.makeTask('Piso', [ofProduct(cement, '2')]);
    const saved = await ask(SAVE, {
      ...{ id, version: 1 },
      details: [
        { key: 'g', type: 'GROUP', description: 'Pisos' },
        { key: 'c', type: 'COMPOSED_TASK', parentKey: 'g', taskId: String(task), quantity: '3' },
      ],
    });
    // 20.00 × 1.10 = 22.00 × 3
    expect(saved.data.saveCostEstimateDetails).toMatchObject({
      costEstimate: { version: 2, total: '66.00', itemCount: 1 },
      created: [{ key: 'g' }, { key: 'c' }],
    });
    const lock =
      'mutation ($companyId: ID!, $id: ID!) { lockCostEstimate(companyId: $companyId, id: $id) { costEstimate { lock { mine } } } }';
    expect((await ask(lock, { id })).data.lockCostEstimate.costEstimate.lock.mine).toBe(true);
    const read = await ask(READ, { id });
    expect(read.data).toMatchObject({
      costEstimate: {
        ...{ code: 'GQL-1', total: '66.00', canChange: true, version: 2, customer: null, lock: { mine: true } },
        building: { name: 'Residencial Ipê', active: true },
        bdis: [{ percentage: '10.00', parts: { profit: '10', taxes: '0' } }],
      },
      costEstimateDetails: {
        details: [
          { code: '1', type: 'GROUP', level: 0, total: '66.00', quantity: null },
          {
            code: '1.1',
            type: 'COMPOSED_TASK',
            level: 1,
            description: 'Piso',
            unitPriceWithBdi: '22.00',
            total: '66.00',
          },
        ],
      },
    });
    expect(read.restCalls).toHaveLength(4);
    const approve = `mutation ($companyId: ID!, $id: ID!, $version: Int!, $approved: Boolean!) {
      approveCostEstimate(companyId: $companyId, id: $id, version: $version, approved: $approved) { costEstimate { approved version } } }`;
    expect((await ask(approve, { id, version: 2, approved: true })).data.approveCostEstimate.costEstimate).toEqual({
      ...{ approved: true, version: 3 },
    });
    const copy = await ask(
      `mutation ($companyId: ID!, $id: ID!, $input: CostEstimateInput!) {
        duplicateCostEstimate(companyId: $companyId, id: $id, input: $input) { costEstimate { id approved duplicateFrom total } } }`,
      { id, input: { code: 'GQL-2', description: 'Cópia', buildingId: String(estimates.building) } },
    );
    expect(copy.data.duplicateCostEstimate.costEstimate).toMatchObject({
      approved: false,
      duplicateFrom: id,
      total: '66.00',
    });
    const remove = 'mutation ($companyId: ID!, $id: ID!) { deleteCostEstimate(companyId: $companyId, id: $id) { id } }';
    const copied = copy.data.duplicateCostEstimate.costEstimate.id;
    expect((await ask(remove, { id: copied })).data.deleteCostEstimate.id).toBe(copied);
  });

  test('are refused at the fields of the input, and as locked and stale', async () => {
    const id = String(await estimates.make());
    const refused = await ask(SAVE, {
      id,
      version: 1,
      details: [
        { key: 'x', type: 'GROUP' },
        { key: 'y', productId: '999999' },
      ],
    });
    expect(refused.errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID',
      fields: [
        { path: 'details.0.description', message: 'Informe a descrição.' },
        { path: 'details.1.productId', message: 'Insumo não encontrado.' },
      ],
    });
    const create = `mutation ($companyId: ID!, $input: CostEstimateInput!) {
      createCostEstimate(companyId: $companyId, input: $input) { costEstimate { id } } }`;
    const header = await ask(create, {
      input: { code: 'GQL-9', description: 'x', buildingId: '999999', customerId: '999999' },
    });
    expect(header.errors?.[0]?.extensions['fields']).toEqual([
      { path: 'buildingId', message: 'Obra não encontrada.' },
      { path: 'customerId', message: 'Cliente não encontrado.' },
    ]);
    const stale = await ask(SAVE, { id, version: 7, details: [] });
    expect(stale.errors?.[0]?.extensions['code']).toBe('CONFLICT');
    const other = await estimates.office.as(['ENGINEERING'], estimates.building);
    await estimates.api.post(estimates.at(Number(id), '/lock'), { token: other });
    const locked = await ask(SAVE, { id, version: 1, details: [] });
    expect(locked.errors?.[0]?.extensions['code']).toBe('LOCKED');
  });

  test('tell over a socket who edits, and that somebody saved', async () => {
    const id = await estimates.make();
    const client = gateway.socket({ token: estimates.office.admin });
    const query =
      'subscription ($companyId: ID!, $id: ID!) { costEstimateLock(companyId: $companyId, id: $id) { id version lock { mine user { name } } } }';
    const events = client.iterate({ query, variables: { ...place, id: String(id) } });
    const next = async () => (await events.next()).value?.data?.['costEstimateLock'];
    expect(await next()).toEqual({ id: String(id), version: 1, lock: null });
    const rita = await estimates.seed.tokenOf(
      await estimates.seed.user(estimates.office.accountId, { name: 'Rita', admin: true }),
    );
    await estimates.api.post(estimates.at(id, '/lock'), { token: rita });
    expect(await next()).toEqual({ id: String(id), version: 1, lock: { mine: false, user: { name: 'Rita' } } });
    await estimates.save(id, [{ type: 'GROUP', description: 'Nova' }], { token: rita });
    expect(await next()).toMatchObject({ version: 2 });
    await client.dispose();
  });
});
