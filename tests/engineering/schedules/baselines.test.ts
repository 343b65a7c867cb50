import { describe, expect, test } from '@jest/globals';
import { MAX_BASELINES } from '#schema/engineering/schedules/baselines.rest.ts';
import {
  call,
  estimate,
  fieldsOf,
  get,
  house,
  office,
  openSite,
  planFoundations,
  post,
  put,
  rows,
  services,
  stranger,
} from './site.ts';

openSite();

const PATH = '/schedule-baselines';

/** Piles of 1,200.00, 5 to 21 October, and beams of 1,100.00, 22 October to 6 November; then a milestone. */
const priced = async () => {
  const saved = await planFoundations();
  for (const [id, price] of [
    [rows.piles, '1200'],
    [rows.beams, '1100'],
  ]) {
    await services.seed.sql('update cost_estimate_lines set unit_price = $2 where id = $1', [id, price]);
  }
  await services.seed.sql('update cost_estimates set direct_total = 2300 where id = $1', [estimate]);
  return saved;
};
const keep = async (name: string): Promise<number> => {
  const answer = await post(PATH, { name });
  expect(answer.status).toBe(200);
  return answer.body.data.id;
};
interface Compared {
  costEstimateItem: { description: string };
  milestone: string | null;
  before: { startDate: string; endDate: string; quantity: string | null; value: string } | null;
  after: { startDate: string; endDate: string; quantity: string | null; value: string } | null;
  startShift: number | null;
  endShift: number | null;
}
const inWords = (items: Compared[]): string[] =>
  items.map(({ costEstimateItem, milestone, before, after, startShift, endShift }) => {
    const side = (one: Compared['before']) =>
      one ? `${one.startDate}…${one.endDate} ${one.quantity} ${one.value}` : '-';
    return `${milestone ?? costEstimateItem.description}: ${side(before)} → ${side(after)} (${startShift}, ${endShift})`;
  });

