import { sql } from 'kysely';
import type pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import { RuleError } from '#domain/errors.ts';
import { ServiceError } from '../../errors.ts';
import { gauge } from '../../metrics.ts';
import { openDatabase, type DatabaseHandle, type DatabaseOptions } from '../database.ts';
import { inTransaction } from '../runUnitOfWork.ts';
import type { Trx, UnitOfWork } from '../unitOfWork.ts';
import { ReplicaWatch, type Standing } from './watch.ts';

/** Address and limits of a streaming standby of the database. */
export interface ReplicaSettings {
  url: string;
  /** It is not read while it lags by more seconds. */
  maxLagSeconds: number;
}

/** Reads that may be answered by a replica (docs/decisions/0117). */
export interface ReplicaReads {
  /** As `query` of the unit of work, with the same rows: the replica answers when it has all writes of the account. */
  query: UnitOfWork['query'];
  /** Undefined without a replica. */
  standing: () => Standing | undefined;
  close(): Promise<void>;
}

interface Surroundings {
  primary: DatabaseHandle;
  primaryUrl: string;
  query: UnitOfWork['query'];
  named: boolean | undefined;
  metrics: Registry | undefined;
  onStatement: DatabaseOptions['onStatement'];
  /** False while there is no log yet. */
  log: (standing: Standing, error: unknown) => boolean;
}

/** Milliseconds to wait for a connection, before the primary is asked. */
const CONNECTION_WITHIN = 2_000;

/** The replica lacks a write of the account. */
class Behind extends Error {}

/** The newest transaction that has written rows of the account, as far as the last hour; asked of the primary. */
const newestWrite = async ({ kysely }: DatabaseHandle, accountId: number): Promise<string | null> => {
  const { rows } = await sql<{
    newest: string | null;
  }>`select newest_account_write(${accountId})::text as newest`.execute(kysely);
  return rows[0]?.newest ?? null;
};

/**
 * @throws Behind unless the snapshot of this SQL transaction is of a standby, not of one that was promoted, and has all
 * transactions up to the newest: those below its oldest one under way. (It knows which are under way, but does not list
 * them in pg_current_snapshot, as a primary does.)
 */
const requireWrites = async (trx: Trx, newest: string | null): Promise<void> => {
  const { rows } = await sql<{ complete: boolean }>`
    select pg_is_in_recovery()
           and pg_snapshot_xmin(pg_current_snapshot()) > coalesce(${newest}::xid8, '0'::xid8) as complete`.execute(trx);
  if (!rows[0]?.complete) throw new Behind();
};

/**
 * What the primary would answer likewise: a refusal of ours, or a statement that takes too long. Anything else that fails
 * is the replica's matter: gone, restarted, or a row that its recovery had to take away.
 */
const isAnswer = (error: unknown): boolean =>
  error instanceof ServiceError ||
  error instanceof RuleError ||
  (error instanceof Error && 'code' in error && error.code === '57014');

/** Ends the reads of a replica that has fallen silent, so that the primary answers them. */
const dropping = (pool: pg.Pool): (() => void) => {
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => void open.add(client));
  pool.on('remove', (client) => void open.delete(client));
  return () => open.forEach(({ connection }) => connection.stream.destroy(new Error('the replica is silent')));
};

type Outcome = 'replica' | 'behind' | 'unavailable' | 'failed';

const measured = (registry: Registry | undefined, watch: ReplicaWatch): ((outcome: Outcome) => void) => {
  if (!registry) return () => undefined;
  const reads = new Counter({
    name: 'prumo_services_replica_reads_total',
    help: 'Reads that a replica may answer: by the replica, or by the primary and why',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const lag = 'prumo_services_replica_lag_seconds';
  gauge(registry, lag, 'Lag of the replica; +Inf while it is not known', () => watch.lagSeconds);
  return (outcome) => reads.inc({ outcome });
};

/** Without a replica, the primary answers everything. */
export const withoutReplica = (query: UnitOfWork['query']): ReplicaReads => ({
  query,
  standing: () => undefined,
  close: async () => undefined,
});

export const openReplica = ({ url, maxLagSeconds }: ReplicaSettings, around: Surroundings): ReplicaReads => {
  const { primary, query, named, onStatement } = around;
  const replica = openDatabase({ url, named, connectionWithin: CONNECTION_WITHIN, onStatement });
  const drop = dropping(replica.pool);
  const watch = new ReplicaWatch({
    primaryUrl: around.primaryUrl,
    replicaUrl: url,
    maxLagSeconds,
    onChange: (standing, error) => {
      if (standing === 'DOWN') drop();
      return around.log(standing, error);
    },
  });
  const count = measured(around.metrics, watch);

  return {
    standing: () => watch.standing,
    close: async () => {
      await watch.close();
      await replica.kysely.destroy();
    },
    query: async (session, read, plans) => {
      if (watch.standing !== 'READY') {
        count('unavailable');
        return query(session, read, plans);
      }
      const newest = await newestWrite(primary, session.accountId);
      const complete = async (trx: Trx) => {
        await requireWrites(trx, newest);
        return read(trx);
      };
      try {
        const { accountId, userId = null } = session;
        const answer = await inTransaction(replica.kysely, 'read', accountId, complete, { userId, ...plans });
        count('replica');
        return answer;
      } catch (error) {
        if (isAnswer(error)) throw error;
        const behind = error instanceof Behind;
        count(behind ? 'behind' : 'failed');
        if (!behind) void watch.look();
        return query(session, read, plans);
      }
    },
  };
};
