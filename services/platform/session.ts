import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { sql, type Kysely } from 'kysely';
import type { PermissionMap } from '#domain/permissions.ts';
import type { Clock } from './clock.ts';
import { uncounted } from './db/database.ts';
import type { Databases } from './db/databases.ts';
import { retrying } from './db/retrying.ts';
import { plannedOnce } from './db/statementNames.ts';
import type { Database } from './db/tables.ts';

/** A token of programs (docs/decisions/0083, 0094). */
export interface SessionToken {
  id: number;
  name: string;
  access: 'READ' | 'READ_WRITE';
  /** The user who made it. */
  madeBy: number;
  /** It acts for a service account, which is no person. */
  service: boolean;
  /** Points of GraphQL and calls of REST that the account's tokens have used today, as far as they are stored. */
  points: number;
  calls: number;
}

/**
 * The user of a request and what they may see; resolved on every request, so that a changed permission applies to the
 * next one.
 */
export interface Session {
  /** SHA-256 of the token; the token itself is not stored. */
  tokenHash: Buffer;
  /** Key of the session among those of the account. */
  id: number;
  method: 'PASSWORD' | 'PASSKEY' | 'SSO' | 'TOKEN';
  expiresAt: string;
  userId: number;
  accountId: number;
  admin: boolean;
  name: string;
  login: string;
  timeZone: string;
  /** Company id → building id (-1: rows without building) → permissions (§6). Empty for an admin, who needs none. */
  permissions: PermissionMap;
  /**
   * Companies that the user may enter, active or not; all of the account for an admin. A request about one company
   * includes only that company, here and in `permissions`.
   */
  companies: ReadonlySet<number>;
  /** The account demands a second factor, and the user has none: the session may only set one up. */
  secondFactorDue: boolean;
  /** A program acts for the user, who is then never an administrator; null for a person's own session. */
  token: SessionToken | null;
}

/** The person who acts in a session; null for a program that acts for a service account. */
export const personOf = ({ userId, token }: Pick<Session, 'userId' | 'token'>): number | null =>
  token?.service === true ? null : userId;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();

/** Returns an opaque token of 32 random bytes. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the token of an `Authorization: Bearer …` header, or undefined for a missing or invalid one. */
export const bearerToken = (header: string | undefined): string | undefined =>
  /^bearer +([A-Za-z0-9_-]{20,200})$/i.exec(header ?? '')?.[1];

interface SessionRow {
  session_id: number;
  method: Session['method'];
  last_used_at: string;
  user_id: number;
  account_id: number;
  admin: boolean;
  name: string;
  login: string;
  timezone: string;
  expires_at: string;
  company_ids: number[];
  permissions: PermissionMap;
  second_factor_due: boolean;
  token: SessionToken | null;
}

const MINUTE = 60_000;

/** Notes the use of a session or token about once a minute; the request does not wait for it, nor fail with it. */
const touch = (
  databases: Pick<Databases, 'of'>,
  clock: Clock,
  tokenHash: Buffer,
  row: SessionRow,
  address: string | null,
): void => {
  if (clock.now().getTime() - Date.parse(row.last_used_at) < MINUTE) return;
  const note = row.token
    ? sql`select touch_api_token(${tokenHash}, ${clock.now()}, ${address}::inet)`
    : sql`select touch_session(${tokenHash}, ${clock.now()})`;
  uncounted(
    () =>
      void databases
        .of(row.account_id)
        .then((db) => note.execute(db))
        .catch(() => undefined),
  );
};

/** An address as PostgreSQL reads it: that of an IPv4 client on a socket of both kinds is one of IPv4. */
const plainAddress = (address: string | undefined): string | null => {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return isIP(plain) === 0 ? null : plain;
};

/**
 * Resolves a token in one statement; returns undefined when it is unknown, expired or revoked, or its user is inactive.
 * With `companyId`, includes only that company's permissions. A token of programs may be bound to networks: it is
 * unknown from any other `address`.
 */
export const resolveSession = async (
  databases: Pick<Databases, 'of' | 'where'>,
  clock: Clock,
  tokenHash: Buffer,
  { companyId, address }: { companyId?: number | undefined; address?: string } = {},
): Promise<Session | undefined> => {
  const from = plainAddress(address);
  const resolve = plannedOnce(
    sql<SessionRow>`select * from resolve_session(${tokenHash}, ${clock.now()}, ${companyId ?? null}, ${from}::inet)`,
  );
  const [row] = await retrying(() => databases.where(tokenHash.toString('hex'), resolve));
  if (!row) return undefined;
  touch(databases, clock, tokenHash, row, from);
  return {
    tokenHash,
    id: row.session_id,
    method: row.method,
    expiresAt: row.expires_at,
    userId: row.user_id,
    accountId: row.account_id,
    admin: row.admin,
    name: row.name,
    login: row.login,
    timeZone: row.timezone,
    permissions: row.permissions,
    companies: new Set(row.company_ids),
    secondFactorDue: row.second_factor_due,
    token: row.token,
  };
};

/** What a request about one company sees of a session, as `resolveSession` answers it for that company. */
export const sessionIn = (session: Session, companyId: number): Session => {
  const granted = session.permissions[String(companyId)];
  return {
    ...session,
    permissions: granted ? { [companyId]: granted } : {},
    companies: new Set(session.companies.has(companyId) ? [companyId] : []),
  };
};

interface RightsRow {
  user_id: number;
  admin: boolean;
  name: string;
  login: string;
  timezone: string;
  permissions: PermissionMap;
  company_ids: number[];
}

/**
 * What users may see, without a session of theirs: for what runs on their behalf when their request is over. Inactive users
 * are left out; without `userIds`, all users of the account.
 */
export const rightsOfUsers = async (
  trx: Kysely<Database>,
  accountId: number,
  companyId: number,
  userIds?: readonly number[],
): Promise<Session[]> => {
  const { rows } = await sql<RightsRow>`
    select u.id as user_id, u.admin, u.name, u.login, u.timezone,
      case when u.admin
        then array(select c.id from companies c where c.account_id = u.account_id and c.id = ${companyId})
        else array(select distinct p.company_id from user_permissions p
                    where p.account_id = u.account_id and p.user_id = u.id and p.company_id = ${companyId})
      end as company_ids,
      coalesce((
        select json_build_object(${companyId}::text, json_object_agg(b.building_id, b.list)) from (
          select coalesce(p.building_id, -1) as building_id, array_to_json(array_agg(p.permission order by p.permission)) as list
            from user_permissions p
           where p.account_id = u.account_id and p.user_id = u.id and p.company_id = ${companyId}
           group by p.building_id) b having count(*) > 0), '{}') as permissions
    from users u where u.account_id = ${accountId} and u.active
      and ${userIds === undefined ? sql`true` : sql`u.id = any(${[...userIds]}::bigint[])`}
    order by search_key(u.name), u.id`.execute(trx);
  return rows.map((row) => ({
    tokenHash: Buffer.alloc(0),
    id: 0,
    method: 'PASSWORD',
    expiresAt: '',
    ...{ userId: row.user_id, accountId, admin: row.admin, name: row.name, login: row.login, timeZone: row.timezone },
    permissions: row.permissions,
    companies: new Set(row.company_ids),
    secondFactorDue: false,
    token: null,
  }));
};

/** What a user may see, as `rightsOfUsers`; undefined for an inactive one. */
export const rightsOf = async (
  trx: Kysely<Database>,
  { accountId, userId }: Pick<Session, 'accountId' | 'userId'>,
  companyId: number,
): Promise<Session | undefined> => (await rightsOfUsers(trx, accountId, companyId, [userId]))[0];
