import { errorText } from '#web/client/errors.ts';
import { notifyFailure, notifyUndo } from '#web/client/notify.ts';
import {
  useCostEstimatePriceUpdateQuery,
  useUndoCostEstimatePricesMutation,
  useUpdateCostEstimatePricesMutation,
} from '#web/generated/engineering.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useState } from 'react';
import { forgetCostEstimates } from '../calls.ts';
import type { Kept } from './model.ts';

const FAILURE = 'Falha para atualizar preços do orçamento';

/** Takes an update of prices back; says why not where the estimate was saved after it. */
export const usePriceUndo = (id: string) => {
  const { companyId } = usePlace();
  const [undo, { loading }] = useUndoCostEstimatePricesMutation({
    ...{ context: { quiet: true }, update: forgetCostEstimates },
  });
  const run = async (version: number): Promise<boolean> => {
    try {
      await undo({ variables: { companyId, id, version } });
      return true;
    } catch (error) {
      notifyFailure(error, FAILURE);
      return false;
    }
  };
  return { run, loading };
};

/** What new prices would change under a choice, and the call that applies them. */
export const usePrices = (id: string, kept: Kept) => {
  const { companyId } = usePlace();
  const [databaseId, setDatabase] = useState<string | null>(null);
  const choice = { ...(databaseId !== null && { databaseId }), ...(kept.size > 0 && { keptResources: [...kept] }) };
  const settings = { context: { quiet: true } } as const;
  const query = useCostEstimatePriceUpdateQuery({
    ...{ variables: { companyId, id, ...choice }, fetchPolicy: 'no-cache', ...settings },
  });
  const [update, { loading: applying }] = useUpdateCostEstimatePricesMutation({
    ...settings,
    update: forgetCostEstimates,
  });
  const undoing = usePriceUndo(id);
  const preview = (query.data ?? query.previousData)?.costEstimatePriceUpdate ?? null;
  const apply = async (onUndone: () => void): Promise<boolean> => {
    if (!preview) return false;
    try {
      const { data } = await update({ variables: { companyId, id, version: preview.version, ...choice } });
      const version = data?.updateCostEstimatePrices.costEstimate.version ?? 0;
      notifyUndo('Preços atualizados', () => void undoing.run(version).then((done) => done && onUndone()));
      return true;
    } catch (error) {
      notifyFailure(error, FAILURE);
      return false;
    }
  };
  return {
    ...{ preview, apply, applying, setDatabase, loading: query.loading },
    error: query.error ? errorText(query.error, FAILURE) : null,
    retry: () => void query.refetch(),
  };
};
