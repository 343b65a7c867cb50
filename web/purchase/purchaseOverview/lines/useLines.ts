import {
  PurchaseOverviewLinesDocument,
  type PurchaseOverviewLineFieldsFragment,
  type PurchaseOverviewLinesQueryVariables,
  PurchaseOverviewRequestsDocument,
  type PurchaseOverviewRequestFieldsFragment,
  type PurchaseOverviewRequestsQueryVariables,
} from '#web/generated/purchase.ts';
import { useAllRows } from '#web/list/useAllRows.ts';

export type Line = PurchaseOverviewLineFieldsFragment;

export type RequestedLine = PurchaseOverviewRequestFieldsFragment;

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

/** All lines of open quotes behind a figure. */
export const useRequests = (variables: Omit<PurchaseOverviewRequestsQueryVariables, 'page'>) =>
  useAllRows({
    document: PurchaseOverviewRequestsDocument,
    variables,
    pageOf: (data) => data.purchaseOverviewRequests,
    withPage: (data, page) => ({
      ...data,
      purchaseOverviewRequests: page && { ...data.purchaseOverviewRequests, ...page },
    }),
    fresh: true,
  });
