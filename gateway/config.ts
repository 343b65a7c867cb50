import type { ServiceUrls } from './rest/services.ts';
import { SERVICE_NAMES } from './rest/services.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What may be set from outside; the rest has one right value. */
export interface GatewaySettings {
  /** Address under which browsers see us when it is not the Host they send, e.g. https://prumo.example.com. */
  publicOrigin?: string;
  /** Other origins whose pages may open a socket. */
  allowedOrigins?: readonly string[];
  /** Addresses of proxies in front of us whose X-Forwarded-For is believed, e.g. "loopback, 10.0.0.0/8". */
  trustProxy?: string;
  /** `compiled` is several times faster; `interpreted` is graphql-js itself. */
  execution?: 'compiled' | 'interpreted';
  /** Lets tools read the schema. On: integrators need it, and the services decide what anybody may do. */
  introspection?: boolean;
  /** Tells in every answer which REST calls it cost. */
  exposeCosts?: boolean;
}

const isOn = (text: string | undefined): boolean | undefined =>
  text === undefined || text === '' ? undefined : !['off', 'false', '0', 'no'].includes(text.toLowerCase());

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const defined = <T extends object>(settings: T): Partial<T> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Partial<T>;

/**
 * Reads PUBLIC_ORIGIN, ALLOWED_ORIGINS (comma-separated), TRUST_PROXY, GRAPHQL_EXECUTION (interpreted),
 * GRAPHQL_INTROSPECTION (off) and EXPOSE_COSTS (on).
 */
export const gatewaySettings = (environment: Environment): GatewaySettings =>
  defined({
    publicOrigin: environment.PUBLIC_ORIGIN || undefined,
    allowedOrigins: environment.ALLOWED_ORIGINS ? listOf(environment.ALLOWED_ORIGINS) : undefined,
    trustProxy: environment.TRUST_PROXY || undefined,
    execution: environment.GRAPHQL_EXECUTION === 'interpreted' ? ('interpreted' as const) : undefined,
    introspection: isOn(environment.GRAPHQL_INTROSPECTION),
    exposeCosts: isOn(environment.EXPOSE_COSTS),
  });

/** FINANCIAL_URL and its like, each `fallback` where the environment is silent. */
export const serviceUrlsFrom = (environment: Environment, fallback: string): ServiceUrls => {
  const urls = SERVICE_NAMES.map((name) => [name, environment[`${name.toUpperCase()}_URL`] || fallback] as const);
  return Object.fromEntries(urls) as ServiceUrls;
};
