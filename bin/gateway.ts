import { serviceUrlsFrom } from '#gateway/config.ts';
import { buildGateway } from '#gateway/server.ts';
import { StartError } from '#services/platform/db/postgres/startError.ts';
import { GRAPHIQL_ROOT, readConfig, WEB_ROOT } from './config.ts';
import { entranceOf } from './listen.ts';
import { metricsOf, serveMetrics } from './metrics.ts';
import { runProgram } from './process.ts';

/**
 * Starts the gateway alone, with services elsewhere (FINANCIAL_URL and others): one container of docker-compose.yml.
 */
await runProgram(async (stages) => {
  const config = readConfig(process.env, { quiet: false });
  const services = process.env.FINANCIAL_URL;
  if (!services)
    throw new StartError('Falta FINANCIAL_URL: informe o endereço dos serviços, como http://127.0.0.1:4001.');
  const metrics = metricsOf(config);
  const gateway = await buildGateway({
    ...config.gateway,
    serviceUrls: serviceUrlsFrom(process.env, services),
    webRoot: WEB_ROOT,
    graphiqlRoot: GRAPHIQL_ROOT,
    logger: { level: config.logLevel },
    metrics,
  });
  const entrance = entranceOf(gateway);
  stages.add(() => entrance.close());
  await serveMetrics(config, metrics, stages);
  const port = await entrance.open({ host: config.host, port: config.port, variable: 'PORT' });
  console.log(`Gateway do Prumo na porta ${port}`);
});
