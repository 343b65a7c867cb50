/** Quotes as the web and suppliers reach them: through the gateway. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { partsOf } from '#tests/purchase/invoices/kit.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { captureLogs } from '#tests/support/logLines.ts';
import { DEADLINE, startQuotes, type Quoting } from './kit.ts';

let desk: Quoting;
let gateway: TestGateway;
const logs = captureLogs();

beforeAll(async () => {
  desk = await startQuotes();
  gateway = await startGateway({ services: await desk.services.listen(), logger: logs.logger });
});
afterAll(async () => {
  await gateway.stop();
  await desk.services.stop();
});

const FIELDS = 'id version state suppliers { id state answer { total } } lines { id } orders { document }';
const ask = async (query: string, variables: object = {}) => {
  const reply = await gateway.ask(query, {
    token: desk.token,
    variables: { c: String(desk.office.companyId), ...variables },
  });
  if (reply.errors) throw new Error(JSON.stringify(reply.errors));
  return reply;
};

/** A quote of one line that one supplier was asked for, over GraphQL. Returns the path of his link. */
const asked = async () => {
  const { data } = await ask(
    `mutation ($c: ID!, $input: QuoteInput!) { createQuote(companyId: $c, input: $input) { quote { ${FIELDS} } } }`,
    {
      input: {
        ...{ title: 'Aço', buildingId: String(desk.building), deadline: DEADLINE },
        lines: [{ productId: String(desk.steel[0]?.productId), quantity: '10', referencePrice: '7' }],
        suppliers: [{ partnerId: String(desk.suppliers.strong) }],
      },
    },
  );
  const { quote } = data.createQuote;
  const made = await ask(
    `mutation ($c: ID!, $id: ID!, $s: ID!) { createQuoteLink(companyId: $c, id: $id, supplierId: $s) { url quote { ${FIELDS} } } }`,
    { id: quote.id, s: quote.suppliers[0].id },
  );
  const { url } = made.data.createQuoteLink;
  return { quote, path: `/api/v1/purchase/quote-request/${url.split('/').at(-1)}`, secret: url.split('/').at(-1) };
};

describe('A quote', () => {
  test('goes from its lines to an order, and each operation is one call', async () => {
    const { quote, path } = await asked();
    const answered = await gateway.app.inject({
      ...{ method: 'POST', url: `${path}/answer` },
      payload: desk.typed([{ id: Number(quote.lines[0].id) }], { prices: [['6.5']] }),
    });
    expect(answered.statusCode).toBe(200);
    const read = await ask(
      `query ($c: ID!, $id: ID!) { quote(companyId: $c, id: $id) { ${FIELDS}
      comparison { referenceTotal bestCombination { total awards { lineId supplierId } } } } }`,
      { id: quote.id },
    );
    expect(read.restCalls).toHaveLength(1);
    expect(read.data.quote).toMatchObject({
      ...{ state: 'TO_DECIDE', suppliers: [{ state: 'ANSWERED', answer: { total: '65.00' } }] },
      comparison: { referenceTotal: '70.00', bestCombination: { total: '65.00' } },
    });
    const { awards } = read.data.quote.comparison.bestCombination;
    const awarded = await ask(
      `mutation ($c: ID!, $id: ID!, $v: Int!, $a: [QuoteAwardInput!]!) {
        awardQuote(companyId: $c, id: $id, version: $v, awards: $a) { quote { ${FIELDS} } } }`,
      { id: quote.id, v: read.data.quote.version, a: awards },
    );
    const ordered = await ask(
      `mutation ($c: ID!, $id: ID!, $v: Int!) { orderQuote(companyId: $c, id: $id, version: $v) {
        orders { document } quote { ${FIELDS} } } }`,
      { id: quote.id, v: awarded.data.awardQuote.quote.version },
    );
    expect(ordered.data.orderQuote).toMatchObject({ orders: [{ document: 'PC-0001' }], quote: { state: 'ORDERED' } });
    const listed = await ask(`query ($c: ID!) { quotes(companyId: $c, filter: { state: ORDERED, search: "aco" }) {
      content { title bestTotal bestReference orders { document } suppliers { name state } } }
      quoteTotals(companyId: $c) { all saved } }`);
    expect(listed.data).toMatchObject({
      quotes: {
        content: [{ title: 'Aço', bestTotal: '65.00', bestReference: '70.00', orders: [{ document: 'PC-0001' }] }],
      },
      quoteTotals: { all: 1, saved: '5.00' },
    });
  });

  test('is refused at the fields of its input', async () => {
    const reply = await gateway.ask(
      `mutation ($c: ID!, $b: ID!) { createQuote(companyId: $c, input: { title: "Aço", buildingId: $b,
        lines: [{ quantity: "0" }] }) { quote { id } } }`,
      { token: desk.token, variables: { c: String(desk.office.companyId), b: String(desk.building) } },
    );
    expect(reply.errors?.[0]?.extensions['fields']).toEqual([
      { path: 'lines.0.quantity', message: 'Informe a quantidade.' },
      { path: 'lines.0.productId', message: 'Escolha um insumo ou descreva o que cotar.' },
      { path: 'lines.0.unitId', message: 'Escolha a unidade.' },
    ]);
  });
});

describe('A supplier', () => {
  const large = () =>
    partsOf([
      {
        name: 'file',
        file: 'Tabela.pdf',
        content: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2_000_000, 32), Buffer.from('\n%%EOF\n')]),
      },
    ]);
  const upload = (url: string) => {
    const { body, headers } = large();
    return gateway.app.inject({ method: 'POST', url, headers, payload: body });
  };

  test('uploads a large file by his link without a login, and nowhere else', async () => {
    const { path } = await asked();
    const sent = await upload(`${path}/attachments`);
    expect([sent.statusCode, sent.json().data]).toMatchObject([200, { name: 'Tabela.pdf' }]);
    const elsewhere = `/api/v1/purchase/company/${desk.office.companyId}/quote/1/attachments`;
    expect((await upload(elsewhere)).statusCode).toBe(401);
    expect((await upload(`/api/v1/purchase/quote-request/nobody/attachments`)).statusCode).toBe(404);
  });

  test('leaves nothing of his token in the log', async () => {
    const { path, secret } = await asked();
    expect((await gateway.app.inject({ method: 'GET', url: path })).statusCode).toBe(200);
    expect((await gateway.app.inject({ method: 'PUT', url: `${path}/draft`, payload: {} })).statusCode).toBe(400);
    expect(logs.text()).not.toContain(secret);
  });
});
