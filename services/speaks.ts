import type { FastifyInstance } from 'fastify';
import { runDigests } from './assistant/digest/due.ts';
import { runRounds, type RoundTask } from './assistant/rounds.ts';
import { queueDigest } from './digest.ts';
import { tellNegativeDays } from './financial/cashFlows/negativeDay.ts';

const EVERY = 60_000;

/** What the assistant looks at once a day (docs/decisions/0089). */
export const ROUND: readonly RoundTask[] = [tellNegativeDays];

/** Does the daily rounds and queues the daily letters while the services run: at the start, and every minute. */
export const speaksFirst = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;
  const log = (error: unknown) => app.log.warn({ err: error }, 'assistant');
  let running: Promise<unknown> | undefined;
  const run = (): void => {
    running ??= Promise.all([runRounds(platform, ROUND, log), runDigests(platform, queueDigest, log)])
      .catch(log)
      .finally(() => (running = undefined));
  };
  const timer = setInterval(run, EVERY);
  timer.unref();
  app.addHook('onReady', async () => run());
  app.addHook('preClose', async () => {
    clearInterval(timer);
    await running;
  });
};
