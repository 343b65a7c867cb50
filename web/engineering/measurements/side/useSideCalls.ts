import { forgetting } from '#web/client/forgetting.ts';
import {
  useDeleteMeasurementContractMutation,
  useReleaseRetentionMutation,
  useUndoRetentionReleaseMutation,
  useUpdateMeasurementContractMutation,
} from '#web/generated/engineering.ts';
import { inputOf, type EstimateRow, type Side, type SideForm } from './model.ts';

/** Sums of open measurements, which follow their contract. */
const forgetSums = forgetting('measurements', 'measurementTotals');
const forgetSides = forgetting('measurements', 'measurementTotals', 'measurementContracts');
/** Documents that a release makes, and its undo takes away. */
const forgetDocuments = forgetting('transactions', 'transactionTotals');

/** The calls on one side; each throws the gateway's error, which its caller shows. */
export const useSideCalls = () => {
  const context = { quiet: true };
  const [update] = useUpdateMeasurementContractMutation({ context, update: forgetSums });
  const [remove] = useDeleteMeasurementContractMutation({ context, update: forgetSides });
  const [release] = useReleaseRetentionMutation({ context, update: forgetDocuments });
  const [undo] = useUndoRetentionReleaseMutation({ context, update: forgetDocuments });
  return {
    save: async (form: SideForm, side: Side, rows: readonly EstimateRow[]): Promise<Side | undefined> => {
      const input = inputOf(form, side.kind, rows);
      const { data } = await update({ variables: { contractId: side.id, version: side.version, input } });
      return data?.updateMeasurementContract.contract;
    },
    remove: ({ id, version }: Side) => remove({ variables: { contractId: id, version } }),
    /** Without a value, everything that is kept back. */
    release: ({ id }: Side, value: string, dueDate: string) =>
      release({ variables: { contractId: id, value: value || null, dueDate } }),
    undoRelease: ({ id }: Side, releaseId: string) => undo({ variables: { contractId: id, releaseId } }),
  };
};
