import { buildServices } from '#services/server.ts';

/** Services as a process of their own, to be killed; says "ready". */
const { DATABASE_URL: databaseUrl = '' } = process.env;
const app = await buildServices({ databaseUrl, dataDir: '/nowhere' });
process.once('SIGTERM', () => void app.close());
console.log('ready');
