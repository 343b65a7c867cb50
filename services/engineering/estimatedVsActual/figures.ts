import { indicesOf } from '#domain/engineering/earnedValue/indices.ts';
import { fromCents } from '#domain/money.ts';
import type { EarnedValue, OverviewGap } from '#schema/engineering/estimatedVsActual.rest.ts';
import { unscheduledCents, type EstimateValues } from './values.ts';

/** Amounts of a building or a stage, in cents; null: not known. */
export interface Amounts {
  estimate: bigint | null;
  planned: bigint | null;
  measured: bigint | null;
  actual: bigint;
  /** Ordered and not received yet. */
  committed: bigint;
}

/** What a stage may still cost (domain.md §4): its estimate less what it cost and what orders commit; null without estimate. */
export const availableCents = ({
  estimate,
  actual,
  committed,
}: Pick<Amounts, 'estimate' | 'actual' | 'committed'>): bigint | null =>
  estimate === null ? null : estimate - actual - committed;

const textOf = (cents: bigint | null): string | null => (cents === null ? null : fromCents(cents));

/** Amounts with their indices, as the contract says them. */
export const earnedValueOf = ({ estimate, planned, measured, actual, committed }: Amounts): EarnedValue => {
  const progress = {
    estimateTotal: textOf(estimate),
    estimatedValue: textOf(planned),
    measuredValue: textOf(measured),
    actualValue: fromCents(actual),
  };
  return {
    ...progress,
    committedValue: fromCents(committed),
    availableValue: textOf(availableCents({ estimate, actual, committed })),
    ...indicesOf(progress),
  };
};

/** Value of the cost estimates that count; null where there is none, or none has a price. */
export const estimateCents = (values: readonly EstimateValues[]): bigint | null => {
  const cents = values.reduce((sum, value) => sum + value.cents, 0n);
  return cents === 0n ? null : cents;
};

export const isPlanned = (values: readonly EstimateValues[]): boolean =>
  estimateCents(values) !== null && values.some(({ plan }) => plan !== null);

/** What keeps figures from being whole, in the order in which it is mended. */
export const gapsOf = (values: readonly EstimateValues[], measured: boolean): OverviewGap[] => {
  if (values.length === 0) return ['COST_ESTIMATE'];
  const planned = isPlanned(values);
  const found: [OverviewGap, boolean][] = [
    ['PRICE', estimateCents(values) === null],
    ['APPROVAL', !values.some(({ estimate }) => estimate.approved)],
    ['SCHEDULE', !planned],
    ['UNSCHEDULED', planned && unscheduledCents(values) > 0n],
    ['MEASUREMENT', !measured],
  ];
  return found.filter(([, holds]) => holds).map(([gap]) => gap);
};
