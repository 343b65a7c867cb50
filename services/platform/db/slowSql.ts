import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { safeText } from '#schema/platform/logLine.ts';
import { type Statement } from './database.ts';

const LONGEST_SQL = 4_000;
/** Minimum milliseconds between two plans of the same statement, to spare a slow database. */
const PLAN_AGAIN_AFTER = 10 * 60_000;
const REMEMBERED = 200;
const EXPLAIN_WITHIN = 2_000;

/** Returns true for a single statement that reads or writes rows: EXPLAIN would run the second of two. */
const isExplainable = (sql: string): boolean =>
  /^\s*(select|with|insert|update|delete|merge)\b/i.test(sql) && !sql.includes(';');

const shortened = (sql: string): string => safeText(sql.replace(/\s+/g, ' ').trim().slice(0, LONGEST_SQL), LONGEST_SQL);

/**
 * Returns the generic plan of a statement, without its values, which may be personal data. Sets the account, since
 * row-level security is part of the plan.
 */
const planOf = async (pool: pg.Pool, { sql, costs }: Statement): Promise<string[]> => {
  const client = await pool.connect();
  try {
    await client.query(`begin read only; set local statement_timeout = ${EXPLAIN_WITHIN}`);
    await client.query(`set local prumo.account_id = '${costs?.accountId ?? ''}'`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${sql}`);
    return rows.map((row) => row['QUERY PLAN']);
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
};

/**
 * Returns a callback that logs statements of at least `threshold` milliseconds: text with $1 for its values, request
 * and plan. Does not tell lock waits from slow execution.
 */
export const slowSqlLog = (
  threshold: number,
  pool: () => pg.Pool,
  log: () => FastifyBaseLogger | undefined,
): ((statement: Statement) => void) => {
  const planned = new Map<string, number>();
  let explaining = false;

  const mayExplain = (sql: string): boolean => {
    // Skips the plan while requests wait for a connection.
    if (explaining || pool().waitingCount > 0 || !isExplainable(sql)) return false;
    if ((planned.get(sql) ?? 0) > Date.now() - PLAN_AGAIN_AFTER) return false;
    const [oldest] = planned.keys();
    if (planned.size >= REMEMBERED && oldest !== undefined) planned.delete(oldest);
    planned.set(sql, Date.now());
    return true;
  };

  const logStatement = async (statement: Statement): Promise<void> => {
    const { sql, milliseconds, failed, costs } = statement;
    const line = {
      requestId: costs?.requestId,
      account: costs?.accountId,
      ms: Math.round(milliseconds),
      sql: shortened(sql),
      ...(failed && { failed }),
    };
    if (!mayExplain(sql)) return void log()?.warn(line, 'slow SQL');
    explaining = true;
    const plan = await planOf(pool(), statement).catch(() => undefined);
    explaining = false;
    log()?.warn({ ...line, ...(plan && { plan: safeText(plan.join('\n'), LONGEST_SQL) }) }, 'slow SQL');
  };

  return (statement) => {
    if (statement.milliseconds >= threshold) void logStatement(statement);
  };
};
