import { randomUUID } from 'node:crypto';
import { serviceUrlsFrom } from '#gateway/config.ts';
import { GatewayContext } from '#gateway/context.ts';
import { bearerOf } from '#gateway/platform/bearer.ts';
import { Transport } from '#gateway/rest/transport.ts';

const transport = new Transport(serviceUrlsFrom({}, process.env.SERVICES ?? ''));

type Resolving = Pick<GatewayContext, 'rest' | 'session' | 'account' | 'loader'>;

/**
 * The calls and loaders that our own gateway gives its resolvers, for whoever runs the same resolvers. A plain object:
 * others copy what they are given, which would lose the methods of a class.
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
    account: () => context.account(),
    loader: (factory, owner) => context.loader(factory, owner),
  };
};
