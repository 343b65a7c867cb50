import { setTimeout as wait } from 'node:timers/promises';
import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { costEstimateEndpoints } from '#schema/engineering/costEstimates/endpoints.ts';
import type { GatewayContext } from '../../context.ts';
import { cancellable } from '../../rest/cancellable.ts';
import { hasCode } from '../../rest/errors.ts';

/** Interval of the calls in milliseconds. */
const INTERVAL = 2_000;

/** Renewing a lock changes nothing that somebody else sees. */
const toldOf = ({ version, lock }: CostEstimate): string =>
  JSON.stringify([version, lock?.user.id, lock?.since, lock?.mine]);

/**
 * Streams who edits a cost estimate, as it is now and whenever it changes. Asks the services in intervals rather than
 * keeping a stream open, as `followJob` does: each call checks session and permission anew.
 */
export const followLock = (
  context: GatewayContext,
  params: { companyId: number; id: number },
): AsyncIterableIterator<CostEstimate, void> =>
  cancellable(async function* follow(signal) {
    for (let told = ''; !signal.aborted;) {
      try {
        const estimate = await context.rest.call(costEstimateEndpoints.get, { params });
        const text = toldOf(estimate);
        if (text !== told) yield estimate;
        told = text;
      } catch (error) {
        // The services are away for a moment; everything else ends the subscription.
        if (!hasCode(error, 'UNAVAILABLE')) throw error;
      }
      await wait(INTERVAL, undefined, { signal }).catch(() => undefined);
    }
  });
