import { describe, expect, test } from '@jest/globals';
import { slowness } from '#tests/support/pace.ts';
import {
  at,
  call,
  estimate,
  fieldsOf,
  get,
  house,
  inWords,
  office,
  openSite,
  planFoundations,
  post,
  put,
  rows,
  services,
  type Row,
} from './site.ts';

openSite();

describe('A schedule', () => {
  test('is empty until somebody plans', async () => {
    expect((await get()).body.data).toEqual({
      ...{ id: estimate, version: 1, startsOn: null, workOnSaturdays: false, workOnSundays: false },
      ...{ daysOff: [], items: [], links: [], startDate: null, endDate: null },
    });
  });

  test('is planned over days off and links, in the order of the cost estimate', async () => {
    const saved = await planFoundations();
    expect(inWords(saved.items)).toEqual([
      '2.1 Estacas 2026-10-05…2026-10-21',
      '2.2 Blocos 2026-10-22…2026-11-06',
      '2 Fundação pronta 2026-11-09…2026-11-09',
    ]);
    expect(saved).toMatchObject({ version: 2, startsOn: '2026-10-05', startDate: '2026-10-05', endDate: '2026-11-09' });
    expect((await get()).body.data).toEqual(saved);
    expect(saved.items.map(({ totalFloat, critical }) => [totalFloat, critical])).toEqual([
      [0, true],
      [0, true],
      [0, true],
    ]);
    const stored = await services.seed.sql<{ start_date: string; end_date: string }>(
      'select start_date::text, end_date::text from schedule_items where cost_estimate_id = $1 order by start_date',
      [estimate],
    );
    expect(stored.map(Object.values)).toEqual([
      ['2026-10-05', '2026-10-21'],
      ['2026-10-22', '2026-11-06'],
      ['2026-11-09', '2026-11-09'],
    ]);
  });

  test('moves with its calendar, and tells beforehand what would move', async () => {
    const { items, version } = await planFoundations();
    const rain = { daysOff: [{ date: '2026-10-06', type: 'RAIN', description: 'Chuva' }] };
    const preview = await post('/schedule/preview', { ...rain, workOnSaturdays: true });
    // With Saturdays: 12 days from 5 October without the 6th and the 12th end on Tuesday 20; beams on Tuesday 3 November.
    expect(preview.body.data).toMatchObject({ endBefore: '2026-11-09', endAfter: '2026-11-04' });
    expect(preview.body.data.moved.map((one: { after: object }) => one.after)).toEqual([
      { startDate: '2026-10-05', endDate: '2026-10-20' },
      { startDate: '2026-10-21', endDate: '2026-11-03' },
      { startDate: '2026-11-04', endDate: '2026-11-04' },
    ]);
    expect((await get()).body.data.items).toEqual(items);
    const saved = await put({ ...rain, workOnSaturdays: true, version });
    expect(saved.body.data).toMatchObject({ endDate: '2026-11-04', workOnSaturdays: true });
    expect((await put({ workOnSaturdays: false, version })).status).toBe(409);
  });

  test('changes one item with its links, and lets the others follow', async () => {
    const { items, links } = await planFoundations();
    const [piles, beams] = items;
    const longer = await put({
      items: [{ id: piles?.id, duration: 13 }],
      links: [{ id: links[0]?.id, lag: 7, lagUnit: 'CALENDAR' }],
    });
    // 13 days end on Thursday 22; seven calendar days of curing last until Thursday 29; beams on Friday 30.
    expect(inWords(longer.body.data.items).slice(0, 2)).toEqual([
      '2.1 Estacas 2026-10-05…2026-10-22',
      '2.2 Blocos 2026-10-30…2026-11-16',
    ]);
    const without = await put({ items: [{ id: beams?.id, removed: true }] });
    expect(inWords(without.body.data.items)).toEqual([
      '2.1 Estacas 2026-10-05…2026-10-22',
      '2 Fundação pronta 2026-10-05…2026-10-05',
    ]);
    expect(without.body.data.links).toEqual([]);
  });

  test('keeps what has begun where it is', async () => {
    const { items } = await planFoundations();
    const [piles, beams] = items;
    const begun = await put({ items: [{ id: beams?.id, percentComplete: '30' }] });
    expect(begun.body.data.items[1]).toMatchObject({ startedOn: '2026-10-22', percentComplete: '30.00' });
    const moved = await put({ items: [{ id: piles?.id, startDate: '2026-10-13' }] });
    expect(inWords(moved.body.data.items)).toEqual([
      '2.1 Estacas 2026-10-13…2026-10-28',
      '2.2 Blocos 2026-10-22…2026-11-06',
      '2 Fundação pronta 2026-11-09…2026-11-09',
    ]);
  });

  test('tells by month what it does of each stage, and what nobody has planned yet', async () => {
    await planFoundations();
    const price = (id: number, value: string) =>
      services.seed.sql('update cost_estimate_lines set unit_price = $2 where id = $1', [id, value]);
    await price(rows.piles, '1200');
    await price(rows.beams, '1100');
    await price(rows.walls, '333.33');
    await services.seed.sql('update cost_estimates set direct_total = 2633.33 where id = $1', [estimate]);
    // Piles all in October; beams seven days of eleven in October, four in November.
    expect((await get('/schedule/monthly')).body.data).toEqual({
      ...{ id: estimate, total: '2633.33', unscheduled: '333.33' },
      months: [
        {
          ...{ month: '2026-10-01', value: '1900.00', accumulated: '1900.00' },
          ...{ percentage: '72.15', accumulatedPercentage: '72.15' },
        },
        {
          ...{ month: '2026-11-01', value: '400.00', accumulated: '2300.00' },
          ...{ percentage: '15.19', accumulatedPercentage: '87.34' },
        },
      ],
      stages: [
        {
          ...{ id: rows.prelim, code: '1', description: 'Serviços preliminares', total: '0.00', unscheduled: '0.00' },
          values: ['0.00', '0.00'],
        },
        {
          ...{ id: rows.found, code: '2', description: 'Fundações', total: '2300.00', unscheduled: '0.00' },
          values: ['1900.00', '400.00'],
        },
        {
          ...{ id: expect.any(Number), code: '3', description: 'Vedações', total: '333.33', unscheduled: '333.33' },
          values: ['0.00', '0.00'],
        },
      ],
    });
  });

  test('is gone with the rows and the cost estimate that it plans', async () => {
    await planFoundations();
    await services.seed.sql('delete from cost_estimate_lines where id = $1', [rows.beams]);
    expect(inWords((await get()).body.data.items)).toEqual([
      '2.1 Estacas 2026-10-05…2026-10-21',
      '2 Fundação pronta 2026-10-05…2026-10-05',
    ]);
    await services.seed.sql('delete from cost_estimates where id = $1', [estimate]);
    expect((await get()).status).toBe(404);
  });
});

