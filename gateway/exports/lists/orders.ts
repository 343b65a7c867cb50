import { ORDER_LIST_TITLE, orderColumns, orderFileColumns, type OrderRow } from '#domain/lists/orders.ts';
import { exportedList } from './list.ts';

interface Listed {
  orders: { content: (OrderRow & { id: string })[]; last: boolean; totalElements: number };
}

/** Pedidos e notas. */
export const orderList = exportedList<Listed, object, OrderRow>({
  query: /* GraphQL */ `
    query ExportOrders($companyId: ID!, $page: Int!, $size: Int!, $sort: [SortInput!], $filter: OrderFilter) {
      orders(companyId: $companyId, page: $page, size: $size, sort: $sort, filter: $filter) {
        content {
          id
          document
          total
          date
          deliveryDate
          state
          approval
          late
          building {
            name
          }
          supplier {
            name
          }
          items
          itemCount
          receivedValue
          linesValue
          receivedPercentage
          documentNumbers
          dispatch {
            state
            mail
            revoked
            outdated
          }
        }
        last
        totalElements
      }
    }
  `,
  title: () => ORDER_LIST_TITLE,
  columns: () => [...orderColumns, ...orderFileColumns],
  pageOf: ({ orders }) => orders,
});
