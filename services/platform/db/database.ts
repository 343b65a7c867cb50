import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { withResponseTimeout } from './responseTimeout.ts';
import { withStatementNames } from './statementNames.ts';
import type { Database } from './tables.ts';

const { builtins } = pg.types;

/** Converts PostgreSQL's text of an instant ("2026-11-20 12:00:00.5+00", session in UTC) to ISO 8601. */
const instantFromText = (text: string): string => new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z')).toISOString();

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, String],
  [builtins.DATE, String],
  [builtins.TIMESTAMPTZ, instantFromText],
  [1016, (text) => JSON.parse(`[${text.slice(1, -1)}]`) as number[]], // bigint[]
]);

/**
 * Ids are numbers, money and days stay text, instants are ISO text (domain.md §1). Set for this pool, not for all of
 * pg.
 */
export const columnTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format as 'text'),
};

/** Number of SQL statements of one request so far, with its ids. */
export interface Costs {
  statements: number;
  requestId?: string;
  accountId?: number;
}

/** An executed statement: its text with $1 for its values, never the values. */
export interface Statement {
  sql: string;
  milliseconds: number;
  failed: boolean;
  costs: Costs | undefined;
}
const costs = new AsyncLocalStorage<Costs>();

/** Counts in `counter` the SQL statements of everything that `next` starts. */
export const counting = (counter: Costs, next: () => void): void => costs.run(counter, next);

/** Runs what no request waits for: its statements belong to none. */
export const uncounted = <T>(work: () => T): T => costs.exit(work);

export interface DatabaseOptions {
  url: string;
  /** Maximum connections of the pool. */
  connections?: number;
  /** Statement timeout in milliseconds. */
  statementTimeout?: number;
  /** Sends `plannedOnce` statements by name; false for a pooler in transaction mode that does not know names. */
  named?: boolean | undefined;
  /** Milliseconds to wait for a connection. */
  connectionWithin?: number;
  /** Called after every statement. */
  onStatement?: ((statement: Statement) => void) | undefined;
}

/** Milliseconds after its timeout at which a statement without a response is aborted with its connection. */
const RESPONSE_TIMEOUT = 1_000;
/** Less than the gateway's timeout, so that the gateway receives the connection error instead of timing out. */
const CONNECTION_WITHIN = 8_000;
/** PostgreSQL's keep-alive: ends sessions of lost clients, which would hold their locks and connections. */
const SERVER_KEEP_ALIVE = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

export const APP_ROLE_OPTION = '-c role=prumo_app -c timezone=UTC';

export interface DatabaseHandle {
  kysely: Kysely<Database>;
  pool: pg.Pool;
}

/**
 * The database on one connection whose SQL transaction the caller keeps, for tools that run the features' commands. The
 * connection reads with `columnTypes`.
 */
export const kyselyOn = (client: pg.Client): Kysely<Database> => {
  const connection = Object.assign(client, { release: () => undefined });
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve() };
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
};

/** Opens the pool as prumo_app, a role without privileges of its own: row-level security applies to every statement. */
export const openDatabase = (options: DatabaseOptions): DatabaseHandle => {
  const {
    url,
    connections = 16,
    statementTimeout = 15_000,
    connectionWithin = CONNECTION_WITHIN,
    named = true,
    onStatement,
  } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types: columnTypes,
    application_name: 'prumo-services',
    options: `${APP_ROLE_OPTION} ${SERVER_KEEP_ALIVE} -c lock_timeout=8000 -c idle_in_transaction_session_timeout=20000`,
    statement_timeout: statementTimeout,
    connectionTimeoutMillis: connectionWithin,
    idleTimeoutMillis: 30_000,
    // TCP keep-alive detects a lost database machine, also on idle connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  const timedPool = withResponseTimeout(pool, statementTimeout + RESPONSE_TIMEOUT);
  // The pool replaces a broken idle connection; without a listener its error would end the process.
  pool.on('error', () => undefined);
  // The same for a connection that breaks between two statements of a SQL transaction: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));

  const kysely = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: named ? withStatementNames(timedPool) : timedPool }),
    log: ({ level, query, queryDurationMillis }) => {
      const counter = costs.getStore();
      if (counter) counter.statements += 1;
      onStatement?.({ sql: query.sql, milliseconds: queryDurationMillis, failed: level === 'error', costs: counter });
    },
  });
  return { kysely, pool };
};
