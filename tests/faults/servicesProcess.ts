import { fixedClock } from '#services/platform/clock.ts';
import { buildServices } from '#services/server.ts';
import { TEST_NOW } from '#tests/support/services.ts';

/** Services as a process of their own that listens, to be killed amid a command, at the time of tests; says its address. */
const { DATABASE_URL: databaseUrl = '', DATA_DIR: dataDir = '' } = process.env;
const app = await buildServices({ databaseUrl, dataDir, clock: fixedClock(TEST_NOW) });
process.once('SIGTERM', () => void app.close());
console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
