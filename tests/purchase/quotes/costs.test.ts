import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done } from '#tests/purchase/orders/kit.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { DEADLINE, startQuotes, type Quoting } from './kit.ts';

let desk: Quoting;
let gateway: TestGateway;

beforeAll(async () => {
  desk = await startQuotes();
  gateway = await startGateway({ services: await desk.services.listen() });
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await desk.services.stop();
});

/** A quote of so many lines that so many suppliers answered; the first gets all of it. */
const answered = async (lineCount: number, supplierCount: number) => {
  const { areas, partner, product } = desk;
  const lines = await Promise.all(
    Array.from({ length: lineCount }, async (_, index) => ({
      ...{ productId: await product(`Q${lineCount}-${supplierCount}-${index}`, `Insumo ${index}`), quantity: '10' },
      ...{ referencePrice: '6', costEstimateGroupId: areas },
    })),
  );
  const suppliers = await Promise.all(
    Array.from({ length: supplierCount }, async (_, index) => ({
      partnerId: await partner('SUPPLIER', `Fornecedor ${lineCount}-${supplierCount}-${index}`),
    })),
  );
  const quote = done(await desk.create({ lines, suppliers, deadline: DEADLINE }));
  const prices = lines.map((): [string] => ['5']);
  for (const { id } of quote.suppliers) await desk.answer(quote, id, { prices });
  return quote.id as number;
};

const SUPPLIER = 'id state answer { total comparableTotal lines { lineId price } attachments { link } }';
const CHOICE = 'total presentValue missing awards { lineId supplierId }';
const QUOTE = `id version lines { id product { id } unit { id } costEstimateGroup { id } } suppliers { ${SUPPLIER} }
  comparison { referenceTotal bestSingle { ${CHOICE} } bestCombination { ${CHOICE} } awarded { ${CHOICE} } }`;

const ask = async (query: string, variables: object = {}) => {
  const { data, errors, restCalls, sqlQueries } = await gateway.ask(query, {
    token: desk.token,
    variables: { c: String(desk.office.companyId), ...variables },
  });
  expect(errors).toBeUndefined();
  return { data, size: JSON.stringify(data).length, cost: { calls: restCalls.length, sqlQueries } };
};

describe('The number of service calls and SQL statements', () => {
  test('of one quote, of its awards and of its orders does not grow with its lines', async () => {
    const costs = [];
    const sizes = [];
    for (const id of [await answered(2, 3), await answered(40, 3)]) {
      const read = await ask(`query ($c: ID!, $id: ID!) { quote(companyId: $c, id: $id) { ${QUOTE} } }`, {
        id: String(id),
      });
      const { version, comparison } = read.data.quote;
      const awarded = await ask(
        `mutation ($c: ID!, $id: ID!, $v: Int!, $a: [QuoteAwardInput!]!) {
          awardQuote(companyId: $c, id: $id, version: $v, awards: $a) { quote { ${QUOTE} } } }`,
        { id: String(id), v: version, a: comparison.bestCombination.awards },
      );
      const ordered = await ask(
        `mutation ($c: ID!, $id: ID!, $v: Int!) { orderQuote(companyId: $c, id: $id, version: $v) { orders { id } } }`,
        { id: String(id), v: version + 1 },
      );
      expect(ordered.data.orderQuote.orders).toHaveLength(1);
      sizes.push(read.size);
      costs.push([read, awarded, ordered].map(({ cost }) => cost));
    }
    expect(sizes[1]).toBeGreaterThan((sizes[0] ?? 0) * 4);
    expect(costs[1]).toEqual(costs[0]);
  }, 60_000);

  test('of one quote does not grow with its suppliers, and of the list not with its quotes', async () => {
    const read = (id: number) =>
      ask(`query ($c: ID!, $id: ID!) { quote(companyId: $c, id: $id) { ${QUOTE} } }`, { id: String(id) });
    const [two, twelve] = [await read(await answered(2, 2)), await read(await answered(2, 12))];
    expect(twelve.size).toBeGreaterThan(two.size * 2);
    expect(twelve.cost).toEqual(two.cost);
    const list = (size: number) =>
      ask(
        `query ($c: ID!, $size: Int!) { quotes(companyId: $c, size: $size) { totalElements content { id building { name }
          suppliers { name state } orders { document } } } quoteTotals(companyId: $c) { all saved } }`,
        { size },
      );
    const [one, four] = [await list(1), await list(4)];
    expect(four.data.quotes.content).toHaveLength(4);
    expect(four.cost).toEqual(one.cost);
  }, 60_000);
});
