import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { faults, startLedger, type Doc, type Ledger } from '../ledger/kit.ts';

/**
 * By due date: sand (open, on the foundations), cement (paid in cash, with a file), gravel (half paid by Pix, with
 * interest), drainage (open, on footings within the foundations, and in another building).
 */
let ledger: Ledger;
let sapatas: number;
const names = new Map<number, string>();

const create = async (name: string, values: Record<string, unknown>): Promise<Doc> => {
  const reply = await ledger.post('debit', { description: name, ...values });
  if (reply.status !== 200) throw new Error(reply.text);
  names.set(reply.body.data.id, name);
  return reply.body.data;
};

const pay = async (document: Doc, values: Record<string, unknown>): Promise<void> => {
  const reply = await ledger.pay(document, 1, values);
  if (reply.status !== 200) throw new Error(reply.text);
};

const attach = ({ id }: Doc): Promise<number> =>
  ledger.services.seed.insert('attachments', {
    ...{ account_id: ledger.accountId, transaction_id: id },
    ...{ name: 'nota.pdf', media_type: 'application/pdf', size: 10 },
  });

beforeAll(async () => {
  ledger = await startLedger();
  const { seed } = ledger.services;
  const [group] = await seed.sql<{ estimate: string }>(
    'select cost_estimate_id as estimate from cost_estimate_groups where id = $1',
    [ledger.fundacao],
  );
  sapatas = await seed.insert('cost_estimate_groups', {
    ...{ account_id: ledger.accountId, cost_estimate_id: Number(group?.estimate), building_id: ledger.casa },
    ...{ code: '1.1', name: 'Sapatas', position: 3, parent_id: ledger.fundacao },
  });
  const share = (building: number, grossValue: string, stage?: number) => ({
    ...{ building: { id: building }, grossValue },
    ...(stage !== undefined && { costEstimateGroup: { id: stage } }),
  });
  await create('areia', {
    ...{ grossValue: '100.00', emissionDate: '2026-11-01', dueDate: '2026-11-19', preferredPaymentMethod: 'PIX' },
    transactionRecordBuildings: [share(ledger.casa, '100.00', ledger.fundacao)],
  });
  const brita = await create('brita', {
    ...{ grossValue: '200.00', emissionDate: '2026-10-01', dueDate: '2026-11-20', installmentCount: 2 },
    preferredPaymentMethod: 'BOLETO',
    transactionRecordBuildings: [share(ledger.clinica, '150.00'), share(ledger.galpao, '50.00')],
  });
  await pay(brita, { increase: '5.00' });
  const cimento = await create('cimento', {
    ...{ grossValue: '300.00', emissionDate: '2026-11-10', dueDate: '2026-12-01', preferredPaymentMethod: 'BOLETO' },
  });
  await pay(cimento, { paymentDate: '2026-11-15', paymentMethod: 'CASH', bank: { id: ledger.caixa } });
  await attach(cimento);
  await create('drenagem', {
    ...{ grossValue: '400.00', emissionDate: '2026-12-01', dueDate: '2027-01-31' },
    transactionRecordBuildings: [share(ledger.casa, '150.00', sapatas), share(ledger.galpao, '250.00')],
  });
});
afterAll(() => ledger.services.stop());

type Query = Record<string, string>;

const get = (rest: string, query: Query, token = ledger.financeiro) =>
  ledger.services.api.get(ledger.path('debit', rest), { token, query });

/** Names of the documents that a filter finds, in every list that takes it, and by the totals. */
const found = async (query: Query, token?: string): Promise<string> => {
  const [list, summaries, totals] = [
    await get('', query, token),
    await get('/summaries', query, token),
    await get('/totals', query, token),
  ];
  const namesOf = ({ body }: typeof list): string =>
    body.data.content
      .map(({ id }: Doc) => names.get(id))
      .sort()
      .join(' ');
  expect(namesOf(summaries)).toBe(namesOf(list));
  // Read with the page, they are the same.
  for (const rest of ['', '/summaries']) {
    const summed = (await get(rest, { ...query, totals: 'true', size: '1' }, token)).body.data;
    expect(summed).toMatchObject({ totals: totals.body.data, totalElements: list.body.data.totalElements });
  }
  expect(totals.body.data.count).toBe(list.body.data.totalElements);
  // Counts by status are those of the filter without its status.
  if (query['status'] === undefined) expect(totals.body.data.counts.all).toBe(list.body.data.totalElements);
  return namesOf(list);
};

