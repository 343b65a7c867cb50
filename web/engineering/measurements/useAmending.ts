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
 * lines that none has yet. One that has the line already is opened instead. After its approval they are no longer above.
 */
export const useAmending = (sheet: Sheet) => {
  const client = useApolloClient();
  const navigate = useNavigate();
  const { head, queue } = sheet;
  const estimate = { companyId: head.companyId, id: head.costEstimate.id };
  const options = { fetchPolicy: 'network-only', context: { quiet: true } } as const;
  /** By row, the amendment in the making that adds to it. */
  const drafted = async (): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>();
    const { data } = await client.query({ query: MeasurementAmendmentsDocument, variables: estimate, ...options });
    for (const { id, status } of data?.costEstimateAmendments?.content ?? []) {
      if (status !== 'DRAFT') continue;
      const variables = { ...estimate, amendmentId: id };
      const tree = await client.query({ query: MeasurementAmendmentRowsDocument, variables, ...options });
      for (const { rowId, change } of tree.data?.costEstimateAmendmentTree?.rows ?? [])
        if (rowId !== null && toTenThousandths(change ?? '0') > 0n) found.set(rowId, id);
    }
    return found;
  };
  const make = async (before: ReadonlyMap<string, string>): Promise<string | undefined> => {
    // A line stands in one amendment in the making: approved with another one, its excess would count twice.
    const lines = excessesOf(sheet).filter((line) => !before.has(line.rowId));
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
      const before = await drafted();
      const id = before.get(rowId) ?? (await make(before));
      if (id !== undefined)
        void navigate(`/home/forms/engineering/cost-estimate?id=${estimate.id}&part=amendment-${id}`);
    } catch (error) {
      notifyFailure(error, failures.amend);
    }
  };
};
