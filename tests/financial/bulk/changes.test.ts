import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { faults, startLedger, type Doc, type Ledger } from '../ledger/kit.ts';
import { INSS, notasOf } from '../retentions/kit.ts';
import { bulkOf } from './kit.ts';

let ledger: Ledger;
let frete: number;
let parada: number;
const bulk = bulkOf(() => ledger);
const notas = notasOf(() => ledger);
const { create, read, results, call, keyOf } = bulk;

beforeAll(async () => {
  ledger = await startLedger();
  const account_id = ledger.accountId;
  frete = await ledger.services.seed.insert('categories', { account_id, type: 'DEBIT', name: 'Frete' });
  parada = await ledger.services.seed.insert('categories', {
    account_id,
    type: 'DEBIT',
    name: 'Parada',
    active: false,
  });
});
afterAll(() => ledger.services.stop());

const of = (building: number, stage: number | null = null) => ({
  transactionRecordBuildings: [{ building: { id: building }, costEstimateGroup: { id: stage }, grossValue: '100.00' }],
});
const placesOf = ({ transactionRecordBuildings: list }: Doc) =>
  list.map(({ building, costEstimateGroup: stage, grossValue }: Doc) => [building.id, stage?.id ?? null, grossValue]);

test('category and obra of several documents change at once, and back with what was before', async () => {
  const [bare, placed] = [await create(), await create({ ...of(ledger.casa, ledger.fundacao), installmentCount: 3 })];
  const change = { category: { id: frete }, building: { id: ledger.clinica } };
  const done = await results(
    '/changes',
    [bare, placed].map((doc) => ({ ...keyOf(doc), ...change })),
  );
  expect(done.map(({ ok, version }: Doc) => [ok, version])).toEqual([
    [true, 2],
    [true, 2],
  ]);
  for (const { id } of [bare, placed]) {
    const now = await read(id);
    expect([now.category.id, placesOf(now)]).toEqual([frete, [[ledger.clinica, null, '100.00']]]);
  }
  expect(await bulk.differences()).toEqual([]);

  const back = await results('/changes', [
    { ...keyOf({ ...bare, version: 2 }), category: null, building: null },
    {
      ...keyOf({ ...placed, version: 2 }),
      ...{ category: null, building: { id: ledger.casa }, costEstimateGroup: { id: ledger.fundacao } },
    },
  ]);
  expect(back.map(({ ok, version }: Doc) => [ok, version])).toEqual([
    [true, 3],
    [true, 3],
  ]);
  const content = async ({ id }: Doc) => {
    const { category, transactionRecordBuildings: _, ...rest } = await read(id);
    return [category, rest.value, placesOf(await read(id))];
  };
  expect(await content(bare)).toEqual([null, '100.00', []]);
  expect(await content(placed)).toEqual([null, '100.00', [[ledger.casa, ledger.fundacao, '100.00']]]);
  expect(await bulk.differences()).toEqual([]);
});

test('what cannot change is told with its reason, and what can is done', async () => {
  const shared = await create({
    transactionRecordBuildings: [
      { building: { id: ledger.casa }, grossValue: '40.00' },
      { building: { id: ledger.clinica }, grossValue: '60.00' },
    ],
  });
  const [free, old] = [await create(), await create()];
  await ledger.put('debit', { ...old, description: 'Mudou' });
  const building = { id: ledger.galpao };
  const items = [shared, free, old].map((doc) => ({ ...keyOf(doc), building }));
  const done = await results('/changes', [...items, { transactionId: 99_999, version: 1, building }]);
  expect(done.map(({ error, message }: Doc) => [error, message?.replace(/ em \d\d\/.*/, '') ?? null])).toEqual([
    ['RULE_BROKEN', 'Tem rateio em 2 partes: mude a obra no próprio lançamento.'],
    [null, null],
    ['CONFLICT', 'Você alterou este lançamento em outra janela'],
    ['NOT_FOUND', 'Despesa não encontrada.'],
  ]);
  expect((await read(free.id)).transactionRecordBuildings[0].building.id).toBe(ledger.galpao);
  expect((await read(shared.id)).version).toBe(1);
});

test('a category that is off and an obra out of reach are refused, a category of both documents where it is so already stays', async () => {
  const [doc, same] = [await create(), await create({ category: { id: frete } })];
  const [off] = await results('/changes', [{ ...keyOf(doc), category: { id: parada } }]);
  expect([off.ok, off.message]).toEqual([false, 'Esta categoria está inativa.']);
  const [unchanged] = await results('/changes', [{ ...keyOf(same), category: { id: frete } }]);
  expect(unchanged).toMatchObject({ ok: true, version: 1 });
  const own = await create(of(ledger.casa));
  const reply = await call('/changes', [{ ...keyOf(own), building: { id: ledger.clinica } }], ledger.engenheiro);
  expect([reply.status, faults(reply)]).toEqual([422, ['items.0.building: Obra não encontrada.']]);
  const [hidden] = await results('/changes', [{ ...keyOf(doc), category: { id: frete } }], ledger.engenheiro);
  expect(hidden.error).toBe('NOT_FOUND');
});

