import { expect } from '@jest/globals';
import type { TestApp } from '#tests/support/app.ts';

export const MEASUREMENTS = '/home/forms/engineering/measurements';

/**
 * An approved estimate without BDI, as mock 26 has its lines: 386 m² × 214,60 = 82.835,60 and 212 m² × 118,90 =
 * 25.206,80 in Cerâmicas, 100 m × 36,20 = 3.620,00 in Rodapés; 111.662,40 together. Its first measurement is open.
 */
export const makeSheet = async (app: TestApp, code: string) => {
  const ask = async (query: string, variables: Record<string, unknown> = {}) => {
    const { data, errors } = await app.ask('admin', query, { variables });
    expect(errors).toBeUndefined();
    return data;
  };
  const { session } = await ask('{ session { companies { id buildings { id } } } }');
  const [company] = session.companies;
  const found = await ask('query ($c: ID) { partners(companyId: $c, filter: { type: CUSTOMER }) { content { id } } }', {
    c: company.id,
  });
  const input = {
    ...{ code, description: `Orçamento ${code}`, buildingId: company.buildings[0].id },
    customerId: found.partners.content[0].id,
  };
  const made = await ask(
    'mutation ($c: ID!, $i: CostEstimateInput!) { createCostEstimate(companyId: $c, input: $i) { costEstimate { id version } } }',
    { c: company.id, i: input },
  );
  const { id, version } = made.createCostEstimate.costEstimate;
  const line = (description: string, parentKey: string, unit: string, quantity: string, unitPrice: string) => ({
    ...{ key: description, parentKey, type: 'TASK', description, unit, quantity, unitPrice },
  });
  const details = [
    { key: 'a', type: 'GROUP', description: 'Cerâmicas' },
    { key: 'b', type: 'GROUP', description: 'Rodapés' },
    line('Porcelanato', 'a', 'm²', '386.0000', '214.6000'),
    line('Revestimento', 'a', 'm²', '212.0000', '118.9000'),
    line('Rodapé', 'b', 'm', '100.0000', '36.2000'),
  ];
  const saved = await ask(
    'mutation ($c: ID!, $id: ID!, $v: Int!, $d: [CostEstimateDetailInput!]!) { saveCostEstimateDetails(companyId: $c, id: $id, version: $v, details: $d) { costEstimate { version } } }',
    { c: company.id, id, v: version, d: details },
  );
  await ask(
    'mutation ($c: ID!, $id: ID!, $v: Int!) { approveCostEstimate(companyId: $c, id: $id, version: $v, approved: true) { costEstimate { id } } }',
    { c: company.id, id, v: saved.saveCostEstimateDetails.costEstimate.version },
  );
  const side = await ask(
    'mutation ($id: ID!) { createMeasurementContract(costEstimateId: $id, kind: CUSTOMER, input: { retentionPercentage: "5" }) { contract { id } } }',
    { id },
  );
  const begun = await ask(
    'mutation ($id: ID!) { createMeasurement(contractId: $id, periodStart: "2026-10-26", periodEnd: "2026-11-20") { measurement { id } } }',
    { id: side.createMeasurementContract.contract.id },
  );
  const measurementId: string = begun.createMeasurement.measurement.id;
  const sheet = async () =>
    (
      await ask(
        `query ($id: ID!) { measurementRows(measurementId: $id) {
          measurement { costEstimate { id } status periodValue version transaction { id type } reviewRequestedAt }
          rows { id group description accumulated excessConfirmed reason version photoCount } } }`,
        { id: measurementId },
      )
    ).measurementRows;
  /** "Porcelanato 120.0000, …" of the lines as they are stored. */
  const stored = async (): Promise<string> =>
    (await sheet()).rows
      .filter((row: { group: boolean }) => !row.group)
      .map((row: Record<string, unknown>) => `${row.description} ${row.accumulated}`)
      .join(', ');
  /** Somebody else types in a line. */
  const typeAs = async (description: string, accumulated: string): Promise<void> => {
    const row = (await sheet()).rows.find((one: Record<string, unknown>) => one.description === description);
    await ask(
      'mutation ($id: ID!, $l: [MeasurementLineInput!]!) { saveMeasurementLines(measurementId: $id, lines: $l) { saved { id } } }',
      { id: measurementId, l: [{ id: row.id, accumulated, version: row.version }] },
    );
  };
  return { ask, measurementId, sheet, stored, typeAs, address: `${MEASUREMENTS}?id=${measurementId}` };
};

export type MadeSheet = Awaited<ReturnType<typeof makeSheet>>;
