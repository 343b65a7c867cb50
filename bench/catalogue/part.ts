import type { FastifyInstance } from 'fastify';
import { startDatabase } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { median, quantile, round, table } from '../support/table.ts';
import { ask, build, plansOf, type QuestionPlan } from './plans.ts';
import { catalogueQuestions, type CatalogueQuestion } from './questions.ts';
import { seedCatalogue, type Catalogue } from './seed.ts';

/** Milliseconds of each question, by catalogue. */
const timeAll = async (app: FastifyInstance, catalogues: readonly Catalogue[], rounds: number) => {
  const questions = catalogues.map(catalogueQuestions);
  const times = (questions[0] ?? []).map(() => catalogues.map((): number[] => []));
  // The first rounds warm up.
  for (let turn = -3; turn < rounds; turn += 1) {
    for (const [index, own] of times.entries()) {
      for (const [size, catalogue] of catalogues.entries()) {
        const question = questions[size]?.[index];
        if (!question) continue;
        const taken = await ask(app, catalogue, question.name, question.path);
        if (turn >= 0) own[size]?.push(taken);
      }
    }
  }
  return times;
};

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

const report = (
  catalogues: readonly Catalogue[],
  times: readonly (readonly number[][])[],
  plans: readonly QuestionPlan[],
): string => {
  const [first] = catalogues;
  const questions: readonly CatalogueQuestion[] = first ? catalogueQuestions(first) : [];
  return table(
    [
      'asked, ms',
      ...catalogues.map(({ products, tasks }) => `p50 (p95) at ${products} products, ${tasks} tasks`),
      'largest ÷ smallest (goal ≤ 1.5)',
      'rows looked at',
      'read end to end',
    ],
    questions.map(({ name, cost }, index) => {
      const own = times[index] ?? [];
      const ratio = median(own.at(-1) ?? []) / median(own[0] ?? []);
      return [
        cost === 'found' ? `${name} (finds more)` : name,
        ...own.map((values) => `${round(median(values), 1)} (${round(quantile(values, 0.95), 1)})`),
        round(ratio),
        Math.round(plans[index]?.rows ?? 0),
        plans[index]?.scanned.join(' ') || '–',
      ];
    }),
  );
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
    const times = await timeAll(app, catalogues, rounds).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    const repriced = await timeReprice(app, largest).finally(stop);
    const plans = await plansOf(database.url, largest);
    if (plans.some(({ scanned }) => scanned.length > 0)) process.exitCode = 1;
    return [report(catalogues, times, plans), repriced].join('\n\n');
  } finally {
    await database.stop();
  }
};
