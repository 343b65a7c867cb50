import { sql } from 'kysely';
import { withTimeLimit } from '#domain/timeLimit.ts';
import { openDatabase, uncounted, type DatabaseHandle } from '../database.ts';
import { Lag } from './lag.ts';

/** Milliseconds between two looks at the replica, and within which it must answer one. */
const EVERY = 1_000;
const WITHIN = 2_000;

/** DOWN: it does not answer, or is no standby of this primary. LAGGING: by more seconds than are allowed. */
export type Standing = 'READY' | 'LAGGING' | 'DOWN';

export interface WatchOptions {
  primaryUrl: string;
  replicaUrl: string;
  maxLagSeconds: number;
  /** Is told the first standing, too; again at the next look when it answers false. */
  onChange: (standing: Standing, error: unknown) => boolean;
}

/** Position in the log as a number: exact up to 8 PiB. */
const bytes = (position: string) => sql<number>`(${sql.raw(position)} - '0/0'::pg_lsn)::bigint`;

/** A connection of its own: requests may hold all others. */
const lookingAt = (url: string): DatabaseHandle =>
  openDatabase({ url, connections: 1, statementTimeout: WITHIN, connectionWithin: WITHIN });

/** Looks at a replica every second: whether it may be read, and how far behind the primary it is. */
export class ReplicaWatch {
  standing: Standing = 'DOWN';
  lagSeconds = Infinity;
  #told: Standing | undefined;
  readonly #lag = new Lag();
  readonly #options: WatchOptions;
  readonly #primary: DatabaseHandle;
  readonly #replica: DatabaseHandle;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#primary = lookingAt(options.primaryUrl);
    this.#replica = lookingAt(options.replicaUrl);
    void this.look();
  }

  /** Looks now; calls while one is under way share it. */
  look(): Promise<void> {
    this.#looking ??= uncounted(() => this.#lookOnce()).finally(() => {
      this.#looking = undefined;
      clearTimeout(this.#timer);
      if (this.#closed) return;
      this.#timer = setTimeout(() => void this.look(), EVERY);
      this.#timer.unref();
    });
    return this.#looking;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all([this.#primary.kysely.destroy(), this.#replica.kysely.destroy()]);
  }

  async #lookOnce(): Promise<void> {
    try {
      const epoch = await withTimeLimit(WITHIN, () => this.#markPrimary());
      const replayed = await withTimeLimit(WITHIN, () => this.#readReplica(epoch));
      this.lagSeconds = this.#lag.seconds(replayed, performance.now());
      this.#settle(this.lagSeconds > this.#options.maxLagSeconds ? 'LAGGING' : 'READY');
    } catch (error) {
      this.lagSeconds = Infinity;
      this.#settle('DOWN', error);
    }
  }

  #settle(standing: Standing, error?: unknown): void {
    if (this.#closed) return;
    this.standing = standing;
    if (standing !== this.#told && this.#options.onChange(standing, error)) this.#told = standing;
  }

  /** Notes where the primary's log ends; returns which database it is. */
  async #markPrimary(): Promise<string> {
    const at = performance.now();
    const { rows } = await sql<{ written: number; epoch: string }>`
      select ${bytes('pg_current_wal_flush_lsn()')} as written, change_epoch() as epoch`.execute(this.#primary.kysely);
    const [row] = rows;
    if (!row) throw new Error('the primary has no log');
    this.#lag.mark(row.written, at);
    return row.epoch;
  }

  /** How far the replica has replayed. @throws Error for a server that is no standby of this primary */
  async #readReplica(epoch: string): Promise<number> {
    const { rows } = await sql<{ standby: boolean; replayed: number | null; epoch: string }>`
      select pg_is_in_recovery() as standby, ${bytes('pg_last_wal_replay_lsn()')} as replayed,
             change_epoch() as epoch`.execute(this.#replica.kysely);
    const [row] = rows;
    if (!row?.standby || row.replayed === null) throw new Error('the replica is no standby');
    if (row.epoch !== epoch) throw new Error('the replica is of another database');
    return row.replayed;
  }
}
