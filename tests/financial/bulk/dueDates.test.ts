import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { column, faults, startLedger, type Doc, type Ledger } from '../ledger/kit.ts';
import { CSRF, notasOf } from '../retentions/kit.ts';
import { bulkOf } from './kit.ts';

let ledger: Ledger;
const bulk = bulkOf(() => ledger);
const notas = notasOf(() => ledger);
const { create, read, results, call, keyOf, partOf } = bulk;

beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

test('due dates of parcelas of several documents change at once, each to its own, and back', async () => {
  const [one, three] = [await create(), await create({ installmentCount: 3, grossValue: '300.00' })];
  const done = await results('/installments/due-dates', [
    { ...partOf(one), dueDate: '2027-01-15' },
    { ...partOf(three, 1), dueDate: '2027-01-15' },
    { ...partOf(three, 3), dueDate: '2027-03-01' },
  ]);
  expect(done.map(({ ok, version, installmentId }: Doc) => [ok, version, installmentId])).toEqual([
    [true, 2, one.transactionRecordList[0].id],
    [true, 2, three.transactionRecordList[0].id],
    [true, 2, three.transactionRecordList[2].id],
  ]);
  const after = await read(three.id);
  expect(column(after, 'dueDate')).toBe('2027-01-15 2027-01-10 2027-03-01');
  expect(after.referenceDueDate).toBe('2027-01-10');
  await results('/installments/due-dates', [
    { ...partOf(after, 1), dueDate: '2026-12-10' },
    { ...partOf(after, 3), dueDate: '2027-02-10' },
  ]);
  expect(column(await read(three.id), 'dueDate')).toBe(column(three, 'dueDate'));
  expect(await bulk.differences()).toEqual([]);
});

test('paid, unknown, stale and hidden ones are told, each by its parcela', async () => {
  const doc = await create({ installmentCount: 2 });
  const paying = await ledger.pay(doc, 1);
  const now = paying.body.data.transaction;
  const stale = await create();
  await ledger.put('debit', { ...stale, description: 'Mudou' });
  const dueDate = '2027-01-15';
  const items = [partOf(now, 1), partOf(now, 2), { ...partOf(now), installmentId: 99_999 }, partOf(stale)];
  const done = await results(
    '/installments/due-dates',
    items.map((item) => ({ ...item, dueDate })),
  );
  expect(done.map(({ error, message }: Doc) => [error, message?.slice(0, 30) ?? null])).toEqual([
    ['RULE_BROKEN', 'Parcela paga não pode ser alter'.slice(0, 30)],
    [null, null],
    ['NOT_FOUND', 'Parcela não encontrada.'],
    ['CONFLICT', 'Você alterou este lançamento e'],
  ]);
  const [hidden] = await results('/installments/due-dates', [{ ...partOf(now, 2), dueDate }], ledger.engenheiro);
  expect(hidden.error).toBe('NOT_FOUND');
});

test('a day out of the calendar is refused at its field', async () => {
  const doc = await create();
  const reply = await call('/installments/due-dates', [{ ...partOf(doc), dueDate: '1800-01-01' }]);
  expect([reply.status, faults(reply)]).toEqual([422, ['items.0.dueDate: Informe uma data entre 1900 e 2199.']]);
});

test('a document of a closed month keeps its due dates, category and obra, and is not deleted', async () => {
  const { seed } = ledger.services;
  const [doc, open] = [await create({ emissionDate: '2026-08-01' }), await create()];
  await seed.sql(`update companies set closed_through = '2026-08-31' where id = $1`, [ledger.companyId]);
  const sentence = expect.stringMatching(/^Agosto de 2026 está fechado|08\/2026|agosto/i);
  const change = { category: { id: ledger.concreto } };
  const due = { dueDate: '2027-01-15' };
  const answers = [
    await results(
      '/changes',
      [doc, open].map((one) => ({ ...keyOf(one), ...change })),
    ),
    await results('/installments/due-dates', [
      { ...partOf(doc), ...due },
      { ...partOf(open), version: 2, ...due },
    ]),
    await results('/removals', [keyOf(doc), keyOf({ ...open, version: 3 })]),
  ];
  await seed.sql('update companies set closed_through = null where id = $1', [ledger.companyId]);
  for (const [closed, free] of answers) {
    expect([closed.ok, closed.message, free.ok]).toEqual([false, sentence, true]);
  }
});

test('taxes that are owed by the payment of a nota fall due after its new days', async () => {
  const nota = await notas.create({ retentions: [CSRF], installmentCount: 1 });
  const [before] = await notas.payablesOf(nota);
  const [done] = await results('/installments/due-dates', [{ ...partOf(nota), dueDate: '2027-03-20' }]);
  expect(done.ok).toBe(true);
  const [after] = await notas.payablesOf(nota);
  const [was, is] = [before, after].map((doc) => doc.transactionRecordList[0].dueDate);
  const saved = await notas.create({ retentions: [CSRF], installmentCount: 1, dueDate: '2027-03-20' });
  const [like] = await notas.payablesOf(saved);
  expect(is).not.toBe(was);
  expect(is).toBe(like.transactionRecordList[0].dueDate);
});

test('many cost as many statements as two', async () => {
  const cost = async (count: number) => {
    const docs = await Promise.all(Array.from({ length: count }, () => create()));
    const items = docs.map((doc) => ({ ...partOf(doc), dueDate: '2027-01-15' }));
    return Number((await call('/installments/due-dates', items)).headers['x-sql-queries']);
  };
  const [many, few] = [await cost(12), await cost(2)];
  expect(many).toBe(few);
  expect(many).toBeLessThan(20);
});
