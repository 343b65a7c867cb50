import { counted } from '#domain/numberFormat.ts';
import { toTenThousandths } from '#domain/money.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  AmendMeasuredDocument,
  MeasurementAmendmentRowsDocument,
  MeasurementAmendmentsDocument,
} from '#web/generated/engineering.ts';
import { today } from '#web/ui/index.ts';
import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import type { Sheet } from './useSheet.ts';
import { failures } from './words.ts';

const forgetAmendments = forgetting('costEstimateAmendments');

/** Lines above the contract whose excess nobody has confirmed, with the excess. */
const excessesOf = ({ rows, figures }: Sheet) =>
  rows.flatMap((row, index) => {
    const line = figures.lineAt(index);
    const isAbove = line?.state === 'ABOVE' && row.line?.excessConfirmed === false;
    return isAbove ? [{ rowId: row.facts.id, quantity: line.excess }] : [];
  });

/**
 * "Medir como aditivo" (mock 26): what was measured above the contract becomes an amendment that is being written, of all such
 * lines at once. One that has the line already is opened instead. After its approval they are no longer above.
 */
export const useAmending = (sheet: Sheet) => {
  const client = useApolloClient();
  const navigate = useNavigate();
  const { head, queue } = sheet;
  const estimate = { companyId: head.companyId, id: head.costEstimate.id };
  const options = { fetchPolicy: 'network-only', context: { quiet: true } } as const;
  /** The amendment in the making that changes a row. */
  const draftOf = async (rowId: string): Promise<string | undefined> => {
    const { data } = await client.query({ query: MeasurementAmendmentsDocument, variables: estimate, ...options });
    for (const { id, status } of data?.costEstimateAmendments?.content ?? []) {
      if (status !== 'DRAFT') continue;
      const variables = { ...estimate, amendmentId: id };
      const tree = await client.query({ query: MeasurementAmendmentRowsDocument, variables, ...options });
      const rows = tree.data?.costEstimateAmendmentTree?.rows ?? [];
      if (rows.some((row) => row.rowId === rowId && toTenThousandths(row.change ?? '0') !== 0n)) return id;
    }
    return undefined;
  };
  const make = async (): Promise<string | undefined> => {
    const lines = excessesOf(sheet);
    const reason = `Medição ${head.number}: serviços acima do contratado`;
    const { data } = await client.mutate({
      mutation: AmendMeasuredDocument,
      variables: { ...estimate, input: { date: today(), reason, lines } },
      ...{ context: { quiet: true }, update: forgetAmendments },
    });
    const made = data?.createCostEstimateAmendment.amendment;
    if (made)
      notifySuccess(`Aditivo ${made.number} iniciado`, { detail: counted(lines.length, 'serviço', 'serviços') });
    return made?.id;
  };
  return async (rowId: string): Promise<void> => {
    try {
      await queue.flush();
      const id = (await draftOf(rowId)) ?? (await make());
      if (id !== undefined)
        void navigate(`/home/forms/engineering/cost-estimate?id=${estimate.id}&part=amendment-${id}`);
    } catch (error) {
      notifyFailure(error, failures.amend);
    }
  };
};
