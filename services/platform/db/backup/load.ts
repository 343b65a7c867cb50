import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { reason, StartError } from '../postgres/startError.ts';
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
import { spreadState } from '../spread/machines.ts';
import { linesOf } from './lines.ts';

const DAMAGED = 'O arquivo não é uma cópia inteira do Prumo: nada foi restaurado.';
const damaged = (why: string): StartError => new StartError(`${DAMAGED} (${why})`);

const parsed = <Value>(line: Buffer, prefix: string): Value => {
  const text = line.toString('utf8');
  if (!text.startsWith(prefix)) throw damaged(`falta ${prefix.trim()}`);
  return JSON.parse(text.slice(prefix.length)) as Value;
};

const requireSameVersion = async (client: pg.Client, { migrations }: Header): Promise<void> => {
  const here = await migrationsOf(client);
  const migrationList = (list: Header['migrations']) => list.map(({ name, checksum }) => `${name} ${checksum}`).join();
  if (migrationList(here) === migrationList(migrations)) return;
  const last = (list: Header['migrations']) => list.at(-1)?.name.replace(/\.sql$/, '') ?? 'nenhuma';
  throw new StartError(
    `A cópia é de outra versão do Prumo (banco em ${last(migrations)}; esta versão está em ${last(here)}): ` +
      'restaure com aquela versão e depois atualize.',
  );
};

/** Throws when services run on this database, since they cache data of the old content. */
export const requireAlone = async (client: pg.Client, purpose: string): Promise<void> => {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name in ('prumo-services', 'prumo-listen')`,
  );
  if (rowCount) throw new StartError(`O Prumo está rodando sobre este banco: encerre-o antes de ${purpose}.`);
};

const requireEmpty = async (client: pg.Client): Promise<void> => {
  if ((await client.query('select from accounts limit 1')).rowCount === 0) return;
  throw new StartError(
    'O banco já tem dados: restaure em um banco vazio (outra DATA_DIR ou DATABASE_URL), ou acrescente --substituir para apagar o que há nele.',
  );
};

const requireOneMachine = async (client: pg.Client): Promise<void> => {
  if ((await spreadState(client)) === 'no') return;
  throw new StartError(
    'Este banco está distribuído por várias máquinas: restaure em um banco vazio de uma só, e distribua-o depois (npm run distribute).',
  );
};

/** Prepares the tables: the owner can COPY into them, and no trigger changes the copied rows. */
const openTables = async (client: pg.Client, tables: readonly Table[]): Promise<void> => {
  await client.query(`truncate ${listOf(tables.map(({ name }) => name))}`);
  for (const { name } of tables)
    await client.query(`alter table ${listOf([name])} no force row level security, disable trigger user`);
};

const closeTables = async (client: pg.Client, tables: readonly Table[]): Promise<void> => {
  // A table with deferred checks cannot be altered before they are done.
  await client.query('set constraints all immediate');
  for (const { name, forced } of tables) {
    const security = forced ? 'force row level security, ' : '';
    await client.query(`alter table ${listOf([name])} ${security}enable trigger user`);
  }
};

const NEWLINE = Buffer.from('\n');
/** Sends rows in chunks of this size: one message per row would cost more than the row. */
const PIECE = 64 * 1024;

const isEnd = (line: Buffer): boolean => line.length === 2 && line.toString('latin1') === END_OF_ROWS;

/** Yields the rows of one table, up to its end marker. */
async function* rowsOf(lines: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void> {
  let piece: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { value: line, done } = await lines.next();
    if (done) throw damaged('ele acaba antes do fim');
    if (isEnd(line)) break;
    piece.push(line, NEWLINE);
    size += line.length + 1;
    if (size < PIECE) continue;
    yield Buffer.concat(piece);
    piece = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(piece);
}

const copyRows = async (client: pg.Client, table: Table, lines: AsyncIterator<Buffer>): Promise<number> => {
  const rows = client.query(copyFrom(`copy ${listOf([table.name])} (${listOf(table.columns)}) from stdin`));
  // `pipeline` fails the COPY of a truncated file; otherwise the rollback would wait for it forever.
  await pipeline(rowsOf(lines), rows);
  return rows.rowCount;
};

const SEQUENCE = /^ALTER SEQUENCE "(\w+)" RESTART WITH (\d{1,19});$/;

const restartSequence = async (client: pg.Client, text: string): Promise<void> => {
  const [, name, next] = SEQUENCE.exec(text) ?? [];
  if (!name || !next) throw damaged('há uma linha que não conheço');
  // Unlike setval, this is rolled back with the SQL transaction.
  await client.query(`alter sequence ${listOf([name])} restart with ${next}`);
};

const loadAll = async (client: pg.Client, header: Header, lines: AsyncIterator<Buffer>): Promise<Trailer> => {
  const tables = await tablesOf(client);
  const byHead = new Map(
    tables.map((table) => [`COPY ${listOf([table.name])} (${listOf(table.columns)}) FROM stdin;`, table]),
  );
  if (header.tables.length !== tables.length) throw damaged('as tabelas não são as desta versão');
  await openTables(client, tables);
  const rows: Trailer['rows'] = {};
  for (;;) {
    const { value: line, done } = await lines.next();
    if (done) throw damaged('ele acaba antes do fim');
    const text = line.length < 10_000 ? line.toString('utf8') : '';
    const table = byHead.get(text);
    if (table) rows[table.name] = await copyRows(client, table, lines);
    else if (!text.startsWith(TRAILER)) await restartSequence(client, text);
    else {
      const trailer = parsed<Trailer>(line, TRAILER);
      const wrong = tables.find(({ name }) => rows[name] !== trailer.rows[name]);
      if (wrong) throw damaged(`faltam linhas de ${wrong.name}`);
      // Cursors of before must not be read against rows of another time (migration 0092).
      await client.query('select settle_row_changes(true)');
      await closeTables(client, tables);
      return trailer;
    }
  }
};

export interface RestoreReport {
  /** Time of the backup. */
  at: string;
  rows: number;
}

/**
 * Restores a backup into a database of the same version, completely or not at all. Rejects a database with accounts
 * unless `replace` is set, and one in use by services. Throws a StartError that says what to do.
 */
export const restore = async (
  ownerUrl: string,
  file: string,
  { replace = false }: { replace?: boolean } = {},
): Promise<RestoreReport> => {
  const source = createReadStream(file);
  const unzipped = createGunzip();
  source.on('error', (error) => unzipped.destroy(error));
  // The reader of the next line receives the error; this listener only keeps the process alive until then.
  unzipped.on('error', () => undefined);
  const lines = linesOf(source.pipe(unzipped));
  const client = await connect(ownerUrl, 'prumo-restore');
  try {
    const first = await lines.next();
    if (first.done) throw damaged('ele está vazio');
    const header = parsed<Header>(first.value, HEADER);
    await requireSameVersion(client, header);
    await requireOneMachine(client);
    await requireAlone(client, 'restaurar');
    await client.query('begin');
    if (!replace) await requireEmpty(client);
    const { rows } = await loadAll(client, header, lines);
    await client.query('commit');
    await client.query('analyze');
    return { at: header.at, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) };
  } catch (error) {
    // The end of the connection would also roll back.
    await client.query('rollback').catch(() => undefined);
    if (error instanceof StartError) throw error;
    throw damaged(reason(error));
  } finally {
    await client.end().catch(() => undefined);
    source.destroy();
  }
};
