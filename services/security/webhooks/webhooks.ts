import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { TEST_EVENT } from '#domain/webhookEvents.ts';
import { webhookEndpoints as calls } from '#schema/security/webhooks.rest.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { resolveByDns, type Reach } from '../../platform/egress/resolve.ts';
import type { Feature } from '../../platform/build.ts';
import { implement } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { readAddress } from './address.ts';
import { sealSecret } from './secrets.ts';
import { Sender } from './sender.ts';
import { createWebhook, removeWebhook, rotateSecret, setWebhookState, updateWebhook } from './settings.ts';
import { newSecret } from './signature.ts';
import { deliveriesOf, queueAgain, readDelivery, readWebhook, webhooksOf } from './store.ts';
import { WebhookWorker } from './worker.ts';

/** How receivers are reached; the product leaves all of it out, tests name receivers of their own. */
export interface WebhookSettings extends Partial<Reach> {
  /** Milliseconds for an answer. */
  timeout?: number;
}

/** Poll interval of the queue in milliseconds, for retries; new events are announced by NOTIFY. */
const EVERY = 2_000;

const REPLAYED = 'O segredo já foi mostrado e não aparece de novo: troque-o.';
const PAUSED = 'Reative o webhook antes de reenviar.';
const UNDER_WAY = 'Esta entrega está sendo enviada agora.';

/** @throws ServiceError 422 at `url` */
const requireAddress = async (text: string, reach: Reach): Promise<string> => {
  const read = await readAddress(text, reach);
  if ('url' in read) return read.url;
  throw ruleBroken(read.problem, [{ path: 'url', message: read.problem }]);
};

const settings = (app: FastifyInstance, reach: Reach): void => {
  const { clock, secrets } = app.platform;

  implement(app, calls.list, ({ session, read }) => read((trx) => webhooksOf(trx, session.accountId, clock.now())));

  implement(app, calls.create, async ({ session, body, read, write }) => {
    const url = await requireAddress(body.url, reach);
    const secret = newSecret();
    let fresh = false;
    // What an Idempotency-Key keeps is the id.
    const { id } = await write(async (trx, work) => {
      const made = await createWebhook(trx, work, session, {
        ...{ body, url },
        secret: sealSecret(secrets, session.accountId, secret),
      });
      fresh = true;
      return made;
    });
    if (!fresh) throw conflict(REPLAYED);
    return { secret, webhook: await read((trx) => readWebhook(trx, session.accountId, clock.now(), id)) };
  });

  implement(app, calls.update, async ({ session, params: { id }, body, write }) => {
    const url = await requireAddress(body.url, reach);
    return write(async (trx, work) => {
      await updateWebhook(trx, work, session, { id, body, url });
      return readWebhook(trx, session.accountId, clock.now(), id);
    });
  });

  implement(app, calls.remove, ({ params: { id }, write }) => write((trx, work) => removeWebhook(trx, work, id)));

  implement(app, calls.setState, ({ session, params: { id }, body: { state }, write }) =>
    write(async (trx, work) => {
      await setWebhookState(trx, work, { id, state });
      return readWebhook(trx, session.accountId, clock.now(), id);
    }),
  );

  implement(app, calls.rotateSecret, async ({ session, params: { id }, read, write }) => {
    const secret = newSecret();
    let fresh = false;
    await write(async (trx, work) => {
      const sealed = sealSecret(secrets, session.accountId, secret);
      const rotated = await rotateSecret(trx, work, session, { id, secret: sealed });
      fresh = true;
      return rotated;
    });
    if (!fresh) throw conflict(REPLAYED);
    return { secret, webhook: await read((trx) => readWebhook(trx, session.accountId, clock.now(), id)) };
  });
};

