import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { enter, openOffice, transfer, wallet, type Office } from './officeKit.ts';

let services: TestServices;
let office: Office;
let stranger: Office;
let financeiro: string;
let pagador: string;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed);
  stranger = await openOffice(services.seed, 'CANARIO');
  financeiro = await office.as(['DEBIT', 'CREDIT']);
  pagador = await office.as(['DEBIT']);
});
afterAll(() => services.stop());

const bank = (companyId = office.companyId) => `/api/v1/financial/company/${companyId}/bank`;
const cashflow = (id: number, what: string) =>
  `/api/v1/financial/company/${office.companyId}/cashflow/paid/bank/${id}/${what}`;

const itau = {
  identifier: 'Itaú conta corrente',
  description: 'ag. 0123',
  initialBalance: '1000.00',
  balanceDate: '2026-01-01',
};

describe('The register of wallets:', () => {
  test('a wallet is created, read, changed under its version and deleted', async () => {
    const { api } = services;
    const made = await api.post(bank(), {
      token: financeiro,
      body: { ...itau, identifier: '  Caixa   da obra ', initialBalance: 12.5 },
    });
    expect(made.body.data).toEqual({
      id: expect.any(Number),
      identifier: 'Caixa da obra',
      description: 'ag. 0123',
      initialBalance: '12.50',
      balanceDate: '2026-01-01',
      active: true,
      company: { id: office.companyId, name: expect.any(String), account: { id: office.accountId } },
      version: 1,
    });
    const { id } = made.body.data;

    const changed = await api.put(`${bank()}/`, {
      token: financeiro,
      body: { ...itau, id, version: 1, active: false },
    });
    expect(changed.body.data).toMatchObject({ id, identifier: itau.identifier, active: false, version: 2 });
    expect((await api.get(`${bank()}/${id}`, { token: financeiro })).body.data).toEqual(changed.body.data);

    const stale = await api.put(bank(), { token: financeiro, body: { ...itau, id, version: 1 } });
    expect([stale.status, stale.body.error]).toEqual([409, 'CONFLICT']);

    expect((await api.delete(`${bank()}/${id}`, { token: financeiro })).body).toEqual({ ok: true, data: { id } });
    expect((await api.get(`${bank()}/${id}`, { token: financeiro })).status).toBe(404);
    const history = await services.seed.sql(
      "select action, details from audit_log where entity = 'wallet' and entity_id = $1 order by id",
      [id],
    );
    expect(history.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(history[1]).toMatchObject({ details: { initial_balance: ['12.50', '1000.00'], active: [true, false] } });
  });

  test('a repeated key creates one wallet, and names are unique in a company', async () => {
    const { api } = services;
    const call = {
      token: financeiro,
      body: { ...itau, identifier: 'Única' },
      headers: { 'idempotency-key': 'carteira-1' },
    };
    const [first, second] = [await api.post(bank(), call), await api.post(bank(), call)];
    expect(second.body.data).toEqual(first.body.data);
    const twin = await api.post(bank(), { token: financeiro, body: { ...itau, identifier: 'ÚNICA' } });
    expect(twin.status).toBe(409);
    expect(twin.body.fields).toEqual([
      { path: 'identifier', message: 'Já existe uma carteira com este nome nesta empresa.' },
    ]);
  });

  test('missing and invalid fields are reported in Portuguese', async () => {
    const answer = await services.api.post(bank(), {
      token: financeiro,
      body: { identifier: '  ', balanceDate: '2026-02-30' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual(
      expect.arrayContaining([
        { path: 'identifier', message: 'Campo obrigatório.' },
        { path: 'balanceDate', message: 'Informe uma data válida no formato AAAA-MM-DD.' },
        { path: 'initialBalance', message: 'Campo obrigatório.' },
      ]),
    );
  });

  test('a wallet in use cannot be deleted, and the error names its uses', async () => {
    const used = await wallet(services.seed, office, 'Em uso');
    const other = await wallet(services.seed, office, 'Outra ponta');
    await enter(services.seed, office, { type: 'DEBIT', value: '10.00', paid: '2026-05-01', walletId: used });
    await enter(services.seed, office, { type: 'DEBIT', value: '10.00', paid: '2026-05-01', walletId: used });
    await transfer(services.seed, office, { from: used, to: other, amount: '1.00', date: '2026-05-02' });
    const answer = await services.api.delete(`${bank()}/${used}`, { token: financeiro });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe(
      'Esta carteira não pode ser excluída: está em uso por 2 pagamentos ou recebimentos e 1 transferência. Desative-a para que não apareça em novos lançamentos.',
    );
  });

  test('a user with DEBIT alone reads wallets without figures, and changes nothing', async () => {
    const id = await wallet(services.seed, office, 'Sigilosa', '987654.32');
    const seen = await services.api.get(`${bank()}/${id}`, { token: pagador });
    expect(seen.body.data).toMatchObject({ identifier: 'Sigilosa', initialBalance: null, balanceDate: null });
    expect((await services.api.get(bank(), { token: pagador })).text).not.toContain('987654.32');
    const denied = await Promise.all([
      services.api.post(bank(), { token: pagador, body: itau }),
      services.api.put(bank(), { token: pagador, body: { ...itau, id, version: 1 } }),
      services.api.delete(`${bank()}/${id}`, { token: pagador }),
      services.api.get(`/api/v1/financial/company/${office.companyId}/wallets-summary`, { token: pagador }),
      services.api.get(cashflow(id, 'balance'), { token: pagador }),
      services.api.get(cashflow(id, 'statement?from=2026-01-01&to=2026-12-31'), { token: pagador }),
    ]);
    expect(denied.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  });

  test('permissions are the union over the buildings of the company', async () => {
    const [torre, casas] = [await services.seed.building(office), await services.seed.building(office)];
    const user = await services.seed.user(office.accountId, {
      grants: [
        { companyId: office.companyId, buildingId: torre, permissions: ['DEBIT'] },
        { companyId: office.companyId, buildingId: casas, permissions: ['CREDIT'] },
      ],
    });
    const token = await services.seed.tokenOf(user);
    expect((await services.api.get(bank(), { token })).body.data.content[0].initialBalance).not.toBeNull();
  });

  test('another account’s companies and wallets are not found', async () => {
    const theirs = await wallet(services.seed, stranger, 'CANARIO carteira', '666.00');
    const { api } = services;
    const probes = [
      await api.get(bank(stranger.companyId), { token: office.admin }),
      await api.get(`${bank()}/${theirs}`, { token: office.admin }),
      await api.put(bank(), { token: office.admin, body: { ...itau, identifier: 'x', id: theirs, version: 1 } }),
      await api.delete(`${bank()}/${theirs}`, { token: office.admin }),
      await api.get(cashflow(theirs, 'balance'), { token: office.admin }),
      await api.get(cashflow(theirs, 'statement?from=2026-01-01&to=2026-12-31'), { token: office.admin }),
      await api.get(bank(), { token: office.admin, query: { ids: String(theirs) } }),
      await api.get(`/api/v1/financial/company/${office.companyId}/wallets-summary?ids=${theirs}`, {
        token: office.admin,
      }),
    ];
    expect(probes.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 200, 200]);
    expect(probes.map(({ text }) => text).join()).not.toMatch(/CANARIO|666\.00/);
    expect(await services.seed.sql('select version from wallets where id = $1', [theirs])).toEqual([{ version: 1 }]);
  });
});

describe('The list of wallets', () => {
  test('searches without accents, filters by equality, sorts by identifier only, and runs a constant number of statements', async () => {
    const { api, seed } = services;
    const big = { ...office, companyId: await seed.company(office.accountId) };
    const list = (query: Record<string, string>) => api.get(bank(big.companyId), { token: office.admin, query });
    for (const name of ['Água', 'Caixa', 'Bradesco', 'Ótima', 'Zebra'])
      await wallet(seed, big, name, '0.00', '2026-01-01', name !== 'Zebra');
    const five = await list({ size: '100' });
    expect(five.body.data.content.map((row: { identifier: string }) => row.identifier)).toEqual([
      'Água',
      'Bradesco',
      'Caixa',
      'Ótima',
      'Zebra',
    ]);
    expect((await list({ search: 'otima' })).body.data.content).toHaveLength(1);
    expect((await list({ active: 'false' })).body.data.content).toHaveLength(1);
    const second = await list({ sort: 'identifier:desc', size: '2', page: '1' });
    expect(second.body.data).toMatchObject({ number: 1, size: 2, last: false, totalElements: 5 });
    expect((await list({ sort: 'initialBalance' })).status).toBe(400);
    expect((await list({ nome: 'x' })).status).toBe(400);

    for (let index = 5; index < 50; index += 1) await wallet(seed, big, `Carteira ${index}`);
    const fifty = await list({ size: '100' });
    expect(fifty.body.data.content).toHaveLength(50);
    expect(fifty.headers['x-sql-queries']).toBe(five.headers['x-sql-queries']);
    const summary = (token: string) => api.get(`/api/v1/financial/company/${big.companyId}/wallets-summary`, { token });
    expect((await summary(office.admin)).headers['x-sql-queries']).toBe('4');
  });
});

describe('Balances and statements:', () => {
  // The expected statement of a wallet that opens on 1 March with 1.000,00.
  let ledger: { id: number; poupanca: number };

  beforeAll(async () => {
    const { seed } = services;
    const id = await wallet(seed, office, 'Razão', '1000.00', '2026-03-01');
    const poupanca = await wallet(seed, office, 'Poupança', '50.00', '2026-01-01');
    const enterInto = (type: 'CREDIT' | 'DEBIT', value: string, paid: string, description: string) =>
      enter(seed, office, { type, value, paid, description, walletId: id });
    await enterInto('DEBIT', '999.99', '2026-02-28', 'Antes da abertura');
    await enterInto('CREDIT', '500.00', '2026-03-01', 'Entrada no dia da abertura');
    await enterInto('DEBIT', '120.10', '2026-03-10', 'Cimento');
    await enterInto('DEBIT', '120.10', '2026-03-10', 'Cimento de novo');
    await transfer(seed, office, { from: id, to: poupanca, amount: '300.00', date: '2026-03-10' });
    await transfer(seed, office, { from: poupanca, to: id, amount: '25.50', date: '2026-03-20' });
    await enter(seed, office, { type: 'DEBIT', value: '70.00', due: '2026-03-15', description: 'Só prevista' });
    ledger = { id, poupanca };
  });

  test.each([
    ['2026-02-28', '1000.00', 1],
    ['2026-03-01', '1500.00', 1],
    ['2026-03-09', '1500.00', 1],
    ['2026-03-10', '959.80', 1],
    ['2026-03-20', '985.30', 1],
    ['2026-01-31', '1000.00', 0],
  ])('at the end of %s the wallet has %s', async (at, balance, ignoredMovements) => {
    const answer = await services.api.get(cashflow(ledger.id, 'balance'), { token: financeiro, query: { at } });
    expect(answer.body.data).toMatchObject({ at, balance, ignoredMovements });
  });

  test('balances are those of today by default, and the summary adds up', async () => {
    const today = await services.api.get(cashflow(ledger.id, 'balance'), { token: financeiro });
    expect(today.body.data).toMatchObject({ at: '2026-11-20', balance: '985.30' });
    const summary = await services.api.get(`/api/v1/financial/company/${office.companyId}/wallets-summary`, {
      token: financeiro,
      query: { ids: `${ledger.id},${ledger.poupanca}`, activeOnly: 'true' },
    });
    const { content, total } = summary.body.data;
    expect(content.map((row: { balance: string }) => row.balance)).toEqual(['324.50', '985.30']);
    expect(total).toBe('1309.80');
  });

  test('a statement leads from its opening to its closing balance, in a stable order', async () => {
    const ask = (query: Record<string, string>) =>
      services.api.get(cashflow(ledger.id, 'statement'), {
        token: office.admin,
        query: { from: '2026-01-01', to: '2026-03-31', ...query },
      });
    const { data } = (await ask({})).body;
    // 1.000,00 + 525,50 − 540,20 = 985,30; a payment of 28 February does not count.
    expect(data).toMatchObject({
      openingBalance: '1000.00',
      moneyIn: '525.50',
      moneyOut: '540.20',
      closingBalance: '985.30',
    });
    expect(
      data.content.map((line: Record<string, string>) => [
        line['date'],
        line['kind'],
        line['description'],
        line['amount'],
        line['balance'],
      ]),
    ).toEqual([
      ['2026-03-01', 'CREDIT', 'Entrada no dia da abertura', '500.00', '1500.00'],
      ['2026-03-10', 'DEBIT', 'Cimento', '-120.10', '1379.90'],
      ['2026-03-10', 'DEBIT', 'Cimento de novo', '-120.10', '1259.80'],
      ['2026-03-10', 'TRANSFER_OUT', null, '-300.00', '959.80'],
      ['2026-03-20', 'TRANSFER_IN', null, '25.50', '985.30'],
    ]);
    expect(data.content[3]).toMatchObject({
      otherWallet: { id: ledger.poupanca, name: 'Poupança' },
      transactionId: null,
    });

    const cut = (await ask({ size: '2', page: '1' })).body.data;
    expect(cut).toMatchObject({
      number: 1,
      size: 2,
      last: false,
      totalElements: 5,
      openingBalance: '1000.00',
      moneyIn: '525.50',
      moneyOut: '540.20',
      closingBalance: '985.30',
    });
    expect(cut.content).toEqual(data.content.slice(2, 4));

    // The balance of a line is that after it, whichever way they are read.
    const newest = (await ask({ sort: 'date:desc' })).body.data;
    expect(newest).toEqual({ ...data, content: data.content.toReversed() });
    const before = (await ask({ sort: 'date:desc', size: '2', page: '1' })).body.data;
    expect(before.content).toEqual(data.content.toReversed().slice(2, 4));
    const refused = await ask({ sort: 'amount' });
    expect([refused.status, refused.body.message]).toEqual([400, 'Não é possível ordenar por "amount".']);

    const march10 = (await ask({ from: '2026-03-10', to: '2026-03-10' })).body.data;
    expect(march10).toMatchObject({ openingBalance: '1500.00', closingBalance: '959.80', totalElements: 3 });
    const april = (await ask({ from: '2026-04-01', to: '2026-04-30' })).body.data;
    expect(april).toMatchObject({ content: [], openingBalance: '985.30', moneyIn: '0.00', moneyOut: '0.00' });
    expect((await ask({ from: '2026-04-01' })).status).toBe(400);
  });

  test('lines of transactions on buildings that the user may not see show date and amount only', async () => {
    const { seed, api } = services;
    const [torre, casas] = [await seed.building(office), await seed.building(office)];
    const id = await wallet(seed, office, 'Compartilhada');
    const paid = '2026-04-01';
    const entry = { type: 'DEBIT' as const, paid, walletId: id };
    await enter(seed, office, {
      ...entry,
      value: '10.00',
      description: 'SEGREDO da torre',
      documentNumber: 'SEGREDO-1',
      parts: [{ buildingId: torre, value: '10.00' }],
    });
    await enter(seed, office, {
      ...entry,
      value: '20.00',
      description: 'Rateio das duas',
      parts: [
        { buildingId: torre, value: '5.00' },
        { buildingId: casas, value: '15.00' },
      ],
    });
    await enter(seed, office, { ...entry, value: '30.00', description: 'SEGREDO sem obra' });
    const token = await office.as(['DEBIT', 'CREDIT'], casas);
    const answer = await api.get(cashflow(id, 'statement?from=2026-04-01&to=2026-04-30'), { token });
    expect(answer.text).not.toContain('SEGREDO');
    expect(
      answer.body.data.content.map((line: Record<string, unknown>) => [
        line['description'],
        line['transactionId'] === null,
        line['amount'],
      ]),
    ).toEqual([
      [null, true, '-10.00'],
      ['Rateio das duas', false, '-20.00'],
      [null, true, '-30.00'],
    ]);
    expect(answer.body.data.closingBalance).toBe('-60.00');
  });

  test('a statement runs the same number of SQL statements at any length', async () => {
    const id = await wallet(services.seed, office, 'Comprida');
    const ask = () =>
      services.api.get(cashflow(id, 'statement?from=2026-01-01&to=2026-12-31&size=100'), { token: financeiro });
    const add = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () =>
          enter(services.seed, office, { type: 'CREDIT', value: '1.01', paid: '2026-06-01', walletId: id }),
        ),
      );
    await add(5);
    const five = await ask();
    await add(45);
    const fifty = await ask();
    expect(fifty.body.data.content).toHaveLength(50);
    expect(fifty.body.data.closingBalance).toBe('50.50');
    expect(fifty.headers['x-sql-queries']).toBe(five.headers['x-sql-queries']);
  });
});
