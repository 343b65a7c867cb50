import type { FastifyInstance } from 'fastify';
import { startDatabase } from '../support/product.ts';
import { build, plansOf, questionTable, timeAll } from '../support/questions.ts';
import type { Settings } from '../support/settings.ts';
import { median, round } from '../support/table.ts';
import { askedOf } from './questions.ts';
import { seedCatalogue, type Catalogue } from './seed.ts';

/** A price that every composition uses: changed, and the product merged into another one, as a preview. */
const timeReprice = async (app: FastifyInstance, catalogue: Catalogue): Promise<string> => {
  const { accountId, token, labourId, tasks } = catalogue;
  const headers = { authorization: `Bearer ${token}` };
  const product = `/api/v1/purchase/account/${accountId}/product`;
  const read = async (id: number) => (await app.inject({ url: `${product}/${id}`, headers })).json().data;
  const timed = async (request: { method: 'PUT' | 'POST'; url: string; payload: object }): Promise<number> => {
    const started = performance.now();
    const { statusCode, payload } = await app.inject({ ...request, headers });
    if (statusCode !== 200) throw new Error(payload);
    return performance.now() - started;
  };
  const writes: number[] = [];
  const previews: number[] = [];
  for (const price of ['11.1', '12.2', '13.3', '14.4']) {
    const [labour, other] = [await read(labourId), await read(labourId + 1)];
    const survivor = { id: other.id, version: other.version };
    const payload = { survivor, merged: [{ id: labour.id, version: labour.version, factor: '1.25' }] };
    previews.push(await timed({ method: 'POST', url: `${product}-merges/preview`, payload }));
    writes.push(await timed({ method: 'PUT', url: product, payload: { ...labour, price } }));
  }
  const seconds = (values: readonly number[]): string => `${round(median(values) / 1000, 1)} s`;
  return `A price that ${tasks} compositions use: changed with theirs in ${seconds(writes)} (goal ≤ 10 s); its product merged, previewed in ${seconds(previews)} (goal ≤ 2 s).`;
};

/** (f) Products and compositions: the same requests on catalogues of two sizes in one database. */
export const cataloguePart = async ({ catalogue: { sizes, rounds } }: Settings): Promise<string> => {
  const database = await startDatabase();
  try {
    const catalogues: Catalogue[] = [];
    for (const products of sizes) {
      catalogues.push(await seedCatalogue(database.url, { products, tasks: Math.round(products * 0.3) }));
    }
    const largest = catalogues.at(-1);
    if (!largest) throw new Error('no catalogue');
    const { app, stop } = await build(database.url);
    const asked = catalogues.map(askedOf);
    const timed = async () => {
      try {
        return { times: await timeAll(app, asked, rounds), repriced: await timeReprice(app, largest) };
      } finally {
        await stop();
      }
    };
    const { times, repriced } = await timed();
    const plans = await plansOf(database.url, askedOf(largest));
    if (plans.some(({ scanned }) => scanned.length > 0)) process.exitCode = 1;
    return [questionTable(asked, times, plans), repriced].join('\n\n');
  } finally {
    await database.stop();
  }
};
