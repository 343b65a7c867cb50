import {
  changedQuantity,
  changeOf,
  type AmendedLine,
  type AmendmentFigures,
} from '#domain/engineering/estimate/amendments.ts';
import { leafFigures } from '#domain/engineering/estimate/figures.ts';
import { add, isNegative, sum, ZERO, type Money } from '#domain/money.ts';
import type { CostEstimateAmendment } from '#schema/engineering/costEstimates/amendments.rest.ts';
import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { figuresOf, inTreeOrder, type Contents } from '../costEstimates/rows.ts';
import type { Amendment, AmendmentLine, AmendmentState } from './state.ts';

/** What an amendment changes of one line. */
export interface Change {
  line: AmendmentLine;
  /** Figures of the line at its original quantity. */
  original: AmendedLine;
  before: string;
  after: string;
  figures: AmendmentFigures;
}

/** An amendment between the contract before and after it. */
export interface Step {
  amendment: Amendment;
  changes: readonly Change[];
  /** Contracted quantities before it, by line. */
  before: ReadonlyMap<number, string>;
  previousTotal: Money;
  isLast: boolean;
}

const NOTHING = { quantity: '0.0000', directTotal: ZERO, total: ZERO };

/** The percentage of the BDI that a line names, or of the default; null: none. */
export const percentageOf = ({ bdis, defaultBdiId }: CostEstimate, bdiId: number | null): string | null =>
  bdis.find(({ id }) => id === (bdiId ?? defaultBdiId))?.percentage ?? null;

/** Figures of a line that an amendment adds, of which nothing was contracted before. */
export const addedLine = (estimate: CostEstimate, { unitPrice, bdiId }: AmendmentLine): AmendedLine => {
  const { unitPriceWithBdi } = leafFigures('0', unitPrice ?? '0', percentageOf(estimate, bdiId));
  return { ...NOTHING, unitPrice, unitPriceWithBdi };
};

/** Figures of the lines of an estimate at their original quantities. */
export const originalsOf = (estimate: CostEstimate, contents: Contents): Map<number, AmendedLine> => {
  const placed = inTreeOrder(contents);
  const figures = figuresOf(placed, estimate);
  return new Map(
    placed.flatMap(({ row, group, quantity, unitPrice }, index) =>
      group ? [] : [[row.id, { quantity, unitPrice, ...figures.rowAt(index) }] as const],
    ),
  );
};

/** Changes of an amendment against contracted quantities. */
export const changesOf = (
  lines: readonly AmendmentLine[],
  { originals, before, estimate }: Pick<Contract, 'originals' | 'before' | 'estimate'>,
): Change[] =>
  lines.map((line) => {
    const original = (line.added ? undefined : originals.get(line.lineId ?? 0)) ?? addedLine(estimate, line);
    const from = (line.added ? undefined : before.get(line.lineId ?? 0)) ?? NOTHING.quantity;
    const after = changedQuantity(from, line.quantity);
    return { line, original, before: from, after, figures: changeOf(original, from, after) };
  });

interface Contract {
  estimate: CostEstimate;
  originals: ReadonlyMap<number, AmendedLine>;
  before: Map<number, string>;
  total: Money;
}

/** The contract before amendments: lines that these added are not in it. */
const contractOf = ({ estimate, contents }: AmendmentState): Contract => {
  const originals = originalsOf(estimate, contents);
  const own = [...contents.rows.values()].filter(({ group, amendmentId }) => !group && amendmentId === null);
  return {
    estimate,
    originals,
    before: new Map(own.map(({ id, quantity }) => [id, quantity ?? NOTHING.quantity])),
    total: estimate.total,
  };
};

const apply = (contract: Contract, changes: readonly Change[]): void => {
  for (const { line, after, figures } of changes) {
    if (line.lineId !== null) contract.before.set(line.lineId, after);
    contract.total = add(contract.total, figures.total);
  }
};

/** Amendments by number, each with the contract before it: approved ones in the order of their approval, others after them. */
export const stepsOf = (state: AmendmentState): Step[] => {
  const contract = contractOf(state);
  const approved = state.amendments.filter(({ applied }) => applied !== null);
  const last = Math.max(0, ...approved.map(({ applied }) => applied ?? 0));
  const stepOf = (amendment: Amendment): Step => ({
    amendment,
    changes: changesOf(amendment.lines, contract),
    before: new Map(contract.before),
    previousTotal: contract.total,
    isLast: amendment.applied !== null && amendment.applied === last,
  });
  const steps = [...approved]
    .sort((a, b) => (a.applied ?? 0) - (b.applied ?? 0))
    .map((amendment) => {
      const step = stepOf(amendment);
      apply(contract, step.changes);
      return step;
    });
  const others = state.amendments.filter(({ applied }) => applied === null).map(stepOf);
  return [...steps, ...others].sort((a, b) => a.amendment.number - b.amendment.number);
};

/** An amendment as the contract of the API says it. */
export const amendmentAnswer = (
  { estimate }: Pick<AmendmentState, 'estimate'>,
  { amendment, changes, previousTotal, isLast }: Step,
): CostEstimateAmendment => {
  const { lines, applied: _applied, ...header } = amendment;
  const totals = changes.map(({ figures }) => figures.total);
  const total = sum(totals);
  return {
    ...header,
    costEstimateId: estimate.id,
    lineCount: lines.length,
    increase: sum(totals.filter((value) => !isNegative(value))),
    decrease: sum(totals.filter(isNegative)),
    directTotal: sum(changes.map(({ figures }) => figures.directTotal)),
    total,
    previousTotal,
    currentTotal: add(previousTotal, total),
    isLast,
  };
};