describe('The calls of the specification', () => {
  test('make, change and remove one item; a whole item comes back changed', async () => {
    const made = await post('/schedule-items', { ...at(rows.piles), startDate: '2026-11-23', endDate: '2026-11-27' });
    expect(made.body.data).toMatchObject({
      duration: 5,
      startDate: '2026-11-23',
      endDate: '2026-11-27',
      notBefore: '2026-11-23',
    });
    const path = call(`/schedule-items/${made.body.data.id}`);
    const moved = await services.api.put(path, {
      token: office.admin,
      body: { ...made.body.data, startDate: '2026-11-25' },
    });
    // Same duration from Wednesday on; a weekend lies between.
    expect(moved.body.data).toMatchObject({ duration: 5, startDate: '2026-11-25', endDate: '2026-12-01' });
    const lie = await services.api.put(path, { token: office.admin, body: { ...moved.body.data, totalFloat: 3 } });
    expect([lie.status, lie.body.fields?.[0]?.path]).toEqual([400, 'totalFloat']);
    expect((await get('/schedule-items')).body.data.content).toEqual([moved.body.data]);
    expect((await services.api.delete(path, { token: office.admin })).status).toBe(200);
    expect((await services.api.delete(path, { token: office.admin })).status).toBe(404);
    expect((await get('/schedule-items')).body.data.content).toEqual([]);
  });

  test('say which field a single item is refused at', async () => {
    const answer = await post('/schedule-items', { ...at(rows.piles) });
    expect([answer.status, fieldsOf(answer)]).toEqual([422, ['duration: Informe ao menos um dia útil.']]);
    const nameless = await post('/schedule-items', { duration: 3 });
    expect([nameless.status, nameless.body.fields?.[0]?.path]).toEqual([400, 'costEstimateItem']);
  });

  test('set which days are worked, for the cost estimate that the body names', async () => {
    const body = { id: estimate, workOnSaturdays: true, workOnSundays: false };
    expect((await post('/days-off-settings', body)).body.data).toEqual({ ...body, version: 2 });
    expect((await get('/days-off-settings')).body.data).toEqual({ ...body, version: 2 });
    const { id, ...nameless } = body;
    expect((await post('/days-off-settings', nameless)).body.fields?.[0]?.path).toBe('id');
    const other = await post('/days-off-settings', { ...body, id: id + 1_000 });
    expect([other.status, fieldsOf(other)]).toEqual([422, ['id: Estas configurações são de outro orçamento.']]);
  });

  test('add, list and remove days off', async () => {
    const made = await post('/days-off', {
      date: '2026-12-24',
      type: 'COLLECTIVE_LEAVE',
      description: ' Recesso  coletivo ',
    });
    expect(made.body.data).toEqual({
      id: expect.any(Number),
      date: '2026-12-24',
      type: 'COLLECTIVE_LEAVE',
      description: 'Recesso coletivo',
    });
    const rain = await post('/days-off', { date: '2026-12-01', type: 'RAIN', description: 'Chuva' });
    const twice = await post('/days-off', { date: '2026-12-01', type: 'RAIN', description: 'Chuva' });
    expect([twice.status, fieldsOf(twice)]).toEqual([422, ['date: 01/12/2026 já é dia de folga.']]);
    const list = await get('/days-off');
    expect(list.body.data).toEqual({
      content: [rain.body.data, made.body.data],
      number: 0,
      size: 10_000,
      last: true,
      totalElements: 2,
    });
    expect((await get('/days-off?from=2026-12-02&to=2026-12-24')).body.data.content).toEqual([made.body.data]);
    expect((await get('/days-off?type=RAIN&size=1')).body.data).toMatchObject({
      content: [rain.body.data],
      totalElements: 1,
    });
    const path = call(`/days-off/${rain.body.data.id}`);
    expect((await services.api.delete(path, { token: office.admin })).status).toBe(200);
    expect((await services.api.delete(path, { token: office.admin })).status).toBe(404);
    expect((await get('/days-off')).body.data.totalElements).toBe(1);
  });

  test('propose the holidays of the law that the schedule does not have', async () => {
    await post('/days-off', { date: '2026-12-25', type: 'NATIONAL_HOLIDAY', description: 'Natal' });
    const days = async (query: string) =>
      (await get(`/days-off/proposals?${query}`)).body.data.content.map((day: { date: string }) => day.date);
    const national = await days('year=2026');
    // Lei 662/1949, 6.802/1980, 14.759/2023 and Good Friday; Carnival and Corpus Christi are optional.
    expect(national).toEqual([
      ...['2026-01-01', '2026-02-17', '2026-04-03', '2026-04-21', '2026-05-01', '2026-06-04', '2026-09-07'],
      ...['2026-10-12', '2026-11-02', '2026-11-15', '2026-11-20'],
    ]);
    // Lei paulista 9.497/1997.
    expect((await days('year=2026&state=SP')).filter((day: string) => !national.includes(day))).toEqual(['2026-07-09']);
    const unknown = await get('/days-off/proposals?year=2026&state=XX');
    expect([unknown.status, fieldsOf(unknown)]).toEqual([400, ['state: Informe a sigla de um estado, como SP.']]);
  });
});

