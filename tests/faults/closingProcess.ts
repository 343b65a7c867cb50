import { buildServices } from '#services/server.ts';
import { systemClock } from '#services/platform/clock.ts';

/** Services as a process of their own, to be killed amid a closing; says "ready ADDRESS". */
const { DATABASE_URL: databaseUrl = '' } = process.env;
const app = await buildServices({ databaseUrl, dataDir: '/nowhere', clock: systemClock });
process.once('SIGTERM', () => void app.close());
console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
