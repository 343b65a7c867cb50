import {
  PURCHASE_LIST_TITLE,
  purchaseColumns,
  purchaseFileColumns,
  type PurchaseRow,
} from '#domain/lists/purchases.ts';
import { exportedList } from './list.ts';

interface Listed {
  purchases: { content: (PurchaseRow & { id: string })[]; last: boolean; totalElements: number };
}

/** Insumos comprados. */
export const purchaseList = exportedList<Listed, object, PurchaseRow>({
  query: /* GraphQL */ `
    query ExportPurchases($companyId: ID!, $page: Int!, $size: Int!, $sort: [SortInput!], $filter: PurchaseFilter) {
      purchases(companyId: $companyId, page: $page, size: $size, sort: $sort, filter: $filter) {
        content {
          id
          date
          order {
            document
          }
          documentNumber
          supplier {
            name
          }
          building {
            name
          }
          product {
            code
            name
          }
          quantity
          unit
          price
          value
        }
        last
        totalElements
      }
    }
  `,
  title: () => PURCHASE_LIST_TITLE,
  columns: () => [...purchaseColumns, ...purchaseFileColumns],
  pageOf: ({ purchases }) => purchases,
});
