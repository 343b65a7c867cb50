import type { FastifyInstance } from 'fastify';
import { MailWorker } from './worker.ts';

/** How often the queue is looked at besides when something is put in: for what failed and is due again. */
const EVERY = 15_000;

/** Delivers queued mail while the services run. */
export const mailDelivery = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;
  const worker = new MailWorker(platform, (error) => app.log.warn({ err: error }, 'mail'));
  const stop = [
    platform.notifications.on('mail_queued', () => void worker.run()),
    platform.notifications.onReconnect(() => void worker.run()),
  ];
  const timer = setInterval(() => void worker.run(), EVERY);
  timer.unref();
  app.addHook('onReady', async () => void worker.run());
  app.addHook('preClose', async () => {
    clearInterval(timer);
    stop.forEach((unsubscribe) => unsubscribe());
    await worker.close();
    platform.mail.close();
  });
};
