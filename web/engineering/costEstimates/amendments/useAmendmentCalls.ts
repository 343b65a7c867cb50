import { fieldProblems } from '#web/client/errors.ts';
import { notifyFailure } from '#web/client/notify.ts';
import {
  useCreateCostEstimateAmendmentMutation,
  useDeleteCostEstimateAmendmentMutation,
  useSetCostEstimateAmendmentStatusMutation,
  useUpdateCostEstimateAmendmentMutation,
  type CostEstimateAmendmentInput,
  type CostEstimateAmendmentSavedFragment,
  type CostEstimateAmendmentStatus,
} from '#web/generated/engineering.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { forgetCostEstimates } from '../calls.ts';
import { FAILURES } from './words.ts';

type Saved = CostEstimateAmendmentSavedFragment;

/** Problems of an amendment by the names of its fields: "reason", "lines.0.quantity". */
const problemsOf = (error: unknown): Record<string, string> =>
  Object.fromEntries(fieldProblems(error).map(({ path, message }) => [path.replace(/^input\./, ''), message]));

interface Named {
  id: string;
  version: number;
}

/** The calls of the amendments of one cost estimate; a failure is told, and answered with its problems. */
export const useAmendmentCalls = (id: string) => {
  const { companyId } = usePlace();
  const settings = { context: { quiet: true }, update: forgetCostEstimates } as const;
  const [create, creating] = useCreateCostEstimateAmendmentMutation(settings);
  const [update, updating] = useUpdateCostEstimateAmendmentMutation(settings);
  const [turn, turning] = useSetCostEstimateAmendmentStatusMutation(settings);
  const [remove, removing] = useDeleteCostEstimateAmendmentMutation(settings);
  const told = async (
    call: () => Promise<Saved | undefined>,
  ): Promise<{ saved?: Saved; problems: Record<string, string> }> => {
    try {
      const saved = await call();
      return { ...(saved && { saved }), problems: {} };
    } catch (error) {
      notifyFailure(error, FAILURES.save);
      return { problems: problemsOf(error) };
    }
  };
  const key = { companyId, id };
  return {
    busy: creating.loading || updating.loading || turning.loading || removing.loading,
    create: (input: CostEstimateAmendmentInput) =>
      told(async () => (await create({ variables: { ...key, input } })).data?.createCostEstimateAmendment),
    update: ({ id: amendmentId, version }: Named, input: CostEstimateAmendmentInput) =>
      told(
        async () =>
          (await update({ variables: { ...key, amendmentId, version, input } })).data?.updateCostEstimateAmendment,
      ),
    turn: ({ id: amendmentId, version }: Named, status: CostEstimateAmendmentStatus) =>
      told(
        async () =>
          (await turn({ variables: { ...key, amendmentId, version, status } })).data?.setCostEstimateAmendmentStatus,
      ),
    remove: async ({ id: amendmentId, version }: Named): Promise<unknown> => {
      try {
        await remove({ variables: { ...key, amendmentId, version } });
        return null;
      } catch (error) {
        return error;
      }
    },
  };
};
