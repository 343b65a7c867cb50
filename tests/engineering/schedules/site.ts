import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

/**
 * The clock stands at 20 November 2026, a Friday and a holiday. Dates were worked out on a calendar of paper.
 */
export let services: TestServices;
export let office: Office;
export let stranger: Office;
export let house: number;
export let estimate: number;
export let rows: Record<'prelim' | 'found' | 'piles' | 'beams' | 'walls', number>;

export const call = (path = '/schedule', id = estimate) => `/api/v1/engineering/cost-estimates/${id}${path}`;
export const get = async (path?: string, token = office.admin) => services.api.get(call(path), { token });
export const put = (body: object, token = office.admin) => services.api.put(call(), { token, body });
export const post = (path: string, body: object, token = office.admin) =>
  services.api.post(call(path), { token, body });
export const at = (id: number) => ({ costEstimateItem: { id } });

export interface Row {
  id: number;
  costEstimateItem: { code: string; description: string };
  milestone: string | null;
  startDate: string;
  endDate: string;
  totalFloat: number;
  critical: boolean;
}
/** Each item in words: "1.1 Estacas 2026-10-05…2026-10-21". */
export const inWords = (items: Row[]) =>
  items.map(
    ({ costEstimateItem: { code, description }, milestone, startDate, endDate }) =>
      `${code} ${milestone ?? description} ${startDate}…${endDate}`,
  );
export const fieldsOf = (answer: { body: { fields?: { path: string; message: string }[] } }) =>
  answer.body.fields?.map(({ path, message }) => `${path}: ${message}`);

const openEstimate = async (of: Office, building: number, code: string): Promise<number> =>
  services.seed.insert('cost_estimates', {
    account_id: of.accountId,
    company_id: of.companyId,
    building_id: building,
    code,
    description: code,
  });

const openRows = async (id: number, building: number) => {
  const group = (name: string, position: number, parent: number | null = null) =>
    services.seed.insert('cost_estimate_groups', {
      account_id: office.accountId,
      cost_estimate_id: id,
      building_id: building,
      parent_id: parent,
      code: parent === null ? String(position) : `2.${position}`,
      name,
      position,
    });
  const line = (description: string, position: number, parent: number) =>
    services.seed.insert('cost_estimate_lines', {
      account_id: office.accountId,
      cost_estimate_id: id,
      parent_id: parent,
      position,
      description,
      unit: 'm',
      quantity: '1',
    });
  const prelim = await group('Serviços preliminares', 1);
  const found = await group('Fundações', 2);
  const piles = await line('Estacas', 1, found);
  const beams = await line('Blocos', 2, found);
  const walls = await line('Alvenaria', 1, await group('Vedações', 3));
  return { prelim, found, piles, beams, walls };
};

/** Starts the services, and opens a cost estimate of three stages for each test. */
export const openSite = (): void => {
  beforeAll(async () => {
    services = await startServices();
    office = await openOffice(services.seed);
    stranger = await openOffice(services.seed, 'CANARIO');
    house = await services.seed.building(office);
  });
  let count = 0;
  beforeEach(async () => {
    count += 1;
    estimate = await openEstimate(office, house, `E${count}`);
    rows = await openRows(estimate, house);
  });
  afterAll(() => services.stop());
};

/** Piles of 12 days from 5 October, beams of 11 days after them. */
export const planFoundations = async () => {
  const answer = await put({
    daysOff: [
      { date: '2026-10-12', type: 'NATIONAL_HOLIDAY', description: 'Nossa Senhora Aparecida' },
      { date: '2026-11-02', type: 'NATIONAL_HOLIDAY', description: 'Finados' },
    ],
    items: [
      { key: 'piles', ...at(rows.piles), startDate: '2026-10-05', duration: 12 },
      { key: 'beams', ...at(rows.beams), duration: 11 },
      { key: 'done', ...at(rows.found), milestone: 'Fundação pronta', duration: 0 },
    ],
    links: [
      { fromKey: 'piles', toKey: 'beams' },
      { fromKey: 'beams', toKey: 'done' },
    ],
  });
  expect(answer.status).toBe(200);
  return answer.body.data as {
    version: number;
    items: Row[];
    links: { id: number; from: number; to: number }[];
    daysOff: { id: number; date: string }[];
    startsOn: string;
    startDate: string;
    endDate: string;
  };
};
