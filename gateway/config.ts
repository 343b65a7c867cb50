import { integrationsFrom, type Integrations } from './http/integrations.ts';
import { REST_RATES, type RestRates } from './http/restRates.ts';
import type { Allowances } from './limits/admission.ts';
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
  /** Services of others that are switched on; none. */
  integrations?: Integrations;
  /** Requests to the REST services in a minute. */
  restRates?: RestRates;
  /** Tells in every answer which REST calls it cost. */
  exposeCosts?: boolean;
  /** What users, addresses and strangers may take; the rest stays as it is. */
  allowances?: Partial<Allowances>;
}

const choice = <Choice extends string>(
  environment: Environment,
  name: string,
  known: readonly Choice[],
): Choice | undefined => {
  const text = environment[name];
  if (!text) return undefined;
  const chosen = known.find((candidate) => candidate === text.toLowerCase());
  if (!chosen) throw new Error(`${name}=${text} não serve: informe ${known.join(' ou ')}.`);
  return chosen;
};

const isOn = (environment: Environment, name: string): boolean | undefined => {
  const chosen = choice(environment, name, ['on', 'off']);
  return chosen && chosen === 'on';
};

const isWeb = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** Browsers send an origin without a path, and it is compared letter by letter. */
const originOf = (name: string, text: string): string => {
  const origin = isWeb(text) ? new URL(text).origin : '';
  if (!origin || text.replace(/\/$/, '').toLowerCase() !== origin) {
    throw new Error(`${name}=${text} não serve: informe uma origem, como https://prumo.exemplo.com.br.`);
  }
  return origin;
};

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const count = (environment: Environment, name: string, fallback: number): number => {
  const text = environment[name];
  if (!text) return fallback;
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text);
  throw new Error(`${name}=${text} não serve: informe um número inteiro acima de zero.`);
};

const restRates = (environment: Environment): RestRates | undefined =>
  environment.REST_PER_MINUTE || environment.REST_PER_MINUTE_ADDRESS
    ? {
        ...REST_RATES,
        token: count(environment, 'REST_PER_MINUTE', REST_RATES.token),
        address: count(environment, 'REST_PER_MINUTE_ADDRESS', REST_RATES.address),
      }
    : undefined;

const defined = <T extends object>(settings: T): Partial<T> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Partial<T>;

/** The variable that sets each of them. */
const ALLOWANCE_NAMES: Readonly<Record<keyof Allowances, string>> = {
  user: 'GRAPHQL_POINTS_PER_USER',
  address: 'GRAPHQL_POINTS_PER_ADDRESS',
  strangers: 'GRAPHQL_POINTS_OF_STRANGERS',
  socketsPerUser: 'SOCKETS_PER_USER',
  socketsPerAddress: 'SOCKETS_PER_ADDRESS',
};

const allowancesFrom = (environment: Environment): Partial<Allowances> | undefined => {
  const set = Object.entries(ALLOWANCE_NAMES).filter(([, name]) => environment[name]);
  if (set.length === 0) return undefined;
  return Object.fromEntries(set.map(([key, name]) => [key, count(environment, name, 1)]));
};

/**
 * Reads PUBLIC_ORIGIN, ALLOWED_ORIGINS (comma-separated), TRUSTED_PROXIES, GRAPHQL_EXECUTION (interpreted),
 * GRAPHQL_INTROSPECTION (off), REST_PER_MINUTE…, GRAPHQL_POINTS_…, SOCKETS_PER_…, EXPOSE_COSTS (on) and the addresses of
 * integrations. Throws a sentence in Portuguese for what cannot be read.
 */
export const gatewaySettings = (environment: Environment): GatewaySettings =>
  defined({
    publicOrigin: environment.PUBLIC_ORIGIN ? originOf('PUBLIC_ORIGIN', environment.PUBLIC_ORIGIN) : undefined,
    allowedOrigins: environment.ALLOWED_ORIGINS
      ? listOf(environment.ALLOWED_ORIGINS).map((text) => originOf('ALLOWED_ORIGINS', text))
      : undefined,
    trustProxy: environment.TRUSTED_PROXIES || undefined,
    execution: choice(environment, 'GRAPHQL_EXECUTION', ['compiled', 'interpreted']),
    introspection: isOn(environment, 'GRAPHQL_INTROSPECTION'),
    restRates: restRates(environment),
    exposeCosts: isOn(environment, 'EXPOSE_COSTS'),
    allowances: allowancesFrom(environment),
    integrations: integrationsFrom(environment),
  });

const serviceUrl = (environment: Environment, variable: string, fallback: string): string => {
  const text = environment[variable];
  if (!text) return fallback;
  if (isWeb(text)) return text;
  throw new Error(`${variable}=${text} não serve: informe o endereço do serviço, como http://127.0.0.1:4001.`);
};

/** FINANCIAL_URL and its like, each `fallback` where the environment is silent. Throws as `gatewaySettings` does. */
export const serviceUrlsFrom = (environment: Environment, fallback: string): ServiceUrls => {
  const urls = SERVICE_NAMES.map(
    (name) => [name, serviceUrl(environment, `${name.toUpperCase()}_URL`, fallback)] as const,
  );
  return Object.fromEntries(urls) as ServiceUrls;
};
