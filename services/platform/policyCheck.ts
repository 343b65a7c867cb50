import type { FastifyInstance } from 'fastify';
import type { Access, Policy } from './access.ts';

const keysOf = (method: string | string[], url: string): string[] =>
  [method].flat().map((verb) => `${verb} ${url.length > 1 ? url.replace(/\/$/, '') : url}`);

const TOKENS = 'x-prumo-tokens';

/**
 * Assigns each route its rule from the policy when it registers. Throws at start-up for a route without a rule, or a
 * rule without a route.
 */
export const enforcePolicy = (app: FastifyInstance, policy: Policy): void => {
  const unused = new Set(Object.keys(policy));
  app.addHook('onRoute', (route) => {
    for (const key of keysOf(route.method, route.url)) {
      const access: Access | undefined = Object.hasOwn(policy, key) ? policy[key] : undefined;
      if (!access) throw new Error(`Route without a rule: add '${key}' to services/policy.ts`);
      unused.delete(key);
      route.config = { ...route.config, access };
      // Told in the OpenAPI description: what the call is to a token of programs.
      if (route.schema) Object.assign(route.schema, { [TOKENS]: access.tokens ?? 'none' });
    }
  });
  app.addHook('onReady', async () => {
    if (unused.size > 0) throw new Error(`Rules without a route in services/policy.ts: ${[...unused].join(', ')}`);
  });
};
