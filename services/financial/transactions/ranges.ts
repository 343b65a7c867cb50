import { toDecimal } from '#domain/decimal.ts';
import type { FieldError } from '../../platform/errors.ts';
import { invalid } from '../../platform/errors.ts';

/** Ends of a filter's ranges, all included; a range without one of them is open there. */
export interface Ranges {
  emissionFrom?: string | undefined;
  emissionTo?: string | undefined;
  competenceFrom?: string | undefined;
  competenceTo?: string | undefined;
  paidFrom?: string | undefined;
  paidTo?: string | undefined;
  valueFrom?: string | undefined;
  valueTo?: string | undefined;
}

type Range = readonly [first: keyof Ranges, last: keyof Ranges];

const DAYS: readonly Range[] = [
  ['emissionFrom', 'emissionTo'],
  ['competenceFrom', 'competenceTo'],
  ['paidFrom', 'paidTo'],
];
const AMOUNTS: readonly Range[] = [['valueFrom', 'valueTo']];

const turned = (
  filter: Ranges,
  ranges: readonly Range[],
  isBefore: (last: string, first: string) => boolean,
  message: string,
): FieldError[] =>
  ranges.flatMap(([start, end]) => {
    const [first, last] = [filter[start], filter[end]];
    return first !== undefined && last !== undefined && isBefore(last, first) ? [{ path: end, message }] : [];
  });

/** @throws ServiceError 400 at the end of a range that lies before its start */
export const requireRanges = (filter: Ranges): void => {
  const problems = [
    ...turned(filter, DAYS, (last, first) => last < first, 'A data final vem antes da inicial.'),
    ...turned(
      filter,
      AMOUNTS,
      (last, first) => toDecimal(last).lt(toDecimal(first)),
      'O valor final é menor que o inicial.',
    ),
  ];
  if (problems.length > 0) throw invalid(problems);
};
