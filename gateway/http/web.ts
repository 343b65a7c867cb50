import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { named } from '#schema/platform/named.ts';
import { failureBody, pathOf } from './failures.ts';
import { integrationHosts, withIntegrations, type Integrations } from './integrations.ts';

const PLACEHOLDER = '__CSP_NONCE__';
const YEAR = 365 * 24 * 60 * 60;
/** What a page asks for by its own name; a missing one is 404, not the application in its place. */
const FILE = /\.(js|mjs|css|map|json|png|jpe?g|gif|svg|ico|webp|avif|woff2?|txt|xml|webmanifest)$/;

export const createNonce = (): string => randomBytes(16).toString('base64');

const HOST = /^[\w.:[\]-]+$/;

/** Sockets of this very host, said in full: older browsers do not count them as 'self'. */
export const socketsOf = ({ host }: FastifyRequest): string => (HOST.test(host) ? ` ws://${host} wss://${host}` : '');

/**
 * Nothing inline without the nonce of this answer, nothing from another host that is not configured, and no text made
 * into markup or scripts (Trusted Types, docs/decisions/0019).
 */
const contentSecurityPolicy = (request: FastifyRequest, nonce: string, integrations: Integrations): string => {
  const hosts = integrationHosts(integrations);
  const sources = (directive: string, more: readonly string[]) => [directive, ...more].join(' ');
  return [
    "default-src 'none'",
    sources(`script-src 'self' 'nonce-${nonce}'`, hosts.widgets),
    sources(`style-src 'self' 'nonce-${nonce}'`, hosts.widgets),
    sources("img-src 'self' data: blob:", hosts.widgets),
    sources("font-src 'self'", hosts.widgets),
    sources(`connect-src 'self'${socketsOf(request)}`, hosts.connect),
    "manifest-src 'self'",
    "worker-src 'self'",
    sources("frame-src 'self' blob:", hosts.widgets),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // Scripts of others that are configured may write into the page in ways that this refuses; ours do not.
    ...(hosts.widgets.length === 0 ? ["require-trusted-types-for 'script'", "trusted-types 'none'"] : []),
  ].join('; ');
};

/** A page with its nonce in place; never kept, since the next one has another. */
export const sendPage = (reply: FastifyReply, html: string, nonce: string, policy: string): FastifyReply =>
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .send(html.replaceAll(PLACEHOLDER, nonce));

/**
 * The files of a build under a prefix; its page (index.html) is not among them: that needs a nonce. The build wrote a
 * brotli copy of each text (bin/build.mjs); only a client that does not take brotli has one packed for it.
 */
export const serveFiles = async (app: FastifyInstance, root: string, prefix = '/'): Promise<void> => {
  const files = async (scope: FastifyInstance): Promise<void> => {
    await scope.register(compress, { threshold: 1024, encodings: ['gzip'] });
    await scope.register(fastifyStatic, {
      root,
      prefix,
      decorateReply: false,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['index.html', '**/*.map', '**/*.br'],
      dotfiles: 'ignore',
      // Names under assets/ carry a hash of their content; others keep their name when they change.
      setHeaders: (response, path) => {
        const hashed = path.startsWith(join(root, 'assets'));
        response.setHeader('vary', 'accept-encoding');
        response.setHeader('cache-control', hashed ? `public, max-age=${YEAR}, immutable` : 'public, max-age=300');
      },
    });
  };
  await app.register(named('files', files));
};

const wantsPage = ({ method, headers, url }: FastifyRequest): boolean => {
  const reads = method === 'GET' || method === 'HEAD';
  const accepts = headers.accept ?? '*/*';
  return reads && !FILE.test(pathOf(url)) && /text\/html|\*\/\*/.test(accepts);
};

/**
 * Serves the web build: its files, and index.html for every path that is none, since the screens have addresses of
 * their own. Without a build (`root` null) such paths are 404.
 */
export const registerWeb = async (
  app: FastifyInstance,
  root: string | null,
  integrations: Integrations = {},
): Promise<void> => {
  const built = root === null ? null : readFileSync(join(root, 'index.html'), 'utf8');
  const html = built === null ? null : withIntegrations(built, integrations);
  if (root !== null) await serveFiles(app, root);
  app.get('/index.html', (_request, reply) => reply.redirect('/', 302));
  app.setNotFoundHandler((request, reply) => {
    if (html === null || !wantsPage(request)) return reply.code(404).send(failureBody(404, request));
    const nonce = createNonce();
    return sendPage(reply, html, nonce, contentSecurityPolicy(request, nonce, integrations));
  });
};
