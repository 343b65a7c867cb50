import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#services/platform/db/postgres/embedded.ts';
import { clusterFolder, runner } from '#services/platform/db/postgres/place.ts';
import { reason, StartError } from '#services/platform/db/postgres/startError.ts';
import type { Config } from './config.ts';

export interface Database {
  /** Connection string of the owner of all tables. */
  url: string;
  /** Folder of the data files; null for an external PostgreSQL. */
  folder: string | null;
  stop(): Promise<void>;
}

/** The address without its password, for messages. */
const readable = (url: string): string => {
  if (!URL.canParse(url)) return 'o endereço informado';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
};

/** @throws StartError when the database cannot be reached or rejects the login */
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

/** Connections of one process of the services: its pool, its notifications and its jobs. */
const OF_A_PROCESS = 21;
/** Those of tools, and of PostgreSQL's own. */
const OF_OTHERS = 30;
const AT_LEAST = 100;

/** While processes are replaced, there is one more. */
const connectionsFor = (processes: number): number => Math.max(AT_LEAST, OF_OTHERS + (processes + 1) * OF_A_PROCESS);

/** Delays before restart attempts in milliseconds; the last one repeats. */
const PAUSES = [0, 1_000, 2_000, 5_000];

/** Starts the server; without a port, on any free one. */
type Start = (port?: number) => Promise<EmbeddedPostgres>;

/**
 * Restarts PostgreSQL at the same address whenever it exits, for example killed for its memory or stopped by a full
 * disk. Until then the services return 503, and then reconnect. Retries without limit, because the cause may pass; logs
 * the reason once.
 */
const keepRunning = (dataDir: string, start: Start, first: EmbeddedPostgres, log: (line: string) => void): Database => {
  const port = Number(new URL(first.url).port);
  const ending = new AbortController();
  const { signal } = ending;
  let running: EmbeddedPostgres | undefined = first;

  const startAgain = async (): Promise<EmbeddedPostgres | undefined> => {
    for (let failures = 0; !signal.aborted; failures += 1) {
      await sleep(PAUSES[Math.min(failures, PAUSES.length - 1)], undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      try {
        return await start(port);
      } catch (error) {
        if (failures === 0) log(`${reason(error)}\nContinuo tentando.`);
      }
    }
    return undefined;
  };

  const watch = async (): Promise<void> => {
    while (running && !signal.aborted) {
      const said = await Promise.race([running.died, once(signal, 'abort')]);
      if (typeof said !== 'string' || signal.aborted) return;
      running = undefined;
      log(`O PostgreSQL terminou sozinho; iniciando de novo. As últimas linhas dele:\n${said}`);
      running = await startAgain();
      if (running) log('O PostgreSQL está de volta.');
    }
  };
  const watching = watch();
  return {
    url: first.url,
    folder: clusterFolder(dataDir, runner()),
    stop: async () => {
      ending.abort();
      await watching;
      await running?.stop();
    },
  };
};

/** Opens the configured database and returns when it accepts connections. */
export const openDatabase = async (
  { databaseUrl, dataDir, processes }: Config,
  log: (line: string) => void,
): Promise<Database> => {
  if (databaseUrl) {
    await requireReachable(databaseUrl);
    return { url: databaseUrl, folder: null, stop: async () => {} };
  }
  log('Iniciando o PostgreSQL…');
  const connections = connectionsFor(processes);
  const start: Start = (port = 0) => startEmbeddedPostgres({ dataDir, port, connections, log });
  return keepRunning(dataDir, start, await start(), log);
};
