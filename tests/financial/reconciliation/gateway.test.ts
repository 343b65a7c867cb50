/** Reconciliation as the web reaches it: through the gateway. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ofx, type Written } from '#tests/financial/bankStatements/kit.ts';
import { done } from '#tests/purchase/orders/kit.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { type Reconciliation, startReconciliation } from './kit.ts';

let desk: Reconciliation;
let gateway: TestGateway;
beforeAll(async () => {
  desk = await startReconciliation();
  gateway = await startGateway({ services: await desk.services.listen() });
});
afterAll(async () => {
  await gateway.stop();
  await desk.services.stop();
});

const ask = async (query: string, variables: object) => {
  const reply = await gateway.ask(query, {
    ...{ token: desk.token, variables: { c: String(desk.office.companyId), ...variables } },
  });
  if (reply.errors) throw new Error(JSON.stringify(reply.errors));
  return reply;
};
const callsOf = ({ restCalls }: { restCalls: string[] }): number =>
  restCalls.filter((call) => !call.endsWith('/security/session')).length;

const ENTRY = 'kind entryId transactionId type partner { id name } number count dueDate status amount hidden';
const DESK = `query ($c: ID!, $w: ID!, $view: BankDeskView) {
  bankDesk(companyId: $c, walletId: $w, view: $view, size: 500) {
    totalElements acceptable counts { open suggested acceptable reconciled ignored } moneyIn moneyOut
    equation { unexplained since } reconciledThrough provenThrough differenceLimit tooMany
    content { id memo amount view taxId guess { partner { id } category { id } reason } ignored { reason }
      suggestion { score reasons difference { kind amount } transfer { lineId wallet { id name } } entries { ${ENTRY} } }
      reconciliation { id acceptance lines entries { ${ENTRY} } } } } }`;

/** A wallet whose lines are of so many partners: half of them have a document. */
const furnished = async (count: number) => {
  const lines: Written[] = [];
  const words = ['Alfa', 'Bravo', 'Cedro', 'Delta', 'Ema', 'Faia', 'Gaivota'];
  for (let index = 0; index < count; index += 1) {
    const name = `${words[index % 7]}torre ${words[Math.floor(index / 7) % 7]}mar`;
    const partner = await desk.partner(name);
    const amount = `${100 + index}.${10 + (index % 90)}`;
    if (index % 2 === 0) await desk.document('debit', { partner }, [['2026-11-10', amount]]);
    lines.push(['2026-11-10', `-${amount}`, `PIX ENVIADO ${name}`, `${count}-${index}`]);
  }
  return desk.bank(lines, { ledger: ['2026-11-12', '0,00'] });
};

test('A desk costs the same calls and statements for 6 lines as for 42', async () => {
  // The first question of a token is asked about it before anything else.
  await ask('{ session { user { id } } }', {});
  const costs = [];
  for (const count of [6, 42]) {
    const { walletId } = await furnished(count);
    const reply = await ask(DESK, { w: String(walletId) });
    expect(reply.data.bankDesk).toMatchObject({ totalElements: count, counts: { open: count, suggested: count / 2 } });
    expect(callsOf(reply)).toBe(1);
    costs.push(reply.sqlQueries);
  }
  expect(costs[1]).toEqual(costs[0]);
});

