import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Session } from '../session.ts';
import type { Database } from './tables.ts';

/** The database inside a transaction that is already bound to one account. Never wait for HTTP while holding it. */
export type Trx = Kysely<Database>;

/** In whose name something is written. */
export type Actor = Pick<Session, 'accountId' | 'userId'>;

/** What was done to which row, for the history: `details` holds what changed, never passwords or tokens. */
export interface AuditEntry {
  /** create, update, delete, pay, undo … */
  action: string;
  entity: string;
  entityId: number;
  details?: unknown;
}

/** What a command notes besides its rows; all of it is written with them, or not at all. */
export interface Work {
  session: Actor;
  clock: Clock;
  /** Adds a row to the history. */
  audit(entry: AuditEntry): void;
  /** Sends a NOTIFY when, and only when, the transaction commits. */
  notify(channel: string, payload: string): void;
}

/** Where a command comes from: a request, or a job. */
export interface Source {
  /** 'METHOD /path', or the job's name. */
  route: string;
  requestId: string | null;
  idempotencyKey?: string | undefined;
  body?: unknown;
  /** Bytes that it brings along; null for what must go on when the disk is full, and is next to nothing. */
  bytes?: number | null;
  /** As in `Trace`. */
  unversioned?: boolean;
  /** Told when the answer is an earlier one, repeated. */
  onReplay?: () => void;
}

export interface UnitOfWork {
  /** Reads in one READ ONLY transaction: all of its statements see the same state. */
  query<T>(session: Pick<Session, 'accountId'>, read: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Writes in one transaction, with its audit rows, its idempotency key and its notifications. The work may run
   * again after a deadlock or serialization failure, so it must touch nothing but `trx` and `work`.
   */
  command<T>(actor: Actor, source: Source, write: (trx: Trx, work: Work) => Promise<T>): Promise<T>;
}
