import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ofProduct } from '#tests/engineering/tasksKit.ts';
import { slowness } from '#tests/support/pace.ts';
import { startEstimates, type Draft, type Estimates } from './kit.ts';

let estimates: Estimates;
let { api, at, office, make, put, save, details, read } = {} as Estimates;
let cement: number;
let task: number;

beforeAll(async () => {
  estimates = await startEstimates();
  ({ api, at, office, make, put, save, details, read } = estimates);
  cement = await estimates.input({ code: '1', name: 'Cimento', price: '30' });
  task = await estimates.makeTask('Piso', [ofProduct(cement, '2')]);
});
afterAll(() => estimates.services.stop());

const ROWS_OF_STAGE = 49;

/** Rows of so many stages of fifty rows, made of a composition, an input and typed services by turns. */
const rowsOf = (stages: number): Draft[] =>
  Array.from({ length: stages }, (_, stage) => [
    { key: `g${stage}`, type: 'GROUP', description: `Etapa ${stage}` },
    ...Array.from({ length: ROWS_OF_STAGE }, (__, index) => ({
      ...{ key: `${stage}.${index}`, parentKey: `g${stage}`, quantity: `${index + 1}.5` },
      ...[
        { taskId: task },
        { productId: cement },
        { type: 'TASK', description: `Serviço ${index}`, unit: 'vb', unitPrice: '7.77' },
      ][index % 3],
    })),
  ]).flat();

const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const start = performance.now();
  return [await work(), performance.now() - start];
};
const statements = ({ headers }: { headers: Record<string, unknown> }) => Number(headers['x-sql-queries']);

/** Reads the rows, changes all of them, and answers what both took. */
const useAll = async (id: number) => {
  const reads: number[] = [];
  const readOnce = async () => {
    const [answer, took] = await timed(() => api.get(at(id, '/detail'), { token: office.admin }));
    reads.push(took);
    return answer;
  };
  await readOnce();
  const detail = await readOnce();
  // The quicker of two: other suites run on the same processors.
  const reading = Math.min(...reads);
  const rows: Draft[] = detail.body.data.details;
  const changed = rows.map(({ id: row, type }) =>
    type === 'GROUP' ? { id: row, description: 'Outra' } : { id: row, quantity: '2' },
  );
  const [saved, saving] = await timed(() => save(id, changed));
  if (saved.status !== 200) throw new Error(saved.text);
  return { reading, saving, read: statements(detail), written: statements(saved), rows: rows.length };
};

describe('A cost estimate of 5,000 rows', () => {
  test('is read within 2 s and saved within 3 s, by as many statements as one of 50', async () => {
    const [small, large] = [await make(), await make()];
    await put(small, rowsOf(1));
    const [, making] = await timed(() => put(large, rowsOf(100)));
    const few = await useAll(small);
    const many = await useAll(large);
    expect(many.rows).toBe(5_000);
    expect([many.read, many.written]).toEqual([few.read, few.written]);
    // Alone 0.6, 0.3 and 0.5 s.
    const slower = slowness();
    expect(many.reading).toBeLessThan(2_000 * slower);
    expect(many.saving).toBeLessThan(3_000 * slower);
    expect(making).toBeLessThan(3_000 * slower);
    // A stage has 17 × 60.00, 16 × 30.00 and 16 × 7.77, twice each.
    expect(await read(large)).toMatchObject({ total: '324864.00', itemCount: 4_900 });
  });
});

describe('Thirty editors that save the same version at once', () => {
  test('leave the rows of one of them; the others are told, and nothing is lost or mixed', async () => {
    const id = await make();
    const made = await put(
      id,
      Array.from({ length: 20 }, (_, index) => ({ key: `r${index}`, type: 'TASK', description: 'antes' })),
    );
    const { version } = await read(id);
    const editors = await Promise.all(Array.from({ length: 30 }, () => office.as(['ENGINEERING'], estimates.building)));
    const address = await estimates.services.listen();
    const replies = await Promise.all(
      editors.map(async (token, editor) => {
        const rows = Object.values(made).map((row) => ({ id: row, description: `editor ${editor}` }));
        const answer = await fetch(`${address}${at(id, `/detail?version=${version}`)}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify([...rows, { type: 'TASK', description: `editor ${editor}` }]),
        });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    const winner = replies.indexOf(200);
    expect(replies.filter((status) => status === 200)).toHaveLength(1);
    expect(replies.filter((status) => status === 409)).toHaveLength(29);
    const after: Draft[] = (await details(id)).details;
    expect(after.map(({ description }) => description)).toEqual(Array.from({ length: 21 }, () => `editor ${winner}`));
    expect((await read(id)).version).toBe(version + 1);
  });

  test('take the lock one alone', async () => {
    const id = await make();
    const editors = await Promise.all(Array.from({ length: 30 }, () => office.as(['ENGINEERING'], estimates.building)));
    const replies = await Promise.all(editors.map((token) => api.post(at(id, '/lock'), { token })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 29 }, () => 423)]);
    const holder = replies.findIndex(({ status }) => status === 200);
    const row = [{ type: 'TASK', description: 'x' }];
    const saves = await Promise.all(editors.map((token) => save(id, row, { token })));
    expect(saves.map(({ status }) => status)).toEqual(editors.map((_, index) => (index === holder ? 200 : 423)));
    expect((await details(id)).details).toHaveLength(1);
  });
});
