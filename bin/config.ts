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
}

const whole = (environment: Environment, name: string, fallback: number, most: number): number => {
  const text = environment[name];
  if (!text) return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new StartError(`${name}=${text} não serve: informe um número inteiro de 0 a ${most}.`);
};

const webAddress = (environment: Environment, name: string): string | undefined => {
  const text = environment[name];
  if (!text) return undefined;
  if (URL.canParse(text) && /^https?:/.test(text)) return text;
  throw new StartError(`${name}=${text} não serve: informe um endereço http ou https.`);
};

/** Reads the configuration (table in README.md). Throws a StartError for what cannot be read. */
export const readConfig = (environment: Environment): Config => ({
  port: whole(environment, 'PORT', 4000, 65535),
  host: environment.HOST || 'localhost',
  servicesPort: whole(environment, 'SERVICES_PORT', 0, 65535),
  dataDir: resolve(environment.DATA_DIR || '.data'),
  databaseUrl: environment.DATABASE_URL || undefined,
  demo: environment.DEMO?.toLowerCase() !== 'off',
  tokenTtlSeconds: whole(environment, 'TOKEN_TTL_SECONDS', 0, 86_400 * 365) || undefined,
  cepUrl: webAddress(environment, 'CEP_URL'),
  logLevel: environment.LOG_LEVEL || 'warn',
});
