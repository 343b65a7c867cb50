import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { countRequests, requestDuration } from '#schema/platform/requests.ts';
import type { Statement } from './db/database.ts';
import type { Databases } from './db/databases.ts';

/** Histogram buckets in seconds; the last one is the statement timeout. */
const SQL_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15];

/** Returns the labels of a request: its registered route, or one label for all unknown paths. */
const labelsOf = ({ method, routeOptions: { url } }: FastifyRequest) =>
  url === undefined ? { method: '', route: 'none' } : { method, route: url };

const measurePools = ({ pools }: Databases, registry: Registry): void => {
  const sum = (count: (pool: pg.Pool) => number): number => pools.reduce((all, pool) => all + count(pool), 0);
  new Gauge({
    name: 'prumo_services_pool_connections',
    help: 'Connections to PostgreSQL: all, idle, and requests that wait for one',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.set(
        { state: 'total' },
        sum((pool) => pool.totalCount),
      );
      this.set(
        { state: 'idle' },
        sum((pool) => pool.idleCount),
      );
      this.set(
        { state: 'waiting' },
        sum((pool) => pool.waitingCount),
      );
    },
  });
};

/** Registers the metrics of SQL statements; returns the callback for each executed statement. */
export const statementMetrics = (registry: Registry): ((statement: Statement) => void) => {
  const duration = new Histogram({
    name: 'prumo_services_sql_duration_seconds',
    help: 'SQL statements',
    buckets: SQL_SECONDS,
    registers: [registry],
  });
  const failed = new Counter({
    name: 'prumo_services_sql_failures_total',
    help: 'SQL statements that PostgreSQL refused or that did not reach it',
    registers: [registry],
  });
  return (statement) => {
    duration.observe(statement.milliseconds / 1000);
    if (statement.failed) failed.inc();
  };
};

/** Registers a gauge that reads its value at each scrape. */
export const gauge = (registry: Registry | undefined, name: string, help: string, read: () => number): void => {
  if (!registry) return;
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
};

/** Registers the metrics of requests and of the connection pool. */
export const measure = (app: FastifyInstance, database: Databases, registry: Registry | undefined): void => {
  if (!registry) return;
  countRequests(
    app,
    new Histogram({ ...requestDuration('prumo_services_request_duration_seconds'), registers: [registry] }),
    labelsOf,
  );
  measurePools(database, registry);
};
