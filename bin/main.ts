import { migrate } from '#services/platform/db/migrate.ts';
import { openFolder } from '#services/platform/db/postgres/place.ts';
import { lockDataDir } from '#services/platform/db/postgres/lock.ts';
import { serviceUrlsFrom } from '#gateway/config.ts';
import { GRAPHIQL_ROOT, localAddress, readConfig, WEB_ROOT } from './config.ts';
import { mailOf } from './mail.ts';
import { openDatabase } from './database.ts';
import { DEMO_LOGINS, seedWhenEmpty } from './demoCompany.ts';
import { entranceOf, requireFreePort } from './listen.ts';
import { metricsOf, serveMetrics } from './metrics.ts';
import { runProgram, type Stages } from './process.ts';

const log = (line: string): void => console.log(line);

/** Starts the whole product in one process: database, services on this machine only, and the gateway for browsers. */
const start = async (stages: Stages): Promise<void> => {
  const config = readConfig(process.env);
  const dataDir = openFolder(config.dataDir);
  const lock = await lockDataDir(dataDir);
  stages.add(async () => lock.release());
  const place = { host: config.host, port: config.port, variable: 'PORT' } as const;
  await requireFreePort(place);

  // Imports the parts while the database starts; the checks above have passed, so a rejected start is quick.
  const parts = Promise.all([import('#services/server.ts'), import('#gateway/server.ts')]);
  const database = await openDatabase({ ...config, dataDir }, log);
  stages.add(() => database.stop());
  await migrate(database.url);
  const { clock, tokenTtlSeconds } = config;
  const demo = await seedWhenEmpty(database.url, { wanted: config.demo, clock, dataDir: config.dataDir, log });

  log('Iniciando serviços e gateway…');
  const [{ buildServices }, { buildGateway }] = await parts;
  const logger = { level: config.logLevel };
  const metrics = metricsOf(config);
  const services = await buildServices({
    databaseUrl: database.url,
    replica: config.replica,
    dataDir,
    clock,
    publicUrl: config.publicUrl,
    mail: mailOf(config),
    secretsKey: config.secretsKey,
    sso: { allowPrivate: config.privateIssuers },
    logger,
    metrics,
    slowSqlMs: config.slowSqlMs,
    named: config.named,
    addresses: { url: config.cepUrl },
    signUp: config.gateway.signUp !== false,
    rounds: true,
    storage: database.folder === null ? undefined : { folder: database.folder, reserve: config.diskReserve },
    ...(tokenTtlSeconds ? { tokenTtlSeconds } : {}),
  });
  const inner = entranceOf(services);
  stages.add(() => inner.close());
  const servicesPort = await inner.open({
    host: '127.0.0.1',
    port: config.servicesPort,
    variable: 'SERVICES_PORT',
  });
  const gateway = await buildGateway({
    ...config.gateway,
    serviceUrls: serviceUrlsFrom(process.env, `http://127.0.0.1:${servicesPort}`),
    webRoot: WEB_ROOT,
    graphiqlRoot: GRAPHIQL_ROOT,
    logger,
    metrics,
  });
  const entrance = entranceOf(gateway);
  stages.add(() => entrance.close());
  await serveMetrics(config, metrics, stages);
  const port = await entrance.open(place);

  const address = localAddress({ host: config.host, port });
  lock.announce(address);
  log(`\nPrumo em ${address}`);
  if (demo) log(DEMO_LOGINS);
};

await runProgram(start);
