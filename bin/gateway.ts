import { buildGateway } from '#gateway/server.ts';
import { readConfig, serviceUrls, WEB_ROOT } from './config.ts';
import { listen } from './listen.ts';
import { runProgram } from './process.ts';

/** The gateway alone, over services elsewhere (FINANCIAL_URL and its like): one container of docker-compose.yml. */
await runProgram(async (stages) => {
  const config = readConfig(process.env);
  const gateway = await buildGateway({
    serviceUrls: serviceUrls(process.env, undefined),
    webRoot: WEB_ROOT,
    logger: { level: config.logLevel },
  });
  stages.add(() => gateway.close());
  const port = await listen(gateway, config.host, config.port);
  console.log(`Gateway do Prumo na porta ${port}`);
});
