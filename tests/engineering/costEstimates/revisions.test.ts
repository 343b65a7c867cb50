import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { abcOf } from '#domain/engineering/estimate/abc.ts';
import { rowEffects, sumEffects, type ComparedRow } from '#domain/engineering/estimate/comparison.ts';
import { ofProduct, ofTask } from '#tests/engineering/tasksKit.ts';
import { refusal, startEstimates, type Draft, type Estimates } from './kit.ts';

let estimates: Estimates;
let { api, at, office, make, put, read } = {} as Estimates;

beforeAll(async () => {
  estimates = await startEstimates();
  ({ api, at, office, make, put, read } = estimates);
});
afterAll(() => estimates.services.stop());

const token = () => ({ token: office.admin });
const approve = async (id: number, approved: boolean) => {
  const answer = await api.post(at(id, '/approval'), { ...token(), body: { approved } });
  if (answer.status !== 200) throw new Error(answer.text);
};
const get = (id: number, rest: string, query: Record<string, string> = {}, by = office.admin) =>
  api.get(at(id, rest), { token: by, query });

describe('Revisions', () => {
  test('are kept by each approval, as they were, and compared to the cent', async () => {
    const id = await make({ bdis: [{ name: 'BDI', percentage: '10' }], defaultBdiIndex: 0 });
    const typed = { type: 'TASK', unit: 'vb' };
    const made = await put(id, [
      { key: 'g', type: 'GROUP', description: 'Obra' },
      { ...typed, key: 'a', parentKey: 'g', description: 'A', quantity: '2', unitPrice: '10' },
      { ...typed, key: 'b', parentKey: 'g', description: 'B', quantity: '1', unitPrice: '100' },
      { ...typed, key: 'c', description: 'C', quantity: '3', unitPrice: '5' },
    ]);
    await approve(id, true);
    await approve(id, false);
    await put(id, [
      { id: made['a'], quantity: '3', unitPrice: '12' },
      { id: made['b'], removed: true },
      { ...typed, description: 'D', quantity: '1', unitPrice: '7' },
    ]);
    const header = await read(id);
    const changed = await api.put(at(id), {
      ...token(),
      body: {
        ...estimates.headerOf({ code: header.code }),
        bdis: [{ ...header.bdis[0], parts: null, percentage: '20' }],
        discount: '1.50',
      },
    });
    expect(changed.status).toBe(200);
    await approve(id, true);
    const list = (await get(id, '/revisions')).body.data.content;
    // 22.00 + 110.00 + 16.50; 3 × 14.40 + 18.00 + 8.40 − 1.50.
    expect(list).toMatchObject([
      { number: 2, reason: 'APPROVAL', total: '68.10', discount: '1.50', itemCount: 3 },
      { number: 1, reason: 'APPROVAL', total: '148.50', discount: '0.00', itemCount: 3 },
    ]);
    const first = (await get(id, '/revisions/1')).body.data;
    expect(first.rows.map(({ code, description, bdi, total }: Draft) => [code, description, bdi, total])).toEqual([
      ['1', 'Obra', null, '132.00'],
      ['1.1', 'A', '10.00', '22.00'],
      ['1.2', 'B', '10.00', '110.00'],
      ['2', 'C', '10.00', '16.50'],
    ]);
    const compared = (await get(id, '/revision-comparison', { first: '1', second: '2' })).body.data;
    // A: 33.00 − 22.00, 3 × 13.20 − 33.00, 43.20 − 39.60. C: 18.00 − 16.50.
    expect(compared).toMatchObject({
      ...{ firstTotal: '148.50', secondTotal: '68.10', difference: '-80.40' },
      ...{ added: '8.40', removed: '-110.00', quantity: '11.00', price: '6.60', bdi: '5.10', discount: '-1.50' },
    });
    expect(
      compared.rows.map(({ kind, description, quantity, price, bdi, difference }: Draft) =>
        [kind, description, quantity, price, bdi, difference].join(' '),
      ),
    ).toEqual([
      'CHANGED A 11.00 6.60 3.60 21.20',
      'CHANGED C 0.00 0.00 1.50 1.50',
      'ADDED D 0.00 0.00 0.00 8.40',
      'REMOVED B 0.00 0.00 0.00 -110.00',
    ]);
    // Approved as it is, the second revision is the state now.
    const now = (await get(id, '/revision-comparison', { first: '2' })).body.data;
    expect(now).toMatchObject({ second: null, difference: '0.00', rows: [] });
  });

  test('are found in their own estimate, and by those who see it', async () => {
    const id = await make();
    const missing = 'Revisão não encontrada neste orçamento.';
    expect(refusal(await get(id, '/revisions/1'))).toEqual([404, missing]);
    expect(refusal(await get(id, '/revision-comparison', { first: '7' }))).toEqual([404, missing]);
    const buyer = await office.as(['PURCHASE'], estimates.building);
    for (const rest of ['/revisions', '/revisions/1', '/revision-comparison', '/abc']) {
      expect([rest, (await get(id, rest, {}, buyer)).status]).toEqual([rest, 403]);
      expect([rest, (await get(id, rest, {}, estimates.stranger.admin)).status]).toEqual([rest, 404]);
    }
  });
});

