import { migrate } from '#services/platform/db/migrate.ts';
import { openFolder } from '#services/platform/db/postgres/place.ts';
import { lockDataDir, type Lock } from '#services/platform/db/postgres/lock.ts';
import { localAddress, readConfig } from './config.ts';
import { openDatabase, type Database } from './database.ts';
import { DEMO_LOGINS, seedWhenEmpty } from './demoCompany.ts';
import { requireFreePort } from './listen.ts';
import { runProgram, type Stages } from './process.ts';
import { runPart } from './several/run.ts';
import { isOneOfSeveral } from './several/worker.ts';

const importParts = () => import('./parts.ts');
const log = (line: string): void => console.log(line);

/**
 * Starts the whole product: database, services on this machine only, and the gateway for browsers. Each of several processes
 * has services and a gateway, which calls the services of its own process.
 */
const start = async (stages: Stages): Promise<void> => {
  const config = readConfig(process.env);
  const { clock } = config;
  const dataDir = openFolder(config.dataDir);
  const place = { host: config.host, port: config.port, variable: 'PORT' } as const;
  let lock: Lock | undefined;
  let parts: ReturnType<typeof importParts> | undefined;
  let demo = false;

  const prepare = async (): Promise<Pick<Database, 'url' | 'folder'>> => {
    const locked = await lockDataDir(dataDir);
    lock = locked;
    stages.add(async () => locked.release());
    await requireFreePort(place);
    // Imports the parts while the database starts; the checks above have passed, so a rejected start is quick.
    if (config.processes === 1) parts = importParts();
    const database = await openDatabase({ ...config, dataDir }, log);
    stages.add(() => database.stop());
    await migrate(database.url);
    demo = await seedWhenEmpty(database.url, { wanted: config.demo, clock, dataDir: config.dataDir, log });
    log('Iniciando serviços e gateway…');
    return { url: database.url, folder: database.folder };
  };
  const port = await runPart(stages, config, {
    prepare,
    serve: async ({ url, folder }, metrics) => {
      const { openServices, openGateway } = await (parts ?? importParts());
      const storage = folder === null ? undefined : { folder, reserve: config.diskReserve };
      const inner = { host: '127.0.0.1', port: config.servicesPort, variable: 'SERVICES_PORT' } as const;
      const servicesPort = await openServices(config, {
        given: { databaseUrl: url, dataDir, storage },
        place: { ...inner, exclusive: isOneOfSeveral() && config.servicesPort === 0 },
        metrics,
        stages,
      });
      return openGateway(config, { services: `http://127.0.0.1:${servicesPort}`, place, metrics, stages });
    },
  });
  if (port === null) return;
  const address = localAddress({ host: config.host, port });
  lock?.announce(address);
  log(`\nPrumo em ${address}`);
  if (demo) log(DEMO_LOGINS);
};

await runProgram(start);
