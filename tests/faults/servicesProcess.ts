import { buildServices } from '#services/server.ts';

/** Services as a process of their own that listens, to be killed amid a command; says its address. */
const { DATABASE_URL: databaseUrl = '', DATA_DIR: dataDir = '' } = process.env;
const app = await buildServices({ databaseUrl, dataDir });
process.once('SIGTERM', () => void app.close());
console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
