import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startMeasurements, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startMeasurements();
});
afterAll(() => site.services.stop());

const MAY = { periodStart: '2026-05-04', periodEnd: '2026-05-31' };

describe('A contractor', () => {
  test('has his own lines and prices; what is kept back is released once, and taken back while unpaid', async () => {
    const estimate = await site.makeEstimate();
    const { pile, brick, base } = estimate;
    const contract = site.done(
      await site.contract(estimate.id, {
        ...{ kind: 'CONTRACTOR', partner: { id: site.supplier }, retentionPercentage: '10', paymentDays: 5 },
        lines: [{ id: pile, quantity: '8', unitPrice: '50.5' }],
      }),
    );
    expect(contract).toMatchObject({ contractedValue: '404.00', retained: '0.00', measurementCount: 0 });
    const measurement = site.done(await site.begin(contract.id, MAY));
    const { rows } = await site.sheet(measurement.id);
    expect(rows.map(({ id, unitPrice }: { id: number; unitPrice: string }) => [id, unitPrice])).toEqual([
      [base, null],
      [pile, '50.5000'],
    ]);
    expect(site.refusal(await site.lines(measurement.id, [{ id: brick, accumulated: '1' }]))).toEqual([
      422,
      'lines.0.id: Esta linha não faz parte da medição.',
    ]);
    site.done(await site.lines(measurement.id, [{ id: pile, accumulated: '3' }]));
    const closed = site.done(await site.turn(measurement.id, 'CLOSED'));
    // 3 × 50,50 = 151,50; 10 % of it is 15,15.
    expect(closed).toMatchObject({
      periodValue: '151.50',
      retentionValue: '15.15',
      netValue: '136.35',
      dueDate: '2026-06-05',
    });
    expect(closed.transaction.type).toBe('DEBIT');
    const releases = `${site.engineering}/measurement-contracts/${contract.id}/releases`;
    const release = (body: object) =>
      site.api.post(releases, { token: site.token, body: { dueDate: '2026-12-01', ...body } });
    expect(site.refusal(await release({ value: '15.16' }))).toEqual([
      422,
      'value: O valor a liberar vai de R$\u00a00,01 a R$\u00a015,15, o saldo retido.',
    ]);
    const key = { 'idempotency-key': 'release-1' };
    const body = { dueDate: '2026-12-01' };
    const once = await site.api.post(releases, { token: site.token, body, headers: key });
    const twice = await site.api.post(releases, { token: site.token, body, headers: key });
    expect(twice.body.data).toEqual(once.body.data);
    const released = site.done(once);
    expect(released).toMatchObject({ retained: '0.00', releases: [{ value: '15.15', canUndo: true }] });
    expect(site.refusal(await release({}))).toEqual([422, 'value: Não há retenção a liberar.']);
    expect(site.refusal(await site.turn(measurement.id, 'OPEN'))).toEqual([
      422,
      'Parte da retenção desta medição já foi liberada. Desfaça a liberação antes de reabrir.',
    ]);
    const undone = await site.api.delete(`${releases}/${released.releases[0].id}`, { token: site.token });
    expect(site.done(undone)).toMatchObject({ retained: '15.15', releases: [] });
    expect(site.done(await site.turn(measurement.id, 'OPEN')).transaction).toBeNull();
  });
});

describe('A measurement that is being filled in', () => {
  /** Sums as the list has them, which reads what is stored. */
  const listed = async (contractId: number) => {
    const list = `${site.engineering}/company/${site.office.companyId}/measurements?contract=${contractId}`;
    const { content } = site.done(await site.api.get(list, { token: site.token }));
    const [{ contractedValue, accumulatedValue, retentionValue, netValue, dueDate }] = content;
    return [contractedValue, accumulatedValue, retentionValue, netValue, dueDate];
  };

  test('follows the lines, the retention and the payment days of its contractor at once', async () => {
    const { id, pile, brick } = await site.makeEstimate();
    const line = (quantity: string, unitPrice: string) => ({ id: pile, quantity, unitPrice });
    const body = { kind: 'CONTRACTOR', partner: { id: site.supplier }, retentionPercentage: '10', paymentDays: 5 };
    const contract = site.done(await site.contract(id, { ...body, lines: [line('8', '50.5')] }));
    const measurement = site.done(await site.begin(contract.id, MAY));
    site.done(await site.lines(measurement.id, [{ id: pile, accumulated: '3' }]));
    // 8 × 50,50 = 404,00; 3 × 50,50 = 151,50, of which 15,15 are kept back.
    expect(await listed(contract.id)).toEqual(['404.00', '151.50', '15.15', '136.35', '2026-06-05']);
    const change = async (values: object) =>
      site.done(
        await site.api.put(`${site.engineering}/measurement-contracts/${contract.id}`, {
          ...{ token: site.token, body: values },
        }),
      );
    const bricks = { id: brick, quantity: '40', unitPrice: '12.345' };
    await change({ lines: [line('9', '61.25'), bricks] });
    // 9 × 61,25 = 551,25 and 40 × 12,345 = 493,80; 3 × 61,25 = 183,75, of which 18,38 (half to even) are kept back.
    expect(await listed(contract.id)).toEqual(['1045.05', '183.75', '18.38', '165.37', '2026-06-05']);
    await change({ retentionPercentage: '5', paymentDays: 10 });
    // 5 % of 183,75 is 9,1875.
    expect(await listed(contract.id)).toEqual(['1045.05', '183.75', '9.19', '174.56', '2026-06-10']);
    expect((await site.sheet(measurement.id)).measurement).toMatchObject({
      ...{ contractedValue: '1045.05', accumulatedValue: '183.75' },
    });
  });

  test('follows the prices of an estimate that is approved again', async () => {
    const estimate = await site.makeEstimate();
    const contract = site.done(await site.contract(estimate.id, { kind: 'CUSTOMER' }));
    const measurement = site.done(await site.begin(contract.id, MAY));
    site.done(await site.lines(measurement.id, [{ id: estimate.pile, accumulated: '4' }]));
    expect((await listed(contract.id)).slice(0, 2)).toEqual(['2315.61', '440.00']);
    await site.approve(estimate.id, false);
    await site.put(estimate.id, [{ id: estimate.pile, unitPrice: '200' }]);
    await site.approve(estimate.id, true);
    // 10 m at 220,00 instead of 110,00; 4 of them are 880,00.
    expect((await listed(contract.id)).slice(0, 2)).toEqual(['3415.61', '880.00']);
  });
});