describe('The difference of two states', () => {
  /** Cents of a row by whole numbers alone: ten-thousandths of both, a half to the even cent. */
  const half = (over: bigint, under: bigint): bigint => {
    const [whole, rest] = [over / under, (over % under) * 2n];
    return rest > under || (rest === under && whole % 2n === 1n) ? whole + 1n : whole;
  };
  const whole = (text: string): bigint => BigInt(text.replace('.', ''));
  const cents = (row: ComparedRow | null): bigint => {
    if (!row || row.unitPrice === null) return 0n;
    const [quantity, price] = [whole(row.quantity ?? '0.0000'), whole(row.unitPrice)];
    if (row.bdi === null) return half(quantity * price, 1_000_000n);
    return half(quantity * half(price * (10_000n + whole(row.bdi)), 1_000_000n), 10_000n);
  };
  const decimal = (places: number, max: number) =>
    fc.integer({ min: 0, max }).map((units) => {
      const digits = String(units).padStart(places + 1, '0');
      return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
    });
  const row = fc.record({
    quantity: fc.option(decimal(4, 9_999_999)),
    unitPrice: fc.option(decimal(4, 99_999_999)),
    bdi: fc.option(decimal(2, 9_999)),
  });
  const state = fc.array(fc.tuple(fc.option(row), fc.option(row)), { maxLength: 12 });

  test('is the sum of its parts, whatever came, went or changed', () => {
    fc.assert(
      fc.property(state, decimal(2, 99_999), decimal(2, 99_999), (pairs, before, after) => {
        const effects = pairs.map(([first, second]) => rowEffects(first, second));
        const total = (side: 0 | 1) => pairs.reduce((sum, pair) => sum + cents(pair[side]), 0n);
        const expected = total(1) - whole(after) - (total(0) - whole(before));
        expect(whole(sumEffects(effects, { before, after }).difference)).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });
});

describe('Curva ABC', () => {
  test('gives what first reaches a cut to the class that it closes', () => {
    const items = ['10.00', '50.00', '30.00', '7.00', '3.00'].map((total, index) => ({ item: index, total }));
    const classes = (a: string, b: string) =>
      abcOf(items, { a, b }).map(({ item, abcClass, accumulatedShare }) => `${item}${abcClass} ${accumulatedShare}`);
    expect(classes('80.00', '95.00')).toEqual(['1A 50.00', '2A 80.00', '0B 90.00', '3B 97.00', '4C 100.00']);
    expect(classes('80.01', '90.00')).toEqual(['1A 50.00', '2A 80.00', '0A 90.00', '3C 97.00', '4C 100.00']);
  });

  test('ranks rows, and inputs through compositions, to the total of the estimate', async () => {
    const cement = await estimates.input({ code: 'c', name: 'Cimento', price: '30' });
    const mason = await estimates.input({ code: 'p', name: 'Pedreiro', price: '40', type: 'labour' });
    const mortar = await estimates.makeTask('Argamassa', [ofProduct(cement, '2')]);
    const wall = await estimates.makeTask('Parede', [ofTask(mortar, '0.5'), ofProduct(mason, '1')]);
    const id = await make({ bdis: [{ name: 'BDI', percentage: '10' }], defaultBdiIndex: 0 });
    await put(id, [
      { taskId: wall, quantity: '10' },
      { productId: mason, quantity: '1' },
      { type: 'TASK', description: 'Verba', unit: 'vb', quantity: '1', unitPrice: '100' },
    ]);
    const ranked = async (query: Record<string, string>) => {
      const { total, rows } = (await get(id, '/abc', query)).body.data;
      return [
        total,
        ...rows.map((row: Draft) =>
          ['description', 'quantity', 'total', 'share', 'abcClass'].map((key) => row[key]).join(' '),
        ),
      ];
    };
    // 30 + 40 = 70.00, 77.00 with BDI, ten of them; 44.00; 110.00: 924.00.
    expect(await ranked({})).toEqual([
      ...['924.00', 'Parede 10.0000 770.00 83.33 A', 'Verba 1.0000 110.00 11.90 B', 'Pedreiro 1.0000 44.00 4.76 C'],
    ]);
    // Of 770.00, 3/7 are cement and 4/7 the mason: 330.00, and 440.00 + 44.00.
    expect(await ranked({ kind: 'INPUTS', cutA: '50', cutB: '60' })).toEqual([
      ...['924.00', 'Pedreiro 11.0000 484.00 52.38 A', 'Cimento 10.0000 330.00 35.71 B'],
      'Serviços digitados, sem composição  110.00 11.90 C',
    ]);
    const order = 'O corte da classe B não pode ficar abaixo do da classe A.';
    expect(refusal(await get(id, '/abc', { cutA: '90', cutB: '80' }))).toEqual([400, `cutB: ${order}`]);
    expect((await get(id, '/abc', { cutA: '101' })).status).toBe(400);
  });
});
