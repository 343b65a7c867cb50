import type { Registry } from 'prom-client';
import { requireMigrated } from '#services/platform/db/migrate.ts';
import { buildServices, type ServicesOptions } from '#services/server.ts';
import type { Config } from './config.ts';
import { mailOf } from './mail.ts';
import { entranceOf, type Place } from './listen.ts';
import type { Stages } from './process.ts';
import { isOneOfSeveral } from './several/worker.ts';

/** What differs between the services alone and those of `npm start`. */
type Given = Pick<ServicesOptions, 'databaseUrl' | 'dataDir' | 'domains' | 'trustedProxies' | 'storage'>;

/** Builds the services as configured and opens them; `stages` closes them. Returns their port. */
export const openServices = async (
  config: Config,
  { given, place, metrics, stages }: { given: Given; place: Place; metrics: Registry | undefined; stages: Stages },
): Promise<number> => {
  const { clock, tokenTtlSeconds } = config;
  if (isOneOfSeveral()) await requireMigrated(given.databaseUrl);
  const services = await buildServices({
    ...given,
    clock,
    publicUrl: config.publicUrl,
    mail: mailOf(config),
    secretsKey: config.secretsKey,
    sso: { allowPrivate: config.privateIssuers },
    logger: { level: config.logLevel },
    metrics,
    slowSqlMs: config.slowSqlMs,
    named: config.named,
    replica: config.replica,
    addresses: { url: config.cepUrl },
    signUp: config.gateway.signUp !== false,
    rounds: true,
    ...(tokenTtlSeconds ? { tokenTtlSeconds } : {}),
  });
  const entrance = entranceOf(services);
  stages.add(() => entrance.close());
  return entrance.open(place);
};
