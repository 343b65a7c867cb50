import { StartError } from '#services/platform/db/postgres/startError.ts';
import { readConfig } from './config.ts';
import { openGateway } from './gatewayPart.ts';
import { runProgram } from './process.ts';
import { runPart } from './several/run.ts';

/**
 * Starts the gateway alone, with services elsewhere (FINANCIAL_URL and others): one container of docker-compose.yml.
 */
await runProgram(async (stages) => {
  const config = readConfig(process.env, { quiet: false });
  const services = process.env.FINANCIAL_URL;
  if (!services)
    throw new StartError('Falta FINANCIAL_URL: informe o endereço dos serviços, como http://127.0.0.1:4001.');
  const port = await runPart(stages, config, {
    prepare: async () => undefined,
    serve: (_nothing, metrics) =>
      openGateway(config, {
        services,
        place: { host: config.host, port: config.port, variable: 'PORT' },
        metrics,
        stages,
      }),
  });
  if (port !== null) console.log(`Gateway do Prumo na porta ${port}`);
});
