import { useApolloClient } from '@apollo/client/react';
import { downloadFile } from '#web/client/files.ts';
import { fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  useConfirmCostEstimateClientWorkbookMutation,
  useCostEstimateClientWorkbookQuery,
  useRemoveCostEstimateClientWorkbookMutation,
} from '#web/generated/engineering.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useState } from 'react';
import { useUpload } from '../../imports/useUpload.ts';
import { forgetCostEstimates } from '../calls.ts';
import type { Layout } from './layout.ts';

const FAILURES = {
  save: 'Falha para salvar planilha do cliente',
  remove: 'Falha para retirar planilha do cliente',
  export: 'Falha para exportar planilha do cliente',
};

/** The client's workbook of an estimate, and the calls on it. */
export const useClientWorkbook = (id: string) => {
  const { companyId } = usePlace();
  const { cache } = useApolloClient();
  const quiet = { context: { quiet: true } } as const;
  const query = useCostEstimateClientWorkbookQuery({ ...quiet, variables: { companyId, id }, fetchPolicy: 'no-cache' });
  const [confirming, { loading: saving }] = useConfirmCostEstimateClientWorkbookMutation(quiet);
  const [removing] = useRemoveCostEstimateClientWorkbookMutation(quiet);
  const uploading = useUpload();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const path = `/api/v1/engineering/company/${companyId}/cost-estimate/${id}/client-workbook`;
  const workbook = (query.data ?? query.previousData)?.costEstimateClientWorkbook ?? null;
  const attempt = async (failure: string, act: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setRefusal(null);
    try {
      await act();
      return true;
    } catch (error) {
      // What has fields is told at them.
      if (fieldProblems(error).some(({ path }) => path.startsWith('layout.'))) setRefusal(error);
      else notifyFailure(error, failure);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    ...{ refusal, forgetRefusal: () => setRefusal(null) },
    ...{ workbook, saving, busy, uploading, error: query.error, retry: () => void query.refetch() },
    upload: async (file: File) => {
      if (await uploading.send(path, 'workbook', file)) await query.refetch();
    },
    confirm: (layout: Layout, { fill, withPrices }: { fill: boolean; withPrices: boolean }) =>
      attempt(FAILURES.save, async () => {
        const { description = '', ...columns } = layout.columns;
        await confirming({
          variables: {
            ...{ companyId, id, layout: { ...layout, columns: { ...columns, description } } },
            ...(fill && { fill, withPrices, version: workbook?.version ?? 0 }),
          },
        });
        if (fill) forgetCostEstimates(cache);
        await query.refetch();
        notifySuccess(fill ? 'Orçamento criado da planilha do cliente' : 'Planilha do cliente ligada ao orçamento');
      }),
    remove: () =>
      attempt(FAILURES.remove, async () => {
        await removing({ variables: { companyId, id } });
        await query.refetch();
      }),
    download: () =>
      attempt(FAILURES.export, () => downloadFile(`${path}/file`, workbook?.file?.name ?? 'planilha.xlsx')),
  };
};

export type ClientWorkbookState = ReturnType<typeof useClientWorkbook>;
