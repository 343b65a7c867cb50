import fastify from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from './config.ts';
import { entranceOf } from './listen.ts';
import type { Stages } from './process.ts';

/**
 * Creates the metrics registry with the process's own metrics (CPU, memory, garbage collection, event-loop lag);
 * undefined without METRICS_PORT.
 */
export const metricsOf = ({ metrics }: Config): Registry | undefined => {
  if (!metrics) return undefined;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
};

/**
 * Serves /metrics on a separate port that browsers cannot reach, on this machine only unless METRICS_HOST is set. Binds
 * it before `npm start` reports ready.
 */
export const serveMetrics = async (
  { metrics }: Config,
  registry: Registry | undefined,
  stages: Stages,
): Promise<void> => {
  if (!metrics || !registry) return;
  const app = fastify({
    requestTimeout: 10_000,
    http: { connectionsCheckingInterval: 2_000 },
    forceCloseConnections: true,
  });
  app.get('/metrics', async (_request, reply) => {
    void reply.type(registry.contentType);
    return registry.metrics();
  });
  const entrance = entranceOf(app);
  stages.add(() => entrance.close());
  const port = await entrance.open({ ...metrics, variable: 'METRICS_PORT' });
  console.log(`Métricas em http://${metrics.host}:${port}/metrics`);
};
