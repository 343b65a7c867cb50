import { runningPostgres } from '#services/platform/db/postgres/embedded.ts';
import { openFolder } from '#services/platform/db/postgres/place.ts';
import { holderOf, lockDataDir } from '#services/platform/db/postgres/lock.ts';
import { migrate } from '#services/platform/db/migrate.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { runProgram } from './process.ts';

/**
 * Runs a command on the configured database, then exits with the code that `work` returns. Uses the database server of
 * a running start, or starts one for the command. Migrates the database first unless `migrated` is false.
 */
export const runCommand = (
  work: (ownerUrl: string) => Promise<number>,
  { migrated = true }: { migrated?: boolean } = {},
): Promise<void> =>
  runProgram(async (stages) => {
    const config = readConfig(process.env);
    const dataDir = openFolder(config.dataDir);
    const running = !config.databaseUrl && holderOf(dataDir) ? runningPostgres(dataDir) : undefined;
    if (!config.databaseUrl && !running) {
      const lock = await lockDataDir(dataDir);
      stages.add(async () => lock.release());
    }
    const database = await openDatabase({ ...config, dataDir, databaseUrl: config.databaseUrl ?? running }, () => {});
    stages.add(() => database.stop());
    if (migrated) await migrate(database.url);
    await stages.finish(await work(database.url));
  });
