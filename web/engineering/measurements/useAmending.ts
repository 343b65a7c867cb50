import { forgetting } from '#web/client/forgetting.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useAmendCostEstimateExcessMutation } from '#web/generated/engineering.ts';
import { today } from '#web/ui/index.ts';
import { useNavigate } from 'react-router-dom';
import type { Sheet } from './useSheet.ts';
import { failures } from './words.ts';

const forgetAmendments = forgetting('costEstimateAmendments', 'costEstimateAmendmentTree');
const DONE = { CREATED: 'iniciado', CHANGED: 'atualizado' } as const;

/**
 * "Medir como aditivo" (mock 26): what was measured above the contract gets into the amendment of the measurement that is being
 * written, which is opened. After its approval it is no longer above. Undefined for a contractor: his lines are his own contract.
 */
export const useAmending = ({ head, queue }: Sheet): ((rowId: string) => void) | undefined => {
  const navigate = useNavigate();
  const [run] = useAmendCostEstimateExcessMutation({ context: { quiet: true }, update: forgetAmendments });
  const { companyId, costEstimate } = head;
  const amend = async (rowId: string): Promise<void> => {
    try {
      await queue.flush();
      const variables = { companyId, id: costEstimate.id, measurementId: head.id, rowId, date: today() };
      const { data } = await run({ variables });
      if (!data) return;
      const { amendment, outcome } = data.amendCostEstimateExcess;
      if (outcome !== 'UNCHANGED') notifySuccess(`Aditivo ${amendment.number} ${DONE[outcome]}`);
      void navigate(`/home/forms/engineering/cost-estimate?id=${costEstimate.id}&part=amendment-${amendment.id}`);
    } catch (error) {
      notifyFailure(error, failures.amend);
    }
  };
  return head.kind === 'CUSTOMER' ? (rowId) => void amend(rowId) : undefined;
};
