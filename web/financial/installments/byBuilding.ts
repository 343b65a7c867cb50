import type { TransactionType } from '#web/generated/financial.ts';
import type { FileKind } from '#web/list/export/useExport.ts';
import type { ExportColumn } from '#domain/files/table.ts';
import {
  buildingName,
  lineColumns,
  methodNames,
  saveByBuilding,
  type DividedList,
  type Line,
} from '../transactions/byBuilding/lines.ts';
import { fileColumns, installmentColumns } from './columns.tsx';
import { valueOf, type Row } from './row.ts';

const columnsOf = (type: TransactionType): ExportColumn<Line<Row>>[] => [
  ...lineColumns([...installmentColumns(type, new Map()), ...fileColumns(type)], {
    building: buildingName,
    value: ({ row, part }) => part?.value ?? valueOf(row),
  }),
  { title: 'Forma de pagamento', value: ({ row }) => methodNames([row.installment.paymentMethod ?? null]) },
];

/** Saves installments with one line for each of their obras. */
export const saveInstallments = (
  type: TransactionType,
  list: Omit<DividedList<Row>, 'columns'>,
  kind: FileKind,
  onRows: (progress: string) => void,
): Promise<void> => saveByBuilding({ ...list, columns: columnsOf(type) }, kind, onRows);
