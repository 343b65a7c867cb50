import type { TransactionType } from '#web/generated/financial.ts';
import type { FileKind } from '#web/list/export/useExport.ts';
import type { ExportColumn } from '#domain/files/table.ts';
import { installmentFileColumns, installmentValueOf } from '#domain/lists/installments.ts';
import {
  buildingName,
  lineColumns,
  methodNames,
  saveByBuilding,
  type DividedList,
  type Line,
} from '../transactions/byBuilding/lines.ts';
import { plainColumns } from './columns.tsx';
import type { Row } from './row.ts';

const columnsOf = (type: TransactionType): ExportColumn<Line<Row>>[] => [
  ...lineColumns([...plainColumns(type), ...installmentFileColumns(type)], {
    building: buildingName,
    value: ({ row, part }) => part?.value ?? installmentValueOf(row),
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