/** Installments that a filter finds, as name and number. */
const parcels = async (query: Query): Promise<string> => {
  const [{ body }, totals] = [await get('/installments', query), await get('/installments/totals', query)];
  expect(totals.body.data.count).toBe(body.data.totalElements);
  return body.data.content
    .map(({ installment, transaction }: Doc) => `${names.get(transaction.id)} ${installment.number}`)
    .sort()
    .join(', ');
};

describe('A filter by value', () => {
  test('compares the net value that the rows show, both ends included', async () => {
    expect(await found({ valueFrom: '200' })).toBe('brita cimento drenagem');
    // 200.00 and 5.00 of interest.
    expect(await found({ valueFrom: '205.00', valueTo: '205.00' })).toBe('brita');
    expect(await found({ valueTo: '204.99' })).toBe('areia');
    expect(await found({ valueFrom: '300.01', status: 'PAID' })).toBe('');
  });

  test('has the totals that SQL has for it', async () => {
    const [expected] = await ledger.services.seed.sql<Doc>(
      `select count(*)::integer as count, sum(value)::text as value, sum(paid_value)::text as "paidValue"
         from transactions where company_id = $1 and type = 'DEBIT' and value between 150 and 350`,
      [ledger.companyId],
    );
    const { body } = await get('/totals', { valueFrom: '150', valueTo: '350' });
    expect(body.data).toMatchObject({ ...expected, count: Number(expected.count) });
    expect(body.data.value).toBe('505.00');
  });

  test('compares the share of the building that is filtered by', async () => {
    const building = String(ledger.clinica);
    // 150.00, and three quarters of the interest.
    expect(await found({ building, valueFrom: '153.75', valueTo: '153.75' })).toBe('brita');
    expect(await found({ building, valueFrom: '153.76' })).toBe('');
    expect(await found({ withinStage: String(ledger.fundacao), valueFrom: '101' })).toBe('drenagem');
  });

  test('compares what was paid in the days that are filtered by', async () => {
    const days = { paidFrom: '2026-11-16', paidTo: '2026-11-20' };
    expect(await found({ ...days, valueFrom: '105', valueTo: '105' })).toBe('brita');
    expect(await found({ ...days, valueFrom: '106' })).toBe('');
  });

  test('reveals nothing of documents that the reader may not see', async () => {
    expect(await found({ valueFrom: '100' }, ledger.engenheiro)).toBe('areia drenagem');
  });
});

describe('A filter by days, method or file', () => {
  test('of emission includes both days', async () => {
    expect(await found({ emissionFrom: '2026-11-01', emissionTo: '2026-11-10' })).toBe('areia cimento');
    expect(await found({ emissionFrom: '2026-11-11' })).toBe('drenagem');
    expect(await found({ emissionTo: '2026-10-31' })).toBe('brita');
  });

  test('of payment finds documents with a payment in those days', async () => {
    expect(await found({ paidFrom: '2026-11-15', paidTo: '2026-11-15' })).toBe('cimento');
    expect(await found({ paidFrom: '2026-11-15' })).toBe('brita cimento');
    expect(await found({ paidTo: '2026-11-14' })).toBe('');
  });

  test('by method finds payments by it, and what is open and prefers it', async () => {
    expect(await found({ method: 'PIX' })).toBe('areia brita');
    // Cement preferred a boleto, and was paid in cash.
    expect(await found({ method: 'BOLETO' })).toBe('brita');
    expect(await found({ method: 'CASH' })).toBe('cimento');
  });

  test('by file finds documents with one, or without', async () => {
    expect(await found({ hasAttachment: 'true' })).toBe('cimento');
    expect(await found({ hasAttachment: 'false' })).toBe('areia brita drenagem');
  });
});

