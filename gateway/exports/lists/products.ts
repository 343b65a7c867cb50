import { PRODUCT_LIST_TITLE, productColumns, productFileColumns, type ProductRow } from '#domain/lists/products.ts';
import { exportedList } from './list.ts';

interface Listed {
  page: { content: (ProductRow & { id: string })[]; last: boolean; totalElements: number };
}

/** Insumos. */
export const productList = exportedList<Listed, object, ProductRow>({
  query: /* GraphQL */ `
    query ExportProducts($page: Int!, $size: Int!, $sort: [SortInput!], $filter: ProductFilter) {
      page: products(page: $page, size: $size, sort: $sort, filter: $filter) {
        content {
          id
          code
          name
          price
          unit {
            acronyms
          }
          productType {
            name
          }
          productGroup {
            name
          }
          productTable {
            name
          }
          brands {
            name
          }
          figures {
            priceDay
            uses
            prices {
              price
            }
          }
        }
        last
        totalElements
      }
    }
  `,
  title: () => PRODUCT_LIST_TITLE,
  columns: () => [...productColumns, ...productFileColumns],
  pageOf: ({ page }) => page,
});
