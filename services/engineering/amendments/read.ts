import { contractValue } from '#domain/engineering/estimate/amendments.ts';
import { codesOf, groupSums } from '#domain/engineering/estimate/outline.ts';
import { fromCents, toCents } from '#domain/money.ts';
import type { AmendmentRow, CostEstimateAmendment } from '#schema/engineering/costEstimates/amendments.rest.ts';
import { notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { EstimateKey } from '../costEstimates/access.ts';
import type { Reader } from '../costEstimates/read.ts';
import { inTreeOrder, type Row } from '../costEstimates/rows.ts';
import { amendmentAnswer, originalsOf, stepsOf, type Change, type Step } from './steps.ts';
import { readState, type AmendmentLine, type AmendmentState } from './state.ts';

export const AMENDMENT_MISSING = 'Aditivo não encontrado.';

/** The amendments of an estimate. @throws ServiceError 404 */
export const listAmendments = async (
  trx: Trx,
  reader: Reader,
  key: EstimateKey,
): Promise<{ content: CostEstimateAmendment[] }> => {
  const state = await readState(trx, reader, key);
  return { content: stepsOf(state).map((step) => amendmentAnswer(state, step)) };
};

/** @throws ServiceError 404 */
export const stepOf = (state: AmendmentState, id: number): Step => {
  const step = stepsOf(state).find(({ amendment }) => amendment.id === id);
  if (!step) throw notFound(AMENDMENT_MISSING);
  return step;
};

/** A line that is not in the estimate yet, as a row after the others of its stage. */
const proposedRow = ({ parentId, description, unit, unitPrice, bdiId }: AmendmentLine, index: number): Row => ({
  ...{ id: -1 - index, group: false, parentId, position: Number.MAX_SAFE_INTEGER - 10_000 + index },
  ...{ description, unit, unitPrice, quantity: '0.0000', bdiId },
  ...{ formula: null, memo: null, resourceId: null, code: null, amendment: null, amendmentId: null },
});

/** Rows of the contract before an amendment and those that it adds, with its change of each row. */
const placedRows = ({ contents }: AmendmentState, { before, changes }: Step) => {
  const byRow = new Map<number, Change>();
  const rows = new Map([...contents.rows].filter(([id, row]) => row.group || before.has(id)));
  changes.forEach((change, index) => {
    const { lineId } = change.line;
    const known = lineId === null ? undefined : contents.rows.get(lineId);
    const row = known ?? proposedRow(change.line, index);
    rows.set(row.id, row);
    byRow.set(row.id, change);
  });
  return { byRow, placed: inTreeOrder({ rows, resources: contents.resources }) };
};

/** Rows of the contract in the order of the tree with what an amendment changes of them. */
export const rowsOf = (state: AmendmentState, step: Step): AmendmentRow[] => {
  const { placed, byRow } = placedRows(state, step);
  const originals = originalsOf(state.estimate, state.contents);
  const codes = codesOf(placed);
  const lines = placed.map(({ row, group }) => {
    if (group) return null;
    const change = byRow.get(row.id);
    const original = change?.original ?? originals.get(row.id);
    const quantity = change?.before ?? step.before.get(row.id) ?? row.quantity ?? '0';
    const after = original ? contractValue(original, change?.after ?? quantity) : null;
    return { change, original, quantity, after: toCents(after?.total ?? '0.00') };
  });
  const [totals] = groupSums(
    placed,
    lines.map((line) => line && line.after),
  );
  const [values] = groupSums(
    placed,
    lines.map((line) => line && toCents(line.change?.figures.total ?? '0.00')),
  );
  return placed.map(({ row, level, group }, index) => {
    const line = lines[index] ?? null;
    const resource = row.resourceId === null ? undefined : state.contents.resources.get(row.resourceId);
    return {
      id: row.id < 0 ? null : row.id,
      ...{ parentId: row.parentId, level, group, code: codes[index] ?? '', bdiId: row.bdiId },
      description: row.description ?? resource?.description ?? '',
      unit: row.unit ?? resource?.unit ?? null,
      added: line?.change?.line.added ?? false,
      sourceCode: line?.change?.line.sourceCode ?? null,
      unitPrice: line?.original?.unitPrice ?? null,
      unitPriceWithBdi: line?.original?.unitPriceWithBdi ?? null,
      originalQuantity: line?.original?.quantity ?? null,
      originalTotal: line?.original?.total ?? null,
      quantity: line?.quantity ?? null,
      measured: group ? null : (state.measured.get(row.id) ?? '0.0000'),
      change: line?.change?.line.quantity ?? null,
      value: group || line?.change ? fromCents(values[index] ?? 0n) : null,
      total: fromCents(totals[index] ?? 0n),
    };
  });
};

/** One amendment with its rows. @throws ServiceError 404 */
export const readAmendment = async (trx: Trx, reader: Reader, key: EstimateKey, id: number) => {
  const state = await readState(trx, reader, key);
  const step = stepOf(state, id);
  return { amendment: amendmentAnswer(state, step), rows: rowsOf(state, step) };
};