test('Lines are accepted, ignored and undone, and each operation is one call', async () => {
  const partner = await desk.partner('Madeireira Três Lagoas', 'SUPPLIER', '11222333000181');
  await desk.document('debit', { partner, documentNumber: 'NF 900' }, [['2026-11-12', '515.00']]);
  const { walletId } = await desk.bank([
    ['2026-11-12', '-515,00', 'PIX ENVIADO 11.222.333/0001-81', 'x1'],
    ['2026-11-13', '-9,00', 'TAR MANUT CONTA', 'x2'],
  ]);
  const w = String(walletId);
  const open = (await ask(DESK, { w })).data.bankDesk;
  const [line, fee] = open.content;
  expect(open.acceptable).toEqual([line.id]);
  expect(line).toMatchObject({
    ...{ taxId: '11222333000181', view: 'OPEN' },
    suggestion: {
      ...{ score: 98, difference: null, transfer: null },
      entries: [
        { kind: 'INSTALLMENT', partner: { id: String(partner), name: 'Madeireira Três Lagoas' }, amount: '-515.00' },
      ],
    },
  });
  const [entry] = line.suggestion.entries;
  const accepted = await ask(
    `mutation ($c: ID!, $items: [BankAcceptanceInput!]!) {
      acceptBankLines(companyId: $c, items: $items) { acceptance results { ok id error message fields { path message } } } }`,
    { items: [{ lines: [line.id], entries: [{ installmentId: entry.entryId }], score: 98 }] },
  );
  expect(callsOf(accepted)).toBe(1);
  const { acceptance, results } = accepted.data.acceptBankLines;
  expect(results).toEqual([{ ok: true, id: expect.any(String), error: null, message: null, fields: [] }]);
  const refused = await ask(
    `mutation ($c: ID!, $items: [BankAcceptanceInput!]!) {
      acceptBankLines(companyId: $c, items: $items) { acceptance results { ok fields { path } } } }`,
    { items: [{ lines: [fee.id], entries: [] }] },
  );
  expect(refused.data.acceptBankLines).toEqual({
    acceptance: null,
    results: [{ ok: false, fields: [{ path: 'entries' }] }],
  });
  const ignored = await ask(
    'mutation ($c: ID!, $l: [ID!]!) { ignoreBankLines(companyId: $c, lines: $l, reason: "Não é nossa") { lines } }',
    { l: [fee.id] },
  );
  expect([callsOf(ignored), ignored.data.ignoreBankLines]).toEqual([1, { lines: [fee.id] }]);
  const all = (await ask(DESK, { w, view: 'RECONCILED' })).data.bankDesk;
  expect(all).toMatchObject({
    counts: { open: 0, reconciled: 1, ignored: 1 },
    content: [
      { reconciliation: { id: results[0].id, acceptance, lines: 1, entries: [{ status: 'PAID', amount: '-515.00' }] } },
    ],
  });
  const undone = await ask(
    'mutation ($c: ID!, $a: String) { undoBankReconciliations(companyId: $c, acceptance: $a) { results { ok } } }',
    { a: acceptance },
  );
  // The reconciliations of the acceptance are found, and undone, by one call.
  expect([callsOf(undone), undone.data.undoBankReconciliations.results]).toEqual([1, [{ ok: true }]]);
  await ask('mutation ($c: ID!, $l: [ID!]!) { restoreBankLines(companyId: $c, lines: $l) { lines } }', { l: [fee.id] });
  const closing = await ask(
    'mutation ($c: ID!, $w: ID!) { reconcileWalletThrough(companyId: $c, walletId: $w, through: "2026-11-11") { walletId reconciledThrough } }',
    { w },
  );
  expect(closing.data.reconcileWalletThrough).toEqual({ walletId: w, reconciledThrough: '2026-11-11' });
  const closers = await ask(
    `query ($c: ID!, $w: ID!, $l: [ID!]) { bankCandidates(companyId: $c, walletId: $w, lines: $l, size: 3) { content { ${ENTRY} } } }`,
    { w, l: [line.id] },
  );
  expect([callsOf(closers), closers.data.bankCandidates.content[0]]).toMatchObject([1, { amount: '-515.00' }]);
  const settings = await ask('{ reconciliationSettings { differenceLimit } }', {});
  expect(settings.data.reconciliationSettings).toEqual({ differenceLimit: '500.00' });
});

test('New lines of a draft are compared by one call', async () => {
  const partner = await desk.partner('Tubos e Conexões Ribeirão');
  await desk.document('debit', { partner }, [['2026-11-12', '77.70']]);
  const { id } = done(
    await desk.upload(
      ofx({
        number: '88100-1',
        lines: [
          ['2026-11-12', '-77,70', 'PIX ENVIADO TUBOS E CONEXOES RIB', 'y1'],
          ['2026-11-12', '-1,00', 'TAR', 'y2'],
        ],
      }),
    ),
  );
  done(await desk.route(id, 1, desk.caixa));
  const reply = await ask(
    'query ($c: ID!, $id: ID!) { bankStatementPairs(companyId: $c, id: $id, accountPosition: 1) { lines suggested } }',
    { id: String(id) },
  );
  expect([callsOf(reply), reply.data.bankStatementPairs]).toEqual([1, { lines: 2, suggested: 1 }]);
});
