/** Every expected figure and day is worked out by hand. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Doc } from '#tests/financial/ledger/kit.ts';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { keyOf, startModels, type ModelDesk } from './kit.ts';

let desk: ModelDesk;
beforeAll(async () => (desk = await startModels()));
afterAll(() => desk.ledger.services.stop());
beforeEach(() => desk.clean());

describe('A model', () => {
  test('is created, changed under its version, paused and deleted, and history knows', async () => {
    const { ledger } = desk;
    const model = await desk.one({
      ...{ description: 'Aluguel de {mês}/{ano}', competence: 'PREVIOUS', workingDayRule: 'PREVIOUS' },
      ...{ expectedBank: { id: ledger.itau }, preferredPaymentMethod: 'PIX', installmentCount: 2 },
      transactionRecordBuildings: [
        { building: { id: ledger.casa }, costEstimateGroup: { id: ledger.fundacao }, weight: '1' },
        { building: { id: ledger.clinica }, weight: '2.00', isCustomerCharged: true },
      ],
    });
    expect(model).toMatchObject({
      ...{ version: 1, type: 'DEBIT', name: 'Aluguel do escritório', documentNumber: 'RECIBO {mês}/{ano}' },
      ...{ recurrence: 'MONTHLY', day: 10, workingDay: false, weekday: null, month: null, workingDayRule: 'PREVIOUS' },
      ...{ competence: 'PREVIOUS', valueRule: 'FIXED', value: '4850.00', installmentCount: 2, paused: false },
      ...{ partner: { name: 'Concreteira Paulista' }, category: { name: 'Concreto' } },
      ...{ expectedBank: { id: ledger.itau, text: 'Itaú' }, documentCount: 0, canChange: true },
      transactionRecordBuildings: [
        {
          building: { name: 'Casa Ipê' },
          costEstimateGroup: { name: 'Fundação' },
          weight: '1.00',
          percentage: '33.33',
        },
        { building: { name: 'Clínica' }, costEstimateGroup: null, weight: '2.00', percentage: '66.67' },
      ],
      otherBuildingsWeight: null,
    });
    const changed = done(
      await desk.api.put(desk.base, {
        token: desk.token,
        body: { ...desk.bodyOf({ name: 'Aluguel', value: '5000' }), id: model.id, version: 1 },
      }),
    );
    expect(changed).toMatchObject({ version: 2, name: 'Aluguel', value: '5000.00', transactionRecordBuildings: [] });
    const stale = { ...desk.bodyOf(), id: model.id, version: 1 };
    expect((await desk.api.put(desk.base, { token: desk.token, body: stale })).status).toBe(409);
    const paused = { token: desk.token, body: { paused: true, version: 2 } };
    expect(done(await desk.api.put(desk.at(`${model.id}/paused`), paused))).toMatchObject({ paused: true, version: 3 });
    expect(await desk.previewed('2026-12')).toEqual([]);
    expect(done(await desk.api.delete(desk.at(model.id), { token: desk.token, query: { version: '3' } }))).toEqual({
      id: model.id,
    });
    expect(refusal(await desk.api.get(desk.at(model.id), { token: desk.token }))).toEqual([
      404,
      'Modelo não encontrado.',
    ]);
    const history = await desk.seed.sql<{ action: string }>(
      `select action from audit_log where entity = 'transactionModel' and entity_id = $1 order by id`,
      [model.id],
    );
    expect(history.map(({ action }) => action)).toEqual(['create', 'update', 'pause', 'delete']);
  });

  test.each<[string, () => object, (number | string)[]]>([
    [
      'an unknown placeholder',
      () => ({ documentNumber: 'NF {cliente}' }),
      [422, 'documentNumber: {cliente} não existe. Use {mês}, {mês anterior}, {ano}, {competência} ou {parcela}.'],
    ],
    [
      'the same in its description',
      () => ({ description: '{dia}' }),
      [422, 'description: {dia} não existe. Use {mês}, {mês anterior}, {ano}, {competência} ou {parcela}.'],
    ],
    ['no day', () => ({ day: null }), [422, 'day: Informe o dia.']],
    ['a week without its day', () => ({ recurrence: 'WEEKLY', day: null }), [422, 'weekday: Escolha o dia da semana.']],
    [
      'a day that a week does not use',
      () => ({ recurrence: 'WEEKLY', weekday: 1 }),
      [400, 'day: Esta repetição não usa este campo.'],
    ],
    ['a month of a monthly one', () => ({ month: 3 }), [400, 'month: Esta repetição não usa este campo.']],
    [
      'the 24th working day',
      () => ({ workingDay: true, day: 24 }),
      [422, 'day: Nenhum mês tem mais de 23 dias úteis.'],
    ],
    [
      'working days of a year',
      () => ({ recurrence: 'YEARLY', month: 1, workingDay: true }),
      [400, 'workingDay: Só um modelo mensal conta dias úteis.'],
    ],
    ['a fixed value of nothing', () => ({ value: '0.001' }), [422, 'value: Informe um valor maior que zero.']],
    [
      'a value that follows from others',
      () => ({ valueRule: 'MEAN' }),
      [400, 'value: Só um modelo de valor fixo tem valor.'],
    ],
    [
      'too many installments',
      () => ({ value: '0.03', installmentCount: 4 }),
      [422, 'value: O valor não dá um centavo para cada parte.'],
    ],
    [
      'a customer for an expense',
      () => ({ partner: { id: desk.ledger.cliente } }),
      [422, 'partner: Este parceiro é cliente. Despesas pedem um fornecedor.'],
    ],
    [
      'a category of income',
      () => ({ category: { id: desk.ledger.venda } }),
      [422, 'category: Esta categoria é de receita. Escolha uma categoria de despesa.'],
    ],
    ['an unknown wallet', () => ({ expectedBank: { id: 99_999 } }), [422, 'expectedBank: Carteira não encontrada.']],
    [
      'an unknown method',
      () => ({ preferredPaymentMethod: 'BARTER' }),
      [422, 'preferredPaymentMethod: Escolha uma forma de pagamento da lista.'],
    ],
    [
      'a stage of another building',
      () => ({
        transactionRecordBuildings: [
          { building: { id: desk.ledger.clinica }, costEstimateGroup: { id: desk.ledger.fundacao }, weight: '1' },
        ],
      }),
      [422, 'transactionRecordBuildings.0.costEstimateGroup: Etapa não encontrada nesta obra.'],
    ],
    [
      'a share of nothing',
      () => ({ transactionRecordBuildings: [{ building: { id: desk.ledger.casa }, weight: '0' }] }),
      [422, 'transactionRecordBuildings.0.weight: Informe um valor maior que zero.'],
    ],
    [
      'a building twice',
      () => ({
        transactionRecordBuildings: [
          { building: { id: desk.ledger.casa }, weight: '1' },
          { building: { id: desk.ledger.casa }, weight: '1' },
        ],
      }),
      [422, 'transactionRecordBuildings.1.building: Esta obra já está no rateio'],
    ],
  ])('with %s is refused at its field', async (_, values, expected) => {
    expect(refusal(await desk.create(values()))).toEqual(expected);
    expect(await desk.seed.sql('select from transaction_models')).toEqual([]);
  });

  test('has a name of its own, and stays an expense or an income', async () => {
    const model = await desk.one();
    expect(refusal(await desk.create({ name: 'ALUGUEL DO ESCRITORIO' }))).toEqual([
      409,
      'name: Já existe um modelo com este nome.',
    ]);
    const body = { ...desk.bodyOf({ type: 'CREDIT', partner: null, category: null }), id: model.id };
    expect(refusal(await desk.api.put(desk.base, { token: desk.token, body }))).toEqual([
      422,
      'type: Um modelo não passa de despesa a receita. Crie outro modelo.',
    ]);
  });

  test('is listed by its day, found, filtered and counted', async () => {
    const rule = { valueRule: 'TYPED', value: null };
    await desk.one({ name: 'Medição', recurrence: 'ON_DEMAND', day: null, ...rule });
    await desk.one({ name: 'IPTU', recurrence: 'YEARLY', month: 2, day: 10 });
    await desk.one({ name: 'Internet', day: 12 });
    await desk.one({ name: 'Diária', recurrence: 'WEEKLY', weekday: 5, day: null });
    const paused = await desk.one({ name: 'Água', day: 5 });
    await desk.api.put(desk.at(`${paused.id}/paused`), { token: desk.token, body: { paused: true } });
    const names = async (query: Record<string, string>) =>
      done(await desk.api.get(desk.base, { token: desk.token, query })).content.map(({ name }: Doc) => name);
    expect(await names({})).toEqual(['Diária', 'Água', 'Internet', 'IPTU', 'Medição']);
    expect(await names({ paused: 'false', recurrence: 'OTHERS' })).toEqual(['Diária', 'IPTU']);
    expect(await names({ search: 'medicao' })).toEqual(['Medição']);
    expect(await names({ sort: 'name:desc', size: '2' })).toEqual(['Medição', 'IPTU']);
    const totals = done(await desk.api.get(desk.at('totals'), { token: desk.token }));
    expect(totals).toEqual({ all: 5, monthly: 1, others: 2, onDemand: 1, paused: 1 });
  });
});

describe('A user', () => {
  test('without CREDIT is kept out', async () => {
    const token = await desk.userOf([[null, ['DEBIT']]]);
    expect((await desk.api.get(desk.base, { token })).status).toBe(403);
    expect((await desk.preview('2026-12', token)).status).toBe(403);
  });

  test('sees the models of his buildings, and makes what he could enter by hand', async () => {
    const { casa, clinica } = desk.ledger;
    const share = (id: number) => ({ building: { id }, weight: '1' });
    await desk.one({ name: 'Da empresa' });
    await desk.one({ name: 'Da casa', transactionRecordBuildings: [share(casa)] });
    await desk.one({ name: 'Das duas', transactionRecordBuildings: [share(casa), { ...share(clinica), weight: '3' }] });
    await desk.one({ name: 'Da clínica', transactionRecordBuildings: [share(clinica)] });
    const token = await desk.userOf([[casa, ['DEBIT', 'CREDIT']]]);
    const { content } = done(await desk.api.get(desk.base, { token }));
    expect(
      content.map(({ name, canChange, otherBuildingsWeight }: Doc) => [name, canChange, otherBuildingsWeight]),
    ).toEqual([
      ['Da casa', true, null],
      ['Das duas', false, '3.00'],
    ]);
    const rows: Doc[] = done(await desk.preview('2026-12', token)).content;
    expect(rows.map(({ model, canCreate }) => [model.name, canCreate])).toEqual([
      ['Da casa', true],
      ['Das duas', false],
    ]);
    expect(
      refusal(
        await desk.make(
          '2026-12',
          rows.map((row) => keyOf(row)),
          token,
        ),
      ),
    ).toEqual([422, 'documents.1.model: Das duas: Obra não encontrada.']);
    expect(done(await desk.make('2026-12', [keyOf(rows[0])], token)).created).toHaveLength(1);
    const hidden = done(await desk.api.get(desk.base, { token: desk.token })).content.find(
      ({ name }: Doc) => name === 'Da clínica',
    );
    expect((await desk.api.get(desk.at(hidden.id), { token })).status).toBe(404);
    const both = content.find(({ name }: Doc) => name === 'Das duas');
    expect((await desk.api.delete(desk.at(both.id), { token })).status).toBe(403);
  });
});
