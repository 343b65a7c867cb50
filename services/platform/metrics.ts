import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DatabaseHandle, Statement } from './database.ts';

/** Seconds; the upper end is where requests and statements are given up. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SQL_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15];

/** Counts every request by its route as registered: addresses that are none of ours share one label. */
const measureRequests = (app: FastifyInstance, registry: Registry): void => {
  const duration = new Histogram({
    name: 'prumo_services_request_duration_seconds',
    help: 'REST requests by route and class of status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    duration.observe(
      {
        method: route ? request.method : '',
        route: route ?? 'none',
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      },
      reply.elapsedTime / 1000,
    );
    done();
  });
};

const measurePool = ({ pool }: DatabaseHandle, registry: Registry): void => {
  new Gauge({
    name: 'prumo_services_pool_connections',
    help: 'Connections to PostgreSQL: all, idle, and requests that wait for one',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
};

/** What is told of every SQL statement when it has run. */
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

/** A number that is read when somebody asks for the metrics. */
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

/** Requests and pool of the services. */
export const measure = (app: FastifyInstance, database: DatabaseHandle, registry: Registry | undefined): void => {
  if (!registry) return;
  measureRequests(app, registry);
  measurePool(database, registry);
};
