import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gatewaySettings, serviceUrlsFrom, type GatewaySettings } from '#gateway/config.ts';
import { clockFromEnvironment, type Clock } from '#services/platform/clock.ts';
import { trustedHop } from '#services/platform/http/proxies.ts';
import { reason, StartError } from '#services/platform/db/postgres/startError.ts';
import { domainsFromEnvironment, type Domain } from '#services/policy.ts';

type Environment = Record<string, string | undefined>;

/** The folder of the product, with `dist`, `schema` and the rest. */
export const ROOT = fileURLToPath(new URL('../', import.meta.url));
export const WEB_ROOT = resolve(ROOT, 'dist/web');
export const GRAPHIQL_ROOT = resolve(ROOT, 'dist/graphiql');

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const YEAR = 86_400 * 365;

export interface Config {
  /** Port and host name that browsers use. Only this machine is answered unless HOST says otherwise. */
  port: number;
  host: string;
  /** Port of the services, on this machine only; 0 takes a free one. */
  servicesPort: number;
  dataDir: string;
  /** Somebody's own PostgreSQL instead of the one that comes with the product. */
  databaseUrl: string | undefined;
  /** Fill an empty database with the demo company. */
  demo: boolean;
  tokenTtlSeconds: number | undefined;
  /** Bytes of the built-in database's disk that are left alone: below, nothing new is taken. */
  diskReserve: number;
  /** A service that answers addresses by postal code as ViaCEP does; without it they are typed. */
  cepUrl: string | undefined;
  logLevel: string;
  /** Where /metrics is answered; undefined counts and answers nothing. */
  metrics: { host: string; port: number } | undefined;
  /** Statements that take at least so many milliseconds are logged with their plan; 0 logs none. */
  slowSqlMs: number;
  /** Address that links in mails begin with: PUBLIC_ORIGIN, or this machine's. */
  publicUrl: string;
  /** Mail server; without one, mails become files of DATA_DIR/outbox. */
  smtpUrl: string | undefined;
  /** Sender of mails. */
  mailFrom: string | undefined;
  clock: Clock;
  /** What the services serve when they run alone. */
  domains: readonly Domain[];
  /** Networks in front of this process whose word about the caller's address is taken. */
  trustedProxies: string | undefined;
  gateway: GatewaySettings;
}

const whole = (environment: Environment, name: string, fallback: number, [least, most]: [number, number]): number => {
  const text = environment[name];
  if (!text) return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new StartError(`${name}=${text} não serve: informe um número inteiro de ${least} a ${most}.`);
};

const oneOf = (environment: Environment, name: string, fallback: string, known: readonly string[]): string => {
  const text = environment[name]?.toLowerCase() || fallback;
  if (known.includes(text)) return text;
  throw new StartError(`${name}=${environment[name]} não serve: informe ${known.join(', ')}.`);
};

/** A password may stand in the address: what cannot be read is not repeated. */
const databaseUrlOf = ({ DATABASE_URL: text }: Environment): string | undefined => {
  if (!text) return undefined;
  if (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new StartError(
    'DATABASE_URL não é um endereço de PostgreSQL: informe algo como postgres://usuario:senha@127.0.0.1:5432/prumo (com os caracteres especiais da senha escritos como %40).',
  );
};

/** Readers below us say what is wrong with a plain error; at the terminal that is a refusal, not a fault. */
const readable = <Value>(read: () => Value): Value => {
  try {
    return read();
  } catch (error) {
    throw new StartError(reason(error));
  }
};

const proxiesOf = ({ TRUSTED_PROXIES: text }: Environment): string | undefined => {
  readable(() => trustedHop(text));
  return text || undefined;
};

const address = (environment: Environment, name: string, protocols: readonly string[]): string | undefined => {
  const text = environment[name];
  if (!text) return undefined;
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
  const forms = protocols.map((protocol) => `${protocol}//…`).join(' ou ');
  // The address may hold a password: it is not repeated.
  throw new StartError(`${name} não serve: informe um endereço ${forms}.`);
};

const metricsPlace = (environment: Environment): Config['metrics'] => {
  const port = whole(environment, 'METRICS_PORT', 0, [1, 65_535]);
  return port ? { port, host: environment.METRICS_HOST || '127.0.0.1' } : undefined;
};

/** Where a browser on this machine finds what listens there. */
export const localAddress = ({ host, port }: { host: string; port: number }): string => {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/**
 * Reads the configuration (table in README.md). Throws a StartError for what cannot be read. `quiet` is the program at a
 * person's terminal, which logs only what went wrong unless told otherwise; a part on a server logs every request.
 */
export const readConfig = (environment: Environment, { quiet = true } = {}): Config => {
  const place = { host: environment.HOST || 'localhost', port: whole(environment, 'PORT', 4000, [0, 65_535]) };
  const gateway = readable(() => {
    serviceUrlsFrom(environment, 'http://127.0.0.1');
    return gatewaySettings(environment);
  });
  return {
    ...place,
    gateway,
    publicUrl: gateway.publicOrigin ?? localAddress(place),
    servicesPort: whole(environment, 'SERVICES_PORT', 0, [0, 65_535]),
    dataDir: resolve(environment.DATA_DIR || '.data'),
    databaseUrl: databaseUrlOf(environment),
    demo: oneOf(environment, 'DEMO', 'on', ['on', 'off']) === 'on',
    tokenTtlSeconds: whole(environment, 'TOKEN_TTL_SECONDS', 0, [1, YEAR]) || undefined,
    diskReserve: whole(environment, 'DISK_RESERVE_MB', 128, [0, 1_000_000]) * 1024 * 1024,
    cepUrl: address(environment, 'CEP_URL', ['http:', 'https:']),
    smtpUrl: address(environment, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: environment.MAIL_FROM || undefined,
    logLevel: oneOf(environment, 'LOG_LEVEL', quiet ? 'warn' : 'info', LOG_LEVELS),
    metrics: metricsPlace(environment),
    slowSqlMs: whole(environment, 'SLOW_SQL_MS', 500, [0, 600_000]),
    clock: readable(() => clockFromEnvironment(environment)),
    domains: readable(() => domainsFromEnvironment(environment)),
    trustedProxies: proxiesOf(environment),
  };
};
