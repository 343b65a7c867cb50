import { errorText, fieldProblems } from '#web/client/errors.ts';
import { downloadFile } from '#web/client/files.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { notifyError, notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  useCreateMeasurementContractMutation,
  useCreateMeasurementMutation,
  useDeleteMeasurementMutation,
  useMeasurementBulletinLazyQuery,
  useSetMeasurementStatusMutation,
  type BulletinGap,
  type MeasurementContractInput,
  type MeasurementStatus,
} from '#web/generated/engineering.ts';
import { failures, type Head } from './words.ts';

/** Lists, their counts, and the sides with their latest measurements. */
export const forgetMeasurements = forgetting('measurements', 'measurementTotals', 'measurementContracts');
/** Documents that closing makes and reopening takes away. */
const forgetDocuments = forgetting('transactions', 'transactionTotals');

const SAID: Readonly<Record<MeasurementStatus, string>> = {
  OPEN: 'Medição aberta de novo',
  REVIEW: 'Medição enviada para conferência',
  CLOSED: 'Medição fechada',
};

/** What the service refuses names the lines; its sentences stand together. */
const sentenceOf = (error: unknown, fallback: string): string => {
  const [first] = fieldProblems(error);
  return first?.message ?? errorText(error, fallback);
};

/** The calls that change a whole measurement. They tell what became of them and answer undefined for a refusal. */
export const useMeasurementCalls = () => {
  const quiet = { context: { quiet: true }, update: forgetMeasurements } as const;
  const [setStatus] = useSetMeasurementStatusMutation({ context: { quiet: true } });
  const [createSide] = useCreateMeasurementContractMutation(quiet);
  const [create] = useCreateMeasurementMutation(quiet);
  const [remove] = useDeleteMeasurementMutation(quiet);
  const [readBulletin] = useMeasurementBulletinLazyQuery({ fetchPolicy: 'no-cache' });
  return {
    setStatus: async (head: Head, status: MeasurementStatus, dueDate?: string): Promise<Head | undefined> => {
      try {
        const { data } = await setStatus({
          variables: { measurementId: head.id, version: head.version, status, dueDate: dueDate ?? null },
          update: (cache) => {
            forgetMeasurements(cache);
            if (status === 'CLOSED' || head.status === 'CLOSED') forgetDocuments(cache);
          },
        });
        notifySuccess(SAID[status]);
        return data?.setMeasurementStatus.measurement;
      } catch (error) {
        notifyError(sentenceOf(error, failures.save));
        return undefined;
      }
    },
    createSide: async (
      costEstimateId: string,
      kind: 'CUSTOMER' | 'CONTRACTOR',
      input: MeasurementContractInput,
    ): Promise<string | undefined> => {
      try {
        const { data } = await createSide({ variables: { costEstimateId, kind, input } });
        return data?.createMeasurementContract.contract.id;
      } catch (error) {
        notifyError(sentenceOf(error, failures.save));
        return undefined;
      }
    },
    create: async (contractId: string, periodEnd: string): Promise<string | undefined> => {
      try {
        const { data } = await create({ variables: { contractId, periodEnd } });
        return data?.createMeasurement.measurement.id;
      } catch (error) {
        notifyError(sentenceOf(error, failures.save));
        return undefined;
      }
    },
    remove: async (head: Head): Promise<boolean> => {
      try {
        await remove({ variables: { measurementId: head.id, version: head.version } });
        notifySuccess('Medição excluída');
        return true;
      } catch (error) {
        notifyError(sentenceOf(error, failures.remove));
        return false;
      }
    },
    /** What the next print lacks; nothing where that cannot be read, since the print itself tells why. */
    bulletinGaps: async ({ id }: Head): Promise<readonly BulletinGap[]> => {
      const { data } = await readBulletin({ variables: { measurementId: id }, context: { quiet: true } });
      return data?.measurementBulletin?.gaps ?? [];
    },
    bulletin: async ({ id, number, costEstimate }: Head): Promise<void> => {
      const name = `boletim-${costEstimate.code}-${String(number).padStart(2, '0')}.pdf`;
      try {
        await downloadFile(`/api/v1/engineering/measurements/${id}/bulletin`, name);
      } catch (error) {
        notifyFailure(error, failures.one);
      }
    },
  };
};
