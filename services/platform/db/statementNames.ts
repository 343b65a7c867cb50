import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { isStaleStatement } from './constraints.ts';
import type { TimedPool } from './responseTimeout.ts';

/** Begins the text of a statement that is sent by name. */
const MARK = '/* planned once */ ';

/** Begins the text that begins a SQL transaction all of whose statements are sent by name. */
const ALL_MARK = '/* all planned once */ ';

/** Statements that a connection keeps; what it keeps of a large one costs some hundred kilobytes. */
const MOST = 200;

/**
 * Lets a connection parse and plan the statement once. Its plan must be the best one for all values, and at any size of the tables:
 * PostgreSQL keeps it until they are analyzed (decision 114).
 */
export const plannedOnce = <Row>(statement: RawBuilder<Row>): RawBuilder<Row> => sql`${sql.raw(MARK)}${statement}`;

/** As `plannedOnce` for every statement with values up to the end of the SQL transaction that `begin` begins. */
export const allPlannedOnce = (begin: string): string => ALL_MARK + begin;

/** Names of texts; none is given twice, because a connection may still have the other text by it. */
class Names {
  readonly #names = new Map<string, string>();
  #given = 0;

  of(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size === MOST) this.#names.clear();
    this.#given += 1;
    const name = `s${this.#given}`;
    this.#names.set(text, name);
    return name;
  }

  /** Every text gets another name, which no connection has. */
  renew(): void {
    this.#names.clear();
  }
}

/** A connection that sends marked statements by name. */
class NamingConnection {
  readonly #sent = new Set<string>();
  /** A SQL transaction is under way that sends all of them so. */
  #all = false;

  constructor(client: pg.PoolClient, names: Names) {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<pg.QueryResult>;
    client.query = async (...given: unknown[]) => {
      const [text, values] = given;
      if (typeof text !== 'string') return query(...given);
      this.#all ||= text.startsWith(ALL_MARK);
      const isNamed = text.startsWith(MARK) || (this.#all && Array.isArray(values) && values.length > 0);
      if (!isNamed) return query(...given);
      const name = names.of(text);
      this.#sent.add(name);
      try {
        return await query({ name, text, values });
      } catch (error) {
        if (isStaleStatement(error)) names.renew();
        throw error;
      }
    };
  }

  release(): void {
    this.#all = false;
  }

  /** Another connection takes its place: PostgreSQL forgets statements one by one only, and never after a failure. */
  get isFull(): boolean {
    return this.#sent.size > MOST;
  }
}

/** Sends the marked statements of a pool's connections by name. A pooler in transaction mode has to know names (PgBouncer ≥ 1.21). */
export const withStatementNames = (pool: TimedPool): TimedPool => {
  const names = new Names();
  const connections = new WeakMap<pg.PoolClient, NamingConnection>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const connection = connections.get(client) ?? new NamingConnection(client, names);
      connections.set(client, connection);
      const release = client.release.bind(client);
      client.release = (error) => {
        connection.release();
        release(error ?? connection.isFull);
      };
      return client;
    },
    end: () => pool.end(),
  };
};
