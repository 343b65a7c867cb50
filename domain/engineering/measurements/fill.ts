import { toTenThousandths } from '../../money.ts';
import { endOf } from '../estimate/outline.ts';
import { type MeasuredLine, quantityOfPercentage } from './line.ts';
import type { SheetRow } from './sheet.ts';

/** Accumulated quantity that is proposed for the row at an index. */
export interface Proposal {
  index: number;
  accumulated: string;
}

/** True for a line of which less than the contract is measured. */
export const isOpen = ({ quantity, accumulated }: MeasuredLine): boolean =>
  toTenThousandths(accumulated) < toTenThousandths(quantity ?? '0');

/**
 * "Preencher etapa": the open lines in a stage reach the percentage, at any depth. Lines beyond it keep what they have:
 * filling never takes anything back.
 */
export const fillStage = (rows: readonly SheetRow[], stage: number, percentage: string): Proposal[] => {
  const end = endOf(rows, stage);
  return rows.slice(stage + 1, end).flatMap(({ line }, offset) => {
    if (line === null || !isOpen(line)) return [];
    const accumulated = quantityOfPercentage(line, percentage);
    return toTenThousandths(accumulated) > toTenThousandths(line.accumulated)
      ? [{ index: stage + 1 + offset, accumulated }]
      : [];
  });
};
