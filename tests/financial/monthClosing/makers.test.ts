import { afterEach, expect, test } from '@jest/globals';
import { startMeasurements } from '#tests/engineering/measurements/site.ts';
import { keyOf, startModels } from '#tests/financial/transactionModels/kit.ts';
import { done } from '#tests/purchase/orders/kit.ts';
import { of, startReceiving } from '#tests/purchase/orders/receivingKit.ts';
import { both, startInvoices } from '#tests/purchase/invoices/kit.ts';
import type { Api, Reply, TestServices } from '#tests/support/services.ts';
import { CLOSED } from './kit.ts';

let services: TestServices | undefined;
afterEach(async () => services?.stop());

/** Closes a month of a company with whatever it lacks, and returns the sentence of its refusals. */
const shut = async (started: TestServices, api: Api, companyId: number, token: string): Promise<string> => {
  services = started;
  await started.seed.sql(`update companies set name = 'Construtora Ipê Demo' where id = $1`, [companyId]);
  const path = `/api/v1/financial/company/${companyId}/month-closings/2026-10`;
  const { points } = done(await api.get(path, { token }));
  const confirmedCount = points.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  done(await api.post(`${path}/close`, { token, body: { confirmedCount } }));
  return CLOSED('Outubro de 2026');
};

const countOf = async ({ seed }: TestServices): Promise<unknown> =>
  (await seed.sql('select count(*)::integer as n, sum(gross_value)::text as sum from transactions'))[0];

test('A delivery whose nota was issued in a closed month makes no expense, and is not received', async () => {
  const desk = await startReceiving();
  const sentence = await shut(desk.services, desk.api, desk.office.companyId, desk.token);
  const { id, a } = await desk.open();
  const body = { receivedDate: '2026-11-09', lines: [of(a, '6')] };
  const refused = await desk.receive(id, { ...body, documentNumber: '1', emissionDate: '2026-10-30' });
  expect([refused.status, refused.body.fields?.[0]?.message ?? refused.body.message]).toEqual([422, sentence]);
  expect(await desk.read(id)).toMatchObject({ state: 'ORDERED', deliveries: [] });
  expect(await countOf(desk.services)).toEqual({ n: 0, sum: null });
  done(await desk.receive(id, { ...body, documentNumber: '2', emissionDate: '2026-11-02' }));
  expect(await countOf(desk.services)).toEqual({ n: 1, sum: '345.00' });
});

test('A measurement of a closed month makes no income, and stays open', async () => {
  const site = await startMeasurements();
  const { companyId, admin } = site.office;
  const estimate = await site.makeEstimate();
  const contract = site.done(await site.contract(estimate.id, { kind: 'CUSTOMER' }));
  const measurement = site.done(await site.begin(contract.id, { periodStart: '2026-10-01', periodEnd: '2026-10-31' }));
  const { measurement: measured } = site.done(
    await site.lines(measurement.id, [{ id: estimate.pile, accumulated: '4', version: 0 }]),
  );
  const sentence = await shut(site.services, site.api, companyId, admin);
  const refused = await site.turn(measurement.id, 'CLOSED', { version: measured.version });
  expect([refused.status, refused.body.fields?.[0]?.message ?? refused.body.message]).toEqual([422, sentence]);
  expect((await site.sheet(measurement.id)).measurement.status).toBe('OPEN');
  expect(await countOf(site.services)).toEqual({ n: 0, sum: null });
  const path = `/api/v1/financial/company/${companyId}/month-closings/2026-10/reopen`;
  done(await site.api.post(path, { token: admin, body: { reason: 'Medição atrasada' } }));
  site.done(await site.turn(measurement.id, 'CLOSED', { version: measured.version }));
  expect(await countOf(site.services)).toMatchObject({ n: 1 });
  await shut(site.services, site.api, companyId, admin);
  const turned = await site.turn(measurement.id, 'OPEN');
  expect([turned.status, turned.body.message]).toEqual([422, sentence]);
  expect(await countOf(site.services)).toMatchObject({ n: 1 });
});

