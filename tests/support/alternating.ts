import type { FastifyInstance } from 'fastify';
import type { Listener, Peers } from '#gateway/limits/shared.ts';

/** TEST_PROCESSES=2 runs a suite on two gateways and two services, which answer in turn as two processes would. */
export const inTwo = process.env.TEST_PROCESSES === '2';

/** What goes to the other one: events that begin a request; connections stay with the one that listens. */
const BEGINNINGS = new Set<string | symbol>(['request', 'upgrade']);

/**
 * Makes `app` hand every other request, by socket or injected, to `other`, and close it when it is closed. Returns `app`.
 */
export const alternating = (app: FastifyInstance, other: FastifyInstance): FastifyInstance => {
  let requests = 0;
  const isForOther = (): boolean => (requests += 1) % 2 === 0;
  const emit = app.server.emit.bind(app.server) as (event: string | symbol, ...given: unknown[]) => boolean;
  app.server.emit = (event: string | symbol, ...given: unknown[]): boolean =>
    BEGINNINGS.has(event) && isForOther()
      ? (other.server.emit as (event: string | symbol, ...given: unknown[]) => boolean).call(
          other.server,
          event,
          ...given,
        )
      : emit(event, ...given);
  const inject = app.inject.bind(app);
  app.inject = ((...given: Parameters<typeof inject>) =>
    isForOther() ? other.inject(...given) : inject(...given)) as typeof app.inject;
  const close = app.close.bind(app);
  app.close = (async () => {
    await other.close();
    await close();
  }) as typeof app.close;
  return app;
};

/** Processes that tell each other at once. */
export const peersInMemory = (count: number): Peers[] => {
  const listeners: Listener[][] = Array.from({ length: count }, () => []);
  return listeners.map((own, process) => ({
    tell: (told) =>
      listeners.forEach(
        (others) => others !== own && others.forEach((one) => one.told(process, structuredClone(told))),
      ),
    listen: (listener) => own.push(listener),
  }));
};
