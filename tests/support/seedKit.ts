import pg from 'pg';
import type { Permission } from '#domain/permissions.ts';
import { hashToken, newToken } from '#services/platform/session.ts';
import { hashPassword } from '#services/security/passwords.ts';
import { clusterServers, SpreadPool } from './spread.ts';

export interface TestUser {
  id: number;
  accountId: number;
  login: string;
  password: string;
}

/** Permissions on a building; on rows without a building when it is omitted. */
export interface Grant {
  companyId: number;
  buildingId?: number | null;
  permissions: Permission[];
}

/** Password of test users by default, hashed once because Argon2 is slow. */
export const TEST_PASSWORD = 'senha-de-teste';
let sharedHash: Promise<string> | undefined;

/** Connections of the owner, to one database or to the machines of a cluster. */
interface OwnerPool {
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
  account(name: string): Promise<number>;
  connectTo(table: string, id: number): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

const ownerPool = (url: string): OwnerPool => {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => undefined);
  return {
    query: async <Row extends object>(text: string, values: unknown[]) => pool.query<Row>(text, values),
    account: async (name) => {
      const { rows } = await pool.query<{ id: string }>('insert into accounts (name) values ($1) returning id', [name]);
      return Number(rows[0]?.id);
    },
    connectTo: () => pool.connect(),
    end: () => pool.end(),
  };
};

let serial = 0;
const next = (): number => (serial += 1);

/**
 * Inserts rows directly as the database owner, to set up a test. Builders take the values that matter and default the
 * rest.
 */
export class SeedKit {
  readonly #pool: OwnerPool;
  readonly #now: () => Date;

  constructor(ownerUrl: string, now: () => Date) {
    this.#pool = clusterServers().length > 0 ? new SpreadPool(ownerUrl) : ownerPool(ownerUrl);
    this.#now = now;
  }

  /** Runs any statement as the owner and returns its rows. */
  async sql<Row extends object = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row>(text, values)).rows;
  }

  /** Inserts one row and returns its id as a number. */
  async insert(table: string, row: Record<string, unknown>): Promise<number> {
    const columns = Object.keys(row).map((column) => pg.escapeIdentifier(column));
    const places = columns.map((_, index) => `$${index + 1}`);
    const rows = await this.sql<{ id: string }>(
      `insert into ${pg.escapeIdentifier(table)} (${columns.join(', ')}) values (${places.join(', ')}) returning id`,
      Object.values(row),
    );
    return Number(rows[0]?.id);
  }

  account(name = `Conta ${next()}`): Promise<number> {
    return this.#pool.account(name);
  }

  company(accountId: number, values: { name?: string; active?: boolean } = {}): Promise<number> {
    return this.insert('companies', { account_id: accountId, name: `Empresa ${next()}`, ...values });
  }

  building(
    place: { accountId: number; companyId: number },
    values: { name?: string; active?: boolean } = {},
  ): Promise<number> {
    const key = { account_id: place.accountId, company_id: place.companyId };
    return this.insert('buildings', { ...key, name: `Obra ${next()}`, ...values });
  }

  async user(
    accountId: number,
    values: {
      login?: string;
      name?: string;
      password?: string;
      admin?: boolean;
      active?: boolean;
      timezone?: string;
      grants?: Grant[];
    } = {},
  ): Promise<TestUser> {
    const { login = `pessoa${next()}@exemplo.com.br`, password = TEST_PASSWORD, grants = [], ...rest } = values;
    sharedHash ??= hashPassword(TEST_PASSWORD);
    const id = await this.insert('users', {
      account_id: accountId,
      login,
      name: login.split('@')[0] ?? login,
      password_hash: password === TEST_PASSWORD ? await sharedHash : await hashPassword(password),
      ...rest,
    });
    const user = { id, accountId, login, password };
    for (const grant of grants) await this.grant(user, grant);
    return user;
  }

  async grant(user: TestUser, { companyId, buildingId = null, permissions }: Grant): Promise<void> {
    await this.sql(
      `insert into user_permissions (account_id, user_id, company_id, building_id, permission)
       select $1, $2, $3, $4, unnest($5::text[])`,
      [user.accountId, user.id, companyId, buildingId, permissions],
    );
  }

  /**
   * Creates a valid token without the cost of a login. Its session has just been reauthenticated, so it may change
   * users for 15 minutes of the clock.
   */
  async tokenOf(user: TestUser, ttlSeconds = 8 * 60 * 60): Promise<string> {
    const token = newToken();
    const issued = this.#now();
    await this.sql(
      `insert into access_tokens (token_hash, account_id, user_id, issued_at, expires_at, reauthenticated_at)
       values ($1, $2, $3, $4, $5, $4)`,
      [hashToken(token), user.accountId, user.id, issued, new Date(issued.getTime() + ttlSeconds * 1000)],
    );
    return token;
  }

  /** Locks a row: `taken` resolves when it is locked; the lock ends when `released` resolves. */
  locking(table: string, id: number, released: Promise<void>): { taken: Promise<void>; done: Promise<void> } {
    let tell = (): void => undefined;
    const taken = new Promise<void>((resolve) => (tell = resolve));
    const hold = async (): Promise<void> => {
      const client = await this.#pool.connectTo(table, id);
      try {
        await client.query('begin');
        await client.query(`select from ${pg.escapeIdentifier(table)} where id = $1 for update`, [id]);
        tell();
        await released;
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    return { taken, done: hold() };
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
