import type pg from 'pg';
import type { TimedPool } from './responseTimeout.ts';

/** Statements that have a name at one time; what a connection keeps of one costs some ten kilobytes. */
const MOST = 400;
/** Statements that one connection keeps. */
const MOST_OF_CONNECTION = 600;
/** Executions of a text, in all connections, before it gets a name: most of the texts that filters make occur once. */
const COMMON = 3;
/** Texts that are counted at one time. */
const MOST_COUNTED = 2_000;

/** SQLSTATE of a plan whose columns changed by a migration, and of a name that the server does not know (any more). */
const STALE = new Set(['0A000', '26000']);

/** A map that forgets what was used longest ago. */
class Recent<Value> {
  readonly #values = new Map<string, Value>();

  constructor(private readonly most: number) {}

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.most && oldest !== undefined) this.#values.delete(oldest);
  }

  delete(key: string): void {
    this.#values.delete(key);
  }
}

/**
 * Names of statements, by their text. PostgreSQL parses a named statement once for each connection, and plans it anew only where
 * a plan for all values would cost more than one for these. A pooler in transaction mode has to know of them (PgBouncer ≥ 1.21).
 */
export class StatementNames {
  readonly #names = new Recent<string>(MOST);
  readonly #counts = new Recent<number>(MOST_COUNTED);
  #given = 0;

  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.set(text, count);
    if (count < COMMON) return undefined;
    // A name is never given twice: a connection that still knows it has the other text.
    this.#given += 1;
    const fresh = `s${this.#given}`;
    this.#names.set(text, fresh);
    return fresh;
  }

  /** After a failure that only the name explains: the statement gets another one. */
  forgetIfStale(text: string, error: unknown): void {
    const { code } = error as { code?: string };
    if (code !== undefined && STALE.has(code)) this.#names.delete(text);
  }
}

/** A connection with its statements by name. */
class NamedConnection {
  /** Names that the connection has prepared. */
  readonly #known = new Set<string>();

  constructor(
    client: pg.PoolClient,
    private readonly names: StatementNames,
  ) {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<pg.QueryResult>;
    client.query = (...given: unknown[]) => {
      const [text, values] = given;
      // A statement without values is sent as it is: it may be several.
      const hasValues = given.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0;
      const name = hasValues ? names.of(text) : undefined;
      return hasValues && name !== undefined ? this.#send(query, { name, text, values }) : query(...given);
    };
  }

  /** It also has those that lost their name meanwhile: another connection takes its place. */
  get isFull(): boolean {
    return this.#known.size > MOST_OF_CONNECTION;
  }

  async #send(
    query: (config: pg.QueryConfig) => Promise<pg.QueryResult>,
    config: pg.QueryConfig & { name: string; text: string },
  ): Promise<pg.QueryResult> {
    try {
      this.#known.add(config.name);
      return await query(config);
    } catch (error) {
      this.names.forgetIfStale(config.text, error);
      throw error;
    }
  }
}

/** Lets the connections of a pool send their statements by name. */
export const withStatementNames = (pool: TimedPool): TimedPool => {
  const names = new StatementNames();
  const connections = new WeakMap<pg.PoolClient, NamedConnection>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const connection = connections.get(client) ?? new NamedConnection(client, names);
      connections.set(client, connection);
      const release = client.release.bind(client);
      client.release = (error) => release(error ?? connection.isFull);
      return client;
    },
    end: () => pool.end(),
  };
};
