import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { binaries } from './binaries.ts';
import { ensureCluster, environment, OWNER, ownerPassword } from './cluster.ts';
import { keepLogSmall, lastLines, openLog } from './logFile.ts';
import { clusterFolder, openFolder, runner } from './place.ts';
import { isPostgresOn, waitForExit } from './processes.ts';
import { codeOf, reason, StartError } from './startError.ts';

const DATABASE = 'prumo';
const ENDED = 'ended';
/** Timeout in milliseconds: crash recovery of a large database may take long. */
const READY_WITHIN = 10 * 60_000;
/** Connections that the server accepts; PostgreSQL's own default. */
const CONNECTIONS = 100;

export interface EmbeddedPostgres {
  /** URL of the database for its owner. */
  url: string;
  /** Resolves with the last lines of the server's log when the server ends without `stop`. */
  died: Promise<string>;
  /** Shuts the server down cleanly: closes sessions and keeps committed data. */
  stop(): Promise<void>;
}

interface Options {
  /** Folder of the database, its password and its log; the caller locks it with `lockDataDir`. */
  dataDir: string;
  /** Receives progress messages in Portuguese. */
  log?: (line: string) => void;
  /** False trades safety against power cuts for speed: tests only. */
  durable?: boolean;
  /** Port to listen on; 0 selects a free one. */
  port?: number;
  /** Connections that the server accepts; 100 by default. */
  connections?: number;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });

/** Reads postmaster.pid: line 1 is the process id, line 4 the port. */
const recorded = (folder: string): { pid: number; port: number } | undefined => {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]) };
  } catch {
    return undefined;
  }
};

const end = async (pid: number): Promise<void> => {
  // SIGINT is PostgreSQL's fast shutdown; SIGQUIT skips the shutdown checkpoint and leaves recovery to the next start.
  for (const [signal, wait] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (codeOf(error) === 'ESRCH') return;
      throw error;
    }
    if (await waitForExit(pid, wait)) return;
  }
};

/** Stops the server of an interrupted start; removes its pid file when another process has the id now. */
const endLeftOver = async (folder: string, log: (line: string) => void): Promise<void> => {
  const left = recorded(folder);
  if (!left) return;
  if (isPostgresOn(left.pid, folder)) {
    log('Encerrando o PostgreSQL que ficou de uma execução interrompida…');
    await end(left.pid);
  } else {
    rmSync(join(folder, 'postmaster.pid'), { force: true });
  }
};

const settings = (port: number, { durable, connections }: Required<Options>): string[] => {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // The detail of a rejected row contains its values, which are personal data.
    log_error_verbosity: 'terse',
    max_connections: connections,
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};

const address = (password: string, port: number, database: string): string =>
  `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`;

/** Connects to the server and creates the product's database when it does not exist. */
const openDatabase = async (password: string, port: number): Promise<void> => {
  const client = new pg.Client({ connectionString: address(password, port, 'postgres') });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end().catch(() => {});
  }
};

const exited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Returns true for temporary errors: 57P03 (recovering), ECONNREFUSED and ECONNRESET (not listening yet). */
const passes = (error: unknown): boolean => ['57P03', 'ECONNREFUSED', 'ECONNRESET'].includes(codeOf(error) ?? '');

const untilReady = async (child: ChildProcess, password: string, port: number, log: (line: string) => void) => {
  const started = Date.now();
  for (let isReported = false; !exited(child); await sleep(25)) {
    try {
      return await openDatabase(password, port);
    } catch (error) {
      if (exited(child)) break;
      if (!passes(error) || Date.now() - started > READY_WITHIN) throw error;
    }
    if (!isReported && Date.now() - started > 3000)
      log('O PostgreSQL está recuperando o que ficou da última execução…');
    isReported ||= Date.now() - started > 3000;
  }
  throw new Error(ENDED);
};

/** Another process took the free port before the server, or sessions of a killed server are still ending. */
const RETRY = /could not bind|could not create any TCP\/IP sockets|pre-existing shared memory block/;

const launch = async (bin: string, folder: string, password: string, options: Required<Options>) => {
  for (let attempt = 0; ; attempt++) {
    const port = options.port || (await freePort());
    const file = join(options.dataDir, 'postgres.log');
    const fd = openLog(file);
    const from = statSync(file).size;
    // Detached: Ctrl+C in the terminal would otherwise stop the database before the services that use it.
    const child = spawn(join(bin, 'postgres'), ['-D', folder, ...settings(port, options)], {
      ...runner(),
      env: environment,
      cwd: '/',
      detached: true,
      stdio: ['ignore', fd, fd],
    });
    closeSync(fd);
    const failed = new Promise<never>((_, reject) => child.once('error', reject));
    const died = new Promise<string>((resolve) => child.once('exit', () => resolve(lastLines(file, from))));
    try {
      await Promise.race([untilReady(child, password, port, options.log), failed]);
      void died.finally(keepLogSmall(file));
      return { child, port, died };
    } catch (error) {
      if (child.pid && !exited(child)) await end(child.pid);
      // The client's error comes first: it says more than the log of a server that was just stopped.
      const lastOutput = [reason(error), lastLines(file, from)].filter((text) => text && text !== ENDED).join('\n');
      if (RETRY.test(lastOutput) && attempt < 20) await sleep(250);
      else
        throw new StartError(`O PostgreSQL não iniciou; veja o porquê em ${file}. As últimas linhas:\n${lastOutput}`);
    }
  }
};

/**
 * Starts the bundled PostgreSQL on a data folder, and creates the database when it is new. Listens on 127.0.0.1 on a
 * free port, with a password that only the starting user can read. As root, runs the server as an unprivileged user.
 * Throws a StartError that says what to do.
 */
export const startEmbeddedPostgres = async (given: Options): Promise<EmbeddedPostgres> => {
  const options = {
    log: () => {},
    durable: true,
    port: 0,
    connections: CONNECTIONS,
    ...given,
    dataDir: openFolder(given.dataDir),
  };
  const by = runner();
  const bin = binaries(by);
  const folder = clusterFolder(options.dataDir, by);
  const password = ownerPassword(options.dataDir);
  ensureCluster(bin, folder, password, by);
  await endLeftOver(folder, options.log);
  const { child, port, died } = await launch(bin, folder, password, options);
  let stopping = false;
  return {
    url: address(password, port, DATABASE),
    died: new Promise((resolve) => void died.then((lastOutput) => stopping || resolve(lastOutput))),
    stop: async () => {
      stopping = true;
      if (child.pid && !exited(child)) await end(child.pid);
      await died;
    },
  };
};

/** Returns the URL of the server that runs on this data folder, for other commands; undefined when none runs. */
export const runningPostgres = (dataDir: string): string | undefined => {
  const folder = clusterFolder(openFolder(dataDir), runner());
  const running = recorded(folder);
  if (!running || !isPostgresOn(running.pid, folder)) return undefined;
  return address(ownerPassword(dataDir), running.port, DATABASE);
};
