import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, type Client } from './client.ts';
import { openOffice, type Office } from './office.ts';

/** Contradictory bodies must be rejected with the path of the contradiction, never partly ignored (§3, §4, §5). */
let office: Office;
let client: Client;
let id: Office['id'];
beforeAll(async () => {
  office = await openOffice();
  ({ client, id } = office);
}, 60_000);
afterAll(() => office.stop());

const company = (rest: string) => office.company(rest);

describe('A contradictory body', () => {
  const paid = () => ({ forecast: false, paymentDate: '2026-11-20', bank: { id: id.itau }, paymentMethod: 'PIX' });
  const one = (values: object) => ({ transactionRecordList: [{ dueDate: '2026-12-01', value: 100, ...values }] });
  const share = (building: string, values: object) => ({ building: { id: id[building] }, ...values });
  const bodies: [string, string, () => object][] = [
    ['another company', 'company.id', () => ({ company: { id: (id.company ?? 0) + 1 } })],
    [
      'another account',
      'company.account.id',
      () => ({ company: { id: id.company, account: { id: office.accountId + 1 } } }),
    ],
    ['a field that is none', 'obra', () => ({ obra: 1 })],
    [
      'a field that is none, deep inside',
      'transactionRecordList.0.bank.code',
      () => one({ ...paid(), bank: { id: id.itau, code: 1 } }),
    ],
    ['gross and net that differ', 'value', () => ({ grossValue: 90 })],
    ['a payment date on a forecast', 'paymentDate', () => ({ forecast: true, paymentDate: '2026-11-20' })],
    ['a method on a forecast', 'paymentMethod', () => ({ paymentMethod: 'PIX' })],
    ['a discount on a forecast', 'discount', () => ({ discount: 1 })],
    ['paid, and all of its list foreseen', 'forecast', () => ({ forecast: false, ...one({ forecast: true }) })],
    ['foreseen, and its list paid', 'forecast', () => ({ forecast: true, ...one(paid()) })],
    ['another wallet than its list', 'bank.id', () => ({ bank: { id: id.caixa }, ...one(paid()) })],
    ['a wallet on a parcela that is foreseen', 'transactionRecordList.0.bank', () => one({ bank: { id: id.itau } })],
    ['a list of another sum', 'transactionRecordList', () => one({ value: 99.99 })],
    ['another number of parcelas', 'installmentCount', () => ({ installmentCount: 2, ...one({}) })],
    ['paid at once in two parcelas', 'installmentCount', () => ({ installmentCount: 2, ...paid() })],
    ['a name that is another’s', 'category.name', () => ({ category: { id: id.concreto, name: 'Aço' } })],
    ['a name without a key', 'partner.name', () => ({ partner: { name: 'Concreteira' } })],
    ['a file that is not there', 'attachments', () => ({ attachments: [{ name: 'nota.pdf', link: '/nota.pdf' }] })],
    [
      'a rateio that is too little',
      'transactionRecordBuildings',
      () => ({ transactionRecordBuildings: [share('casa', { value: 99 })] }),
    ],
    [
      'a share whose value is not its percentage',
      'transactionRecordBuildings.0.percentage',
      () => ({
        transactionRecordBuildings: [share('casa', { value: 50, percentage: 60 }), share('clinica', { value: 50 })],
      }),
    ],
    [
      'a parcela whose rateio is too much',
      'transactionRecordList.0.transactionRecordBuildings',
      () => one({ transactionRecordBuildings: [share('casa', { value: 101 })] }),
    ],
    [
      'a parcela without the rateio that the other has',
      'transactionRecordList.1.transactionRecordBuildings',
      () => ({
        transactionRecordList: [
          { dueDate: '2026-12-01', value: 50, transactionRecordBuildings: [share('casa', { value: 50 })] },
          { dueDate: '2027-01-01', value: 50 },
        ],
      }),
    ],
    [
      'a document and a parcela that say different obras',
      'transactionRecordList.0.transactionRecordBuildings.0.building',
      () => ({
        transactionRecordBuildings: [share('casa', { value: 100 })],
        ...one({ transactionRecordBuildings: [share('clinica', { value: 100 })] }),
      }),
    ],
  ];
  test.each(bodies)('is rejected at its field: %s', async (_what, path, body) => {
    const { status, fields } = await client.post(company('debit/'), {
      emissionDate: '2026-11-20',
      dueDate: '2026-12-01',
      value: 100,
      ...body(),
    });
    expect([status, fields.map((field) => field.path)]).toEqual([400, [path]]);
  });

  test('with an increase beyond its value is rejected at the increase, whatever the apportionment', async () => {
    const body = {
      emissionDate: '2026-11-20',
      value: 100,
      transactionRecordList: [
        { value: 1, increase: 5, ...paid(), transactionRecordBuildings: [share('casa', { value: 1 })] },
        { value: 99, dueDate: '2026-12-01', transactionRecordBuildings: [share('casa', { value: 99 })] },
      ],
    };
    const { status, fields } = await client.post(company('debit/'), body);
    expect([status, fields.map(({ path }) => path)]).toEqual([422, ['transactionRecordList.0.grossValue']]);
  });

  test('with less than one cent for each installment is rejected at the value', async () => {
    const body = { emissionDate: '2026-11-20', dueDate: '2026-12-01', value: 0.05, installmentCount: 10 };
    const { status, fields } = await client.post(company('debit/'), body);
    expect(status).toBe(422);
    expect(fields.map(({ path, message }) => `${path}: ${message.replace(/\s/g, ' ')}`)).toEqual([
      'installmentCount: R$ 0,05 não dá um centavo para cada uma das 10 parcelas',
    ]);
  });

  test('stores nothing', async () => {
    const all = await done(client.get(company('debit')));
    expect([all.content, all.last, all.number]).toEqual([[], true, 0]);
  });
});
