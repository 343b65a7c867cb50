import { notifyFailure } from '#web/client/notify.ts';
import { CostEstimateTaskDocument, TaskDocument } from '#web/generated/engineering.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { failures } from '../words.ts';
import type { EstimateRow } from './model/rows.ts';
import type { InnerLine } from './model/visible.ts';

/** Lines of opened compositions by row: as the estimate has them, or those of the register before the first save. */
export const useInnerLines = (id: string) => {
  const { companyId } = usePlace();
  const client = useApolloClient();
  const [opened, setOpened] = useState<ReadonlyMap<string, readonly InnerLine[] | null>>(new Map());
  const set = (key: string, lines: readonly InnerLine[] | null | undefined) =>
    setOpened((now) => {
      const next = new Map(now);
      if (lines === undefined) next.delete(key);
      else next.set(key, lines);
      return next;
    });
  const stored = async (resourceId: string): Promise<InnerLine[]> => {
    const { data } = await client.query({
      ...{ query: CostEstimateTaskDocument, variables: { companyId, id, resourceId }, fetchPolicy: 'no-cache' },
      context: { quiet: true },
    });
    return (data?.costEstimateTask?.items ?? []).map(({ id: key, quantity, resource }) => ({
      ...{ id: key, quantity, code: resource.code, name: resource.description, unit: resource.unit },
      ...{ base: resource.costDatabase, unitPrice: resource.unitPrice },
      ...{ kind: resource.type === 'PRODUCT' ? 'PRODUCT' : 'TASK', productType: resource.productType?.name ?? null },
    }));
  };
  const registered = async (taskId: string): Promise<InnerLine[]> => {
    const { data } = await client.query({ query: TaskDocument, variables: { id: taskId }, context: { quiet: true } });
    return (data?.task?.items ?? []).map((item) => ({
      ...{ id: item.id, kind: item.kind, quantity: item.quantity, code: item.code, name: item.name, unit: item.unit },
      ...{ base: item.costDatabase, unitPrice: item.unitPrice },
      productType: item.kind === 'PRODUCT' ? (item.pricesByType[0]?.productType.name ?? null) : null,
    }));
  };
  const toggle = (row: EstimateRow): void => {
    if (opened.has(row.key)) return set(row.key, undefined);
    set(row.key, null);
    const read = row.resourceId === null ? registered(row.taskId ?? '') : stored(row.resourceId);
    read
      .then((lines) => set(row.key, lines))
      .catch((error: unknown) => {
        set(row.key, undefined);
        notifyFailure(error, failures.one);
      });
  };
  return { opened, toggle };
};
