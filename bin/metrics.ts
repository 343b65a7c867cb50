import fastify from 'fastify';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Config } from './config.ts';
import { entranceOf } from './listen.ts';
import type { Stages } from './process.ts';
import { SLOT } from './several/messages.ts';
import type { Processes } from './several/processes.ts';
import { isOneOfSeveral } from './several/worker.ts';

/**
 * Creates the metrics registry with the process's own metrics (CPU, memory, garbage collection, event-loop lag);
 * undefined without METRICS_PORT. One of several processes hands its own over, under its number: a sum of counters would fall
 * with each process that ends.
 */
export const metricsOf = ({ metrics }: Config): Registry | undefined => {
  if (!metrics) return undefined;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  if (isOneOfSeveral()) {
    registry.setDefaultLabels({ process: process.env[SLOT] ?? '' });
    AggregatorRegistry.setRegistries([registry]);
    // Listens to the process that serves the metrics of all.
    void new AggregatorRegistry();
  }
  return registry;
};

/**
 * Serves /metrics on a separate port that browsers cannot reach, on this machine only unless METRICS_HOST is set. Binds
 * it before `npm start` reports ready.
 */
const serve = async ({ metrics }: Config, read: () => Promise<string>, stages: Stages): Promise<void> => {
  if (!metrics) return;
  const app = fastify({
    requestTimeout: 10_000,
    http: { connectionsCheckingInterval: 2_000 },
    forceCloseConnections: true,
  });
  app.get('/metrics', async (_request, reply) => {
    void reply.type(Registry.PROMETHEUS_CONTENT_TYPE);
    return read();
  });
  const entrance = entranceOf(app);
  stages.add(() => entrance.close());
  const port = await entrance.open({ ...metrics, variable: 'METRICS_PORT' });
  console.log(`Métricas em http://${metrics.host}:${port}/metrics`);
};

/** Serves the metrics of this process. */
export const serveMetrics = async (config: Config, registry: Registry | undefined, stages: Stages): Promise<void> => {
  if (registry) await serve(config, () => registry.metrics(), stages);
};

/** Serves the metrics of all processes, and how many there are. */
export const serveMetricsOfAll = async (config: Config, processes: Processes, stages: Stages): Promise<void> => {
  if (!config.metrics) return;
  const own = new Registry();
  const registers = [own];
  const ready = new Gauge({ name: 'prumo_processes', help: 'Processes that serve requests', registers });
  const restarts = new Counter({
    name: 'prumo_process_restarts_total',
    help: 'Processes that were started after one had ended by itself',
    registers,
  });
  const all = new AggregatorRegistry();
  const read = async (): Promise<string> => {
    ready.set(processes.ready);
    restarts.inc(processes.restarts - (await restarts.get()).values.reduce((sum, { value }) => sum + value, 0));
    return `${await all.clusterMetrics()}${await own.metrics()}`;
  };
  await serve(config, read, stages);
};
