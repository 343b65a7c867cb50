import { openOf, paidOf, transactionColumns, transactionFileColumns, valueOf } from '#domain/lists/transactions.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import type { FileKind } from '#web/list/export/useExport.ts';
import type { ExportColumn } from '#domain/files/table.ts';
import type { ListRow } from '../list/matching.ts';
import { buildingName, lineColumns, methodNames, saveByBuilding, type DividedList, type Line } from './lines.ts';

const columnsOf = (type: TransactionType): ExportColumn<Line<ListRow>>[] => [
  ...lineColumns([...transactionColumns(type), ...transactionFileColumns(type)], {
    building: buildingName,
    value: ({ row, part }) => part?.value ?? valueOf(row),
    paidValue: ({ row, part }) => part?.paidValue ?? paidOf(row),
    openValue: ({ row, part }) => part?.openValue ?? openOf(row),
  }),
  {
    title: type === 'DEBIT' ? 'Último pagamento' : 'Último recebimento',
    kind: 'date',
    value: ({ part }) => part?.paymentDate,
  },
  { title: 'Forma de pagamento', value: ({ part }) => methodNames(part?.paymentMethods ?? []) },
  { title: 'Carteira', value: ({ part }) => part?.walletNames.join(', ') },
];

/** Saves documents with one line for each of their obras. */
export const saveDocuments = (
  type: TransactionType,
  list: Omit<DividedList<ListRow>, 'columns'>,
  kind: FileKind,
  onRows: (progress: string) => void,
): Promise<void> => saveByBuilding({ ...list, columns: columnsOf(type) }, kind, onRows);
