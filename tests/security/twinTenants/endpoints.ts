import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '#schema/platform/endpoint.ts';
import type { Access } from '#services/platform/access.ts';
import { policy } from '#services/policy.ts';

/** Routes without endpoint objects: they take no ids, so only their policy is checked. */
const WITHOUT_CONTRACT = [
  'GET /api/v1/openapi.json',
  'GET /healthz',
  'GET /readyz',
  'GET /api/v1/assistant/stream',
  'GET /api/v1/assistant/live',
];
/** SCIM, whose contract is an RFC: tests/security/provisioning/ asks with tokens of other directories. */
const OF_DIRECTORIES = / \/scim\/v2\//;

export interface Route {
  /** 'METHOD /path', as in services/policy.ts. */
  key: string;
  access: Access;
  endpoint: Endpoint;
}

const isEndpoint = (value: object): value is Endpoint => 'method' in value && 'path' in value && 'answer' in value;

const endpointsIn = (value: unknown): Endpoint[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (isEndpoint(value)) return [value];
  // Excludes schemas; endpoint objects are one or two levels below the module.
  return 'type' in value || 'anyOf' in value ? [] : Object.values(value).flatMap(endpointsIn);
};

/** Every rule of the policy, but those of SCIM. The services start only if routes and rules match exactly. */
export const rules = (): Record<string, Access> =>
  Object.fromEntries(
    Object.entries(Object.assign({}, ...Object.values(policy)) as Record<string, Access>).filter(
      ([key]) => !OF_DIRECTORIES.test(key),
    ),
  );

/**
 * Every REST route, from the policy and the endpoint objects of `schema/`. Throws for a route without an endpoint
 * object, whose requests are unknown.
 */
export const findRoutes = async (): Promise<Route[]> => {
  const folder = resolve('schema');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const found = new Map<string, Endpoint>();
  for (const file of files) {
    const module: object = await import(pathToFileURL(join(folder, file)).href);
    for (const endpoint of Object.values(module).flatMap(endpointsIn)) {
      found.set(`${endpoint.method} ${endpoint.path}`, endpoint);
    }
  }
  return Object.entries(rules())
    .filter(([key]) => !WITHOUT_CONTRACT.includes(key))
    .map(([key, access]) => {
      const endpoint = found.get(key);
      if (!endpoint)
        throw new Error(`${key} has no endpoint object under schema/: declare it, as docs/decisions/0002 says`);
      return { key, access, endpoint };
    });
};
