import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Session } from '../session.ts';
import type { Database } from './tables.ts';

/** The database within a SQL transaction of one account. Do not await HTTP calls while it is open. */
export type Trx = Kysely<Database>;

/** Account and user of a write, and the token of the program that acts for them. */
export type Actor = Pick<Session, 'accountId' | 'userId'> & Partial<Pick<Session, 'token'>>;

/** Somebody without a login who writes to an account by a link; the history names no user. */
export interface Outsider {
  accountId: number;
  userId: null;
}

/** An audit row: the action on a row; `details` holds the changes, never passwords or tokens. */
export interface AuditEntry {
  /** create, update, delete, pay, undo … */
  action: string;
  entity: string;
  entityId: number;
  details?: unknown;
  /** Where a row was that is gone, for the webhooks of that place; of others the database knows. */
  was?: { companyId: number; buildingIds: readonly number[] };
}

/** Context of a command; its audit rows and notifications are written in the same SQL transaction. */
export interface Work<By extends Actor | Outsider = Actor> {
  session: By;
  clock: Clock;
  /** Adds an audit row. */
  audit(entry: AuditEntry): void;
  /** Sends a NOTIFY if the SQL transaction commits. */
  notify(channel: string, payload: string): void;
}

/** How the statements of a SQL transaction are planned. */
export interface Plans {
  /**
   * All of them look rows up by few keys, such as those of one document: a connection plans each once, for all values
   * (decision 114). Not for what reads a list, or changes many rows.
   */
  byKey?: boolean;
}

/** Origin of a command: a request or a job. */
export interface Source extends Plans {
  /** 'METHOD /path', or the name of the job. */
  route: string;
  requestId: string | null;
  idempotencyKey?: string | undefined;
  body?: unknown;
  /** Size of the request's content in bytes; null for small writes that must work on a full disk. */
  bytes?: number | null;
  /** As in `Trace`. */
  unversioned?: boolean;
  /** Called when the result is the stored response of an earlier call. */
  onReplay?: () => void;
}

export interface UnitOfWork {
  /** Reads in one READ ONLY SQL transaction: all its statements see the same snapshot. */
  query<T>(
    session: Pick<Session, 'accountId'> & Partial<Pick<Session, 'userId'>>,
    read: (trx: Trx) => Promise<T>,
    plans?: Plans,
  ): Promise<T>;
  /**
   * Writes in one SQL transaction with its audit rows, idempotency key and notifications. The work may run again after
   * a deadlock or serialization failure, so it must have no effects besides `trx` and `work`.
   */
  command<T, By extends Actor | Outsider>(
    actor: By,
    source: Source,
    write: (trx: Trx, work: Work<By>) => Promise<T>,
  ): Promise<T>;
}