test('A model whose competence is of a closed month makes no document, with the others of its command', async () => {
  const desk = await startModels();
  const { services: started, companyId, admin } = desk.ledger;
  await desk.clean();
  const before = done(await desk.create({ name: 'Pró-labore', competence: 'PREVIOUS', day: 5, partner: null }));
  const within = done(await desk.create({ name: 'Aluguel', day: 10 }));
  const sentence = await shut(started, desk.api, companyId, admin);
  const { content } = done(await desk.preview('2026-11'));
  const keys = [before, within].map(({ id }) =>
    keyOf(content.find(({ model }: { model: { id: number } }) => model.id === id)),
  );
  const refused = await desk.make('2026-11', keys);
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    [{ path: 'documents.0.model', message: `Pró-labore: ${sentence}` }],
  ]);
  expect(await countOf(started)).toEqual({ n: 0, sum: null });
  done(await desk.make('2026-11', keys.slice(1)));
  expect(await countOf(started)).toEqual({ n: 1, sum: '4850.00' });
});

test('Of an order, no NF-e of a closed month is received, and nothing changes the expense of one that was', async () => {
  const desk = await startInvoices();
  const { api, token, office } = desk;
  const [order, other] = [await desk.open(), await desk.open()];
  const path = (rest: string) => `${desk.company}/order/${order.id}/deliveries${rest}`;
  const receive = (body: object) => api.post(path(''), { token, body });
  const october = { receivedDate: '2026-10-20', emissionDate: '2026-10-19', documentNumber: '1' };
  const delivery = done(await receive({ ...october, lines: [of(order.first, '4')] })).deliveries[0].id;
  const sentence = await shut(desk.services, api, office.companyId, token);
  const all = async () => [
    await desk.seed.sql(
      'select id, gross_value, emission_date, competence_date, version from transactions order by id',
    ),
    await desk.seed.sql('select delivery_id, line_id, quantity from order_delivery_lines order by 1, 2'),
    await desk.seed.sql('select id from order_returns'),
  ];
  const before = await all();
  const november = { receivedDate: '2026-11-10', emissionDate: '2026-11-09', documentNumber: '2' };
  const goods = { reason: 'Sacos rasgados', lines: [{ line: { id: order.first }, quantity: '1' }] };
  const acts: [string, string | undefined, () => Promise<Reply>][] = [
    [
      ...(['an NF-e', 'emissionDate'] as const),
      () =>
        desk.receiveNota(other.id, desk.another({ day: '2026-10-21' }), {
          receivedDate: '2026-11-03',
          items: both(other),
        }),
    ],
    ['a return', undefined, () => api.post(path(`/${delivery}/returns`), { token, body: goods })],
    ['undoing the delivery', undefined, () => api.delete(path(`/${delivery}`), { token })],
    // The one expense of the order would grow in October: it needs an exception.
    ['a further nota', undefined, () => receive({ ...november, lines: [of(order.first, '2')] })],
  ];
  for (const [name, field, act] of acts) {
    const { status, body } = await act();
    const fields = field === undefined ? undefined : [{ path: field, message: sentence }];
    expect([name, status, body.message, body.fields]).toEqual([name, 422, sentence, fields]);
    expect([name, await all()]).toEqual([name, before]);
  }
  const [expense] = await desk.seed.sql<{ id: string }>('select id from transactions');
  const exceptions = `/api/v1/financial/company/${office.companyId}/month-closings/2026-10/exceptions`;
  const asked = { transactionId: Number(expense?.id), minutes: 60, reason: 'Segunda nota do pedido' };
  done(await api.post(exceptions, { token, body: asked }));
  done(await receive({ ...november, lines: [of(order.first, '2')] }));
});

test('What a model made in a closed month is not taken back', async () => {
  const desk = await startModels();
  const { services: started, companyId, admin } = desk.ledger;
  await desk.clean();
  const rent = done(await desk.create({ name: 'Aluguel', day: 10 }));
  const { content } = done(await desk.preview('2026-10'));
  const key = keyOf(content.find(({ model }: { model: { id: number } }) => model.id === rent.id));
  const batch = done(await desk.make('2026-10', [key]));
  const sentence = await shut(started, desk.api, companyId, admin);
  const before = await countOf(started);
  const undone = await desk.undo(batch.id);
  expect([undone.status, JSON.stringify(undone.body)]).toEqual([expect.any(Number), expect.stringContaining(sentence)]);
  expect(await countOf(started)).toEqual(before);
});
