import type { FastifyInstance } from 'fastify';

const YEAR = 365 * 24 * 60 * 60;

/** What every answer tells browsers; the same for all, so that none has to work it out. */
const headersFor = (publicOrigin: string | undefined): Record<string, string> => ({
  // Pages set their own, with a nonce; other answers run nothing.
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

/** Puts them, and the id by which a request is found again, on every answer. */
export const secureHeaders = (app: FastifyInstance, publicOrigin: string | undefined): void => {
  const headers = headersFor(publicOrigin);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    done();
  });
};
