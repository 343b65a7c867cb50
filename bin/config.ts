import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '#services/platform/postgres/startError.ts';

type Environment = Record<string, string | undefined>;

/** The folder of the product, with `dist`, `schema` and the rest. */
export const ROOT = fileURLToPath(new URL('../', import.meta.url));
export const WEB_ROOT = resolve(ROOT, 'dist/web');
export const GRAPHIQL_ROOT = resolve(ROOT, 'dist/graphiql');

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
  /** A service that answers addresses by postal code as ViaCEP does; without it they are typed. */
  cepUrl: string | undefined;
  logLevel: string;
  /** Address that links in mails begin with. */
  publicUrl: string;
  /** Mail server; without one, mails become files of DATA_DIR/outbox. */
  smtpUrl: string | undefined;
  /** Sender of mails. */
  mailFrom: string | undefined;
}

const whole = (environment: Environment, name: string, fallback: number, most: number): number => {
  const text = environment[name];
  if (!text) return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new StartError(`${name}=${text} não serve: informe um número inteiro de 0 a ${most}.`);
};

const address = (environment: Environment, name: string, protocols: readonly string[]): string | undefined => {
  const text = environment[name];
  if (!text) return undefined;
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
  const forms = protocols.map((protocol) => `${protocol}//…`).join(' ou ');
  // The address may hold a password: it is not repeated.
  throw new StartError(`${name} não serve: informe um endereço ${forms}.`);
};

/** Where browsers find the product on this machine, as long as nobody says otherwise. */
const localAddress = ({ host, port }: { host: string; port: number }): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;

/** Reads the configuration (table in README.md). Throws a StartError for what cannot be read. */
export const readConfig = (environment: Environment): Config => {
  const place = { host: environment.HOST || 'localhost', port: whole(environment, 'PORT', 4000, 65535) };
  return {
    ...place,
    servicesPort: whole(environment, 'SERVICES_PORT', 0, 65535),
    dataDir: resolve(environment.DATA_DIR || '.data'),
    databaseUrl: environment.DATABASE_URL || undefined,
    demo: environment.DEMO?.toLowerCase() !== 'off',
    tokenTtlSeconds: whole(environment, 'TOKEN_TTL_SECONDS', 0, 86_400 * 365) || undefined,
    cepUrl: address(environment, 'CEP_URL', ['http:', 'https:']),
    logLevel: environment.LOG_LEVEL || 'warn',
    publicUrl: address(environment, 'PUBLIC_URL', ['http:', 'https:']) ?? localAddress(place),
    smtpUrl: address(environment, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: environment.MAIL_FROM || undefined,
  };
};
