import type { Books } from '../support/books.ts';
import { screenDocument } from '../support/documents.ts';

export type OperationName = 'list' | 'one' | 'flat';

export interface Operation {
  name: OperationName;
  title: string;
  document: string;
  operationName: string;
  variables: Record<string, unknown>;
}

const FLAT = `query Flat($companyId: ID!, $from: Date!, $to: Date!) {
  cashFlow(companyId: $companyId, startDate: $from, endDate: $to) {
    date paid received toPay toReceive overdueToPay overdueToReceive actualBalance expectedBalance
  }
}`;

/** Operations of the expenses screen: its list, a transaction of its drawer, and a thousand rows of text. */
export const operationsFor = ({ companyId, transactionId }: Books): Operation[] => {
  const company = { companyId: String(companyId) };
  return [
    {
      name: 'list',
      title: 'the list of expenses (50 rows, their names, totals)',
      document: screenDocument('Transactions'),
      operationName: 'Transactions',
      variables: {
        ...company,
        type: 'DEBIT',
        page: 0,
        size: 50,
        sort: [{ id: 'settled' }, { id: 'dueDate' }],
        filter: { documentNumber: null, search: null },
        // Sent, as their defaults are: mercurius's compiled code does not know defaults of conditions.
        withDays: false,
        byBuilding: false,
      },
    },
    {
      name: 'one',
      title: 'one expense with all that belongs to it',
      document: screenDocument('Transaction'),
      operationName: 'Transaction',
      variables: { ...company, type: 'DEBIT', id: String(transactionId) },
    },
    {
      name: 'flat',
      title: '1,000 flat rows of nine texts (cash flow)',
      document: FLAT,
      operationName: 'Flat',
      variables: { ...company, from: '2024-03-01', to: '2026-11-25' },
    },
  ];
};