/** Queues a marked event for a webhook, also for a paused one: its receiver is tried before it goes on. */
const sendTest = async (trx: Trx, work: Work, id: number): Promise<{ id: number }> => {
  const { accountId } = work.session;
  const now = work.clock.now();
  await readWebhook(trx, accountId, now, id);
  const made = await trx
    .insertInto('webhook_deliveries')
    .values({
      ...{ account_id: accountId, webhook_id: id, type: TEST_EVENT, entity: 'webhook', entity_id: id, test: true },
      event_id: `evt_${randomBytes(16).toString('hex')}`,
      data: JSON.stringify({ id, entity: 'webhook', test: true }),
      ...{ at: now, next_attempt_at: now, first_attempt_at: null, lease: null, lease_until: null },
      ...{ last_attempt_at: null, status: null, error: null, milliseconds: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  work.audit({ action: 'test', entity: 'webhook', entityId: id });
  return made;
};

const keyOf = (accountId: number, { id, webhookDeliveryId }: { id: number; webhookDeliveryId: number }) => ({
  ...{ accountId, id },
  deliveryId: webhookDeliveryId,
});

const deliveries = (app: FastifyInstance): void => {
  const { clock, publicUrl } = app.platform;

  /** @throws ServiceError 404, 422 for a webhook that sends nothing */
  const requireActive = async (trx: Trx, accountId: number, id: number): Promise<void> => {
    const { state } = await readWebhook(trx, accountId, clock.now(), id);
    if (state === 'PAUSED') throw ruleBroken(PAUSED);
  };

  implement(app, calls.test, ({ params: { id }, write }) => write((trx, work) => sendTest(trx, work, id)));

  implement(app, calls.deliveries, ({ session, params: { id }, query, read }) =>
    read((trx) => deliveriesOf(trx, { accountId: session.accountId, id }, query)),
  );

  implement(app, calls.delivery, ({ session: { accountId }, params, read }) =>
    read((trx) => readDelivery(trx, keyOf(accountId, params), publicUrl)),
  );

  implement(app, calls.resend, ({ session: { accountId }, params, write }) =>
    write(async (trx, work) => {
      await readDelivery(trx, keyOf(accountId, params), publicUrl);
      await requireActive(trx, accountId, params.id);
      if ((await queueAgain(trx, keyOf(accountId, params), clock.now())) === 0) throw conflict(UNDER_WAY);
      work.notify('webhook_queued', '');
      work.audit({
        action: 'resend',
        entity: 'webhook',
        entityId: params.id,
        details: { delivery: params.webhookDeliveryId },
      });
      const { body: _body, history: _history, ...told } = await readDelivery(trx, keyOf(accountId, params), publicUrl);
      return told;
    }),
  );

  implement(app, calls.resendFailed, ({ session: { accountId }, params: { id }, write }) =>
    write(async (trx, work) => {
      await requireActive(trx, accountId, id);
      const count = await queueAgain(trx, { accountId, id }, clock.now());
      work.notify('webhook_queued', '');
      work.audit({ action: 'resend', entity: 'webhook', entityId: id, details: { count } });
      return { count };
    }),
  );
};

const deliver = (app: FastifyInstance, platform: Platform, sender: Sender): void => {
  const worker = new WebhookWorker(platform, sender, (error) => app.log.warn({ err: error }, 'webhooks'));
  const stop = [
    platform.notifications.on('webhook_queued', () => void worker.run()),
    platform.notifications.onReconnect(() => void worker.run()),
  ];
  const timer = setInterval(() => void worker.run(), EVERY);
  timer.unref();
  app.addHook('onReady', async () => void worker.run());
  app.addHook('preClose', async () => {
    clearInterval(timer);
    stop.forEach((unsubscribe) => unsubscribe());
    await worker.close();
    await sender.close();
  });
};

/** Registers webhooks (docs/decisions/0088) and sends what is due while the services run. */
export const webhooks =
  ({ resolve = resolveByDns, allowPrivate = false, timeout }: WebhookSettings): Feature =>
  async (app: FastifyInstance): Promise<void> => {
    const reach = { resolve, allowPrivate };
    settings(app, reach);
    deliveries(app);
    deliver(app, app.platform, new Sender(reach, timeout));
  };
