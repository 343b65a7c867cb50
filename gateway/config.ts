import type { AssistantModel } from './assistant/ask/model.ts';
import { integrationsFrom, type Integrations } from './http/integrations.ts';
import { REST_RATES, type RestRates } from './http/restRates.ts';
import type { Allowances } from './limits/admission.ts';
import type { ServiceUrls } from './rest/services.ts';
import { SERVICE_NAMES } from './rest/services.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings of the gateway that the environment or the caller can change. */
export interface GatewaySettings {
  /** Public origin of the gateway when it differs from the Host header, e.g. https://prumo.example.com. */
  publicOrigin?: string;
  /** Other origins whose pages may open a WebSocket. */
  allowedOrigins?: readonly string[];
  /** Addresses of proxies whose X-Forwarded-For is trusted, e.g. "loopback, 10.0.0.0/8". */
  trustProxy?: string;
  /** `compiled` uses graphql-jit and is several times faster; `interpreted` uses graphql-js alone. */
  execution?: 'compiled' | 'interpreted';
  /** Allows introspection. Default on: integrators need the schema, and the services enforce permissions. */
  introspection?: boolean;
  /** Third-party services that are switched on; default none. */
  integrations?: Integrations;
  /** Language model that rephrases questions to the assistant; default none. */
  assistantModel?: AssistantModel;
  /** Whether strangers may open accounts; the services refuse them too. Default true. */
  signUp?: boolean;
  /** Limits of requests per minute to the REST services. */
  restRates?: RestRates;
  /** Adds the REST calls of the operation to every response. */
  exposeCosts?: boolean;
  /** Limits for users, addresses and clients without a token; absent ones keep their defaults. */
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

/**
 * Returns the origin in the form that browsers send, without a path: it is compared as text. Throws when `text` is not
 * an origin.
 */
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

/** Environment variable of each allowance. */
const ALLOWANCE_NAMES: Readonly<Record<keyof Allowances, string>> = {
  user: 'GRAPHQL_POINTS_PER_USER',
  address: 'GRAPHQL_POINTS_PER_ADDRESS',
  anonymous: 'GRAPHQL_POINTS_ANONYMOUS',
  socketsPerUser: 'SOCKETS_PER_USER',
  socketsPerAddress: 'SOCKETS_PER_ADDRESS',
};

const allowancesFrom = (environment: Environment): Partial<Allowances> | undefined => {
  const set = Object.entries(ALLOWANCE_NAMES).filter(([, name]) => environment[name]);
  if (set.length === 0) return undefined;
  return Object.fromEntries(set.map(([key, name]) => [key, count(environment, name, 1)]));
};

const assistantModel = (environment: Environment): AssistantModel | undefined => {
  const { ASSISTANT_MODEL_URL: url, ASSISTANT_MODEL: name = 'default', ASSISTANT_MODEL_KEY: key } = environment;
  if (!url) return undefined;
  if (!isWeb(url)) {
    throw new Error(`ASSISTANT_MODEL_URL=${url} não serve: informe um endereço, como http://127.0.0.1:11434/v1.`);
  }
  return { url: url.replace(/\/+$/, ''), name, ...(key ? { key } : {}) };
};

/**
 * Reads PUBLIC_ORIGIN, ALLOWED_ORIGINS (comma-separated), TRUSTED_PROXIES, GRAPHQL_EXECUTION (interpreted),
 * GRAPHQL_INTROSPECTION (off), REST_PER_MINUTE…, GRAPHQL_POINTS_…, SOCKETS_PER_…, EXPOSE_COSTS (on), SIGNUP (off)
 * ASSISTANT_MODEL_URL with ASSISTANT_MODEL and ASSISTANT_MODEL_KEY, and the addresses of integrations. Throws an error with a Portuguese message for an invalid value.
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
    signUp: isOn(environment, 'SIGNUP'),
    integrations: integrationsFrom(environment),
    assistantModel: assistantModel(environment),
  });

const serviceUrl = (environment: Environment, variable: string, fallback: string): string => {
  const text = environment[variable];
  if (!text) return fallback;
  if (isWeb(text)) return text;
  throw new Error(`${variable}=${text} não serve: informe o endereço do serviço, como http://127.0.0.1:4001.`);
};

/**
 * Reads FINANCIAL_URL and the variables of the other services; an unset one is `fallback`. Throws as `gatewaySettings`
 * does.
 */
export const serviceUrlsFrom = (environment: Environment, fallback: string): ServiceUrls => {
  const urls = SERVICE_NAMES.map(
    (name) => [name, serviceUrl(environment, `${name.toUpperCase()}_URL`, fallback)] as const,
  );
  return Object.fromEntries(urls) as ServiceUrls;
};
