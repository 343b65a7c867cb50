/** Statements as the web reaches them: through the gateway. Every expected figure is worked out by hand. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { partsOf } from '#tests/purchase/invoices/kit.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { ofx, startStatements, type StatementDesk } from './kit.ts';

let desk: StatementDesk;
let gateway: TestGateway;

beforeAll(async () => {
  desk = await startStatements();
  gateway = await startGateway({ services: await desk.services.listen() });
});
afterAll(async () => {
  await gateway.stop();
  await desk.services.stop();
});

const FILE =
  'id name state version counts { lines new known conflict ignored waiting } accounts { position number wallet { id identifier } }';
const ask = async (query: string, variables: object = {}) => {
  const reply = await gateway.ask(query, {
    token: desk.token,
    variables: { c: String(desk.office.companyId), ...variables },
  });
  if (reply.errors) throw new Error(JSON.stringify(reply.errors));
  return reply;
};
/** Calls besides that of the session. */
const callsOf = ({ restCalls }: { restCalls: string[] }): number =>
  restCalls.filter((call) => !call.endsWith('/security/session')).length;

const uploaded = async (content: Buffer): Promise<string> => {
  const { body, headers } = partsOf([{ name: 'file', content, file: 'nov.ofx' }]);
  const reply = await gateway.app.inject({
    ...{ method: 'POST', url: `${desk.base}/files`, payload: body },
    headers: { ...headers, authorization: `Bearer ${desk.token}` },
  });
  expect(reply.statusCode).toBe(200);
  return String(reply.json().data.id);
};

test('A statement goes from its upload to its lines and back, and each operation is one call', async () => {
  const id = await uploaded(
    ofx({
      lines: [
        ['2026-11-03', '-14662,00', 'SISPAG SALARIOS', '1'],
        ['2026-11-16', '96749,93', 'TED RECEBIDA', '2'],
        ['2026-11-20', '41083,72', 'SALDO DO DIA', '0'],
      ],
    }),
  );
  const drafts = await ask(
    `query ($c: ID!) { bankStatementFiles(companyId: $c, state: DRAFT) { totalElements content { ${FILE} } } }`,
  );
  expect(callsOf(drafts)).toBe(1);
  expect(drafts.data.bankStatementFiles).toMatchObject({
    totalElements: 1,
    content: [{ id, name: 'nov.ofx', state: 'DRAFT', counts: { lines: 3, waiting: 2, ignored: 1 } }],
  });
  const routed = await ask(
    `mutation ($c: ID!, $id: ID!, $w: ID) {
      routeBankAccount(companyId: $c, id: $id, position: 1, walletId: $w, version: 1) { file { ${FILE} } } }`,
    { id, w: String(desk.itau) },
  );
  expect(callsOf(routed)).toBe(1);
  expect(routed.data.routeBankAccount.file).toMatchObject({
    version: 2,
    accounts: [{ position: 1, number: '33810-2', wallet: { id: String(desk.itau), identifier: 'Itaú' } }],
  });
  const lines = await ask(
    `query ($c: ID!, $id: ID!) { bankStatementFileLines(companyId: $c, id: $id, status: NEW, sort: [{ id: "amount" }]) {
      content { position date amount memo status reason known { id } } } }`,
    { id },
  );
  expect(lines.data.bankStatementFileLines.content).toEqual([
    {
      ...{ position: 1, date: '2026-11-03', amount: '-14662.00', memo: 'SISPAG SALARIOS', status: 'NEW' },
      ...{ reason: null, known: null },
    },
    {
      ...{ position: 2, date: '2026-11-16', amount: '96749.93', memo: 'TED RECEBIDA', status: 'NEW' },
      ...{ reason: null, known: null },
    },
  ]);
  const imported = await ask(
    `mutation ($c: ID!, $id: ID!) { importBankStatement(companyId: $c, id: $id, conflicts: [], version: 2) { file { ${FILE} } } }`,
    { id },
  );
  expect(imported.data.importBankStatement.file).toMatchObject({ state: 'IMPORTED', counts: { new: 2, ignored: 1 } });
  const listed = await ask(
    `query ($c: ID!, $w: ID!) {
      bankLines(companyId: $c, filter: { walletId: $w, date: { start: "2026-11-01", end: "2026-11-17" } }) {
        totalElements content { date amount wallet { identifier description } file { name } } }
      bankLineTotals(companyId: $c, filter: { search: "sispag" }) { lines moneyIn moneyOut } }`,
    { w: String(desk.itau) },
  );
  // The description of the wallets is one call more, for all rows.
  expect(callsOf(listed)).toBe(3);
  expect(listed.data).toEqual({
    bankLines: {
      totalElements: 2,
      content: [
        {
          ...{ date: '2026-11-16', amount: '96749.93', file: { name: 'nov.ofx' } },
          wallet: { identifier: 'Itaú', description: null },
        },
        {
          ...{ date: '2026-11-03', amount: '-14662.00', file: { name: 'nov.ofx' } },
          wallet: { identifier: 'Itaú', description: null },
        },
      ],
    },
    bankLineTotals: { lines: 1, moneyIn: '0.00', moneyOut: '14662.00' },
  });
  const undone = await ask(
    `mutation ($c: ID!, $id: ID!) { undoBankStatementImport(companyId: $c, id: $id) { file { state } } }`,
    { id },
  );
  expect(undone.data.undoBankStatementImport.file).toEqual({ state: 'UNDONE' });
});

test('A draft is deleted, and what is wrong is told at its field', async () => {
  const id = await uploaded(ofx({ lines: [['2026-11-03', '-1,00', 'TAR', '9']] }));
  const missing = await gateway.ask(
    'mutation ($c: ID!, $id: ID!) { importBankStatement(companyId: $c, id: $id) { file { id } } }',
    { token: desk.token, variables: { c: String(desk.office.companyId), id } },
  );
  // The account is known: nothing is asked.
  expect(missing.errors).toBeUndefined();
  const other = await uploaded(ofx({ number: '77-1', lines: [['2026-11-03', '-1,00', 'TAR', '9']] }));
  const refused = await gateway.ask(
    'mutation ($c: ID!, $id: ID!) { importBankStatement(companyId: $c, id: $id) { file { id } } }',
    { token: desk.token, variables: { c: String(desk.office.companyId), id: other } },
  );
  expect(refused.errors?.[0]).toMatchObject({
    message: 'Escolha a carteira de ao menos uma conta.',
    extensions: { fields: [{ path: 'accounts', message: 'Escolha a carteira de ao menos uma conta.' }] },
  });
  const gone = await ask('mutation ($c: ID!, $id: ID!) { deleteBankStatementDraft(companyId: $c, id: $id) { id } }', {
    id: other,
  });
  expect(gone.data.deleteBankStatementDraft).toEqual({ id: other });
});
