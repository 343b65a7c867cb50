import type { FastifyInstance } from 'fastify';
import type { Composers } from './composed.ts';
import { MailWorker } from './worker.ts';

/** Poll interval of the queue in milliseconds, for retries; new mails are announced by NOTIFY. */
const EVERY = 15_000;

/** Delivers queued mails while the services run. */
export const mailDelivery =
  (composers: Composers = {}) =>
  async (app: FastifyInstance): Promise<void> => {
    const { platform } = app;
    const worker = new MailWorker(platform, (error) => app.log.warn({ err: error }, 'mail'), composers);
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
