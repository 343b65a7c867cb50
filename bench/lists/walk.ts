import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { fixedClock } from '#services/platform/clock.ts';
import { buildServices } from '#services/server.ts';
import { type Books, NOW } from '../support/books.ts';
import { planReader, tellPlans } from './plans.ts';
import { type Cost, type Question, questionsOf } from './questions.ts';

export interface Finding {
  name: string;
  cost: Cost;
  milliseconds: number;
  /** Rows read from big tables. */
  rows: number;
  /** Big tables read by a sequential scan. */
  scanned: string[];
}

/** Most rows that a page of fifty may read, with installments, apportionment and shares. */
export const MOST_ROWS_OF_A_PAGE = 5_000;

const askOnce = async (app: FastifyInstance, books: Books, { path, limited, name }: Question): Promise<number> => {
  const token = limited ? books.limitedToken : books.token;
  const started = performance.now();
  const answer = await app.inject({ url: encodeURI(path), headers: { authorization: `Bearer ${token}` } });
  if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${answer.payload.slice(0, 300)}`);
  return performance.now() - started;
};

/**
 * Sends every read request of the screens and returns the plans as executed, with their row counts. Runs the services
 * in this process with a fixed clock.
 */
export const walk = async (databaseUrl: string, books: readonly Books[]): Promise<Finding[][]> => {
  const owner = new pg.Client(databaseUrl);
  await owner.connect();
  await tellPlans(owner, new URL(databaseUrl).pathname.slice(1));
  await owner.end();
  const dataDir = mkdtempSync(join(tmpdir(), 'prumo-bench-walk-'));
  const app = await buildServices({ databaseUrl, dataDir, clock: fixedClock(NOW) });
  await app.ready();
  const plans = planReader(app.platform.database.pool);
  try {
    const found: Finding[][] = [];
    for (const one of books) {
      const findings: Finding[] = [];
      for (const question of questionsOf(one)) {
        // Measures the second request, because the first may read from disk.
        await askOnce(app, one, question);
        plans.take();
        const milliseconds = await askOnce(app, one, question);
        const taken = plans.take();
        if (taken.length === 0) throw new Error('the database told no plan: auto_explain is not there');
        findings.push({
          name: question.name,
          cost: question.cost,
          milliseconds,
          rows: taken.reduce((total, { rows }) => total + rows, 0),
          scanned: [...new Set(taken.flatMap(({ scanned }) => scanned))],
        });
      }
      found.push(findings);
    }
    return found;
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** Describes the requests that should read one page and read more. */
export const costlyPages = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ cost, rows, scanned }) => cost === 'page' && (rows > MOST_ROWS_OF_A_PAGE || scanned.length > 0))
    .map(
      ({ name, rows, scanned }) => `${name}: ${Math.round(rows)} rows, ${scanned.join(', ') || 'no table'} end to end`,
    );
