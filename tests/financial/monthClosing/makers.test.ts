import { afterEach, expect, test } from '@jest/globals';
import { startMeasurements } from '#tests/engineering/measurements/site.ts';
import { keyOf, startModels } from '#tests/financial/transactionModels/kit.ts';
import { done } from '#tests/purchase/orders/kit.ts';
import { of, startReceiving } from '#tests/purchase/orders/receivingKit.ts';
import type { Api, TestServices } from '#tests/support/services.ts';
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
