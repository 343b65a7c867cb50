import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { metricsOf, serveMetrics, serveMetricsOfAll } from '../metrics.ts';
import type { Stages } from '../process.ts';
import { GIVEN, SLOT } from './messages.ts';
import { Processes } from './processes.ts';
import { given, isOneOfSeveral, tellReady } from './worker.ts';

interface Program<Given> {
  /** Makes ready what all processes use (database, its tables); what it returns is sent to them as JSON. */
  prepare: () => Promise<Given>;
  /** Opens the part and returns its port; in each of the processes. */
  serve: (given: Given, metrics: Registry | undefined) => Promise<number>;
}

/**
 * Runs a part in this process, or in PROCESSES others that this one looks after. Returns the port when all is ready, and null
 * in those others, or when one of them could not start and has said why.
 */
export const runPart = async <Given>(
  stages: Stages,
  config: Config,
  { prepare, serve }: Program<Given>,
): Promise<number | null> => {
  if (isOneOfSeveral()) {
    tellReady(await serve(given<Given>(), metricsOf(config)));
    return null;
  }
  const made = await prepare();
  if (config.processes > 1) return runSeveral(stages, config, made);
  const metrics = metricsOf(config);
  await serveMetrics(config, metrics, stages);
  return serve(made, metrics);
};

const runSeveral = async (stages: Stages, config: Config, made: unknown): Promise<number | null> => {
  const { clock, processes: count } = config;
  const processes = new Processes({
    count,
    environment: (slot) => ({
      [GIVEN]: JSON.stringify(made),
      [SLOT]: String(slot + 1),
      // A process that starts later counts on from the same instant.
      ...(process.env.PRUMO_CLOCK ? { PRUMO_CLOCK: clock.now().toISOString() } : {}),
    }),
    log: (line) => console.log(line),
  });
  stages.add(() => processes.end());
  await serveMetricsOfAll(config, processes, stages);
  process.on('SIGUSR2', () => void processes.replaceAll());
  const port = await processes.start();
  if (port === null) await stages.finish(1);
  return port;
};
