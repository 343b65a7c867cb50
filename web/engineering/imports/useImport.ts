import {
  useAnswerImportMutation,
  useCancelImportMutation,
  useImportChangedSubscription,
  useImportJobQuery,
  type ImportAnswerInput,
} from '#web/generated/engineering.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { useState } from 'react';
import { advanced, isOpen, type ImportJob, type JobStep } from './steps.ts';

export interface FollowedImport {
  job: ImportJob | undefined;
  /** As far as it has ever come. */
  progress: readonly JobStep[];
  error: unknown;
  answer(input: ImportAnswerInput): void;
  cancel(): Promise<boolean>;
  busy: boolean;
}

/** An import, followed each second until it has ended. */
export const useImport = (id: string): FollowedImport => {
  const { data, error } = useImportJobQuery({ variables: { id }, fetchPolicy: 'cache-and-network' });
  const job = data?.job ?? undefined;
  // The cache takes what the subscription brings; the query shows it.
  useImportChangedSubscription({ variables: { id }, skip: job === undefined || !isOpen(job) });
  const [seen, setSeen] = useState<{ job: ImportJob | undefined; progress: readonly JobStep[] }>({
    job: undefined,
    progress: [],
  });
  if (job !== undefined && job !== seen.job) {
    setSeen({ job, progress: job.id === seen.job?.id ? advanced(seen.progress, job.progress) : job.progress });
  }
  const [answerImport, answering] = useAnswerImportMutation();
  const [cancelImport, cancelling] = useCancelImportMutation();
  return {
    job,
    progress: seen.progress,
    error: job === undefined ? error : undefined,
    answer: (input) => void answerImport({ variables: { importId: id, input } }).catch(notifyFailure),
    cancel: () =>
      cancelImport({ variables: { id } }).then(
        () => true,
        (failure: unknown) => {
          notifyFailure(failure);
          return false;
        },
      ),
    busy: answering.loading || cancelling.loading,
  };
};
