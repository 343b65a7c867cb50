import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gatewaySettings, serviceUrlsFrom, type GatewaySettings } from '#gateway/config.ts';
import { clockFromEnvironment, type Clock } from '#services/platform/clock.ts';
import { trustedHop } from '#services/platform/http/proxies.ts';
import { readSecretsKey } from '#services/platform/secrets.ts';
import type { ReplicaSettings } from '#services/platform/db/replica/replica.ts';
import { reason, StartError } from '#services/platform/db/postgres/startError.ts';
import { domainsFromEnvironment, type Domain } from '#services/policy.ts';

type Environment = Record<string, string | undefined>;

/** Root folder of the product, with `dist`, `schema` and the rest. */
export const ROOT = fileURLToPath(new URL('../', import.meta.url));
export const WEB_ROOT = resolve(ROOT, 'dist/web');
export const GRAPHIQL_ROOT = resolve(ROOT, 'dist/graphiql');

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const MOST_PROCESSES = 32;
const YEAR = 86_400 * 365;

export interface Config {
  /** Port and host name for browsers. Listens on this machine only unless HOST is set. */
  port: number;
  host: string;
  /** Port of the services, on this machine only; 0 picks a free one. */
  servicesPort: number;
  dataDir: string;
  /** Processes that run the program's part; one does without a process that looks after others. */
  processes: number;
  /** An external PostgreSQL instead of the built-in one. */
  databaseUrl: string | undefined;
  /** A standby of it that answers reports, exports, dashboards and the lists of programs. */
  replica: ReplicaSettings | undefined;
  /** Whether to fill an empty database with the demo company. */
  demo: boolean;
  tokenTtlSeconds: number | undefined;
  /** Free bytes to keep on the built-in database's disk; below that, writes are rejected. */
  diskReserve: number;
  /** A ViaCEP-compatible address service; without it, users type addresses. */
  cepUrl: string | undefined;
  logLevel: string;
  /** Address of /metrics; undefined disables metrics. */
  metrics: { host: string; port: number } | undefined;
  /** Logs statements of at least so many milliseconds with their plan; 0 disables this. */
  slowSqlMs: number;
  /** Whether statements are sent by name. */
  named: boolean;
  /** Base of links in mails: PUBLIC_ORIGIN, or the address of this machine. */
  publicUrl: string;
  /** Mail server; without one, mails become files in DATA_DIR/outbox. */
  smtpUrl: string | undefined;
  /** Sender of mails. */
  mailFrom: string | undefined;
  clock: Clock;
  /** Whether single sign-on may call providers on this machine and its network, also without TLS. */
  privateIssuers: boolean;
  /** SECRETS_KEY; without it, a key file in DATA_DIR. */
  secretsKey: Buffer | undefined;
  /** Domains to serve when the services run alone. */
  domains: readonly Domain[];
  /** Networks of trusted proxies, whose X-Forwarded-For is accepted. */
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

/** Does not repeat an unreadable address in the error, because it may contain a password. */
const databaseUrlOf = (environment: Environment, name: string): string | undefined => {
  const text = environment[name];
  if (!text) return undefined;
  if (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new StartError(
    `${name} não é um endereço de PostgreSQL: informe algo como postgres://usuario:senha@127.0.0.1:5432/prumo (com os caracteres especiais da senha escritos como %40).`,
  );
};

const replicaOf = (environment: Environment): ReplicaSettings | undefined => {
  const url = databaseUrlOf(environment, 'DATABASE_REPLICA_URL');
  const maxLagSeconds = whole(environment, 'DATABASE_REPLICA_MAX_LAG', 30, [1, 600]);
  return url === undefined ? undefined : { url, maxLagSeconds };
};

/** Converts errors of the parsers below to StartError, which the terminal prints without a stack. */
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
  // The address may contain a password: the message omits it.
  throw new StartError(`${name} não serve: informe um endereço ${forms}.`);
};

const secretsKeyOf = ({ SECRETS_KEY: text }: Environment): Buffer | undefined =>
  text ? readable(() => readSecretsKey(text)) : undefined;

const metricsPlace = (environment: Environment): Config['metrics'] => {
  const port = whole(environment, 'METRICS_PORT', 0, [1, 65_535]);
  return port ? { port, host: environment.METRICS_HOST || '127.0.0.1' } : undefined;
};

/** URL of a local listener for a browser on this machine. */
export const localAddress = ({ host, port }: { host: string; port: number }): string => {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/**
 * Reads the configuration (table in README.md). `quiet` is for `npm start` at a terminal and logs warnings and errors
 * by default; a service on a server logs every request.
 * @throws StartError for an unreadable value
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
    processes: whole(environment, 'PROCESSES', 1, [1, MOST_PROCESSES]),
    databaseUrl: databaseUrlOf(environment, 'DATABASE_URL'),
    replica: replicaOf(environment),
    demo: oneOf(environment, 'DEMO', 'on', ['on', 'off']) === 'on',
    tokenTtlSeconds: whole(environment, 'TOKEN_TTL_SECONDS', 0, [1, YEAR]) || undefined,
    diskReserve: whole(environment, 'DISK_RESERVE_MB', 128, [0, 1_000_000]) * 1024 * 1024,
    cepUrl: address(environment, 'CEP_URL', ['http:', 'https:']),
    smtpUrl: address(environment, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: environment.MAIL_FROM || undefined,
    logLevel: oneOf(environment, 'LOG_LEVEL', quiet ? 'warn' : 'info', LOG_LEVELS),
    metrics: metricsPlace(environment),
    named: oneOf(environment, 'PREPARED_STATEMENTS', 'on', ['on', 'off']) === 'on',
    slowSqlMs: whole(environment, 'SLOW_SQL_MS', 500, [0, 600_000]),
    clock: readable(() => clockFromEnvironment(environment)),
    secretsKey: secretsKeyOf(environment),
    privateIssuers: oneOf(environment, 'SSO_PRIVATE_ISSUERS', 'off', ['on', 'off']) === 'on',
    domains: readable(() => domainsFromEnvironment(environment)),
    trustedProxies: proxiesOf(environment),
  };
};
