import {
  PARTNER_LIST_TITLES,
  partnerColumns,
  partnerFigures,
  type PartnerRow,
  type PartnerType,
} from '#domain/lists/partners.ts';
import { exportedList } from './list.ts';

interface Listed {
  page: { content: (PartnerRow & { id: string })[]; last: boolean; totalElements: number };
}

/** Fornecedores and Clientes. */
export const partnerList = exportedList<Listed, { type: PartnerType }, PartnerRow>({
  query: /* GraphQL */ `
    query ExportPartners(
      $companyId: ID!
      $buildingId: ID
      $type: PartnerType!
      $page: Int!
      $size: Int!
      $sort: [SortInput!]
      $filter: PartnerFilter
    ) {
      page: partners(
        companyId: $companyId
        buildingId: $buildingId
        page: $page
        size: $size
        sort: $sort
        filter: $filter
      ) {
        content {
          id
          name
          taxId
          phone
          city
          state
          active
          balance(companyId: $companyId, buildingId: $buildingId) {
            openValue
            overdueValue
            nextDueDate
          }
        }
        last
        totalElements
      }
    }
  `,
  title: ({ type }) => PARTNER_LIST_TITLES[type],
  columns: ({ type }, may) => [
    ...partnerColumns,
    ...(may(type === 'SUPPLIER' ? 'DEBIT' : 'CREDIT') ? partnerFigures(type) : []),
  ],
  pageOf: ({ page }) => page,
});
