import { PRODUCT_SLUG } from '#domain/product.ts';

/** Services behind the gateway; each has its own base URL and may be a third party's (domain.md §7). */
export const SERVICE_NAMES = [
  'financial',
  'purchase',
  'engineering',
  'security',
  'location',
  'message',
  'identity',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];
export type ServiceUrls = Record<ServiceName, string>;

const SECOND = 1000;
const TOTAL = 10 * SECOND;

export interface Route {
  prefix: string;
  service: ServiceName;
  /** Total timeout of a call in milliseconds. */
  timeout: number;
}

/** Service of each path prefix (§7); used by the REST client and by the proxy. */
export const ROUTES: readonly Route[] = [
  { prefix: '/api/v1/financial', service: 'financial', timeout: TOTAL },
  // A report may read for longer than a list.
  { prefix: '/api/v1/reports', service: 'financial', timeout: 3 * TOTAL },
  { prefix: '/api/v1/lists', service: 'financial', timeout: TOTAL },
  { prefix: '/api/v1/csv', service: 'financial', timeout: 3 * TOTAL },
  { prefix: '/api/v1/purchase', service: 'purchase', timeout: TOTAL },
  { prefix: '/api/v1/engineering', service: 'engineering', timeout: TOTAL },
  { prefix: '/api/v1/security', service: 'security', timeout: TOTAL },
  // §7: a postal code lookup times out after 5 s.
  { prefix: '/api/v1/location', service: 'location', timeout: 5 * SECOND },
  { prefix: '/api/v1/assistant', service: 'message', timeout: TOTAL },
  { prefix: '/oauth', service: 'security', timeout: TOTAL },
  { prefix: '/scim/v2', service: 'security', timeout: TOTAL },
  { prefix: `/callback/${PRODUCT_SLUG}id`, service: 'security', timeout: TOTAL },
];

const isBelow = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');

/** Returns the route of a path. Throws for a path without a service, which is an error in a contract. */
export const routeOf = (path: string): Route => {
  const route = ROUTES.find(({ prefix }) => isBelow(path, prefix));
  if (!route) throw new Error(`No service answers ${path}: add it to gateway/rest/services.ts`);
  return route;
};
