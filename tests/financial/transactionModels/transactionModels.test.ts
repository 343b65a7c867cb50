/** Every expected figure and day is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Doc } from '#tests/financial/ledger/kit.ts';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { keyOf, startModels, told, type ModelDesk } from './kit.ts';

let desk: ModelDesk;
beforeAll(async () => (desk = await startModels()));
afterAll(() => desk.ledger.services.stop());

/** Deletes every model and document, so that a test knows its months. */
const clean = async () => {
  await desk.seed.sql('delete from transaction_models');
  await desk.seed.sql('delete from transaction_model_batches');
  await desk.seed.sql('delete from transactions');
};

const previewed = async (month: string): Promise<Doc[]> => done(await desk.preview(month)).content;
const one = async (values: object = {}): Promise<Doc> => done(await desk.create(values));

describe('A model', () => {
  test('is created, changed under its version, paused and deleted, and history knows', async () => {
    await clean();
    const { ledger } = desk;
    const model = await one({
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
    expect(await previewed('2026-12')).toEqual([]);
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
    await clean();
    expect(refusal(await desk.create(values()))).toEqual(expected);
    expect(await desk.seed.sql('select from transaction_models')).toEqual([]);
  });

  test('has a name of its own, and stays an expense or an income', async () => {
    await clean();
    const model = await one();
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
    await clean();
    const rule = { valueRule: 'TYPED', value: null };
    await one({ name: 'Medição', recurrence: 'ON_DEMAND', day: null, ...rule });
    await one({ name: 'IPTU', recurrence: 'YEARLY', month: 2, day: 10 });
    await one({ name: 'Internet', day: 12 });
    await one({ name: 'Diária', recurrence: 'WEEKLY', weekday: 5, day: null });
    const paused = await one({ name: 'Água', day: 5 });
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

describe('A month', () => {
  test('is previewed with texts resolved, dates moved and values proposed, and nothing exists', async () => {
    await clean();
    const mean = { documentNumber: 'FATURA {mês}/{ano}', valueRule: 'MEAN', value: null };
    for (const [dueDate, grossValue] of [
      ['2026-09-16', '662.04'],
      ['2026-10-16', '655.01'],
      ['2026-11-16', '670.20'],
    ])
      await desk.enter({ dueDate, grossValue });
    await one({ name: 'Energia', day: 16, ...mean });
    await one({ name: 'Pró-labore', documentNumber: 'FOLHA {mês anterior}/{ano}', day: 5, competence: 'PREVIOUS' });
    await one({ name: 'Vale', day: 28, partner: null, documentNumber: null, valueRule: 'TYPED', value: null });
    const income = { type: 'CREDIT', partner: { id: desk.ledger.cliente }, category: { id: desk.ledger.venda } };
    await one({ name: 'Taxa', day: 15, ...income, documentNumber: 'Taxa {competência}', value: '100.00' });
    const { content, next } = done(await desk.preview('2026-12'));
    expect(told(content)).toEqual([
      '12-07 FOLHA 11/2026 4850.00',
      '12-15 Taxa 12/2026 100.00',
      // (662.04 + 655.01 + 670.20) / 3 = 662.4166…
      '12-16 FATURA 12/2026 662.42',
      '12-28 — —',
    ]);
    expect(content[0]).toMatchObject({
      ...{ day: '2026-12-05', moved: '05/12 é sábado: próximo dia útil', period: '2026-12-01', existing: null },
      ...{ competenceDate: '2026-11-30', description: 'Pró-labore', valueSource: null, canCreate: true },
    });
    expect(content[2]).toMatchObject({ valueSource: 'média de set, out e nov', moved: null });
    expect(content[3]).toMatchObject({ valueSource: 'digite o valor' });
    // 4850.00 + 662.42, without the one to be typed.
    expect(next).toEqual([
      { month: '2027-01', documents: 4, expenses: '5512.42', incomes: '100.00', unknown: 1 },
      { month: '2027-02', documents: 4, expenses: '5512.42', incomes: '100.00', unknown: 1 },
    ]);
    expect(await desk.seed.sql(`select from transaction_model_documents`)).toEqual([]);
    expect(await desk.seed.sql(`select from transactions`)).toHaveLength(3);
  });

  test('becomes forecasts with their rateio, once, and one undo takes them back', async () => {
    await clean();
    const { ledger } = desk;
    const model = await one({
      ...{
        value: '1000.00',
        preferredPaymentMethod: 'PIX',
        expectedBank: { id: ledger.itau },
        installmentCount: 2,
        day: 5,
      },
      transactionRecordBuildings: [
        { building: { id: ledger.casa }, costEstimateGroup: { id: ledger.fundacao }, weight: '1' },
        { building: { id: ledger.clinica }, weight: '2', isCustomerCharged: true },
      ],
    });
    const rows = await previewed('2026-12');
    const batch = done(
      await desk.make(
        '2026-12',
        rows.map((row) => keyOf(row)),
      ),
    );
    expect(batch).toMatchObject({
      existing: [],
      created: [{ type: 'DEBIT', period: '2026-12-01', grossValue: '1000.00' }],
    });
    const [{ id }] = batch.created;
    const made = done(await desk.document(id));
    expect(made).toMatchObject({
      ...{ forecast: true, status: 'OPEN', documentNumber: 'RECIBO 12/2026', description: 'Aluguel do escritório' },
      ...{ emissionDate: '2026-11-20', competenceDate: '2026-12-05', preferredPaymentMethod: 'PIX' },
      ...{ expectedBank: { id: ledger.itau }, partner: { id: ledger.concreteira }, category: { id: ledger.concreto } },
      // 5/12 is a Saturday; 5/1 a Tuesday.
      transactionRecordList: [
        { dueDate: '2026-12-07', grossValue: '500.00' },
        { dueDate: '2027-01-05', grossValue: '500.00' },
      ],
      transactionRecordBuildings: [
        { building: { id: ledger.casa }, costEstimateGroup: { id: ledger.fundacao }, grossValue: '333.33' },
        { building: { id: ledger.clinica }, grossValue: '666.67', isCustomerCharged: true },
      ],
    });
    const [there] = await previewed('2026-12');
    expect(there.existing).toEqual({ id, createdOn: '2026-11-20', made: true });
    const again = done(await desk.make('2026-12', [keyOf(there)]));
    expect(again).toEqual({
      id: null,
      created: [],
      existing: [
        { id, type: 'DEBIT', model: { id: model.id, name: model.name }, period: '2026-12-01', grossValue: '1000.00' },
      ],
    });
    expect(done(await desk.undo(batch.id))).toEqual({ removed: [id], kept: [] });
    expect((await desk.document(id)).status).toBe(404);
    expect((await previewed('2026-12'))[0].existing).toBeNull();
  });

  test('asked for five times at once is made once', async () => {
    await clean();
    for (const name of ['A', 'B', 'C']) await one({ name });
    const rows = (await previewed('2026-12')).map((row) => keyOf(row));
    const replies = await Promise.all(Array.from({ length: 5 }, () => desk.make('2026-12', rows)));
    const answers = replies.map(done);
    expect(answers.map(({ created }) => created.length).sort()).toEqual([0, 0, 0, 0, 3]);
    expect(answers.every(({ created, existing }) => created.length + existing.length === 3)).toBe(true);
    expect(await desk.seed.sql('select from transactions')).toHaveLength(3);
  });

  test('repeated with its Idempotency-Key answers the same', async () => {
    await clean();
    await one();
    const rows = (await previewed('2026-12')).map((row) => keyOf(row));
    const headers = { 'idempotency-key': 'dezembro' };
    const [first, second] = [
      await desk.make('2026-12', rows, desk.token, headers),
      await desk.make('2026-12', rows, desk.token, headers),
    ];
    expect(second.text).toBe(first.text);
    expect(done(first).created).toHaveLength(1);
  });

  test('is made whole or not at all, with the reason of each document', async () => {
    await clean();
    const rule = { valueRule: 'TYPED', value: null };
    await one({ name: 'Fixo' });
    await one({ name: 'Digitado', day: 12, ...rule });
    await one({ name: 'Categoria parada', day: 14 });
    await desk.seed.sql('update categories set active = false where id = $1', [desk.ledger.concreto]);
    try {
      const rows = await previewed('2026-12');
      const keys = rows.map((row) => keyOf(row));
      expect(refusal(await desk.make('2026-12', [...keys, { ...keys[0], period: '2026-11-01' }]))).toEqual([
        422,
        'documents.1.value: Informe um valor maior que zero.',
        'documents.3.period: Este modelo não traz documento nesta data.',
        'documents.0.model: Fixo: Esta categoria está inativa.',
        'documents.2.model: Categoria parada: Esta categoria está inativa.',
      ]);
    } finally {
      await desk.seed.sql('update categories set active = true where id = $1', [desk.ledger.concreto]);
    }
    expect(await desk.seed.sql('select from transactions')).toEqual([]);
  });

  test('of a model that changed since it was seen is refused', async () => {
    await clean();
    const model = await one();
    const [row] = await previewed('2026-12');
    done(
      await desk.api.put(desk.base, { token: desk.token, body: { ...desk.bodyOf({ value: '1.00' }), id: model.id } }),
    );
    const reply = await desk.make('2026-12', [keyOf(row)]);
    expect(refusal(reply)).toEqual([
      409,
      'documents.0.model: Aluguel do escritório: Este modelo foi alterado por outra pessoa. Confira e tente de novo.',
    ]);
  });

  test('links to the document that a person has entered with the same partner, number and value', async () => {
    await clean();
    await one();
    const { id } = await desk.enter({ dueDate: '2026-12-10', grossValue: '4850.00', documentNumber: 'recibo 12/2026' });
    const [row] = await previewed('2026-12');
    expect(row.existing).toEqual({ id, createdOn: '2026-11-20', made: false });
    // A person may say that they are two.
    expect(done(await desk.make('2026-12', [keyOf(row)])).created).toHaveLength(1);
  });

  test('brings each week of a weekly model, and numbers its documents', async () => {
    await clean();
    await one({ recurrence: 'WEEKLY', day: null, weekday: 2, documentNumber: 'Diária {parcela}' });
    const rows = await previewed('2026-12');
    expect(told(rows)).toEqual(
      ['01', '08', '15', '22', '29'].map((day, index) => `12-${day} Diária ${index + 1} 4850.00`),
    );
    done(
      await desk.make(
        '2026-12',
        rows.slice(0, 2).map((row) => keyOf(row)),
      ),
    );
    expect(told(await previewed('2026-12')).slice(2)).toEqual([
      '12-15 Diária 3 4850.00',
      '12-22 Diária 4 4850.00',
      '12-29 Diária 5 4850.00',
    ]);
  });

  test('is freed by the deletion of its document, and not taken twice when the day of the model changes', async () => {
    await clean();
    const model = await one();
    const batch = done(
      await desk.make(
        '2026-12',
        (await previewed('2026-12')).map((row) => keyOf(row)),
      ),
    );
    done(await desk.api.put(desk.base, { token: desk.token, body: { ...desk.bodyOf({ day: 20 }), id: model.id } }));
    const [row] = await previewed('2026-12');
    expect([row.day, row.existing.made]).toEqual(['2026-12-20', true]);
    done(await desk.api.delete(desk.ledger.path('debit', `/${batch.created[0].id}`), { token: desk.token }));
    expect((await previewed('2026-12'))[0].existing).toBeNull();
  });
});

describe('The undo of a month', () => {
  test('leaves what was paid, changed or given a file since, each with its reason', async () => {
    await clean();
    for (const name of ['Pago', 'Mudado', 'Anexado', 'Livre']) await one({ name });
    const batch = done(
      await desk.make(
        '2026-12',
        (await previewed('2026-12')).map((row) => keyOf(row)),
      ),
    );
    const [paid, changed, attached, free] = batch.created.map(({ id }: Doc) => id);
    const documents = await Promise.all([paid, changed].map(async (id) => done(await desk.document(id))));
    expect((await desk.ledger.pay(documents[0], 1)).status).toBe(200);
    expect((await desk.ledger.put('debit', { ...documents[1], description: 'Outra' })).status).toBe(200);
    await desk.seed.sql(
      `insert into attachments (account_id, transaction_id, name, media_type, size) values ($1, $2, 'nota.pdf', 'application/pdf', 1)`,
      [desk.ledger.accountId, attached],
    );
    const undone = done(await desk.undo(batch.id));
    expect(undone.removed).toEqual([free]);
    expect(undone.kept.map(({ id, model, reason }: Doc) => [id, model.name, reason])).toEqual([
      [paid, 'Pago', 'já foi pago'],
      [changed, 'Mudado', 'foi alterado depois de criado'],
      [attached, 'Anexado', 'tem anexos'],
    ]);
    expect((await desk.undo(99_999)).status).toBe(404);
  });
});

describe('A model that is used', () => {
  test('drafts its next document, and counts it', async () => {
    await clean();
    const model = await one({
      ...{ name: 'Medição de empreiteiro', documentNumber: 'Medição {parcela}', recurrence: 'ON_DEMAND', day: null },
      ...{ valueRule: 'LAST', value: null },
    });
    const draft = async () =>
      done(await desk.api.get(desk.at(`${model.id}/draft`), { token: desk.token, query: { date: '2026-11-20' } }));
    // 20/11 is the day of Consciência Negra, a Friday.
    expect(await draft()).toMatchObject({
      ...{ number: 1, documentNumber: 'Medição 1', description: 'Medição de empreiteiro', value: null },
      ...{ dueDate: '2026-11-23', moved: '20/11 é feriado (Dia da Consciência Negra): próximo dia útil' },
    });
    const use = (values: object = {}) =>
      desk.api.post(desk.at(`${model.id}/documents`), {
        token: desk.token,
        body: {
          ...{ documentNumber: 'Medição 1', grossValue: '700.00', emissionDate: '2026-11-20', dueDate: '2026-11-23' },
          ...{ partner: { id: desk.ledger.concreteira }, category: { id: desk.ledger.concreto } },
          ...values,
        },
      });
    expect(done(await use())).toMatchObject({ documentNumber: 'Medição 1', grossValue: '700.00', forecast: true });
    expect(await draft()).toMatchObject({ number: 2, documentNumber: 'Medição 2', value: '700.00' });
    expect(refusal(await use({ partner: { id: desk.ledger.cliente } }))).toEqual([
      422,
      'partner: Este parceiro é cliente. Despesas pedem um fornecedor.',
    ]);
    expect(done(await desk.api.get(desk.at(model.id), { token: desk.token })).documentCount).toBe(1);
  });

  test('and repeats takes the month of its document', async () => {
    await clean();
    const model = await one();
    done(
      await desk.api.post(desk.at(`${model.id}/documents`), {
        token: desk.token,
        body: { grossValue: '1.00', emissionDate: '2026-11-20', dueDate: '2026-12-11' },
      }),
    );
    expect((await previewed('2026-12'))[0].existing.made).toBe(true);
    expect((await previewed('2027-01'))[0].existing).toBeNull();
  });
});

describe('Values', () => {
  test('come from documents of the model once there are three, and from similar ones before', async () => {
    await clean();
    await desk.enter({ dueDate: '2026-10-10', grossValue: '100.00' });
    await desk.enter({ dueDate: '2026-11-10', grossValue: '200.00' });
    await one({ valueRule: 'MEAN', value: null });
    const valueIn = async (month: string) => {
      const [row] = await previewed(month);
      return [row.value, row.valueSource];
    };
    expect(await valueIn('2026-12')).toEqual(['150.00', 'média de out e nov']);
    const makeIn = async (month: string, value: string) =>
      done(
        await desk.make(
          month,
          (await previewed(month)).map((row) => keyOf(row, value)),
        ),
      );
    await makeIn('2026-12', '300.00');
    expect(await valueIn('2027-01')).toEqual(['200.00', 'média de out, nov e dez']);
    await makeIn('2027-01', '400.00');
    await makeIn('2027-02', '500.00');
    // Three of its own: a similar one of March does not count any more.
    await desk.enter({ dueDate: '2027-03-02', grossValue: '9999.00' });
    expect(await valueIn('2027-04')).toEqual(['400.00', 'média de dez, jan e fev']);
  });

  test('of a model without a partner come from documents of its category and name', async () => {
    await clean();
    await desk.enter({
      dueDate: '2026-11-05',
      grossValue: '23011.40',
      description: 'salários – equipe',
      partner: null,
    });
    await desk.enter({ dueDate: '2026-11-06', grossValue: '1.00', description: 'Vale', partner: null });
    await one({ name: 'Salários – equipe', partner: null, valueRule: 'LAST', value: null });
    expect((await previewed('2026-12'))[0]).toMatchObject({ value: '23011.40' });
  });
});

describe('An adjustment', () => {
  test('changes fixed values half-even in one command, and is undone', async () => {
    await clean();
    const [rent, fees] = [await one({ name: 'Aluguel' }), await one({ name: 'Honorários', value: '2480.00' })];
    const adjust = (percentage: string, models: object[]) =>
      desk.api.post(desk.at('adjustments'), { token: desk.token, body: { percentage, models } });
    const both = [rent, fees].map(({ id, version }: Doc) => ({ id, version }));
    const adjusted = done(await adjust('4.87', both));
    // 4850 × 1.0487 = 5086.195; 2480 × 1.0487 = 2600.776
    expect(adjusted.models.map(({ model, before, after }: Doc) => [model.name, before, after])).toEqual([
      ['Aluguel', '4850.00', '5086.20'],
      ['Honorários', '2480.00', '2600.78'],
    ]);
    expect((await adjust('4.87', both)).status).toBe(409);
    done(
      await desk.api.put(desk.base, {
        token: desk.token,
        body: { ...desk.bodyOf({ name: 'Aluguel', value: '5000.00' }), id: rent.id },
      }),
    );
    const undo = () => desk.api.post(desk.at(`adjustments/${adjusted.id}/undo`), { token: desk.token });
    expect(done(await undo())).toMatchObject({
      restored: [{ model: { name: 'Honorários' }, before: '2600.78', after: '2480.00' }],
      kept: [{ model: { name: 'Aluguel' }, reason: 'o valor foi mudado depois do reajuste' }],
    });
    expect(refusal(await undo())).toEqual([422, 'Este reajuste já foi desfeito.']);
  });

  test('is refused for what has no fixed value, for nothing, and for what would be nothing', async () => {
    await clean();
    const mean = await one({ name: 'Energia', valueRule: 'MEAN', value: null });
    const cent = await one({ name: 'Centavo', value: '0.01' });
    const adjust = async (percentage: string, ids: number[]) =>
      refusal(
        await desk.api.post(desk.at('adjustments'), {
          token: desk.token,
          body: { percentage, models: ids.map((id) => ({ id })) },
        }),
      );
    expect(await adjust('-99', [mean.id, cent.id, 99_999])).toEqual([
      422,
      'models.0.id: Energia: só um valor fixo se reajusta.',
      'models.1.id: Centavo: o valor ficaria zerado.',
      'models.2.id: Modelo não encontrado.',
    ]);
    expect(await adjust('0', [cent.id])).toEqual([422, 'percentage: Informe um índice diferente de zero.']);
  });
});

describe('A suggestion', () => {
  test('comes after the third similar document, and goes with a model or for good', async () => {
    await clean();
    const suggested = async () =>
      done(await desk.api.get(desk.at('suggestions'), { token: desk.token })).content.map(
        ({ partner, description, dueDates }: Doc) => [partner.name, description, ...dueDates],
      );
    await desk.enter({ dueDate: '2026-09-25', grossValue: '2300.00', description: 'Combustível' });
    await desk.enter({ dueDate: '2026-10-26', grossValue: '2500.00', description: 'Combustível' });
    expect(await suggested()).toEqual([]);
    await desk.enter({ dueDate: '2026-11-25', grossValue: '2400.00', description: 'Combustível e pedágios' });
    const expected = [['Concreteira Paulista', 'Combustível e pedágios', '2026-09-25', '2026-10-26', '2026-11-25']];
    expect(await suggested()).toEqual(expected);
    const { concreteira, concreto } = desk.ledger;
    const dismiss = (dismissed: boolean) =>
      desk.api.put(desk.at('suggestions/dismissal'), {
        token: desk.token,
        body: { type: 'DEBIT', partner: { id: concreteira }, category: { id: concreto }, dismissed },
      });
    done(await dismiss(true));
    expect(await suggested()).toEqual([]);
    done(await dismiss(true));
    done(await dismiss(false));
    expect(await suggested()).toEqual(expected);
    await one({ name: 'Combustível' });
    expect(await suggested()).toEqual([]);
  });

  test('of what repeats the most names five, by their count', async () => {
    await clean();
    for (const dueDate of ['2026-09-25', '2026-10-26'])
      await desk.enter({ dueDate, grossValue: '10.00', description: 'Areia' });
    const { content } = done(await desk.api.get(desk.at('frequent'), { token: desk.token }));
    expect(content).toMatchObject([
      { description: 'Areia', count: 2, value: '10.00', partner: { name: 'Concreteira Paulista' } },
    ]);
  });
});

describe('A user', () => {
  const of = (grants: [number | null, ('DEBIT' | 'CREDIT')[]][]) => async () => {
    const { seed, ledger } = desk;
    const { accountId, companyId } = ledger;
    return seed.tokenOf(
      await seed.user(accountId, {
        grants: grants.map(([buildingId, permissions]) => ({ companyId, buildingId, permissions })),
      }),
    );
  };

  test('without CREDIT is kept out', async () => {
    const token = await of([[null, ['DEBIT']]])();
    expect((await desk.api.get(desk.base, { token })).status).toBe(403);
    expect((await desk.preview('2026-12', token)).status).toBe(403);
  });

  test('sees the models of his buildings, and makes what he could enter by hand', async () => {
    await clean();
    const { casa, clinica } = desk.ledger;
    const share = (id: number) => ({ building: { id }, weight: '1' });
    await one({ name: 'Da empresa' });
    await one({ name: 'Da casa', transactionRecordBuildings: [share(casa)] });
    await one({ name: 'Das duas', transactionRecordBuildings: [share(casa), { ...share(clinica), weight: '3' }] });
    await one({ name: 'Da clínica', transactionRecordBuildings: [share(clinica)] });
    const token = await of([[casa, ['DEBIT', 'CREDIT']]])();
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
