import { Decimal, roundHalfEven, toDecimal } from '../../decimal.ts';

/** Parts of a BDI (benefícios e despesas indiretas) in percent. */
export interface BdiParts {
  /** AC, administração central. */
  administration: string;
  /** S, seguro. */
  insurance: string;
  /** G, garantia. */
  guarantee: string;
  /** R, risco. */
  risk: string;
  /** DF, despesas financeiras. */
  financial: string;
  /** L, lucro. */
  profit: string;
  /** I, impostos. */
  taxes: string;
}

const HUNDRED = new Decimal(100);

/**
 * Percentage of a BDI from its parts: (1 + AC + S + R + G)(1 + DF)(1 + L) / (1 − I) − 1, two places half-even (domain.md
 * §5); null where taxes take everything.
 */
export const bdiPercentage = (parts: BdiParts): string | null => {
  const rate = (...percentages: string[]) =>
    percentages
      .reduce((sum, percentage) => sum.plus(toDecimal(percentage)), new Decimal(0))
      .div(HUNDRED)
      .plus(1);
  const left = new Decimal(2).minus(rate(parts.taxes));
  if (left.lte(0)) return null;
  const factor = rate(parts.administration, parts.insurance, parts.risk, parts.guarantee)
    .times(rate(parts.financial))
    .times(rate(parts.profit))
    .div(left);
  return roundHalfEven(factor.minus(1).times(HUNDRED), 2);
};
