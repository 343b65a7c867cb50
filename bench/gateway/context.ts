import { randomUUID } from 'node:crypto';
import { serviceUrlsFrom } from '#gateway/config.ts';
import { GatewayContext } from '#gateway/context.ts';
import { bearerOf } from '#gateway/platform/bearer.ts';
import { Transport } from '#gateway/rest/transport.ts';

const transport = new Transport(serviceUrlsFrom({}, process.env.SERVICES ?? ''));

type Resolving = Pick<
  GatewayContext,
  'rest' | 'session' | 'mayBringSession' | 'startWithSession' | 'account' | 'loader'
>;

/**
 * The calls and loaders of Prumo's gateway, for other servers that run its resolvers. A plain object, because some of
 * them copy the context and would lose a class's methods.
 */
export const contextOf = (authorization: string | null | undefined): Resolving => {
  const context = new GatewayContext(transport, {
    token: bearerOf(authorization ?? undefined),
    requestId: randomUUID(),
    address: '127.0.0.1',
    idempotencyKey: null,
  });
  return {
    rest: context.rest,
    session: () => context.session(),
    mayBringSession: () => context.mayBringSession(),
    startWithSession: (start, permitted) => context.startWithSession(start, permitted),
    account: () => context.account(),
    loader: (factory, owner) => context.loader(factory, owner),
  };
};
