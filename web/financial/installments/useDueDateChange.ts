import type { IsoDate } from '#domain/dates.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import type { Selection } from '#web/list/useSelection.ts';
import { useState } from 'react';
import { useBulkCalls, type RowResult } from '../transactions/bulk/useBulkCalls.ts';
import { useBulkReport } from '../transactions/bulk/useBulkReport.ts';
import { nameOf } from '../transactions/list/columns.tsx';
import type { Row } from './row.ts';
import { itemOf } from './useBulk.ts';

/** "Concreteira Paulista · NF 10.482 · parcela 1/3" */
const titleOf = ({ installment, transaction }: Row): string =>
  [
    nameOf(transaction),
    transaction.documentNumber,
    transaction.installmentCount > 1 && `parcela ${installment.number}/${transaction.installmentCount}`,
  ]
    .filter(Boolean)
    .join(' · ');

/** Returns the change of the due dates of selected installments, each from its own, with an undo. */
export const useDueDateChange = (type: TransactionType, selection: Selection<Row>) => {
  const [moving, setMoving] = useState<readonly Row[] | null>(null);
  const calls = useBulkCalls(type);
  const { report, run, close, undoNow } = useBulkReport(selection, titleOf);

  const move = async (moved: (dueDate: IsoDate) => IsoDate, how: string): Promise<void> => {
    const rows = moving ?? [];
    const before = new Map(rows.map((row) => [row.id, row]));
    const undo = (done: readonly RowResult[]) =>
      calls.changeDueDates(
        done.flatMap(({ id, version }) => {
          const row = before.get(id);
          return row && version ? [{ ...itemOf(row), version, dueDate: row.installment.dueDate }] : [];
        }),
      );
    const answered = await run({
      ...{ rows, noun: 'parcela', undo },
      text: (count, done) => `${count} com vencimento ${how}${done === 0 ? ': nada mudou' : ''}`,
      run: () => calls.changeDueDates(rows.map((row) => ({ ...itemOf(row), dueDate: moved(row.installment.dueDate) }))),
    });
    if (answered) setMoving(null);
  };
  return {
    moving,
    open: setMoving,
    close: () => setMoving(null),
    busy: calls.busy,
    move,
    report: { report, onUndo: undoNow, onClose: close },
  };
};
