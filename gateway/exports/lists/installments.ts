import {
  INSTALLMENT_LIST_TITLES,
  installmentColumns,
  installmentFileColumns,
  type InstallmentRow,
} from '#domain/lists/installments.ts';
import { hasPlace } from '#domain/lists/transactions.ts';
import type { InstallmentStatus } from '#domain/transactions.ts';
import type { InstallmentFilter, TransactionType } from '../../generated/resolvers.ts';
import { exportedList } from './list.ts';

type Row = InstallmentRow & { id: string; status: InstallmentStatus };

interface Listed {
  installments: {
    content: Row[];
    matching: { installmentId: string; value: string }[];
    last: boolean;
    totalElements: number;
  };
}

/** Despesas beta and Receitas beta: one row for each installment. */
export const installmentList = exportedList<
  Listed,
  { type: TransactionType; filter?: InstallmentFilter | null },
  Omit<Row, 'id'>
>({
  query: /* GraphQL */ `
    query ExportInstallments(
      $companyId: ID!
      $type: TransactionType!
      $page: Int!
      $size: Int!
      $sort: [SortInput!]
      $filter: InstallmentFilter
    ) {
      installments(companyId: $companyId, type: $type, page: $page, size: $size, sort: $sort, filter: $filter) {
        content {
          id
          status
          installment {
            number
            dueDate
            paymentDate
            value
            wallet {
              identifier
            }
          }
          transaction {
            documentNumber
            description
            installmentCount
            otherBuildingsValue
            category {
              name
            }
            partner {
              name
            }
            apportionments {
              building {
                name
              }
            }
          }
        }
        matching {
          installmentId
          value
        }
        last
        totalElements
      }
    }
  `,
  title: ({ type }) => INSTALLMENT_LIST_TITLES[type],
  columns: ({ type, filter }) => [
    ...installmentColumns<Omit<Row, 'id'>>(type, {
      statusOf: ({ status }) => status,
      hasShares: hasPlace(filter ?? {}),
    }),
    ...installmentFileColumns(type),
  ],
  pageOf: ({ installments: { content, matching, last, totalElements } }) => {
    const matches = new Map(matching.map((match) => [match.installmentId, match]));
    return { content: content.map((row) => ({ ...row, match: matches.get(row.id) })), last, totalElements };
  },
});
