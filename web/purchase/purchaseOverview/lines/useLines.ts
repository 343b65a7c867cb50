import {
  PurchaseOverviewLinesDocument,
  type PurchaseOverviewLineFieldsFragment,
  type PurchaseOverviewLinesQueryVariables,
} from '#web/generated/purchase.ts';
import { useAllRows } from '#web/list/useAllRows.ts';

export type Line = PurchaseOverviewLineFieldsFragment;

/** All lines of orders behind a figure. */
export const useLines = (variables: Omit<PurchaseOverviewLinesQueryVariables, 'page'>, skip = false) =>
  useAllRows({
    document: PurchaseOverviewLinesDocument,
    variables,
    pageOf: (data) => data.purchaseOverviewLines,
    withPage: (data, page) => ({ ...data, purchaseOverviewLines: page && { ...data.purchaseOverviewLines, ...page } }),
    skip,
    fresh: true,
  });