describe('A filter of installments', () => {
  test('compares the value of the installment, or of its share', async () => {
    expect(await parcels({ valueFrom: '100', valueTo: '105' })).toBe('areia 1, brita 1, brita 2');
    const building = String(ledger.clinica);
    // Half of 150.00, and three quarters of the interest.
    expect(await parcels({ building, valueFrom: '78.75' })).toBe('brita 1');
  });

  test('takes days of payment and of emission, method and file', async () => {
    expect(await parcels({ paidFrom: '2026-11-15', paidTo: '2026-11-19' })).toBe('cimento 1');
    expect(await parcels({ emissionFrom: '2026-11-10' })).toBe('cimento 1, drenagem 1');
    expect(await parcels({ method: 'PIX' })).toBe('areia 1, brita 1');
    expect(await parcels({ method: 'BOLETO' })).toBe('brita 2');
    expect(await parcels({ hasAttachment: 'true' })).toBe('cimento 1');
    expect(await parcels({ hasAttachment: 'false', method: 'PIX', valueTo: '100' })).toBe('areia 1');
  });

  test('by everything in a stage finds what is in the stages below it, with their shares', async () => {
    const within = { withinStage: String(ledger.fundacao) };
    expect(await parcels({ costEstimateGroup: String(ledger.fundacao) })).toBe('areia 1');
    expect(await parcels(within)).toBe('areia 1, drenagem 1');
    const { body } = await get('/installments', { ...within, sort: 'dueDate' });
    expect(body.data.content.map(({ matching }: Doc) => matching)).toEqual([
      { value: '100.00', grossValue: '100.00' },
      { value: '150.00', grossValue: '150.00' },
    ]);
    const totals = await get('/installments/totals', within);
    expect(totals.body.data.value).toBe('250.00');
    expect(await parcels({ withinStage: '-1' })).toBe('brita 1, brita 2, drenagem 1');
    expect(await parcels({ ...within, building: String(ledger.galpao) })).toBe('');
  });

  test('by everything in a stage asks as much for one row as for two', async () => {
    const costs = async (size: string): Promise<unknown> => {
      const { body, headers } = await get('/installments', { withinStage: String(ledger.fundacao), size });
      expect(body.data.content).toHaveLength(Number(size));
      return headers['x-sql-queries'];
    };
    const one = await costs('1');
    expect(one).toMatch(/^\d+$/);
    expect(await costs('2')).toBe(one);
  });
});

describe('A range that ends before it starts', () => {
  const DAYS = 'A data final vem antes da inicial.';
  const LISTS = ['', '/summaries', '/totals', '/installments', '/installments/totals'];
  test.each([
    ['emission', { emissionFrom: '2026-11-02', emissionTo: '2026-11-01' }, `emissionTo: ${DAYS}`],
    ['competence', { competenceFrom: '2026-11-02', competenceTo: '2026-11-01' }, `competenceTo: ${DAYS}`],
    ['payment', { paidFrom: '2026-11-02', paidTo: '2026-11-01' }, `paidTo: ${DAYS}`],
    ['value', { valueFrom: '1000', valueTo: '999.99' }, 'valueTo: O valor final é menor que o inicial.'],
  ])('of %s is refused at its end, in every list', async (_name, query, problem) => {
    for (const rest of LISTS) {
      const reply = await get(rest, query as Query);
      expect([rest, reply.status, faults(reply)]).toEqual([rest, 400, [problem]]);
    }
  });

  test('is refused with every other one of the same filter', async () => {
    const query = { emissionFrom: '2026-11-02', emissionTo: '2026-11-01', valueFrom: '2', valueTo: '1' };
    expect(faults(await get('', query))).toHaveLength(2);
  });

  test.each<[string, string, string]>([
    ['valueFrom', 'dez', 'valueFrom: Informe um valor decimal, como 1234.50.'],
    ['method', 'SEAL', 'method: Escolha a forma de pagamento.'],
  ])('is no range where %s cannot be read, which is refused at its key', async (key, value, problem) => {
    for (const rest of LISTS) {
      const reply = await get(rest, { [key]: value });
      expect([rest, reply.status, faults(reply)]).toEqual([rest, 400, [problem]]);
    }
    expect((await get('', { emissionFrom: '2026-02-31' })).body.fields[0].path).toBe('emissionFrom');
    expect((await get('', { hasAttachment: 'talvez' })).body.fields[0].path).toBe('hasAttachment');
  });
});
