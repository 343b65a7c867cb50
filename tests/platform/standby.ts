import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '#services/platform/db/migrate.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#services/platform/db/postgres/embedded.ts';
import { clusterFolder, openFolder, runner } from '#services/platform/db/postgres/place.ts';
import type { TestDatabase } from '#tests/support/postgres.ts';
import { postmaster } from '../faults/stack.ts';

/** A PostgreSQL of its own and a streaming standby of it, whose replay a test holds and lets go. */
export interface Replicated {
  /** For `createDatabase` of the test services. */
  database: TestDatabase;
  standbyUrl: string;
  /** Folder of the standby, as `freeze` of tests/faults/freezer.ts takes it. */
  standbyDir: string;
  /** Runs a statement on the standby, as the owner. */
  onStandby<Row extends object>(statement: string): Promise<Row[]>;
  /** Waits until the standby has replayed all that the primary has committed. */
  catchUp(): Promise<void>;
  /** From now on the standby receives, and applies nothing. */
  hold(): Promise<void>;
  letGo(): Promise<void>;
  /** Kills the standby with SIGKILL. */
  kill(): Promise<void>;
  /** Starts a killed standby at its address. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const CATCH_UP_WITHIN = 20_000;

const asked = async <Row extends object>(url: string, statement: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
};

/** A new data folder whose server can be started; it ends with the process's temporary files. */
const newFolder = (name: string): string => openFolder(mkdtempSync(join(tmpdir(), `prumo-${name}-`)));

/**
 * Copies the primary's folder while it runs, between the two functions of SQL that a base backup consists of: the
 * PostgreSQL from npm has no pg_basebackup. The copy finds the log since the backup in its own pg_wal and at the primary.
 */
const copyFolder = async (url: string, from: string, to: string): Promise<void> => {
  const by = runner();
  const [source, target] = [clusterFolder(from, by), clusterFolder(to, by)];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', true)`);
    execFileSync('cp', ['-a', source, target]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    rmSync(join(target, 'postmaster.pid'));
    cpSync(join(from, 'postgres.password'), join(to, 'postgres.password'));
    const { port, username, password } = new URL(url);
    const conninfo = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
    appendFileSync(
      join(target, 'postgresql.auto.conf'),
      `primary_conninfo = '${conninfo}'\nmax_standby_streaming_delay = '100ms'\n`,
    );
    writeFileSync(join(target, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(target, 'standby.signal'), '');
    if (by) for (const name of ['backup_label', 'standby.signal']) chownSync(join(target, name), by.uid, by.gid);
  } finally {
    await client.end();
  }
};

/** Starts both, with the product's tables and the rows of `fill`. Takes some seconds. */
export const startReplicated = async (fill: (ownerUrl: string) => Promise<void>): Promise<Replicated> => {
  const primaryDir = newFolder('primary');
  const standbyDir = newFolder('standby');
  const primary = await startEmbeddedPostgres({ dataDir: primaryDir });
  const { url } = primary;
  await migrate(url);
  await fill(url);
  await copyFolder(url, primaryDir, standbyDir);
  let standby: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir: standbyDir });
  const standbyUrl = standby.url;

  const onStandby = <Row extends object>(statement: string) => asked<Row>(standbyUrl, statement);
  const stop = async (): Promise<void> => {
    await standby.stop();
    await primary.stop();
    for (const folder of [primaryDir, standbyDir]) rmSync(folder, { recursive: true, force: true });
  };
  return {
    database: { url, ownerUrl: url, drop: async () => undefined },
    standbyUrl,
    standbyDir,
    onStandby,
    catchUp: async () => {
      const [now] = await asked<{ lsn: string }>(url, 'select pg_current_wal_flush_lsn()::text as lsn');
      for (const end = Date.now() + CATCH_UP_WITHIN; Date.now() < end; await wait(20)) {
        const replayed = `select pg_last_wal_replay_lsn() >= '${now?.lsn}'::pg_lsn as done`;
        if ((await onStandby<{ done: boolean }>(replayed))[0]?.done) return;
      }
      throw new Error('the standby does not catch up');
    },
    hold: async () => void (await onStandby('select pg_wal_replay_pause()')),
    letGo: async () => void (await onStandby('select pg_wal_replay_resume()')),
    kill: async () => {
      process.kill(postmaster(standbyDir), 'SIGKILL');
      await standby.died;
    },
    start: async () => {
      standby = await startEmbeddedPostgres({ dataDir: standbyDir, port: Number(new URL(standbyUrl).port) });
    },
    stop,
  };
};
