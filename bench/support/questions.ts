import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { FastifyInstance } from 'fastify';
import { fixedClock } from '#services/platform/clock.ts';
import { buildServices } from '#services/server.ts';
import { planReader, tellPlans } from '../lists/plans.ts';
import { NOW } from './books.ts';
import { median, quantile, round, table } from './table.ts';

/** A read request of a screen. */
export interface Question {
  name: string;
  path: string;
  /**
   * `page`: costs the rows shown; `counted`: also counts or sums all rows, exactly; `found`: costs what it finds, which grows
   * with the account.
   */
  cost: 'page' | 'counted' | 'found';
}

/** The same questions about accounts of different sizes: each has its own ids, and who asks. */
export interface Asked {
  /** "10000 orders". */
  size: string;
  token: string;
  questions: readonly Question[];
}

/** What a question reads. */
export interface QuestionPlan {
  question: Question;
  /** Rows of tables that grow with the account, those that are discarded included. */
  rows: number;
  /** Such tables that are read from end to end. */
  scanned: readonly string[];
  /** Indexes that gave rows. */
  indexes: readonly string[];
  /** Those that were read without a look at their table. */
  alone: readonly string[];
  /** Most rows that one of its statements put in order. */
  sorted: number;
  /** Most rows that a cut of one of them was planned for. */
  cut: number;
}

/** The services on a database, in this process. */
export const build = async (databaseUrl: string): Promise<{ app: FastifyInstance; stop: () => Promise<void> }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prumo-bench-questions-'));
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

/** Milliseconds of an answer. */
const ask = async (app: FastifyInstance, token: string, { name, path }: Question): Promise<number> => {
  const started = performance.now();
  const answer = await app.inject({ url: encodeURI(path), headers: { authorization: `Bearer ${token}` } });
  if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${answer.payload.slice(0, 300)}`);
  return performance.now() - started;
};

/** What each question reads. Asks PostgreSQL for plans, from the next connection on. */
export const plansOf = async (databaseUrl: string, { token, questions }: Asked): Promise<QuestionPlan[]> => {
  const owner = new pg.Client(databaseUrl);
  await owner.connect();
  await tellPlans(owner, new URL(databaseUrl).pathname.slice(1));
  await owner.end();
  const { app, stop } = await build(databaseUrl);
  try {
    const plans = planReader(app.platform.database.pool);
    const found: QuestionPlan[] = [];
    for (const question of questions) {
      plans.take();
      await ask(app, token, question);
      const taken = plans.take();
      found.push({
        question,
        rows: taken.reduce((sum, { rows }) => sum + rows, 0),
        scanned: [...new Set(taken.flatMap(({ scanned }) => scanned))],
        indexes: [...new Set(taken.flatMap(({ indexes }) => indexes))],
        alone: [...new Set(taken.flatMap(({ alone }) => alone))],
        sorted: Math.max(0, ...taken.map(({ sorted }) => sorted)),
        cut: Math.max(0, ...taken.map(({ cut }) => cut)),
      });
    }
    return found;
  } finally {
    await stop();
  }
};

/** Milliseconds of each question, by size. */
export const timeAll = async (
  app: FastifyInstance,
  sizes: readonly Asked[],
  rounds: number,
): Promise<readonly (readonly number[])[][]> => {
  const times = (sizes[0]?.questions ?? []).map(() => sizes.map((): number[] => []));
  // The first rounds warm up.
  for (let turn = -3; turn < rounds; turn += 1) {
    for (const [index, own] of times.entries()) {
      for (const [size, { token, questions }] of sizes.entries()) {
        const question = questions[index];
        if (!question) continue;
        const taken = await ask(app, token, question);
        if (turn >= 0) own[size]?.push(taken);
      }
    }
  }
  return times;
};

/** Times by size, how they grow, and what the largest reads. */
export const questionTable = (
  sizes: readonly Asked[],
  times: readonly (readonly (readonly number[])[])[],
  plans: readonly QuestionPlan[],
): string =>
  table(
    [
      'asked, ms',
      ...sizes.map(({ size }) => `p50 (p95) at ${size}`),
      'largest ÷ smallest (goal ≤ 1.5)',
      'rows looked at',
      'read end to end',
    ],
    (sizes[0]?.questions ?? []).map(({ name, cost }, index) => {
      const own = times[index] ?? [];
      const ratio = median(own.at(-1) ?? []) / median(own[0] ?? []);
      return [
        { page: name, counted: `${name} (counts all)`, found: `${name} (finds more)` }[cost],
        ...own.map((values) => `${round(median(values), 1)} (${round(quantile(values, 0.95), 1)})`),
        round(ratio),
        Math.round(plans[index]?.rows ?? 0),
        plans[index]?.scanned.join(' ') || '–',
      ];
    }),
  );