test.each<[string, () => object, number, string]>([
  ['an unknown category', () => ({ category: { id: 99_999 } }), 422, 'items.0.category: Categoria não encontrada.'],
  [
    'a category of income',
    () => ({ category: { id: ledger.venda } }),
    422,
    'items.0.category: Esta categoria é de receita. Escolha uma categoria de despesa.',
  ],
  ['an unknown obra', () => ({ building: { id: 99_999 } }), 422, 'items.0.building: Obra não encontrada.'],
  [
    'a stage of another obra',
    () => ({ building: { id: ledger.clinica }, costEstimateGroup: { id: ledger.fundacao } }),
    422,
    'items.0.costEstimateGroup: Etapa não encontrada nesta obra.',
  ],
  [
    'a stage without an obra',
    () => ({ category: null, costEstimateGroup: { id: ledger.fundacao } }),
    400,
    'items.0.costEstimateGroup: Informe a obra da etapa.',
  ],
  ['nothing to change', () => ({}), 400, 'items.0: Informe a categoria ou a obra.'],
])('%s is refused at its field, and nothing is changed', async (_, change, status, fault) => {
  const doc = await create();
  const reply = await call('/changes', [{ ...keyOf(doc), ...change() }]);
  expect([reply.status, faults(reply)]).toEqual([status, [fault]]);
  expect((await read(doc.id)).version).toBe(1);
});

test('a document that is named twice is refused', async () => {
  const doc = await create();
  const reply = await call('/removals', [keyOf(doc), keyOf(doc)]);
  expect([reply.status, faults(reply)]).toEqual([400, ['items.1.transactionId: Aparece duas vezes.']]);
});

test('the guias of a nota follow its category and obra, and are not changed by themselves', async () => {
  const shares = [{ building: { id: ledger.casa }, invoiceValue: '57084.00' }];
  const nota = await notas.create({ retentions: [INSS], transactionRecordBuildings: shares });
  const [guia] = await notas.payablesOf(nota);
  const change = { category: { id: frete }, building: { id: ledger.galpao } };
  const [refused] = await results('/changes', [{ ...keyOf(guia), ...change }]);
  expect(refused.message).toBe('A categoria deste lançamento vem da nota de que foi retido. Mude a nota.');
  const [done] = await results('/changes', [{ ...keyOf(nota), ...change }]);
  expect(done).toMatchObject({ ok: true, version: 2 });
  const after = await read(guia.id);
  expect([after.version, after.category.id, placesOf(after)]).toEqual([2, frete, [[ledger.galpao, null, '1364.00']]]);
  expect(await bulk.differences()).toEqual([]);
});

test('the history tells what a document was and is', async () => {
  const doc = await create();
  await results('/changes', [{ ...keyOf(doc), category: { id: frete } }]);
  const [line] = await ledger.services.seed.sql<{ action: string; was: string | null; is: string }>(
    `select action, details->'before'->>'categoryId' as was, details->'after'->>'categoryId' as is
       from audit_log where entity = 'transaction' and entity_id = $1 order by id desc limit 1`,
    [doc.id],
  );
  expect(line).toEqual({ action: 'update', was: null, is: String(frete) });
});

test('documents go with all that is below them; paid ones stay, with the reason', async () => {
  const nota = await notas.create({ retentions: [INSS] });
  const [guia] = await notas.payablesOf(nota);
  const [plain, paid] = [await create(of(ledger.casa)), await create({ installmentCount: 2 })];
  const paying = await ledger.pay(paid, 1);
  const now = paying.body.data.transaction;
  const done = await results('/removals', [nota, plain, now, guia].map(keyOf));
  expect(done.map(({ ok, message }: Doc) => [ok, message])).toEqual([
    [true, null],
    [true, null],
    [false, 'Há parcela paga neste lançamento. Desfaça o pagamento antes de excluí-lo.'],
    [false, 'Esta guia é de uma retenção: tire a retenção na nota que a fez.'],
  ]);
  const rows = await ledger.services.seed.sql<{ id: string }>('select id from transactions where id = any($1)', [
    [nota.id, plain.id, paid.id, guia.id],
  ]);
  expect(rows.map(({ id }) => Number(id))).toEqual([paid.id]);
  expect(await bulk.differences()).toEqual([]);
});

test('many cost as many statements as two', async () => {
  const cost = async (path: string, docs: readonly Doc[], change: object) => {
    const reply = await call(
      path,
      docs.map((doc) => ({ ...keyOf(doc), ...change })),
    );
    expect(reply.body.data.results.every(({ ok }: Doc) => ok)).toBe(true);
    return Number(reply.headers['x-sql-queries']);
  };
  const some = (count: number) => Promise.all(Array.from({ length: count }, () => create({ installmentCount: 2 })));
  const [few, many] = [await some(2), await some(12)];
  const change = { category: { id: frete }, building: { id: ledger.casa } };
  const statements = await cost('/changes', many, change);
  expect(statements).toBe(await cost('/changes', few, change));
  expect(statements).toBeLessThan(25);
  const again = (docs: readonly Doc[]) => docs.map((doc) => ({ ...doc, version: 2 }));
  const removal = await cost('/removals', again(many), {});
  expect(removal).toBe(await cost('/removals', again(few), {}));
  expect(removal).toBeLessThan(20);
});

test('more than 500 are refused', async () => {
  const items = Array.from({ length: 501 }, (_, index) => ({ transactionId: index + 1, version: 1 }));
  expect((await call('/removals', items)).status).toBe(400);
});