describe('A baseline', () => {
  test('keeps dates, quantities and values while the plan moves, and tells what has moved', async () => {
    const { items } = await priced();
    const id = await keep('  Contratual ');
    // Piles of 17 days end on Wednesday 28 October; beams of eleven days on Friday 13 November, for the 2nd is a holiday.
    await put({ items: [{ id: items[0]?.id, duration: 17 }] });
    await services.seed.sql('update cost_estimate_lines set quantity = 2 where id = $1', [rows.beams]);
    await services.seed.sql('update cost_estimates set direct_total = 3400 where id = $1', [estimate]);
    const compared = (await get(`${PATH}/${id}/comparison`)).body.data;
    expect(inWords(compared.items)).toEqual([
      'Estacas: 2026-10-05…2026-10-21 1.0000 1200.00 → 2026-10-05…2026-10-28 1.0000 1200.00 (0, 5)',
      'Blocos: 2026-10-22…2026-11-06 1.0000 1100.00 → 2026-10-29…2026-11-13 2.0000 2200.00 (5, 5)',
      'Fundação pronta: 2026-11-09…2026-11-09 null 0.00 → 2026-11-16…2026-11-16 null 0.00 (5, 5)',
    ]);
    // Before: seven days of eleven of the beams in October. Now two of eleven: 1200 + 400.
    expect(compared.months).toEqual([
      { month: '2026-10-01', before: '1900.00', after: '1600.00', moved: '-300.00' },
      { month: '2026-11-01', before: '400.00', after: '1800.00', moved: '1400.00' },
    ]);
    expect(compared).toMatchObject({ endBefore: '2026-11-09', endAfter: '2026-11-16', endShift: 5 });
    expect((await get(PATH)).body.data.content).toEqual([
      {
        ...{ id, name: 'Contratual', createdAt: services.clock.now().toISOString(), total: '2300.00' },
        ...{ startDate: '2026-10-05', endDate: '2026-11-09' },
      },
    ]);
  });

  test('is compared with another one, with what came and what went', async () => {
    const { items } = await priced();
    const first = await keep('Primeira');
    await put({
      items: [
        { id: items[1]?.id, removed: true },
        { key: 'w', costEstimateItem: { id: rows.walls }, duration: 2, startDate: '2026-10-05' },
      ],
    });
    const second = await keep('Segunda');
    await put({ items: [{ id: items[0]?.id, duration: 3 }] });
    const compared = (await get(`${PATH}/${first}/comparison?otherBaselineId=${second}`)).body.data;
    expect(inWords(compared.items).filter((words) => words.includes('null, null'))).toEqual([
      'Alvenaria: - → 2026-10-05…2026-10-06 1.0000 0.00 (null, null)',
      'Blocos: 2026-10-22…2026-11-06 1.0000 1100.00 → - (null, null)',
    ]);
    expect(inWords(compared.items)[0]).toContain('(0, 0)');
    expect(compared.months.map(({ moved }: { moved: string }) => moved)).toEqual(['-700.00', '-400.00']);
  });

  test('outlives the rows that it had, and goes by itself or with its cost estimate', async () => {
    await priced();
    const id = await keep('Contratual');
    await services.seed.sql('delete from cost_estimate_lines where id = $1', [rows.beams]);
    const { items } = (await get(`${PATH}/${id}/comparison`)).body.data;
    expect(items.at(-1)).toMatchObject({ costEstimateItem: { id: rows.beams, code: '2.2' }, after: null });
    const removed = await services.api.delete(call(`${PATH}/${id}`), { token: office.admin });
    expect([removed.status, removed.body.data]).toEqual([200, { id }]);
    expect((await services.api.delete(call(`${PATH}/${id}`), { token: office.admin })).body.message).toBe(
      'Linha de base não encontrada.',
    );
    await keep('Outra');
    await services.seed.sql('delete from cost_estimates where id = $1', [estimate]);
    expect((await get(PATH)).status).toBe(404);
  });

  test('is refused at its name: without items, without a name, twice, or beyond the limit', async () => {
    const empty = await post(PATH, { name: 'Contratual' });
    expect(empty.status).toBe(422);
    expect(fieldsOf(empty)).toEqual(['name: O cronograma está vazio: não há o que guardar.']);
    await priced();
    await keep('Contratual');
    expect((await post(PATH, { name: ' ' })).status).toBe(400);
    const again = await post(PATH, { name: 'Contratual' });
    expect(again.status).toBe(422);
    expect(fieldsOf(again)).toEqual(['name: Já existe uma linha de base com este nome.']);
    await services.seed.sql(
      `insert into schedule_baselines (account_id, cost_estimate_id, name, start_date, end_date, total, items, months)
       select $1, $2, 'L' || n, '2026-10-05', '2026-10-06', 0, '[]', '[]' from generate_series(2, $3::int) n`,
      [office.accountId, estimate, MAX_BASELINES],
    );
    expect(fieldsOf(await post(PATH, { name: 'Demais' }))).toEqual([
      'name: Um cronograma guarda até 50 linhas de base.',
    ]);
  });

  test('is not for people without ENGINEERING on the obra, nor for another account or cost estimate', async () => {
    await priced();
    const id = await keep('Contratual');
    const buyer = await office.as(['PURCHASE'], house);
    expect((await get(PATH, buyer)).status).toBe(403);
    const elsewhere = await office.as(['ENGINEERING'], await services.seed.building(office));
    for (const token of [stranger.admin, elsewhere]) {
      expect((await get(PATH, token)).status).toBe(404);
      expect((await get(`${PATH}/${id}/comparison`, token)).status).toBe(404);
      expect((await post(PATH, { name: 'Outra' }, token)).status).toBe(404);
      expect((await services.api.delete(call(`${PATH}/${id}`), { token })).status).toBe(404);
    }
    expect((await get(`${PATH}/${id + 999}/comparison`)).body.message).toBe('Linha de base não encontrada.');
  });
});
