import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { giveUpSilence } from './silence.ts';
import type { Database } from './tables.ts';

const { builtins } = pg.types;

/** PostgreSQL's text for an instant ("2026-11-20 12:00:00.5+00", session in UTC) as ISO 8601. */
const instantFromText = (text: string): string => new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z')).toISOString();

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, String],
  [builtins.DATE, String],
  [builtins.TIMESTAMPTZ, instantFromText],
  [1016, (text) => JSON.parse(`[${text.slice(1, -1)}]`) as number[]], // bigint[]
]);

/** Keys are numbers, money and days stay text, instants are ISO text (domain.md §1). Set on the pool, not on pg as a whole. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format as 'text'),
};

/** SQL statements of one request so far, and whose request it is. */
export interface Costs {
  statements: number;
  requestId?: string;
  accountId?: number;
}

/** A statement that has run: its text with $1 for its values, never the values. */
export interface Statement {
  sql: string;
  milliseconds: number;
  failed: boolean;
  costs: Costs | undefined;
}
const costs = new AsyncLocalStorage<Costs>();

/** Counts into `counter` the SQL statements of everything that `next` goes on to do. */
export const counting = (counter: Costs, next: () => void): void => costs.run(counter, next);

export interface DatabaseOptions {
  url: string;
  /** Connections of the pool. */
  connections?: number;
  /** Milliseconds after which PostgreSQL gives up a statement. */
  statementTimeout?: number;
  /** Told of every statement when it has run. */
  onStatement?: ((statement: Statement) => void) | undefined;
}

/** How long after its own timeout a statement that PostgreSQL has not answered is given up with its connection. */
const SILENCE = 1_000;
/** Less than a gateway waits for us: it hears that there is no connection, where it would only see its time run out. */
const CONNECTION_WITHIN = 8_000;
/** The other end notices too that we are gone: sessions without us would hold their locks and their places. */
const SERVER_KEEP_ALIVE = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

export const APP_ROLE_OPTION = '-c role=prumo_app -c timezone=UTC';

export interface DatabaseHandle {
  kysely: Kysely<Database>;
  pool: pg.Pool;
}

/** Opens the pool as the role without rights of its own: row-level security applies to every statement. */
export const openDatabase = (options: DatabaseOptions): DatabaseHandle => {
  const { url, connections = 16, statementTimeout = 15_000, onStatement } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    application_name: 'prumo-services',
    options: `${APP_ROLE_OPTION} ${SERVER_KEEP_ALIVE} -c lock_timeout=8000 -c idle_in_transaction_session_timeout=20000`,
    statement_timeout: statementTimeout,
    connectionTimeoutMillis: CONNECTION_WITHIN,
    idleTimeoutMillis: 30_000,
    // Another machine that went away without a word is noticed by and by, also while nobody asks it anything.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  const patient = giveUpSilence(pool, statementTimeout + SILENCE);
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  // Neither may one that breaks between two statements of a transaction: the next statement fails, and says so.
  pool.on('connect', (client) => client.on('error', () => undefined));

  const kysely = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: patient }),
    log: ({ level, query, queryDurationMillis }) => {
      const counter = costs.getStore();
      if (counter) counter.statements += 1;
      onStatement?.({ sql: query.sql, milliseconds: queryDurationMillis, failed: level === 'error', costs: counter });
    },
  });
  return { kysely, pool };
};
