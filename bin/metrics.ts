import fastify from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from './config.ts';
import { entranceOf } from './listen.ts';
import type { Stages } from './process.ts';

/**
 * Where the parts of this process count what is worth watching; undefined when nobody asked for it (METRICS_PORT). With
 * it go the figures of the process: CPU, memory, garbage collection, lag of the event loop.
 */
export const metricsOf = ({ metrics }: Config): Registry | undefined => {
  if (!metrics) return undefined;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
};

/**
 * Answers /metrics on a port of its own, on this machine only unless METRICS_HOST says otherwise: what browsers reach
 * never tells them. The port is bound before `npm start` says that it is ready.
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
