import { forgetting } from '#web/client/forgetting.ts';
import { fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  useApproveCostEstimateMutation,
  useCreateCostEstimateMutation,
  useDeleteCostEstimateMutation,
  useDuplicateCostEstimateMutation,
  useUpdateCostEstimateMutation,
  type CostEstimateHeaderFragment,
  type CostEstimateInput,
} from '#web/generated/engineering.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { failures } from './words.ts';

/** Lists and their counts; stages of buildings follow estimates. */
export const forgetCostEstimates = forgetting('costEstimates', 'costEstimateTotals');
/** Rows as they were read, which a save or another user has changed. */
export const forgetDetails = forgetting('costEstimateDetails');

/** The calls that change a whole cost estimate. They throw the gateway's errors, which their dialogs show. */
export const useCostEstimateCalls = () => {
  const { companyId } = usePlace();
  const quiet = { context: { quiet: true }, update: forgetCostEstimates } as const;
  const [create] = useCreateCostEstimateMutation(quiet);
  const [update] = useUpdateCostEstimateMutation(quiet);
  const [duplicate] = useDuplicateCostEstimateMutation(quiet);
  const [approve] = useApproveCostEstimateMutation(quiet);
  const [remove] = useDeleteCostEstimateMutation(quiet);
  return {
    create: async (input: CostEstimateInput): Promise<CostEstimateHeaderFragment | undefined> =>
      (await create({ variables: { companyId, input } })).data?.createCostEstimate.costEstimate,
    update: async (
      id: string,
      version: number,
      input: CostEstimateInput,
    ): Promise<CostEstimateHeaderFragment | undefined> =>
      (await update({ variables: { companyId, id, version, input } })).data?.updateCostEstimate.costEstimate,
    duplicate: async (id: string, input: CostEstimateInput): Promise<CostEstimateHeaderFragment | undefined> =>
      (await duplicate({ variables: { companyId, id, input } })).data?.duplicateCostEstimate.costEstimate,
    /** Approves, or takes the approval back; says so, or why not. */
    approve: async (
      id: string,
      version: number,
      approved: boolean,
    ): Promise<CostEstimateHeaderFragment | undefined> => {
      try {
        const { data } = await approve({ variables: { companyId, id, version, approved } });
        notifySuccess(approved ? 'Orçamento aprovado' : 'Aprovação desfeita');
        return data?.approveCostEstimate.costEstimate;
      } catch (error) {
        notifyFailure(error, failures.save);
        return undefined;
      }
    },
    remove: async (id: string): Promise<unknown> => {
      try {
        await remove({
          variables: { companyId, id },
          update: (cache) => {
            cache.evict({ id: cache.identify({ __typename: 'CostEstimate', id }) });
            forgetCostEstimates(cache);
          },
        });
        return null;
      } catch (error) {
        return error;
      }
    },
  };
};

/** Problems of a header by the names of its fields. */
export const headerProblems = (error: unknown): Record<string, string> =>
  Object.fromEntries(fieldProblems(error).map(({ path, message }) => [path.replace(/^input\./, ''), message]));
