import { setTimeout as wait } from 'node:timers/promises';
import { jobEndpoints, type Job } from '#schema/engineering/jobs.rest.ts';
import type { GatewayContext } from '../context.ts';
import { cancellable } from '../rest/cancellable.ts';
import { hasCode } from '../rest/errors.ts';

/** Interval of the calls in milliseconds. */
const INTERVAL = 1_000;

const FINAL: readonly Job['state'][] = ['DONE', 'FAILED', 'CANCELLED'];

/** The services are away for a moment; everything else ends the subscription. */
const isPassing = (error: unknown): boolean => hasCode(error, 'UNAVAILABLE');

/**
 * Streams a job as it is now and after each change, until it has ended. Asks the services each second rather than
 * keeping a stream open: each call checks session and permission anew, and a wrapped service needs no stream.
 */
export const followJob = (context: GatewayContext, id: number): AsyncIterableIterator<Job, void> =>
  cancellable(async function* follow(signal) {
    for (let told = ''; !signal.aborted;) {
      try {
        const job = await context.rest.call(jobEndpoints.get, { params: { id } });
        const text = JSON.stringify(job);
        if (text !== told) yield job;
        told = text;
        if (FINAL.includes(job.state)) return;
      } catch (error) {
        if (!isPassing(error)) throw error;
      }
      await wait(INTERVAL, undefined, { signal }).catch(() => undefined);
    }
  });
