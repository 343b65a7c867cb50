import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { addDays, dayOfWeek } from '#domain/dates.ts';
import { seedDemo } from '#services/demo/seed.ts';
import { SCHEDULES } from '#services/demo/data/schedules.ts';
import { demoSchedule } from '#services/demo/schedules.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';

const SEED_DATE = '2026-11-21';

let database: TestDatabase;
let client: pg.Client;
const rows = async (sql: string): Promise<string[]> => {
  const answer = await client.query<string[]>({ text: sql, rowMode: 'array' });
  return answer.rows.map((row) => row.map(String).join(' | '));
};

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo(database.ownerUrl, { seedDate: SEED_DATE });
  const options = '-c prumo.owner_access=on -c timezone=UTC -c datestyle=ISO';
  client = new pg.Client({ connectionString: database.ownerUrl, options });
  await client.connect();
}, 60_000);

afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('The schedules of the demo company', () => {
  test('plan the house and the row houses, the house by row and by stage', async () => {
    const found = await rows(`
      select e.code, s.starts_on::text, count(*) filter (where i.line_id is not null), count(*) filter (where i.milestone is null
        and i.group_id is not null), count(*) filter (where i.milestone is not null)
      from schedules s join cost_estimates e on e.id = s.cost_estimate_id
      join schedule_items i on i.cost_estimate_id = e.id group by e.code, s.starts_on order by e.code`);
    expect(found).toEqual(['ORC-011 | 2025-09-01 | 0 | 10 | 2', 'ORC-014 | 2025-11-01 | 24 | 16 | 2']);
  });

  test('cover every row at the top of their cost estimates, so that nothing is left unscheduled', async () => {
    expect(
      await rows(`
        with recursive covered as (
          select g.id, g.parent_id, true as whole from cost_estimate_groups g
          join schedule_items i on i.group_id = g.id and i.milestone is null
          union
          select c.id, c.parent_id, true from covered u join cost_estimate_groups c on c.parent_id = u.id
        )
        select e.code, l.id from cost_estimate_lines l join cost_estimates e on e.id = l.cost_estimate_id
        where e.code <> 'ORC-017' and l.parent_id not in (select id from covered)
          and l.id not in (select line_id from schedule_items where line_id is not null)`),
    ).toEqual([]);
  });

  test('have the holidays of the union, of São Paulo and of its capital, and days of rain before today', async () => {
    const off = `schedule_days_off d join cost_estimates e on e.id = d.cost_estimate_id where e.code = 'ORC-014'`;
    expect(
      await rows(`select d.date::text, d.type, d.description from ${off} and d.date between '2026-01-01' and '2026-02-28'
                  and d.type <> 'RAIN' order by d.date`),
    ).toEqual([
      '2026-01-01 | NATIONAL_HOLIDAY | Ano novo',
      '2026-01-25 | MUNICIPAL_HOLIDAY | Aniversário de São Paulo',
    ]);
    expect(await rows(`select d.type from ${off} and d.date = '2026-07-09'`)).toEqual(['STATE_HOLIDAY']);
    expect(await rows(`select count(*), max(d.date)::text from ${off} and d.type = 'RAIN'`)).toEqual([
      '10 | 2026-10-22',
    ]);
  });

  test('keep the order of their links, begin before today and end after it, with one stage behind', async () => {
    const item = (place: string) => `select i.start_date::text, i.end_date::text, i.percent_complete
      from schedule_items i join cost_estimate_groups g on g.id = i.group_id
      join cost_estimates e on e.id = i.cost_estimate_id where e.code = 'ORC-014' and g.code = '${place}' and milestone is null`;
    const [earth = '', structure = '', mortar = ''] = [
      await rows(item('2')),
      await rows(item('4.1')),
      await rows(item('10.1')),
    ].map(([found]) => found);
    expect(earth < structure).toBe(true);
    expect(earth.endsWith('| 100.00')).toBe(true);
    expect(mortar.endsWith('| 46.00')).toBe(true);
    const [start = '', end = ''] = mortar.split(' | ');
    const working = (from: string, to: string): number => {
      let days = 0;
      for (let day = from; day <= to; day = addDays(day, 1)) if (dayOfWeek(day) % 6 !== 0) days += 1;
      return days;
    };
    expect(start < SEED_DATE && end > SEED_DATE).toBe(true);
    // Holidays aside, more than two thirds of its days have passed.
    expect(working(start, SEED_DATE) / working(start, end)).toBeGreaterThan(0.66);
  });

  test('keep two baselines of the house, each planned as on its day, and the house is behind both', async () => {
    expect(
      await rows(`select b.name, b.created_at::date::text, b.start_date::text, b.end_date::text, b.total = e.total as whole,
          jsonb_array_length(b.items) from schedule_baselines b join cost_estimates e on e.id = b.cost_estimate_id order by b.id`),
    ).toEqual([
      'Contratual | 2025-11-01 | 2025-11-03 | 2027-02-24 | true | 42',
      // Seven working days later: it rained on eight days by then, one of them a Saturday.
      'Replanejamento das fundações | 2026-03-20 | 2025-11-03 | 2027-03-05 | true | 42',
    ]);
    const [now] = await rows(`select max(i.end_date)::text, min(s.version) from schedule_items i
      join schedules s using (cost_estimate_id) join cost_estimates e on e.id = i.cost_estimate_id where e.code = 'ORC-014'`);
    // Nine working days behind the contract: two more days of rain.
    expect(now).toBe('2027-03-09 | 3');
  });

  test('can be planned on any day, and are under way on it', () => {
    const days = Array.from({ length: 24 }, (_, index) => addDays('2026-01-01', index * 33));
    const wrong = days.filter((seedDate) =>
      Object.values(SCHEDULES).some((sample) => {
        const { plan, progress } = demoSchedule(sample, seedDate);
        const begun = [...progress.values()].filter(({ percent }) => percent !== '0.00');
        const future = begun.some(({ startedOn }) => startedOn === null || startedOn >= seedDate);
        return future || begun.length < 6 || (plan.finish ?? '') <= seedDate;
      }),
    );
    expect(wrong).toEqual([]);
  });
});
