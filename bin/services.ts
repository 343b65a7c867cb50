import { clockFromEnvironment } from '#services/platform/clock.ts';
import { migrate } from '#services/platform/migrate.ts';
import { openFolder } from '#services/platform/postgres/place.ts';
import { StartError } from '#services/platform/postgres/startError.ts';
import { domainsFromEnvironment } from '#services/policy.ts';
import { buildServices } from '#services/server.ts';
import { readConfig } from './config.ts';
import { mailOf } from './mail.ts';
import { requireReachable } from './database.ts';
import { DEMO_LOGINS, seedWhenEmpty } from './demoCompany.ts';
import { listen } from './listen.ts';
import { runProgram } from './process.ts';

/** The REST services alone, on somebody's own PostgreSQL: one container of docker-compose.yml. */
await runProgram(async (stages) => {
  const config = readConfig(process.env);
  const { databaseUrl, tokenTtlSeconds } = config;
  if (!databaseUrl) throw new StartError('Falta DATABASE_URL: os serviços sozinhos usam um PostgreSQL seu.');
  const dataDir = openFolder(config.dataDir);
  await requireReachable(databaseUrl);
  await migrate(databaseUrl);
  const clock = clockFromEnvironment(process.env);
  const demo = await seedWhenEmpty(databaseUrl, { wanted: config.demo, clock, log: console.log });
  const services = await buildServices({
    databaseUrl,
    dataDir,
    clock,
    publicUrl: config.publicUrl,
    mail: mailOf(config),
    domains: domainsFromEnvironment(process.env),
    trustedProxies: process.env.TRUSTED_PROXIES,
    logger: { level: config.logLevel },
    addresses: { url: config.cepUrl },
    ...(tokenTtlSeconds ? { tokenTtlSeconds } : {}),
  });
  stages.add(() => services.close());
  const port = await listen(services, config.host, config.servicesPort || 4001);
  console.log(`Serviços do Prumo na porta ${port}`);
  if (demo) console.log(DEMO_LOGINS);
});
