import { errorCode, errorText } from '#web/client/errors.ts';
import { notifyFailure } from '#web/client/notify.ts';
import {
  useCostEstimateLockChangedSubscription,
  useLockCostEstimateMutation,
  useUnlockCostEstimateMutation,
  type CostEstimateLockFieldsFragment,
} from '#web/generated/engineering.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { timeOf } from '#web/ui/index.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { failures } from '../words.ts';

type Lock = CostEstimateLockFieldsFragment | null;

/** A lease is renewed after this part of its ten minutes. */
const RENEWAL = 3 * 60_000;

interface LockOptions {
  id: string;
  initial: Lock;
  /** Something is typed that is not saved. */
  dirty: boolean;
  /** The estimate as the service has it, whenever somebody saves. */
  onVersion: (version: number) => void;
}

/** "Rui está editando este orçamento desde 14:05." while it is not this session. */
const sentenceOf = (lock: Lock): string | null =>
  lock && !lock.mine ? `${lock.user.name} está editando este orçamento desde ${timeOf(lock.since)}.` : null;

/**
 * The lock of an estimate: taken with the first edit, renewed while there is something to save, given back when there is
 * nothing more and on leaving. What a refusal says stays until the lock is free.
 */
export const useLock = ({ id, initial, dirty, onVersion }: LockOptions) => {
  const { companyId } = usePlace();
  const [lock, setLock] = useState<Lock>(initial);
  const [refused, setRefused] = useState<string | null>(null);
  const quiet = { context: { quiet: true } };
  const [take] = useLockCostEstimateMutation(quiet);
  const [free] = useUnlockCostEstimateMutation(quiet);
  const held = useRef(initial?.mine ?? false);
  useCostEstimateLockChangedSubscription({
    variables: { companyId, id },
    onData: ({ data }) => {
      const state = data.data?.costEstimateLock;
      if (!state) return;
      setLock(state.lock);
      held.current = state.lock?.mine ?? false;
      if (!state.lock) setRefused(null);
      onVersion(state.version);
    },
  });

  const acquire = useCallback(
    async (takeover = false): Promise<void> => {
      try {
        const { data } = await take({ variables: { companyId, id, takeover } });
        held.current = true;
        setLock(data?.lockCostEstimate.costEstimate.lock ?? null);
        setRefused(null);
      } catch (error) {
        held.current = false;
        if (errorCode(error) === 'LOCKED') setRefused(errorText(error));
        else notifyFailure(error, failures.save);
      }
    },
    [take, companyId, id],
  );
  const release = useCallback(async (): Promise<void> => {
    if (!held.current) return;
    held.current = false;
    setLock(null);
    // A lock that cannot be given back runs out by itself.
    await free({ variables: { companyId, id } }).catch(() => undefined);
  }, [free, companyId, id]);

  const asked = useRef(false);
  useEffect(() => {
    if (!dirty) {
      asked.current = false;
      return undefined;
    }
    if (!asked.current && !held.current) {
      asked.current = true;
      void acquire();
    }
    const timer = setInterval(() => void acquire(), RENEWAL);
    return () => clearInterval(timer);
  }, [dirty, acquire]);

  const leave = useRef(release);
  useEffect(() => {
    leave.current = release;
  });
  useEffect(() => () => void leave.current(), []);

  return { lock, other: sentenceOf(lock) ?? refused, acquire, release };
};
