import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { FastifyInstance } from 'fastify';
import { fixedClock } from '#services/platform/clock.ts';
import { buildServices } from '#services/server.ts';
import { planReader, tellPlans } from '../lists/plans.ts';
import { NOW } from '../support/books.ts';
import { catalogueQuestions, type CatalogueQuestion } from './questions.ts';
import type { Catalogue } from './seed.ts';

/** What a question reads. */
export interface QuestionPlan {
  question: CatalogueQuestion;
  /** Rows of tables that grow with the catalogue, those that are discarded included. */
  rows: number;
  /** Such tables that are read from end to end. */
  scanned: readonly string[];
}

/** The services on a database, in this process. */
export const build = async (databaseUrl: string): Promise<{ app: FastifyInstance; stop: () => Promise<void> }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prumo-bench-catalogue-'));
  const app = await buildServices({ databaseUrl, dataDir, clock: fixedClock(NOW) });
  await app.ready();
  return {
    app,
    stop: async () => {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

export const ask = async (app: FastifyInstance, { token }: Catalogue, name: string, path: string): Promise<number> => {
  const started = performance.now();
  const answer = await app.inject({ url: encodeURI(path), headers: { authorization: `Bearer ${token}` } });
  if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${answer.payload.slice(0, 300)}`);
  return performance.now() - started;
};

/** What each question of a catalogue reads. Asks PostgreSQL for plans, from the next connection on. */
export const plansOf = async (databaseUrl: string, catalogue: Catalogue): Promise<QuestionPlan[]> => {
  const owner = new pg.Client(databaseUrl);
  await owner.connect();
  await tellPlans(owner, new URL(databaseUrl).pathname.slice(1));
  await owner.end();
  const { app, stop } = await build(databaseUrl);
  try {
    const plans = planReader(app.platform.database.pool);
    const found: QuestionPlan[] = [];
    for (const question of catalogueQuestions(catalogue)) {
      plans.take();
      await ask(app, catalogue, question.name, question.path);
      const taken = plans.take();
      found.push({
        question,
        rows: taken.reduce((sum, { rows }) => sum + rows, 0),
        scanned: [...new Set(taken.flatMap(({ scanned }) => scanned))],
      });
    }
    return found;
  } finally {
    await stop();
  }
};
