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
/** File types that pages request; a missing file is 404 instead of the application's page. */
const FILE = /\.(js|mjs|css|map|json|png|jpe?g|gif|svg|ico|webp|avif|woff2?|txt|xml|webmanifest)$/;

export const createNonce = (): string => randomBytes(16).toString('base64');

const HOST = /^[\w.:[\]-]+$/;

/** WebSocket origins of this host in full: older browsers do not include them in 'self'. */
export const socketsOf = ({ host }: FastifyRequest): string => (HOST.test(host) ? ` ws://${host} wss://${host}` : '');

/**
 * Policy of the application's page: no inline code without this response's nonce, no other hosts except configured
 * ones, and no strings as markup or scripts (Trusted Types, docs/decisions/0019).
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
    // Configured third-party scripts may need DOM writes that Trusted Types blocks; the web client does not.
    ...(hosts.widgets.length === 0 ? ["require-trusted-types-for 'script'", "trusted-types 'none'"] : []),
  ].join('; ');
};

/** Sends a page with its nonce, uncached since each response has its own nonce. */
export const sendPage = (reply: FastifyReply, html: string, nonce: string, policy: string): FastifyReply =>
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .send(html.replaceAll(PLACEHOLDER, nonce));

/**
 * Serves the files of a build below a prefix, without index.html, which needs a nonce. Sends the brotli copy of each
 * text that the build wrote (bin/build.mjs); compresses only for a client that does not accept brotli.
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
      // File names under assets/ contain a hash of the content; other names stay the same when the content changes.
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

/** Tells the pages that accounts are not opened here, where web/public/signUp.ts reads it. */
const withSignUp = (html: string, signUp: boolean): string =>
  signUp ? html : html.replace('</head>', '<meta name="prumo-sign-up" content="off" /></head>');

/**
 * Serves the web build: its files, and index.html for every other path, since the client routes in the browser. Without
 * a build (`root` null) such paths are 404.
 */
export const registerWeb = async (
  app: FastifyInstance,
  root: string | null,
  { integrations = {}, signUp = true }: { integrations?: Integrations | undefined; signUp?: boolean | undefined } = {},
): Promise<void> => {
  const built = root === null ? null : readFileSync(join(root, 'index.html'), 'utf8');
  const html = built === null ? null : withSignUp(withIntegrations(built, integrations), signUp);
  if (root !== null) await serveFiles(app, root);
  app.get('/index.html', (_request, reply) => reply.redirect('/', 302));
  app.setNotFoundHandler((request, reply) => {
    if (html === null || !wantsPage(request)) return reply.code(404).send(failureBody(404, request));
    const nonce = createNonce();
    return sendPage(reply, html, nonce, contentSecurityPolicy(request, nonce, integrations));
  });
};
