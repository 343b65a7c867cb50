import type { FastifyInstance, FastifyReply } from 'fastify';
import { describeServices } from '../http/openapi.ts';
import { failureBody } from '../http/failures.ts';
import { createNonce, sendPage } from '../http/web.ts';
import type { ServiceUrls } from '../rest/services.ts';
import { GUIDE_LINKS, guide } from './guide.ts';
import type { Html } from './html.ts';
import { docsPage, type DocsLink } from './layout.ts';
import { reference, TAG_NAMES, type Paths } from './reference.ts';

/** How long a page of the reference is kept: the contract changes with a release, but services may be away for a while. */
const KEPT_MS = 5 * 60_000;

const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const CONTRACTS: DocsLink[] = [
  { href: '/graphql', label: 'GraphiQL' },
  { href: '/api/v1/schema.graphql', label: 'Esquema GraphQL, SDL' },
  { href: '/api/v1/openapi.json', label: 'OpenAPI 3.1' },
];

const groupsFor = (path: string) => [
  { name: 'Guia', links: GUIDE_LINKS },
  {
    name: 'REST',
    links: Object.entries(TAG_NAMES).map(([tag, label]) => ({
      href: `/docs/rest/${tag}`,
      label,
      current: path === `/docs/rest/${tag}`,
    })),
  },
  { name: 'Contratos', links: CONTRACTS },
];

/** Serves the guide and the reference for programmers, as pages without scripts (docs/decisions/0084). */
export const registerDocs = (app: FastifyInstance, urls: ServiceUrls): void => {
  const kept = new Map<string, { content: Html; until: number }>();

  const referenceOf = async (tag: string): Promise<Html | null> => {
    const known = kept.get(tag);
    if (known && known.until > Date.now()) return known.content;
    const description = await describeServices(urls);
    // Safe cast: the services' own description, of which only the fields of `Paths` are read, each with a default.
    const content = description && reference(tag, description.paths as Paths);
    const whole = description && !('x-unanswered' in description.info);
    if (content && whole) kept.set(tag, { content, until: Date.now() + KEPT_MS });
    return content;
  };

  const send = (reply: FastifyReply, path: string, title: string, content: Html): FastifyReply => {
    const nonce = createNonce();
    return sendPage(reply, docsPage({ title, nonce, groups: groupsFor(path) }, content), nonce, policyOf(nonce));
  };

  const written = guide();
  app.get('/docs', (_request, reply) => send(reply, '/docs', 'API', written));
  app.get<{ Params: { tag: string } }>('/docs/rest/:tag', async (request, reply) => {
    const { tag } = request.params;
    const title = Object.hasOwn(TAG_NAMES, tag) ? TAG_NAMES[tag] : undefined;
    if (title === undefined) return reply.code(404).send(failureBody(404, request));
    const content = await referenceOf(tag);
    if (!content) return reply.code(503).send(failureBody(503, request));
    return send(reply, `/docs/rest/${tag}`, `REST: ${title}`, content);
  });
};
