import { migrate } from '#services/platform/db/migrate.ts';
import { openFolder } from '#services/platform/db/postgres/place.ts';
import { StartError } from '#services/platform/db/postgres/startError.ts';
import { readConfig } from './config.ts';
import { requireReachable } from './database.ts';
import { DEMO_LOGINS, seedWhenEmpty } from './demoCompany.ts';
import { runProgram } from './process.ts';
import { openServices } from './servicesPart.ts';
import { runPart } from './several/run.ts';

/** Starts the REST services alone, on an external PostgreSQL: one container of docker-compose.yml. */
await runProgram(async (stages) => {
  const config = readConfig(process.env, { quiet: false });
  const { clock, databaseUrl, domains, trustedProxies } = config;
  if (!databaseUrl) throw new StartError('Falta DATABASE_URL: os serviços sozinhos usam um PostgreSQL seu.');
  const dataDir = openFolder(config.dataDir);
  let demo = false;
  const port = await runPart(stages, config, {
    prepare: async () => {
      await requireReachable(databaseUrl);
      await migrate(databaseUrl);
      demo = await seedWhenEmpty(databaseUrl, { wanted: config.demo, clock, dataDir, log: console.log });
    },
    serve: (_nothing, metrics) =>
      openServices(config, {
        given: { databaseUrl, dataDir, domains, trustedProxies },
        place: { host: config.host, port: config.servicesPort || 4001, variable: 'SERVICES_PORT' },
        metrics,
        stages,
      }),
  });
  if (port === null) return;
  console.log(`Serviços do Prumo na porta ${port}`);
  if (demo) console.log(DEMO_LOGINS);
});