test('Municipal holidays of other obras of the company are proposed, by day and obra', async () => {
  const own = { account_id: office.accountId, company_id: office.companyId };
  const other = await services.seed.building(office, { name: 'Vila vizinha' });
  const made = (building_id: number, code: string) =>
    services.seed.insert('cost_estimates', { ...own, building_id, code, description: code });
  const [near, same] = [await made(other, 'VIZINHA'), await made(house, 'MESMA')];
  const put = (cost_estimate_id: number, days: [date: string, type: string, description: string][]) =>
    Promise.all(
      days.map(async ([date, type, description]) => {
        await services.seed.sql(
          'insert into schedules (account_id, cost_estimate_id) values ($1, $2) on conflict do nothing',
          [office.accountId, cost_estimate_id],
        );
        const row = { account_id: office.accountId, cost_estimate_id, date, type, description };
        return services.seed.insert('schedule_days_off', row);
      }),
    );
  await put(near, [
    ['2024-02-29', 'MUNICIPAL_HOLIDAY', 'Dia raro'],
    ['2025-07-14', 'MUNICIPAL_HOLIDAY', 'Aniversário de Campinas'],
    ['2025-06-19', 'MUNICIPAL_HOLIDAY', 'Corpus Christi'],
    ['2025-12-25', 'MUNICIPAL_HOLIDAY', 'Natal na praça'],
    ['2025-07-15', 'RAIN', 'Chuva'],
  ]);
  await put(same, [['2025-08-03', 'MUNICIPAL_HOLIDAY', 'Da mesma obra']]);
  const municipal = async (year: number) =>
    (await get(`/days-off/proposals?year=${year}`)).body.data.content.filter(
      ({ type }: { type: string }) => type === 'MUNICIPAL_HOLIDAY',
    );
  const birthday = { type: 'MUNICIPAL_HOLIDAY', description: 'Aniversário de Campinas', building: 'Vila vizinha' };
  // Corpus Christi moves with Easter, Christmas is national, and 2026 has no 29 February.
  expect(await municipal(2026)).toEqual([{ date: '2026-07-14', ...birthday }]);
  await post('/days-off', { date: '2026-07-14', type: 'MUNICIPAL_HOLIDAY', description: 'Aniversário' });
  expect(await municipal(2026)).toEqual([]);
  expect((await municipal(2032)).map(({ date }: { date: string }) => date)).toEqual(['2032-02-29', '2032-07-14']);
});

