import type { FastifyInstance } from 'fastify';

const YEAR = 365 * 24 * 60 * 60;

/** Security headers of every response, computed once at start-up. */
const headersFor = (publicOrigin: string | undefined): Record<string, string> => ({
  // Pages set their own policy, with a nonce; other responses execute nothing.
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  ...(publicOrigin?.startsWith('https:') && { 'strict-transport-security': `max-age=${YEAR}; includeSubDomains` }),
});

/** Adds the security headers and the request id to every response. */
export const secureHeaders = (app: FastifyInstance, publicOrigin: string | undefined): void => {
  const headers = headersFor(publicOrigin);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    done();
  });
};
