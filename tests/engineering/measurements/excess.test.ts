import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Draft } from '#tests/engineering/costEstimates/kit.ts';
import { startMeasurements, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startMeasurements();
});
afterAll(() => site.services.stop());

const MAY = { periodStart: '2026-05-04', periodEnd: '2026-05-31' };
const date = '2026-05-31';

/** An open measurement of the customer: 10 m piles, 3 un blocks, 40 m² bricks are contracted. */
const begin = async () => {
  const estimate = await site.makeEstimate();
  const contract = site.done(await site.contract(estimate.id, { kind: 'CUSTOMER' }));
  const measurement = site.done(await site.begin(contract.id, MAY));
  const amendments = `/api/v1/engineering/company/${site.office.companyId}/cost-estimate/${estimate.id}/amendments`;
  const { token } = site;
  const measure = async (changes: object[]) => site.done(await site.lines(measurement.id, changes));
  const amend = (rowId: number, body: object = {}) =>
    site.api.post(`${amendments}/measured-excess`, {
      token,
      body: { measurementId: measurement.id, rowId, date, ...body },
    });
  const drafts = async () => {
    const { content } = site.done(await site.api.get(amendments, { token }));
    return Promise.all(
      content.map(async ({ id, status }: Draft) => {
        const { rows } = site.done(await site.api.get(`${amendments}/${id}`, { token }));
        const changed = rows.filter(({ change }: Draft) => change !== null);
        return [status, ...changed.map(({ description, change }: Draft) => `${description} ${change}`)].join(' | ');
      }),
    );
  };
  const draft = async (lines: object[]) =>
    site.done(await site.api.post(amendments, { token, body: { date, reason: 'Pedido do cliente', lines } })).amendment;
  const turn = (id: number, status: string) => site.api.post(`${amendments}/${id}/status`, { token, body: { status } });
  return { ...estimate, contract, measurement, amendments, measure, amend, drafts, draft, turn };
};

