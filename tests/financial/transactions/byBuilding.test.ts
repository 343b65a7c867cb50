import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sum } from '#domain/money.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startLedger, type Doc, type Ledger } from '../ledger/kit.ts';

let ledger: Ledger;
let gateway: TestGateway;
/** R$ 900,00 in three installments over Casa (600, Fundação) and Clínica (300); two are paid, one with 3,00 more. */
let shared: Doc;
/** R$ 100,00 in three installments over three buildings: no cent divides evenly. */
let uneven: Doc;
/** R$ 50,00 without a building. */
let none: Doc;

const create = async (transactionRecordBuildings: unknown[], values: Record<string, unknown>): Promise<Doc> => {
  const reply = await ledger.post('debit', {
    ...{ emissionDate: '2026-11-20', dueDate: '2026-12-10', partner: { id: ledger.concreteira } },
    ...{ transactionRecordBuildings, ...values },
  });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
const share = (building: number, grossValue: string, stage?: number) => ({
  ...{ building: { id: building }, grossValue },
  ...(stage && { costEstimateGroup: { id: stage } }),
});

beforeAll(async () => {
  ledger = await startLedger();
  gateway = await startGateway({ services: await ledger.services.listen() });
  const { casa, clinica, galpao, fundacao, caixa } = ledger;
  const made = await create([share(casa, '600.00', fundacao), share(clinica, '300.00')], {
    ...{ grossValue: '900.00', installmentCount: 3 },
  });
  const once = (await ledger.pay(made, 1, { increase: '3.00' })).body.data.transaction;
  const twice = await ledger.pay(once, 2, { paymentDate: '2026-11-15', bank: { id: caixa }, paymentMethod: 'CASH' });
  shared = twice.body.data.transaction;
  uneven = await create([share(casa, '33.33'), share(clinica, '33.33'), share(galpao, '33.34')], {
    ...{ grossValue: '100.00', installmentCount: 3 },
  });
  none = await create([], { grossValue: '50.00' });
});
afterAll(async () => {
  await gateway.stop();
  await ledger.services.stop();
});

const get = (
  rest: string,
  query: Record<string, string>,
  token = ledger.financeiro,
  kind: 'debit' | 'credit' = 'debit',
) => ledger.services.api.get(ledger.path(kind, rest), { token, query });
const parts = async (ids: unknown[], query: Record<string, string> = {}, token?: string): Promise<Doc[]> =>
  (await get('/by-building', { ids: ids.join(','), ...query }, token)).body.data.content;
const named = ({ building, otherBuildings }: Doc): string =>
  building ? building.name : otherBuildings ? 'others' : 'none';
const figures = (found: Doc[]) =>
  found.map((part) => [named(part), part.value, part.grossValue, part.paidValue, part.openValue].join(' '));

describe('What each building bears of a transaction', () => {
  test('is the sum of its shares, with the last payment and how it was paid', async () => {
    const found = await parts([shared.id]);
    expect(figures(found)).toEqual(['Casa Ipê 602.00 600.00 402.00 200.00', 'Clínica 301.00 300.00 201.00 100.00']);
    expect(found[0]).toMatchObject({
      ...{ rowId: shared.id, paymentDate: '2026-11-20', paymentMethods: ['CASH', 'PIX'] },
      banks: expect.arrayContaining([
        { id: ledger.itau, text: 'Itaú' },
        { id: ledger.caixa, text: 'Caixa da obra' },
      ]),
    });
  });

  test('is all of it in one part without apportionment, and nothing is said of a payment that is not there', async () => {
    const found = await parts([none.id]);
    expect(figures(found)).toEqual(['none 50.00 50.00 0.00 50.00']);
    expect(found[0]).toMatchObject({ building: null, paymentDate: null, paymentMethods: [], banks: [] });
  });

  test('is what the filter means: a building, a stage, or what was paid in some days', async () => {
    const cases: [Record<string, string>, string[]][] = [
      [{ building: String(ledger.clinica) }, ['Clínica 301.00 300.00 201.00 100.00']],
      [{ costEstimateGroup: String(ledger.fundacao) }, ['Casa Ipê 602.00 600.00 402.00 200.00']],
      [
        { paidFrom: '2026-11-16', paidTo: '2026-11-30' },
        ['Casa Ipê 202.00 200.00 202.00 0.00', 'Clínica 101.00 100.00 101.00 0.00'],
      ],
      [{ building: String(ledger.galpao) }, []],
    ];
    for (const [query, expected] of cases) {
      const found = await parts([shared.id], query);
      const listed = (await get('', { ids: String(shared.id), matching: 'true', ...query })).body.data.content;
      expect(sum(found.map(({ value }) => value))).toBe(listed[0]?.matching?.value ?? '0.00');
      expect(figures(found)).toEqual(expected);
    }
  });

  test('says of buildings that the user may not see only what they bear together', async () => {
    const found = await parts([shared.id, uneven.id, none.id], {}, ledger.engenheiro);
    expect(figures(found)).toEqual([
      'Casa Ipê 602.00 600.00 402.00 200.00',
      'others 301.00 300.00 201.00 100.00',
      'Casa Ipê 33.33 33.33 0.00 33.33',
      'others 66.67 66.67 0.00 66.67',
    ]);
    expect(JSON.stringify(found)).not.toContain('Clínica');
  });

  test('is none of income, of another company and of nobody', async () => {
    const answer = await get('/by-building', { ids: `${shared.id},999999` }, ledger.financeiro, 'credit');
    expect([answer.status, answer.body.data.content]).toEqual([200, []]);
    expect((await get('/by-building', {})).status).toBe(400);
    expect((await get('/by-building', { ids: '1', paidTo: 'ontem' })).status).toBe(400);
  });
});

test('Every installment is divided to the cent, as its shares are stored', async () => {
  const installments: Doc[] = [...uneven.transactionRecordList, ...shared.transactionRecordList];
  const ids = installments.map(({ id }) => id);
  const found: Doc[] = (await get('/installments/by-building', { ids: ids.join(',') })).body.data.content;
  for (const { id, value } of installments) {
    expect(sum(found.filter(({ rowId }) => rowId === id).map((part) => part.value))).toBe(value);
  }
  const stored = await ledger.services.seed.sql<{ value: string }>(
    `select s.installment_id || ' ' || b.name || ' ' || sum(s.value) as value from apportionment_shares s
       join apportionments a on a.id = s.apportionment_id join buildings b on b.id = a.building_id
      where s.installment_id = any($1) and s.gross_value > 0 group by s.installment_id, b.name`,
    [ids],
  );
  const told = found.map((part) => `${part.rowId} ${named(part)} ${part.value}`);
  expect(told.sort()).toEqual(stored.map(({ value }) => value).sort());
  const [paid] = found.filter(({ rowId }) => rowId === shared.transactionRecordList[1].id);
  expect(paid).toMatchObject({ paymentDate: '2026-11-15', paymentMethods: ['CASH'], openValue: '0.00' });
});

test('A page of GraphQL adds up to the totals of its list', async () => {
  const query = (list: string, filter: string) => `query ($c: ID!, $filter: ${filter}) {
    page: ${list}(companyId: $c, type: DEBIT, size: 90, filter: $filter) {
      totals { value paidValue openValue }
      byBuilding { rowId building { name } otherBuildings value paidValue openValue paymentMethods walletNames } } }`;
  const lists: [string, string][] = [
    ['transactions', 'TransactionFilter'],
    ['installments', 'InstallmentFilter'],
  ];
  for (const [list, type] of lists) {
    for (const filter of [{}, { buildingId: String(ledger.casa) }, { buildingId: null }]) {
      for (const token of [ledger.financeiro, ledger.engenheiro]) {
        const variables = { c: String(ledger.companyId), filter };
        const { data, errors } = await gateway.ask(query(list, type), { token, variables });
        expect(errors).toBeUndefined();
        const { totals, byBuilding } = data.page;
        const total = (field: string) => sum(byBuilding.map((part: Doc) => part[field]));
        expect({ value: total('value'), paidValue: total('paidValue'), openValue: total('openValue') }).toEqual(totals);
      }
    }
  }
});
