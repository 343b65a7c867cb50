import { migrate } from '#services/platform/db/migrate.ts';
import { openFolder } from '#services/platform/db/postgres/place.ts';
import { StartError } from '#services/platform/db/postgres/startError.ts';
import { buildServices } from '#services/server.ts';
import { readConfig } from './config.ts';
import { mailOf } from './mail.ts';
import { requireReachable } from './database.ts';
import { DEMO_LOGINS, seedWhenEmpty } from './demoCompany.ts';
import { entranceOf } from './listen.ts';
import { metricsOf, serveMetrics } from './metrics.ts';
import { runProgram } from './process.ts';

/** Starts the REST services alone, on an external PostgreSQL: one container of docker-compose.yml. */
await runProgram(async (stages) => {
  const config = readConfig(process.env, { quiet: false });
  const { clock, databaseUrl, domains, tokenTtlSeconds, trustedProxies } = config;
  if (!databaseUrl) throw new StartError('Falta DATABASE_URL: os serviços sozinhos usam um PostgreSQL seu.');
  const dataDir = openFolder(config.dataDir);
  await requireReachable(databaseUrl);
  await migrate(databaseUrl);
  const demo = await seedWhenEmpty(databaseUrl, { wanted: config.demo, clock, dataDir, log: console.log });
  const metrics = metricsOf(config);
  const services = await buildServices({
    databaseUrl,
    replica: config.replica,
    dataDir,
    clock,
    publicUrl: config.publicUrl,
    mail: mailOf(config),
    secretsKey: config.secretsKey,
    sso: { allowPrivate: config.privateIssuers },
    domains,
    trustedProxies,
    logger: { level: config.logLevel },
    metrics,
    slowSqlMs: config.slowSqlMs,
    named: config.named,
    addresses: { url: config.cepUrl },
    signUp: config.gateway.signUp !== false,
    rounds: true,
    ...(tokenTtlSeconds ? { tokenTtlSeconds } : {}),
  });
  const entrance = entranceOf(services);
  stages.add(() => entrance.close());
  await serveMetrics(config, metrics, stages);
  const port = await entrance.open({
    host: config.host,
    port: config.servicesPort || 4001,
    variable: 'SERVICES_PORT',
  });
  console.log(`Serviços do Prumo na porta ${port}`);
  if (demo) console.log(DEMO_LOGINS);
});
