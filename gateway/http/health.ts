import type { FastifyInstance } from 'fastify';
import { request } from 'undici';
import type { ServiceUrls } from '../rest/services.ts';

const PROBE_TIMEOUT = 2_000;

/** Returns true for any response but 503: a third-party service may have no health page. */
const answers = async (url: string): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT);
    const { statusCode, body } = await request(new URL('/readyz', url), { signal });
    await body.dump();
    return statusCode !== 503;
  } catch {
    return false;
  }
};

/**
 * Registers `/healthz` (200 while the process runs) and `/readyz` (503 while a service is unavailable or the gateway
 * stops).
 */
export const registerHealth = (app: FastifyInstance, urls: ServiceUrls): void => {
  const bases = [...new Set(Object.values(urls))];
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = !stopping && (await Promise.all(bases.map(answers))).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
};
