/** Every expected figure and day is worked out by hand. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Doc } from '#tests/financial/ledger/kit.ts';
import { done, refusal } from '#tests/purchase/orders/kit.ts';
import { keyOf, startModels, type ModelDesk } from './kit.ts';

let desk: ModelDesk;
beforeAll(async () => (desk = await startModels()));
afterAll(() => desk.ledger.services.stop());
beforeEach(() => desk.clean());

describe('A model that is used', () => {
  test('drafts its next document, and counts it', async () => {
    const model = await desk.one({
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
    const model = await desk.one();
    done(
      await desk.api.post(desk.at(`${model.id}/documents`), {
        token: desk.token,
        body: { grossValue: '1.00', emissionDate: '2026-11-20', dueDate: '2026-12-11' },
      }),
    );
    expect((await desk.previewed('2026-12'))[0].existing.made).toBe(true);
    expect((await desk.previewed('2027-01'))[0].existing).toBeNull();
  });
});

describe('Values', () => {
  test('come from documents of the model once there are three, and from similar ones before', async () => {
    await desk.enter({ dueDate: '2026-10-10', grossValue: '100.00' });
    await desk.enter({ dueDate: '2026-11-10', grossValue: '200.00' });
    await desk.one({ valueRule: 'MEAN', value: null });
    const valueIn = async (month: string) => {
      const [row] = await desk.previewed(month);
      return [row.value, row.valueSource];
    };
    expect(await valueIn('2026-12')).toEqual(['150.00', 'média de out e nov']);
    const makeIn = async (month: string, value: string) =>
      done(
        await desk.make(
          month,
          (await desk.previewed(month)).map((row) => keyOf(row, value)),
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
    await desk.enter({
      dueDate: '2026-11-05',
      grossValue: '23011.40',
      description: 'salários – equipe',
      partner: null,
    });
    await desk.enter({ dueDate: '2026-11-06', grossValue: '1.00', description: 'Vale', partner: null });
    await desk.one({ name: 'Salários – equipe', partner: null, valueRule: 'LAST', value: null });
    expect((await desk.previewed('2026-12'))[0]).toMatchObject({ value: '23011.40' });
  });
});

describe('An adjustment', () => {
  test('changes fixed values half-even in one command, and is undone', async () => {
    const [rent, fees] = [
      await desk.one({ name: 'Aluguel' }),
      await desk.one({ name: 'Honorários', value: '2480.00' }),
    ];
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
    const mean = await desk.one({ name: 'Energia', valueRule: 'MEAN', value: null });
    const cent = await desk.one({ name: 'Centavo', value: '0.01' });
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
    await desk.one({ name: 'Combustível' });
    expect(await suggested()).toEqual([]);
  });

  test('of what repeats the most names five, by their count', async () => {
    for (const dueDate of ['2026-09-25', '2026-10-26'])
      await desk.enter({ dueDate, grossValue: '10.00', description: 'Areia' });
    const { content } = done(await desk.api.get(desk.at('frequent'), { token: desk.token }));
    expect(content).toMatchObject([
      { description: 'Areia', count: 2, value: '10.00', partner: { name: 'Concreteira Paulista' } },
    ]);
  });
});
