import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { installQueue } from '../jobs/install.ts';
import { reason, StartError } from './postgres/startError.ts';
import { spreadState } from './spread/machines.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
const NAME = /^\d{4}_\w+\.sql$/;
/** Advisory lock id, arbitrary but the same for every version. */
export const MIGRATION_LOCK = 7_281_004;
/** Oldest PostgreSQL version with all features that the migrations use. */
const OLDEST = { number: 160_000, name: '16' };

export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the text: an applied file must not change. */
  checksum: string;
}

/** Returns the files of services/migrations in order. */
export const readMigrations = (): Migration[] =>
  readdirSync(FOLDER)
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, FOLDER), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });

const requireVersion = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  );
  const [server] = rows;
  if (server && server.number < OLDEST.number) {
    throw new StartError(
      `O PostgreSQL é o ${server.name} e o Prumo precisa do ${OLDEST.name} ou mais novo: atualize-o, ou retire DATABASE_URL para usar o que o acompanha.`,
    );
  }
};

const applied = async (client: pg.Client): Promise<Map<string, string>> => {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
};

/** Throws for a database migrated by a newer version or with a different history. */
const requireSameHistory = (done: Map<string, string>, migrations: Migration[]): void => {
  for (const [name, checksum] of done) {
    const known = migrations.find((migration) => migration.name === name);
    if (known?.checksum === checksum) continue;
    const what = known
      ? `a migração ${name} mudou depois de aplicada`
      : `ele tem a migração ${name}, que esta versão não conhece`;
    throw new StartError(
      `O banco de dados é de outra versão do Prumo (${what}): use aquela versão, ou escolha outra pasta com DATA_DIR (outro banco em DATABASE_URL).`,
    );
  }
};

/**
 * For a process that joins others: migrates nothing, because they still work with the tables as they are. Throws a StartError
 * for a database of another version, or one that this version would migrate.
 */
export const requireMigrated = async (ownerUrl: string, migrations = readMigrations()): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'prumo-migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    const done = await applied(client);
    requireSameHistory(done, migrations);
    const pending = migrations.find(({ name }) => !done.has(name));
    if (!pending) return;
    throw new StartError(
      `Esta versão muda o banco de dados (migração ${pending.name}): encerre o Prumo e inicie-o de novo, em vez de substituir seus processos.`,
    );
  } finally {
    await client.end();
  }
};

const apply = async (client: pg.Client, { name, sql, checksum }: Migration): Promise<void> => {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new StartError(`A migração ${name} do banco de dados falhou e foi desfeita: ${reason(error)}.`);
  }
};

/** A database that was copied from another server has that one's transaction numbers (migration 0092). */
const settleChanges = (client: pg.Client): Promise<unknown> =>
  client.query(`do $$ begin
    if to_regprocedure('settle_row_changes(boolean)') is not null then perform settle_row_changes(false); end if;
  end $$`);

const UNFINISHED = 'A distribuição deste banco por várias máquinas não terminou: rode npm run distribute de novo.';

/** The machines of a cluster change together, by the command that spreads rows among them. */
const requireDistributed = async (client: pg.Client, migrations: Migration[]): Promise<void> => {
  const state = await spreadState(client);
  if (state === 'half') throw new StartError(UNFINISHED);
  if (state === 'no') return;
  const done = await applied(client);
  const pending = migrations.find(({ name }) => !done.has(name));
  if (pending) {
    throw new StartError(
      `Esta versão muda o banco de dados (migração ${pending.name}), que está distribuído por várias máquinas: rode npm run distribute.`,
    );
  }
};

const migrateBy = async (client: pg.Client, ownerUrl: string, migrations: Migration[]): Promise<void> => {
  const done = await applied(client);
  requireSameHistory(done, migrations);
  for (const migration of migrations) if (!done.has(migration.name)) await apply(client, migration);
  await settleChanges(client);
  await installQueue(
    client,
    () => new pg.Pool({ connectionString: ownerUrl, application_name: 'prumo-migrate', max: 1 }),
  );
};

/**
 * Migrates a database to this version: runs each pending file, in order, in a SQL transaction that also records it.
 * Concurrent calls wait for each other. Throws a StartError that says what to do; also for one that is spread over machines
 * and has pending files, unless it is `distribute` that calls.
 */
export const migrate = async (
  ownerUrl: string,
  migrations = readMigrations(),
  { distributing = false }: { distributing?: boolean } = {},
): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'prumo-migrate' });
  // Without a listener, a lost idle connection would end the process; the next query fails instead.
  client.on('error', () => {});
  await client.connect();
  try {
    await requireVersion(client);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (!distributing) await requireDistributed(client, migrations);
    await migrateBy(client, ownerUrl, migrations);
  } finally {
    await client.end();
  }
};
