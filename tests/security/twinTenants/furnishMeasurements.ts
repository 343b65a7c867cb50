import type { TestServices } from '#tests/support/services.ts';
import type { CompanyPlace } from './places.ts';
import type { Rows } from './rows.ts';

/** Creates an approved cost estimate of which a customer has more measured than it contracts. */
const furnishExcess = async ({ seed }: TestServices, place: CompanyPlace, buildingId: number): Promise<Rows> => {
  const account = { account_id: place.accountId };
  const estimate = await seed.insert('cost_estimates', {
    ...{ ...account, company_id: place.companyId, building_id: buildingId, code: `X${buildingId}` },
    ...{ description: 'Acima', approved: true, item_count: 1 },
  });
  const line = await seed.insert('cost_estimate_lines', {
    ...{ ...account, cost_estimate_id: estimate, position: 1, description: 'Serviço', unit: 'u' },
    ...{ unit_price: '10', quantity: '1' },
  });
  const contract = await seed.insert('measurement_contracts', {
    ...{ ...account, company_id: place.companyId, cost_estimate_id: estimate, kind: 'CUSTOMER' },
  });
  const measurement = await seed.insert('measurements', {
    ...{ ...account, contract_id: contract, number: 1, period_start: '2026-10-01', period_end: '2026-10-31' },
  });
  await seed.sql(
    `insert into measurement_entries (account_id, measurement_id, line_id, accumulated, value, direct_value, updated_at)
     values ($1, $2, $3, 3, 30, 30, '2026-11-20T12:00:00Z')`,
    [place.accountId, measurement, line],
  );
  return new Map([
    ['costEstimate/excess', estimate],
    ['estimateRow/excess', line],
    ['measurement/excess', measurement],
  ]);
};

/**
 * Creates an approved cost estimate that is measured: a contractor with a closed measurement, an open one with a line and
 * photos, and two releases of what was kept back; a contractor with one measurement that is deleted; one who begins; one
 * without any.
 */
export const furnishMeasurements = async (services: TestServices, place: CompanyPlace, known: Rows): Promise<Rows> => {
  const { seed } = services;
  const { accountId, companyId } = place;
  const account = { account_id: accountId };
  const buildingId = known.get('building') ?? 0;
  const estimate = await seed.insert('cost_estimates', {
    ...{ ...account, company_id: companyId, building_id: buildingId, code: `M${buildingId}`, description: 'Medido' },
    ...{ approved: true, item_count: 1 },
  });
  const line = await seed.insert('cost_estimate_lines', {
    ...{ ...account, cost_estimate_id: estimate, position: 1, description: 'Serviço', unit: 'u' },
    ...{ unit_price: '10', quantity: '1000' },
  });
  const contractOf = async (contractor: string, version = 1): Promise<number> => {
    const id = await seed.insert('measurement_contracts', {
      ...{ ...account, company_id: companyId, cost_estimate_id: estimate, kind: 'CONTRACTOR', version },
      ...{ partner_id: known.get(`partner/DEBIT/${contractor}`), category_id: known.get('category/DEBIT') },
    });
    await seed.sql(
      `insert into measurement_contract_lines (account_id, contract_id, line_id, quantity, unit_price) values ($1, $2, $3, 1000, 1)`,
      [accountId, id, line],
    );
    return id;
  };
  const contract = await contractOf('contractor', 2);
  const measurement = (contract_id: number, values: object) =>
    seed.insert('measurements', {
      ...{ ...account, contract_id, number: 1, period_start: '2026-10-01', period_end: '2026-10-31', ...values },
    });
  const closed = await measurement(contract, { status: 'CLOSED', sheet: '[]', retention_value: '100' });
  await seed.sql(
    `insert into measurement_bulletins (account_id, measurement_id, verification_code, facts, reopened_at)
     values ($1, $2, $3, '{}', '2026-11-20T12:00:00Z')`,
    [accountId, closed, String(accountId).padStart(8, '0')],
  );
  const id = await measurement(contract, {
    number: 2,
    version: 2,
    period_start: '2026-11-01',
    period_end: '2026-11-20',
  });
  const ofMeasurement = { ...account, measurement_id: id, line_id: line };
  await seed.sql(
    `insert into measurement_entries (account_id, measurement_id, line_id, accumulated, value, direct_value, reason, updated_at)
     values ($1, $2, $3, 0, 0, 0, 'Conferir', '2026-11-20T12:00:00Z')`,
    Object.values(ofMeasurement),
  );
  const photo = async (name: string) => {
    const made = await seed.insert('measurement_photos', { ...ofMeasurement, name, media_type: 'image/png', size: 1 });
    await seed.sql(
      "insert into measurement_photo_contents (account_id, photo_id, content, printed) values ($1, $2, 'x', '')",
      [accountId, made],
    );
    return made;
  };
  const release = (transaction: string) =>
    seed.insert('retention_releases', {
      ...{ ...account, contract_id: contract, value: '1.00', due_date: '2026-12-01' },
      transaction_id: known.get(transaction),
    });
  await seed.sql(
    `insert into measurement_presences (account_id, measurement_id, user_id, line_id, seen_at)
     values ($1, $2, $3, $4, '2026-11-20T12:00:00Z')`,
    [accountId, id, known.get('user'), line],
  );
  return new Map([
    ...(await furnishExcess(services, place, buildingId)),
    ['costEstimate/measured', estimate],
    ['estimateRow/measured', line],
    ['measurementContract', contract],
    ['measurementContract/begun', await contractOf('begun')],
    ['measurementContract/spare', await contractOf('idle')],
    ['measurement', id],
    ['measurement/spare', await measurement(await contractOf('removed'), {})],
    ['measurementPhoto', await photo('Foto.png')],
    ['measurementPhoto/spare', await photo('Outra.png')],
    ['retentionRelease', await release('transaction/DEBIT')],
    ['retentionRelease/spare', await release('transaction/DEBIT/released')],
  ]);
};
