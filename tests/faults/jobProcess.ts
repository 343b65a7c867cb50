import { buildServer } from '#services/platform/build.ts';
import { policy } from '#services/policy.ts';
import { probeJobs, released, runs } from '#tests/platform/jobProbe.ts';

/**
 * Services with the probe's jobs as a process of their own, to be killed. RELEASED names the job that may end. Says
 * "ready", and "runs NAME" for each run.
 */
const { DATABASE_URL: databaseUrl = '', RELEASED = '' } = process.env;
released.add(RELEASED);
const app = await buildServer({ databaseUrl, dataDir: '/nowhere' }, [probeJobs()], policy.platform);
let told = 0;
const telling = setInterval(() => {
  for (const { name } of runs.slice(told)) console.log(`runs ${name}`);
  told = runs.length;
}, 5);
process.once('SIGTERM', () => {
  clearInterval(telling);
  void app.close();
});
console.log('ready');