test('A schedule of 2,000 items is saved in as many statements as one of two, and in less than three seconds', async () => {
  const stage = await services.seed.insert('cost_estimate_groups', {
    ...{ account_id: office.accountId, cost_estimate_id: estimate, building_id: house, parent_id: null },
    ...{ code: '9', name: 'Muitas', position: 9 },
  });
  const lines = await services.seed.sql<{ id: string }>(
    `insert into cost_estimate_lines (account_id, cost_estimate_id, parent_id, position, description, unit, quantity)
     select $1, $2, $3, n, 'Serviço ' || n, 'm', 1 from generate_series(1, 2000) n returning id`,
    [office.accountId, estimate, stage],
  );
  const plan = (made: typeof lines) => {
    const items = made.map(({ id }, index) => ({ key: `i${index}`, ...at(Number(id)), duration: 1 + (index % 5) }));
    return { items, links: items.slice(10).map(({ key }, index) => ({ fromKey: `i${index}`, toKey: key })) };
  };
  const two = await put(plan(lines.slice(0, 2)));
  const read = await get();
  await put({ items: two.body.data.items.map(({ id }: Row) => ({ id, removed: true })) });
  const started = performance.now();
  const saved = await put(plan(lines));
  expect(performance.now() - started).toBeLessThan(3_000 * slowness());
  expect(saved.body.data.items).toHaveLength(2_000);
  expect(saved.body.data.links).toHaveLength(1_990);
  expect(saved.headers['x-sql-queries']).toBe(two.headers['x-sql-queries']);
  expect((await get()).headers['x-sql-queries']).toBe(read.headers['x-sql-queries']);
});
