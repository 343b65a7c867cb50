/**
 * Comparison of the answers to a quote request (mapa; domain.md §4; mock 5): landed cost, terms brought to the day of
 * delivery at a monthly rate. Freight of a supplier counts whole once one line is his.
 */
import { Decimal, divideHalfEven, toDecimal } from '../../decimal.ts';
import { add, fromCents, sum, toCents, ZERO, type Money } from '../../money.ts';
import { shareCents } from '../../shares.ts';
import { lineValue } from '../orders/figures.ts';
import { cheapestSplit, type Split } from './cheapestSplit.ts';
import { answerFigures, chargedFreight, type AnswerCharges } from './figures.ts';

/** Line of a quote request. */
export interface RequestedLine<Id> {
  id: Id;
  quantity: string;
  /** Price of the cost estimate. */
  referencePrice: string | null;
}

/** Answer of one supplier. */
export interface Offer<Id> extends AnswerCharges {
  supplierId: Id;
  /** By line; a line that he does not have is left out. */
  prices: ReadonlyMap<Id, string>;
  /** Days after the delivery of each installment, of equal parts; none: paid at once. */
  paymentDays: readonly number[];
}

export interface Award<Id> {
  lineId: Id;
  supplierId: Id;
}

/** Purchase of lines from suppliers. */
export interface Choice<Id> {
  /** Landed and brought to the day of delivery: what is compared. */
  presentValue: Money;
  /** Landed. */
  total: Money;
  awards: Award<Id>[];
  missing: Id[];
}

export interface Comparison<Id> {
  referenceTotal: Money | null;
  bestOfLines: Award<Id>[];
  bestSingle: Choice<Id> | null;
  bestCombination: Choice<Id> | null;
}

const IPI_SCALE = 1_000_000n;
const PRESENT_SCALE = 1_000_000_000_000n;
const SCALE = IPI_SCALE * PRESENT_SCALE;
const DAYS_OF_MONTH = 30;

/** What one real in installments of equal parts is worth on the day of delivery, with twelve places half-even. */
const presentFactor = (paymentDays: readonly number[], monthlyRate: string): bigint => {
  const growth = toDecimal(monthlyRate).div(100).plus(1);
  if (paymentDays.length === 0 || growth.eq(1)) return PRESENT_SCALE;
  const parts = paymentDays.map((days) => growth.pow(new Decimal(-days).div(DAYS_OF_MONTH)));
  const mean = parts.reduce((whole, part) => whole.plus(part), new Decimal(0)).div(parts.length);
  return BigInt(mean.times(PRESENT_SCALE.toString()).toFixed(0));
};

/** 1 + IPI, times 10⁶: the percent has four places. */
const ipiFactor = (ipi: string): bigint => IPI_SCALE + BigInt(toDecimal(ipi).times(10_000).toFixed(0));

/** An offer in exact whole numbers: cents × `factor` ÷ 10¹⁸ is the present value. */
interface Weighed<Id> {
  offer: Offer<Id>;
  factor: bigint;
  freight: bigint;
  /** By line, in its order; null: not offered. */
  cents: (bigint | null)[];
}

const weigh = <Id>(lines: readonly RequestedLine<Id>[], offer: Offer<Id>, monthlyRate: string): Weighed<Id> => ({
  offer,
  factor: ipiFactor(offer.ipi) * presentFactor(offer.paymentDays, monthlyRate),
  freight: toCents(chargedFreight(offer)),
  cents: lines.map(({ id, quantity }) => {
    const price = offer.prices.get(id);
    return price === undefined ? null : toCents(lineValue(quantity, price));
  }),
});

/** What these lines of one supplier cost with his freight. */
const supplierCost = <Id>({ offer, factor, freight, cents }: Weighed<Id>, lines: readonly number[]) => {
  const base = lines.reduce((whole, line) => whole + (cents[line] ?? 0n), freight);
  const ipi = divideHalfEven(base * (ipiFactor(offer.ipi) - IPI_SCALE), IPI_SCALE);
  return { presentValue: fromCents(divideHalfEven(base * factor, SCALE)), total: fromCents(base + ipi) };
};

/** What an offer costs, and each line of it: landed, and brought to the day of delivery. The lines sum to the whole. */
export interface Landed<Id> {
  total: Money;
  presentValue: Money;
  /** By line; a line that is not offered is left out. */
  lines: ReadonlyMap<Id, { landed: Money; presentValue: Money }>;
}

/** Freight and IPI of an offer shared over everything that it offers, by value (domain.md §4). */
export const landedOffer = <Id>(
  lines: readonly RequestedLine<Id>[],
  offer: Offer<Id>,
  monthlyRate: string,
): Landed<Id> => {
  const weighed = weigh(lines, offer, monthlyRate);
  const offered = lines.flatMap(({ id }, index) => {
    const cents = weighed.cents[index];
    return cents === null || cents === undefined ? [] : [{ id, index, cents }];
  });
  const { total, presentValue } = supplierCost(
    weighed,
    offered.map(({ index }) => index),
  );
  const portions = offered.map(({ cents }) => cents);
  const [landed, present] = [shareCents(toCents(total), portions), shareCents(toCents(presentValue), portions)];
  return {
    ...{ total, presentValue },
    lines: new Map(
      offered.map(({ id }, index) => [
        id,
        { landed: fromCents(landed[index] ?? 0n), presentValue: fromCents(present[index] ?? 0n) },
      ]),
    ),
  };
};

