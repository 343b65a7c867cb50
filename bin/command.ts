import { runningPostgres } from '#services/platform/db/postgres/embedded.ts';
import { openFolder } from '#services/platform/db/postgres/place.ts';
import { holderOf, lockDataDir } from '#services/platform/db/postgres/lock.ts';
import { migrate } from '#services/platform/db/migrate.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { runProgram } from './process.ts';

/**
 * Runs a command on the configured database and ends the process: on the server of a running start, if there is one,
 * else on one of its own for that while, brought up to this version unless told otherwise. The work answers the exit code.
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