describe('What is measured above the contract', () => {
  test('gets into one amendment, however often and from how many places that is asked at once.', async () => {
    const { pile, brick, block, measurement, ...made } = await begin();
    await made.measure([
      { id: pile, accumulated: '12.5' },
      { id: block, accumulated: '3' },
    ]);
    const replies = await Promise.all([1, 2, 3, 4].map(() => made.amend(pile)));
    const answers = replies.map((reply) => site.done(reply));
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['CREATED', 'UNCHANGED', 'UNCHANGED', 'UNCHANGED']);
    expect(new Set(answers.map(({ amendment }) => amendment.id)).size).toBe(1);
    // 2,5 × 110,00.
    expect(answers[0].amendment).toMatchObject({
      ...{ number: 1, status: 'DRAFT', date, increase: '275.00', currentTotal: '2590.61' },
      ...{ measurementId: measurement.id, reason: 'Medição 1: serviços acima do contratado' },
    });
    expect(await made.drafts()).toEqual(['DRAFT | Estaca 2.5000']);
    // The excess grows, and another line goes above.
    await made.measure([
      { id: pile, accumulated: '14' },
      { id: brick, accumulated: '40.0001' },
    ]);
    const changed = site.done(await made.amend(brick));
    expect(changed).toMatchObject({ outcome: 'CHANGED', amendment: { number: 1, lineCount: 2 } });
    expect(await made.drafts()).toEqual(['DRAFT | Estaca 4.0000 | Alvenaria 0.0001']);
    expect(site.done(await made.amend(pile)).outcome).toBe('UNCHANGED');
    // Approved, nothing is above any more.
    site.done(await made.turn(changed.amendment.id, 'APPROVED'));
    expect((await site.sheet(measurement.id)).measurement).toMatchObject({ excessValue: '0.00', unresolved: 0 });
    expect(site.refusal(await made.amend(pile))).toEqual([
      422,
      'rowId: Esta linha não está acima do contratado, ou o excedente já foi confirmado.',
    ]);
    // What goes above the new contract begins the next one.
    await made.measure([{ id: pile, accumulated: '15' }]);
    expect(site.done(await made.amend(pile))).toMatchObject({ outcome: 'CREATED', amendment: { number: 2 } });
    expect(await made.drafts()).toEqual(['APPROVED | Estaca 4.0000 | Alvenaria 0.0001', 'DRAFT | Estaca 1.0000']);
  });

  test('is not added to what another amendment in the making adds, and gives up its reduction in its own one.', async () => {
    const { pile, brick, block, ...made } = await begin();
    const other = await made.draft([
      { id: pile, quantity: '2' },
      { id: brick, quantity: '-5' },
    ]);
    await made.measure([
      { id: pile, accumulated: '12' },
      { id: block, accumulated: '4', excessConfirmed: true, reason: 'Pedido do cliente' },
    ]);
    expect(site.done(await made.amend(pile))).toMatchObject({ outcome: 'UNCHANGED', amendment: { id: other.id } });
    await made.measure([
      { id: pile, accumulated: '12.75' },
      { id: brick, accumulated: '41' },
    ]);
    site.done(await made.amend(pile));
    // The confirmed block stays out; only 0,75 of the piles were missing.
    expect(await made.drafts()).toEqual([
      'DRAFT | Estaca 2.0000 | Alvenaria -5.0000',
      'DRAFT | Estaca 0.7500 | Alvenaria 1.0000',
    ]);
    expect(site.refusal(await made.amend(block))[0]).toBe(422);
    // Given up, it adds nothing any more.
    site.done(await made.turn(other.id, 'CANCELLED'));
    const { outcome, amendment: own } = site.done(await made.amend(pile));
    expect([outcome, own.number]).toEqual(['CHANGED', 2]);
    expect((await made.drafts())[1]).toBe('DRAFT | Estaca 2.7500 | Alvenaria 1.0000');
    // A reduction that was typed into it before its line was measured further.
    await made.measure([{ id: brick, accumulated: '30' }]);
    site.done(
      await site.api.put(`${made.amendments}/${own.id}`, {
        token: site.token,
        body: { date, reason: own.reason, lines: [{ id: brick, quantity: '-5' }] },
      }),
    );
    await made.measure([{ id: brick, accumulated: '40.5' }]);
    site.done(await made.amend(brick));
    expect((await made.drafts())[1]).toBe('DRAFT | Estaca 2.7500 | Alvenaria 0.5000');
  });

  test('is refused for a contractor, a closed measurement, and the measurement of another estimate.', async () => {
    const first = await begin();
    const second = await begin();
    await first.measure([{ id: first.pile, accumulated: '11' }]);
    expect(site.refusal(await second.amend(first.pile, { measurementId: first.measurement.id }))).toEqual([
      404,
      'Medição não encontrada.',
    ]);
    const own = site.done(
      await site.contract(first.id, {
        ...{ kind: 'CONTRACTOR', partner: { id: site.supplier } },
        lines: [{ id: first.pile, quantity: '5', unitPrice: '80' }],
      }),
    );
    const his = site.done(await site.begin(own.id, MAY));
    site.done(await site.lines(his.id, [{ id: first.pile, accumulated: '6' }]));
    expect(site.refusal(await first.amend(first.pile, { measurementId: his.id }))).toEqual([
      422,
      'Só a medição do cliente tem aditivo. O contrato de um fornecedor é alterado na página dele.',
    ]);
    await first.measure([{ id: first.pile, accumulated: '10' }]);
    site.done(await site.turn(first.measurement.id, 'CLOSED'));
    expect(site.refusal(await first.amend(first.pile))).toEqual([
      409,
      'Esta medição está fechada. Reabra-a para alterar.',
    ]);
    expect(await first.drafts()).toEqual([]);
  });

  test('leaves its amendment standing when the measurement is deleted.', async () => {
    const { pile, measurement, ...made } = await begin();
    await made.measure([{ id: pile, accumulated: '11' }]);
    site.done(await made.amend(pile));
    site.done(await site.api.delete(site.at(measurement.id), { token: site.token }));
    expect(await made.drafts()).toEqual(['DRAFT | Estaca 1.0000']);
  });
});
