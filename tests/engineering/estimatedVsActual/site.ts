import type { SeedKit } from '#tests/support/seedKit.ts';
import { enter, type Office } from '#tests/financial/officeKit.ts';

/** A building with an approved cost estimate of two stages, its BDI, its schedule and expenses. */
export interface Site {
  building: number;
  estimate: number;
  stages: Record<'foundations' | 'piles' | 'walls', number>;
  lines: Record<'pile' | 'wall', number>;
}

const own = ({ accountId, companyId }: Office) => ({ account_id: accountId, company_id: companyId });

/** An expense of a building, in a stage or in none. */
export const spend = async (
  seed: SeedKit,
  office: Office,
  { building, stage, value, due }: { building: number; stage?: number; value: string; due: string },
): Promise<void> => {
  const id = await enter(seed, office, { type: 'DEBIT', value, due, parts: [{ buildingId: building, value }] });
  await seed.sql('update apportionments set cost_estimate_group_id = $2 where transaction_id = $1', [
    id,
    stage ?? null,
  ]);
};

/**
 * 1 Fundações R$ 1.500,00: 1.1 Estacas 10 × 100,00 from 5 to 16 October, nine working days (the 12th is a holiday),
 * and blocks 2 × 250,00 that nobody planned; 2 Alvenaria 3 × 33,33, planned as a whole from 2 to 6 November.
 */
export const openSite = async (
  seed: SeedKit,
  office: Office,
  { approved = true, name = 'Torre', code = 'ORC-1' } = {},
): Promise<Site> => {
  const account = { account_id: office.accountId };
  const building = await seed.building(office, { name });
  const estimate = await seed.insert('cost_estimates', {
    ...own(office),
    ...{ building_id: building, code, description: 'Torre', approved, direct_total: '1599.99' },
  });
  const group = (stage: string, place: string, position: number, parent: number | null = null) =>
    seed.insert('cost_estimate_groups', {
      ...account,
      ...{ cost_estimate_id: estimate, building_id: building, parent_id: parent, code: place, name: stage, position },
    });
  const line = (description: string, parent: number, quantity: string, price: string) =>
    seed.insert('cost_estimate_lines', {
      ...account,
      ...{ cost_estimate_id: estimate, parent_id: parent, position: 2, description, unit: 'un', quantity },
      unit_price: price,
    });
  const foundations = await group('Fundações', '1', 1);
  const piles = await group('Estacas', '1.1', 1, foundations);
  const walls = await group('Alvenaria', '2', 2);
  const pile = await line('Estaca', piles, '10', '100.00');
  await line('Bloco', foundations, '2', '250.00');
  const wall = await line('Parede', walls, '3', '33.33');
  await seed.insert('cost_estimate_bdis', {
    ...account,
    ...{ cost_estimate_id: estimate, position: 1, name: 'Serviços', percentage: '22.23', is_default: true },
  });
  await plan(seed, office, estimate, { pile, walls });
  return { building, estimate, stages: { foundations, piles, walls }, lines: { pile, wall } };
};

const plan = async (
  seed: SeedKit,
  office: Office,
  estimate: number,
  { pile, walls }: { pile: number; walls: number },
): Promise<void> => {
  const key = { account_id: office.accountId, cost_estimate_id: estimate };
  await seed.sql('insert into schedules (account_id, cost_estimate_id, starts_on) values ($1, $2, $3)', [
    ...[office.accountId, estimate, '2026-10-05'],
  ]);
  const holiday = { date: '2026-10-12', type: 'NATIONAL_HOLIDAY', description: 'Nossa Senhora Aparecida' };
  await seed.insert('schedule_days_off', { ...key, ...holiday });
  const [october, november] = [
    { start_date: '2026-10-05', end_date: '2026-10-16', duration: 9 },
    { start_date: '2026-11-02', end_date: '2026-11-06', duration: 5 },
  ];
  await seed.insert('schedule_items', { ...key, line_id: pile, ...october });
  await seed.insert('schedule_items', { ...key, group_id: walls, ...november });
};

/** A closed measurement of the customer, or of a contractor: accumulated quantities and values by row. */
export const measure = async (
  seed: SeedKit,
  office: Office,
  { estimate, partner, sheets }: { estimate: number; partner?: number; sheets: readonly Sheet[] },
): Promise<void> => {
  const account = { account_id: office.accountId };
  const contract = await seed.insert('measurement_contracts', {
    ...own(office),
    ...{ cost_estimate_id: estimate, kind: partner ? 'CONTRACTOR' : 'CUSTOMER', partner_id: partner ?? null },
  });
  for (const [index, { day, open, entries }] of sheets.entries()) {
    const measurement = await seed.insert('measurements', {
      ...account,
      ...{ contract_id: contract, number: index + 1, period_start: day, period_end: day },
      ...(open ? { status: 'OPEN' } : { status: 'CLOSED', sheet: '[]' }),
    });
    for (const [line, direct, value] of entries) {
      await seed.sql(
        `insert into measurement_entries (account_id, measurement_id, line_id, accumulated, value, direct_value, updated_at)
         values ($1, $2, $3, 1, $4, $5, now())`,
        [office.accountId, measurement, line, value, direct],
      );
    }
  }
};

interface Sheet {
  day: string;
  open?: boolean;
  /** Row, accumulated value without BDI, and with it. */
  entries: readonly (readonly [line: number, direct: string, value: string])[];
}
