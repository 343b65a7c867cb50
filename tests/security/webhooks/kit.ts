import { TEST_PASSWORD } from '#tests/support/seedKit.ts';
import { done, startOrders } from '#tests/purchase/orders/kit.ts';
import { Receiver } from './receiver.ts';

const WEBHOOKS = '/api/v1/security/webhooks';

/** An office whose administrator has just proven who he is, and receivers on this machine that its webhooks reach. */
export const startWebhooks = async ({ timeout = 400 }: { timeout?: number } = {}) => {
  const office = await startOrders({
    webhooks: { allowPrivate: true, timeout, resolve: async () => ['127.0.0.1'] },
    publicUrl: 'https://prumo.exemplo.com.br/',
  });
  const { services, api, seed } = office;
  const user = await seed.user(office.office.accountId, { admin: true });
  // The clock of these tests goes days ahead.
  const token = await seed.tokenOf(user, 30 * 24 * 60 * 60);
  const prove = (as = token) =>
    api.post('/api/v1/security/reauthentication', { token: as, body: { password: TEST_PASSWORD } });
  const receivers: Receiver[] = [];
  const receiver = async (): Promise<Receiver> => {
    const made = await new Receiver().start();
    receivers.push(made);
    return made;
  };
  const make = (body: object, as = token, headers: Record<string, string> = {}) =>
    api.post(WEBHOOKS, { token: as, body, headers });
  /** A webhook of a receiver: its id and its secret. */
  const hook = async (to: Receiver, body: object = {}): Promise<{ id: number; secret: string }> => {
    await prove();
    const { secret, webhook } = done(await make({ url: to.url, ...body }));
    return { id: webhook.id, secret };
  };
  const list = async (as = token) => done(await api.get(WEBHOOKS, { token: as }));
  const webhook = async (id: number) => (await list()).find((one: { id: number }) => one.id === id);
  const deliveries = async (id: number, query: Record<string, string> = {}, as = token) =>
    done(await api.get(`${WEBHOOKS}/${id}/deliveries`, { token: as, query }));
  /** "DELIVERED category.created", newest first. */
  const states = async (id: number): Promise<string[]> =>
    (await deliveries(id)).content.map(({ state, type }: { state: string; type: string }) => `${state} ${type}`);
  const post = (id: number, path: string, as = token) => api.post(`${WEBHOOKS}/${id}/${path}`, { token: as });
  const setState = (id: number, state: string) => api.put(`${WEBHOOKS}/${id}/state`, { token, body: { state } });
  /** Wakes the worker, as a new event does: the clock of a test moves without it. */
  const wake = () => seed.sql('notify webhook_queued');
  const later = async (seconds: number): Promise<void> => {
    services.clock.advance(seconds * 1000);
    await wake();
  };
  const categories = `/api/v1/financial/account/${office.office.accountId}/category`;
  let serial = 0;
  const category = async (
    name = `Categoria ${(serial += 1)}`,
  ): Promise<{ id: number; version: number; name: string }> =>
    done(await api.post(categories, { token, body: { type: 'DEBIT', name } }));
  const rename = async (one: { id: number; version: number }, name: string) =>
    done(await api.put(categories, { token, body: { ...one, type: 'DEBIT', name } }));
  return {
    ...{ ...office, token },
    ...{
      prove,
      receiver,
      make,
      hook,
      list,
      webhook,
      deliveries,
      states,
      post,
      setState,
      wake,
      later,
      category,
      rename,
    },
    categories,
    stop: async () => {
      await Promise.all(receivers.map((one) => one.stop()));
      await services.stop();
    },
  };
};
export type WebhookOffice = Awaited<ReturnType<typeof startWebhooks>>;