/** A split as a choice: each supplier pays his freight once. */
const choiceOf = <Id>(
  lines: readonly RequestedLine<Id>[],
  weighed: readonly Weighed<Id>[],
  split: readonly (number | null)[],
): Choice<Id> => {
  const costs = weighed.flatMap((one, supplier) => {
    const own = split.flatMap((chosen, line) => (chosen === supplier ? [line] : []));
    return own.length === 0 ? [] : [supplierCost(one, own)];
  });
  const supplierAt = (line: number) => {
    const chosen = split[line];
    return chosen === null || chosen === undefined ? undefined : weighed[chosen];
  };
  return {
    presentValue: sum(costs.map(({ presentValue }) => presentValue)),
    total: sum(costs.map(({ total }) => total)),
    awards: lines.flatMap(({ id }, line) => {
      const supplier = supplierAt(line);
      return supplier ? [{ lineId: id, supplierId: supplier.offer.supplierId }] : [];
    }),
    missing: lines.flatMap(({ id }, line) => (supplierAt(line) ? [] : [id])),
  };
};

/** The suppliers with the lowest price of a line, with IPI and terms; several where they are equal. */
const bestOfLine = <Id>(weighed: readonly Weighed<Id>[], line: number): Id[] => {
  const costs = weighed.flatMap(({ offer, factor, cents }) => {
    const cost = cents[line];
    return cost === null || cost === undefined ? [] : [{ supplierId: offer.supplierId, cost: cost * factor }];
  });
  const least = costs.reduce<bigint | null>((low, { cost }) => (low === null || cost < low ? cost : low), null);
  return costs.flatMap(({ supplierId, cost }) => (cost === least ? [supplierId] : []));
};

const splitOf = <Id>(weighed: readonly Weighed<Id>[]): Split =>
  cheapestSplit(
    weighed.map(({ factor, freight, cents }) => ({
      fixed: freight * factor,
      costs: cents.map((cost) => (cost === null ? null : cost * factor)),
    })),
  );

/** The cheapest supplier who offers every line that anybody offers; the first of equal ones. */
const bestSingleOf = <Id>(lines: readonly RequestedLine<Id>[], weighed: readonly Weighed<Id>[]): Choice<Id> | null => {
  const offered = lines.map((_, line) => weighed.some(({ cents }) => (cents[line] ?? null) !== null));
  let best: { supplier: number; cost: bigint } | null = null;
  for (const [supplier, { factor, freight, cents }] of weighed.entries()) {
    if (offered.some((any, line) => any && (cents[line] ?? null) === null)) continue;
    const cost = cents.reduce<bigint>((whole, one) => whole + (one ?? 0n), freight) * factor;
    if (best === null || cost < best.cost) best = { supplier, cost };
  }
  if (best === null || !offered.includes(true)) return null;
  const { supplier } = best;
  return choiceOf(
    lines,
    weighed,
    offered.map((any) => (any ? supplier : null)),
  );
};

/** Sum of the reference prices; null where one is missing, or there are no lines. */
export const referenceTotal = (lines: readonly Omit<RequestedLine<unknown>, 'id'>[]): Money | null => {
  const known = lines.flatMap(({ quantity, referencePrice }) =>
    referencePrice === null ? [] : [lineValue(quantity, referencePrice)],
  );
  return lines.length > 0 && known.length === lines.length ? sum(known) : null;
};

/** Total of an answer with the reference for what it does not offer; null where a reference is missing. */
export const comparableTotal = <Id>(lines: readonly RequestedLine<Id>[], offer: Offer<Id>): Money | null => {
  const absent = lines.filter(({ id }) => !offer.prices.has(id));
  const filled = absent.length === 0 ? ZERO : referenceTotal(absent);
  const answered = lines.map(({ id, quantity }) => ({ quantity, price: offer.prices.get(id) ?? null }));
  return filled === null ? null : add(answerFigures(answered, offer).total, filled);
};

/** Compares the offers at a rate in percent a month. */
export const compareOffers = <Id>(
  lines: readonly RequestedLine<Id>[],
  offers: readonly Offer<Id>[],
  monthlyRate: string,
): Comparison<Id> => {
  const weighed = offers.map((offer) => weigh(lines, offer, monthlyRate));
  const { suppliers } = splitOf(weighed);
  const combined = choiceOf(lines, weighed, suppliers);
  return {
    referenceTotal: referenceTotal(lines),
    bestOfLines: lines.flatMap(({ id }, line) =>
      bestOfLine(weighed, line).map((supplierId) => ({ lineId: id, supplierId })),
    ),
    bestSingle: bestSingleOf(lines, weighed),
    bestCombination: combined.awards.length === 0 ? null : combined,
  };
};

/** What awards cost; an award of a line that its supplier does not offer counts as missing. */
export const choiceOfAwards = <Id>(
  lines: readonly RequestedLine<Id>[],
  offers: readonly Offer<Id>[],
  awards: readonly Award<Id>[],
  monthlyRate: string,
): Choice<Id> => {
  const weighed = offers.map((offer) => weigh(lines, offer, monthlyRate));
  const suppliers = new Map(awards.map(({ lineId, supplierId }) => [lineId, supplierId]));
  const split = lines.map(({ id }, line) => {
    const supplierId = suppliers.get(id);
    const supplier = weighed.findIndex(({ offer }) => offer.supplierId === supplierId);
    return (weighed[supplier]?.cents[line] ?? null) === null ? null : supplier;
  });
  return choiceOf(lines, weighed, split);
};
