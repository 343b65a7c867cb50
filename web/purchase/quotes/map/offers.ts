import {
  choiceOfAwards,
  compareOffers,
  type Award,
  type Offer,
  type RequestedLine,
} from '#domain/purchase/quotes/comparison.ts';
import { compare } from '#domain/money.ts';
import type { QuoteDetailsFragment } from '#web/generated/purchase.ts';

type Quote = Pick<QuoteDetailsFragment, 'lines' | 'suppliers' | 'monthlyRate'>;

/** Who gets which line. */
export type Awards = ReadonlyMap<string, string>;

const linesOf = ({ lines }: Quote): RequestedLine<string>[] =>
  lines.map(({ id, quantity, referencePrice }) => ({ id, quantity, referencePrice }));

/** The answers, as the comparison takes them. */
export const offersOf = ({ suppliers }: Quote): Offer<string>[] =>
  suppliers.flatMap(({ id, answer }) =>
    answer === null
      ? []
      : [
          {
            ...{ supplierId: id, freight: answer.freight, shippingRate: answer.shippingRate, ipi: answer.ipi },
            paymentDays: answer.paymentDays,
            prices: new Map(
              answer.lines.flatMap(({ lineId, price }) => (price === null ? [] : [[lineId, price] as const])),
            ),
          },
        ],
  );

export const awardList = (awards: Awards): Award<string>[] =>
  [...awards].map(([lineId, supplierId]) => ({ lineId, supplierId }));

/** What a choice costs, by the arithmetic of the server. */
export const chosenOf = (quote: Quote, awards: Awards) =>
  choiceOfAwards(linesOf(quote), offersOf(quote), awardList(awards), quote.monthlyRate);

/** Whether a choice costs more than the best combination of the same lines; the server asks the same. */
export const isDearer = (quote: Quote, awards: Awards): boolean => {
  const lines = linesOf(quote).filter(({ id }) => awards.has(id));
  const offers = offersOf(quote);
  const best = compareOffers(lines, offers, quote.monthlyRate).bestCombination;
  const chosen = choiceOfAwards(lines, offers, awardList(awards), quote.monthlyRate);
  return best !== null && compare(chosen.presentValue, best.presentValue) > 0;
};
