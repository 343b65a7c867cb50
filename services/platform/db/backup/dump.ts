import { once } from 'node:events';
import { createWriteStream, existsSync, linkSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { MIGRATION_LOCK } from '../migrate.ts';
import { codeOf, reason, StartError } from '../postgres/startError.ts';
import { spreadState } from '../spread/machines.ts';
import {
  connect,
  END_OF_ROWS,
  HEADER,
  type Header,
  listOf,
  migrationsOf,
  type Table,
  tablesOf,
  TRAILER,
  type Trailer,
} from './books.ts';

export interface BackupReport {
  tables: number;
  rows: number;
}

const write = async (file: Gzip, chunk: string | Buffer): Promise<void> => {
  if (!file.write(chunk)) await once(file, 'drain');
};

/** What is read for a table: on a cluster, the rows of all machines. */
const sourceOf = (name: string, spread: boolean): string => `${spread ? 'spread' : 'public'}.${listOf([name])}`;

/** Tables whose rows are on the machines of a cluster. */
const onMachines = async (client: pg.Client): Promise<Set<string>> => {
  if ((await spreadState(client)) === 'no') return new Set();
  const { rows } = await client.query<{ name: string }>(
    "select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid where p.partmethod = 'h'",
  );
  return new Set(rows.map(({ name }) => name));
};

const copyRows = async (client: pg.Client, { name, columns }: Table, spread: boolean, file: Gzip): Promise<number> => {
  const head = `${listOf([name])} (${listOf(columns)})`;
  await write(file, `COPY ${head} FROM stdin;\n`);
  // Copies from a query: an owner without superuser rights cannot COPY a table with row-level security.
  const rows = client.query(copyTo(`copy (select ${listOf(columns)} from ${sourceOf(name, spread)}) to stdout`));
  for await (const chunk of rows) await write(file, chunk as Buffer);
  await write(file, `${END_OF_ROWS}\n`);
  return rows.rowCount;
};

/** The highest next id of the machines of a cluster: each has sequences of its own. */
const highestId = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ next: string | null }>(
    `select max(result::bigint)::text as next from run_command_on_workers($$
       select coalesce(max(last_value + increment_by), 0) from pg_sequences where schemaname = 'public' and increment_by > 1 $$)`,
  );
  return Number(rows[0]?.next ?? 0);
};

/** Called after the rows are read, so that a sequence is never behind them. */
const copySequences = async (client: pg.Client, least: number, file: Gzip): Promise<void> => {
  const { rows } = await client.query<{ name: string; next: string }>(
    `select sequencename as name, greatest($1, coalesce(last_value + increment_by, start_value))::text as next
     from pg_sequences where schemaname = 'public' order by sequencename`,
    [least],
  );
  for (const { name, next } of rows) await write(file, `ALTER SEQUENCE ${listOf([name])} RESTART WITH ${next};\n`);
};

const copyAll = async (client: pg.Client, file: Gzip): Promise<Trailer> => {
  // The shared lock delays migrations of a newer version until the backup ends.
  await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK]);
  await client.query('begin isolation level repeatable read read only');
  const tables = await tablesOf(client);
  if (tables.length === 0) throw new StartError('O banco está vazio: não há o que copiar.');
  const header: Header = {
    form: 1,
    at: new Date().toISOString(),
    migrations: await migrationsOf(client),
    tables: tables.map(({ name }) => name),
  };
  await write(file, `${HEADER}${JSON.stringify(header)}\n`);
  const trailer: Trailer = { rows: {} };
  const spread = await onMachines(client);
  for (const table of tables) trailer.rows[table.name] = await copyRows(client, table, spread.has(table.name), file);
  await copySequences(client, spread.size > 0 ? await highestId(client) : 0, file);
  await write(file, `${TRAILER}${JSON.stringify(trailer)}\n`);
  await client.query('commit');
  return trailer;
};

/** Syncs the file before it gets its name, and never overwrites another backup. */
const publish = async (draft: string, file: string): Promise<void> => {
  const handle = await open(draft, 'r+');
  await handle.sync();
  await handle.close();
  linkSync(draft, file);
  rmSync(draft);
};

const readable = (error: unknown, file: string): unknown => {
  if (error instanceof StartError || codeOf(error) === undefined) return error;
  return new StartError(`Não consegui gravar ${file}: ${reason(error)}.`);
};

/**
 * Writes the whole database, as one snapshot, to a file while other clients write. The file appears only when complete,
 * readable by its owner alone, since it has the data of all accounts. Throws a StartError when the file exists.
 */
export const backUp = async (ownerUrl: string, file: string): Promise<BackupReport> => {
  if (existsSync(file)) throw new StartError(`${file} já existe: escolha outro nome para a cópia.`);
  const draft = `${file}.${process.pid}.part`;
  const client = await connect(ownerUrl, 'prumo-backup');
  try {
    const target = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
    const zipped = createGzip({ level: 6 });
    zipped.pipe(target);
    // Disk full: passes the error on to the code that waits for `drain`.
    target.on('error', (error) => zipped.destroy(error));
    zipped.on('error', () => undefined);
    const written = finished(target);
    const copied = copyAll(client, zipped).then((trailer) => (zipped.end(), trailer));
    const [trailer] = await Promise.all([copied, written]);
    await publish(draft, file);
    const rows = Object.values(trailer.rows);
    return { tables: rows.length, rows: rows.reduce((sum, count) => sum + count, 0) };
  } catch (error) {
    throw readable(error, file);
  } finally {
    await client.end().catch(() => undefined);
    rmSync(draft, { force: true });
  }
};
