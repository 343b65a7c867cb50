import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, startOrders, type Purchasing } from '#tests/purchase/orders/kit.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { ownDocuments } from './costly/documents.ts';

let desk: Purchasing;
let gateway: TestGateway;

/** An order of so many lines, half of which came in as many deliveries. */
interface Sample {
  id: number;
  lines: number[];
  version: number;
}

const furnish = async (size: number): Promise<Sample> => {
  const lines = await Promise.all(
    Array.from({ length: size }, async (_, i) => ({
      ...{ product: { id: await desk.product(`S${size}-${i}`, `Insumo ${i}`) }, quantity: '10', price: '5' },
      costEstimateGroup: { id: i < size / 2 ? desk.areas : desk.finishes },
    })),
  );
  const order = done(await desk.create(lines, { requirement: { payment: { payAfterDay: 30 } } }));
  const ids: number[] = order.requirementLineList.map(({ id }: { id: number }) => id);
  let { version } = order;
  for (const id of ids.slice(0, size / 2))
    version = done(await desk.receive(order.id, { lines: [{ line: { id }, quantity: '10' }] })).version;
  return { id: order.id, lines: ids, version };
};

let few: Sample;
let many: Sample;
beforeAll(async () => {
  desk = await startOrders();
  gateway = await startGateway({ services: await desk.services.listen() });
  [few, many] = [await furnish(2), await furnish(20)];
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await desk.services.stop();
});

const documents = new Map(ownDocuments().map(({ name, text }) => [name, text]));
const send = async (name: string, variables: Record<string, unknown>) => {
  const { errors, data, restCalls, sqlQueries } = await gateway.ask(documents.get(name) ?? '', {
    token: desk.token,
    operationName: name,
    variables: { companyId: desk.office.companyId, ...variables },
  });
  expect(errors).toBeUndefined();
  return { size: JSON.stringify(data).length, data, cost: { restCalls, sqlQueries } };
};

describe('The number of service calls and SQL statements', () => {
  test('of one order is the same for 2 lines as for 20', async () => {
    const [two, twenty] = [await send('Order', { id: few.id }), await send('Order', { id: many.id })];
    expect(twenty.size).toBeGreaterThan(two.size * 4);
    expect(twenty.cost).toEqual(two.cost);
    expect(twenty.cost).toMatchSnapshot();
  });

  test('of a check is the same for 2 lines as for 20', async () => {
    const costs = [];
    const sizes = [];
    for (const { id } of [few, many]) {
      const { requirementLineList: lines } = await desk.read(id);
      const requirementLineList = lines.map(
        (line: { id: number; product: { id: number }; costEstimateGroup: { id: number } }) => ({
          ...{ id: String(line.id), productId: String(line.product.id), quantity: '10', price: '6' },
          costEstimateGroupId: String(line.costEstimateGroup.id),
        }),
      );
      const input = { buildingId: String(desk.building), supplierId: String(desk.supplier), requirementLineList };
      const { size, cost } = await send('CheckOrder', { id: String(id), input });
      sizes.push(size);
      costs.push(cost);
    }
    const [two, twenty] = costs;
    expect(sizes[1]).toBeGreaterThan((sizes[0] ?? 0) * 4);
    expect(twenty).toEqual(two);
    expect(twenty).toMatchSnapshot();
  });

  test('of the list is the same for a page of 1 order as for one of 2', async () => {
    const [one, both] = [await send('Orders', { page: 0, size: 1 }), await send('Orders', { page: 0, size: 2 })];
    expect(both.size).toBeGreaterThan(one.size);
    expect(both.cost).toEqual(one.cost);
    expect(both.cost).toMatchSnapshot();
  });

  test('of a change, of a delivery, of a return and of their undoing is the same for 2 lines as for 20', async () => {
    const costs = [];
    for (const { id, lines, version } of [few, many]) {
      const changed = await send('UpdateOrder', { id, version, input: { notes: 'Portão 2', shippingRate: '10' } });
      const rest = lines.slice(lines.length / 2).map((lineId) => ({ lineId, quantity: '10' }));
      const received = await send('ReceiveOrder', { id, version: version + 1, input: { lines: rest } });
      const { order } = received.data?.['receiveOrder'] as { order: { deliveries: { id: string }[] } };
      const deliveryId = order.deliveries.at(-1)?.id;
      const input = { reason: 'Quebrados', lines: rest.map((one) => ({ ...one, quantity: '4' })) };
      const returned = await send('ReturnOrderGoods', { id, deliveryId, input });
      const after = returned.data?.['returnOrderGoods'] as { order: { deliveries: { returns: { id: string }[] }[] } };
      const returnId = after.order.deliveries.at(-1)?.returns[0]?.id;
      const restored = await send('UndoOrderReturn', { id, returnId });
      const undone = await send('UndoOrderDelivery', { id, version: version + 4, deliveryId });
      costs.push([changed, received, returned, restored, undone].map(({ cost }) => cost));
    }
    const [two, twenty] = costs;
    expect(twenty).toEqual(two);
    expect(twenty).toMatchSnapshot();
  });

  test('of the overview of purchases is the same for 22 lines as for 62', async () => {
    const amounts = 'estimated { quantity value } ordered { quantity value } paid { value } balance { quantity value }';
    const text = `query Overview($companyId: ID!, $buildingId: ID!) {
      purchaseOverview(companyId: $companyId, buildingId: $buildingId) {
        content { product { id code name } group { id } unit { acronyms } state buyUntil late ${amounts} }
      }
      purchaseOverviewGroups(companyId: $companyId, buildingId: $buildingId) {
        building { id name } costEstimates { id } scheduled totals { count open exceeded ${amounts} }
        content { group { name } outside count ${amounts} }
      }
      purchaseOverviewStages(companyId: $companyId, buildingId: $buildingId) {
        content { stageId code name level percentage ${amounts} } withoutStage { orders ${amounts} }
      }
      purchaseOverviewLines(companyId: $companyId, buildingId: $buildingId, stageId: "-1", size: 500) {
        totalElements content { lineId order { document } stage { id } suggestedStage { name } documentNumbers }
      }
    }`;
    const ask = async () => {
      const variables = { companyId: desk.office.companyId, buildingId: desk.building };
      const answer = await gateway.ask(text, { token: desk.token, variables });
      expect(answer.errors).toBeUndefined();
      return { rows: answer.data.purchaseOverview.content.length, calls: answer.restCalls, sql: answer.sqlQueries };
    };
    const before = await ask();
    await furnish(40);
    const after = await ask();
    expect([before.rows, after.rows]).toEqual([22, 62]);
    expect([after.calls, after.sql]).toEqual([before.calls, before.sql]);
    // The session, and one call for each root field.
    expect(before.calls).toHaveLength(5);
  });
});
