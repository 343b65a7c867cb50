import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from './failures.ts';
import { createNonce, sendPage, serveFiles, socketsOf } from './web.ts';

/** As strict as the web client's policy except for styles: GraphiQL's editor adds style elements without a nonce. */
const contentSecurityPolicy = (request: FastifyRequest, nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self'${socketsOf(request)}`,
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');

/** True for a browser that opens /graphql; queries by GET and other clients receive data. */
const opensPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && pathOf(url) === '/graphql' && !url.includes('?') && /text\/html/.test(headers.accept ?? '');

/**
 * Serves GraphiQL at /graphql to browsers, and its files below /graphiql/. Registers no page without a build (`root`
 * null or without index.html).
 */
export const registerGraphiql = async (app: FastifyInstance, root: string | null): Promise<void> => {
  const page = root === null ? null : join(root, 'index.html');
  if (root === null || page === null || !existsSync(page)) return;
  const html = readFileSync(page, 'utf8');
  await serveFiles(app, root, '/graphiql/');
  app.addHook('onRequest', async (request, reply) => {
    if (!opensPage(request)) return;
    const nonce = createNonce();
    return sendPage(reply, html, nonce, contentSecurityPolicy(request, nonce));
  });
};
