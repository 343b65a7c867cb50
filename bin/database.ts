import pg from 'pg';
import { startEmbeddedPostgres } from '#services/platform/postgres/embedded.ts';
import { reason, StartError } from '#services/platform/postgres/startError.ts';
import type { Config } from './config.ts';

export interface Database {
  /** Address as the owner of all tables. */
  url: string;
  /** Settles, with a sentence, should the server end by itself; never for somebody's own PostgreSQL. */
  died: Promise<string>;
  stop(): Promise<void>;
}

/** The address without its password, for people to read. */
const readable = (url: string): string => {
  if (!URL.canParse(url)) return 'o endereço informado';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
};

/** Throws a StartError when nobody answers at this address, or refuses us. */
export const requireReachable = async (url: string): Promise<void> => {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    await client.connect();
    await client.end();
  } catch (error) {
    throw new StartError(
      `Não consegui conectar ao PostgreSQL de DATABASE_URL (${readable(url)}): ${reason(error) || 'sem resposta'}. ` +
        'Confira o endereço, o usuário e a senha, ou retire DATABASE_URL para usar o PostgreSQL que acompanha o Prumo.',
    );
  }
};

/** The database of the configuration, answering. */
export const openDatabase = async (
  { databaseUrl, dataDir }: Config,
  log: (line: string) => void,
): Promise<Database> => {
  if (databaseUrl) {
    await requireReachable(databaseUrl);
    return { url: databaseUrl, died: new Promise(() => {}), stop: async () => {} };
  }
  log('Iniciando o PostgreSQL…');
  const { url, died, stop } = await startEmbeddedPostgres({ dataDir, log });
  return { url, stop, died: died.then((said) => `O PostgreSQL terminou sozinho. As últimas linhas dele:\n${said}`) };
};
