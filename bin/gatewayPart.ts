import type { Registry } from 'prom-client';
import { serviceUrlsFrom } from '#gateway/config.ts';
import { SharedLimits } from '#gateway/limits/shared.ts';
import { buildGateway } from '#gateway/server.ts';
import { GRAPHIQL_ROOT, WEB_ROOT, type Config } from './config.ts';
import { entranceOf, type Place } from './listen.ts';
import type { Stages } from './process.ts';
import { peers } from './several/worker.ts';

/** Builds the gateway over services as configured and opens it; `stages` closes it. Returns its port. */
export const openGateway = async (
  config: Config,
  {
    services,
    place,
    metrics,
    stages,
  }: { services: string; place: Place; metrics: Registry | undefined; stages: Stages },
): Promise<number> => {
  const gateway = await buildGateway({
    ...config.gateway,
    serviceUrls: serviceUrlsFrom(process.env, services),
    webRoot: WEB_ROOT,
    graphiqlRoot: GRAPHIQL_ROOT,
    logger: { level: config.logLevel },
    metrics,
    limits: new SharedLimits(peers()),
  });
  const entrance = entranceOf(gateway);
  stages.add(() => entrance.close());
  return entrance.open(place);
};
