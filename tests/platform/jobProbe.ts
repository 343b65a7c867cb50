import { setTimeout as sleep } from 'node:timers/promises';
import type { Feature } from '#services/platform/build.ts';
import { JobRefused, type JobKind, type JobRun, type Settled } from '#services/platform/jobs/kinds.ts';
import type { Trx, Work } from '#services/platform/db/unitOfWork.ts';

/** What a job of the tests does: it writes the brand `name`, and ends as `how` says. */
export interface ProbeInput {
  name: string;
  how: 'finish' | 'throw' | 'refuse' | 'ask' | 'hold' | 'hold after writing';
}

/** Started runs, oldest first. */
export const runs: { process: string; name: string; accountId: number }[] = [];
/** Names of jobs that may go on. */
export const released = new Set<string>();

const writeBrand = (name: string) => async (trx: Trx, work: Work) => {
  await trx.insertInto('brands').values({ account_id: work.session.accountId, name }).execute();
  return { message: `Marca ${name} criada.`, result: { name } };
};

const hold = async (job: JobRun, name: string): Promise<void> => {
  for (let done = 0; !released.has(name); done += 1) {
    job.signal.throwIfAborted();
    job.progress([{ name: 'Esperando', done, total: null }]);
    await sleep(20, undefined, { signal: job.signal });
  }
};

const act = async (job: JobRun, { name, how }: ProbeInput): Promise<Settled> => {
  switch (how) {
    case 'throw':
      throw new Error('out of luck');
    case 'refuse':
      throw new JobRefused('O arquivo está vazio.');
    case 'ask':
      if (job.answer === null) return job.ask({ which: 'name' });
      return job.finish(writeBrand((job.answer as ProbeInput).name));
    case 'hold':
      await hold(job, name);
      break;
    case 'hold after writing':
      return job.finish(async (trx, work) => {
        const outcome = await writeBrand(name)(trx, work);
        while (!released.has(name)) await sleep(20);
        return outcome;
      });
    case 'finish':
  }
  return job.finish(writeBrand(name));
};

export const probeJob = (process: string, kind = 'PROBE'): JobKind => ({
  kind,
  permission: 'ENGINEERING',
  run: async (job) => {
    const input = job.input as ProbeInput;
    runs.push({ process, name: input.name, accountId: job.actor.accountId });
    return act(job, input);
  },
});

/** A feature with the probe's kinds of jobs. */
export const probeJobs =
  (process = 'one'): Feature =>
  async (app) => {
    app.platform.jobs.define(probeJob(process));
    app.platform.jobs.define(probeJob(process, 'OTHER_PROBE'));
  };
