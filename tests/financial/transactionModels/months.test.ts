/** Every expected figure and day is worked out by hand. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Doc } from '#tests/financial/ledger/kit.ts';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { keyOf, startModels, told, type ModelDesk } from './kit.ts';

let desk: ModelDesk;
beforeAll(async () => (desk = await startModels()));
afterAll(() => desk.ledger.services.stop());
beforeEach(() => desk.clean());

describe('A month', () => {
  test('is previewed with texts resolved, dates moved and values proposed, and nothing exists', async () => {
    const mean = { documentNumber: 'FATURA {mês}/{ano}', valueRule: 'MEAN', value: null };
    for (const [dueDate, grossValue] of [
      ['2026-09-16', '662.04'],
      ['2026-10-16', '655.01'],
      ['2026-11-16', '670.20'],
    ])
      await desk.enter({ dueDate, grossValue });
    await desk.one({ name: 'Energia', day: 16, ...mean });
    await desk.one({
      name: 'Pró-labore',
      documentNumber: 'FOLHA {mês anterior}/{ano}',
      day: 5,
      competence: 'PREVIOUS',
    });
    await desk.one({ name: 'Vale', day: 28, partner: null, documentNumber: null, valueRule: 'TYPED', value: null });
    const income = { type: 'CREDIT', partner: { id: desk.ledger.cliente }, category: { id: desk.ledger.venda } };
    await desk.one({ name: 'Taxa', day: 15, ...income, documentNumber: 'Taxa {competência}', value: '100.00' });
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
    const { ledger } = desk;
    const model = await desk.one({
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
    const rows = await desk.previewed('2026-12');
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
    const [there] = await desk.previewed('2026-12');
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
    expect((await desk.previewed('2026-12'))[0].existing).toBeNull();
  });

  test('asked for five times at once is made once', async () => {
    for (const name of ['A', 'B', 'C']) await desk.one({ name });
    const rows = (await desk.previewed('2026-12')).map((row) => keyOf(row));
    const replies = await Promise.all(Array.from({ length: 5 }, () => desk.make('2026-12', rows)));
    const answers = replies.map(done);
    expect(answers.map(({ created }) => created.length).sort()).toEqual([0, 0, 0, 0, 3]);
    expect(answers.every(({ created, existing }) => created.length + existing.length === 3)).toBe(true);
    expect(await desk.seed.sql('select from transactions')).toHaveLength(3);
  });

  test('repeated with its Idempotency-Key answers the same', async () => {
    await desk.one();
    const rows = (await desk.previewed('2026-12')).map((row) => keyOf(row));
    const headers = { 'idempotency-key': 'dezembro' };
    const [first, second] = [
      await desk.make('2026-12', rows, desk.token, headers),
      await desk.make('2026-12', rows, desk.token, headers),
    ];
    expect(second.text).toBe(first.text);
    expect(done(first).created).toHaveLength(1);
  });

  test('is made whole or not at all, with the reason of each document', async () => {
    const rule = { valueRule: 'TYPED', value: null };
    await desk.one({ name: 'Fixo' });
    await desk.one({ name: 'Digitado', day: 12, ...rule });
    await desk.one({ name: 'Categoria parada', day: 14 });
    await desk.seed.sql('update categories set active = false where id = $1', [desk.ledger.concreto]);
    try {
      const rows = await desk.previewed('2026-12');
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
    const model = await desk.one();
    const [row] = await desk.previewed('2026-12');
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
    await desk.one();
    const { id } = await desk.enter({ dueDate: '2026-12-10', grossValue: '4850.00', documentNumber: 'recibo 12/2026' });
    const [row] = await desk.previewed('2026-12');
    expect(row.existing).toEqual({ id, createdOn: '2026-11-20', made: false });
    // A person may say that they are two.
    expect(done(await desk.make('2026-12', [keyOf(row)])).created).toHaveLength(1);
  });

  test('brings each week of a weekly model, and numbers its documents', async () => {
    await desk.one({ recurrence: 'WEEKLY', day: null, weekday: 2, documentNumber: 'Diária {parcela}' });
    const rows = await desk.previewed('2026-12');
    expect(told(rows)).toEqual(
      ['01', '08', '15', '22', '29'].map((day, index) => `12-${day} Diária ${index + 1} 4850.00`),
    );
    done(
      await desk.make(
        '2026-12',
        rows.slice(0, 2).map((row) => keyOf(row)),
      ),
    );
    expect(told(await desk.previewed('2026-12')).slice(2)).toEqual([
      '12-15 Diária 3 4850.00',
      '12-22 Diária 4 4850.00',
      '12-29 Diária 5 4850.00',
    ]);
  });

  test('is freed by the deletion of its document, and not taken twice when the day of the model changes', async () => {
    const model = await desk.one();
    const batch = done(
      await desk.make(
        '2026-12',
        (await desk.previewed('2026-12')).map((row) => keyOf(row)),
      ),
    );
    done(await desk.api.put(desk.base, { token: desk.token, body: { ...desk.bodyOf({ day: 20 }), id: model.id } }));
    const [row] = await desk.previewed('2026-12');
    expect([row.day, row.existing.made]).toEqual(['2026-12-20', true]);
    done(await desk.api.delete(desk.ledger.path('debit', `/${batch.created[0].id}`), { token: desk.token }));
    expect((await desk.previewed('2026-12'))[0].existing).toBeNull();
  });
});

describe('The undo of a month', () => {
  test('leaves what was paid, changed or given a file since, each with its reason', async () => {
    for (const name of ['Pago', 'Mudado', 'Anexado', 'Livre']) await desk.one({ name });
    const batch = done(
      await desk.make(
        '2026-12',
        (await desk.previewed('2026-12')).map((row) => keyOf(row)),
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
