import {
  hasShares,
  LIST_TITLES,
  transactionColumns,
  transactionFileColumns,
  type TransactionRow,
} from '#domain/lists/transactions.ts';
import type { TransactionFilter, TransactionType } from '../../generated/resolvers.ts';
import { exportedList } from './list.ts';

interface Listed {
  transactions: {
    content: (TransactionRow & { id: string })[];
    matching: (NonNullable<TransactionRow['match']> & { transactionId: string })[];
    last: boolean;
    totalElements: number;
  };
}

/** Despesas and Receitas. */
export const transactionList = exportedList<
  Listed,
  { type: TransactionType; filter?: TransactionFilter | null },
  TransactionRow
>({
  query: /* GraphQL */ `
    query ExportTransactions(
      $companyId: ID!
      $type: TransactionType!
      $page: Int!
      $size: Int!
      $sort: [SortInput!]
      $filter: TransactionFilter
    ) {
      transactions(companyId: $companyId, type: $type, page: $page, size: $size, sort: $sort, filter: $filter) {
        content {
          id
          status
          overdue
          documentNumber
          description
          value
          paidValue
          openValue
          referenceDueDate
          emissionDate
          installmentCount
          paidInstallmentCount
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
        matching {
          transactionId
          dueDate
          value
          paidValue
          openValue
          overdueValue
        }
        last
        totalElements
      }
    }
  `,
  title: ({ type }) => LIST_TITLES[type],
  columns: ({ type, filter }) => [
    ...transactionColumns(type, hasShares(filter ?? {})),
    ...transactionFileColumns(type),
  ],
  pageOf: ({ transactions: { content, matching, last, totalElements } }) => {
    const matches = new Map(matching.map((match) => [match.transactionId, match]));
    return { content: content.map((row) => ({ ...row, match: matches.get(row.id) })), last, totalElements };
  },
});
