import { fromCents, fromTenThousandths } from '#domain/money.ts';

/** Measures of a purchase, in the order in which they happen. */
export const MEASURES = ['estimated', 'requested', 'ordered', 'received', 'invoiced', 'paid'] as const;
export type Measure = (typeof MEASURES)[number];

/** Quantity in ten-thousandths of the product's unit, and value in cents: landed, of requests that of the reference. */
export interface Amount {
  quantity: bigint;
  cents: bigint;
}

export type Amounts = Record<Measure, Amount>;

/** Amounts of one product in one stage: rows, groups and stages are sums of the same cells, so that they agree. */
export interface Cell {
  /** Null: what is made of no product of the register. */
  productId: number | null;
  /** Null: in no stage. */
  stageId: number | null;
  amounts: Amounts;
}

export const nothing = (): Amounts => ({
  estimated: { quantity: 0n, cents: 0n },
  requested: { quantity: 0n, cents: 0n },
  ordered: { quantity: 0n, cents: 0n },
  received: { quantity: 0n, cents: 0n },
  invoiced: { quantity: 0n, cents: 0n },
  paid: { quantity: 0n, cents: 0n },
});

/** Adds amounts to those of a key. */
export const addTo = (sum: Amounts, added: Partial<Amounts>): void => {
  for (const measure of MEASURES) {
    const amount = added[measure];
    if (!amount) continue;
    sum[measure].quantity += amount.quantity;
    sum[measure].cents += amount.cents;
  }
};

/** Sums by a key. */
export const sumBy = <Key>(cells: Iterable<Cell>, keyOf: (cell: Cell) => Key): Map<Key, Amounts> => {
  const sums = new Map<Key, Amounts>();
  for (const cell of cells) {
    const key = keyOf(cell);
    const sum = sums.get(key) ?? nothing();
    addTo(sum, cell.amounts);
    sums.set(key, sum);
  }
  return sums;
};

interface AnswerAmount {
  quantity: string | null;
  value: string;
}

const answerOf = ({ quantity, cents }: Amount, quantified: boolean): AnswerAmount => ({
  quantity: quantified ? fromTenThousandths(quantity) : null,
  value: fromCents(cents),
});

export const balanceOf = ({ estimated, ordered }: Amounts): Amount => ({
  quantity: estimated.quantity - ordered.quantity,
  cents: estimated.cents - ordered.cents,
});

/** Amounts as the contract says them; without quantities where they do not add up. */
export const amountsAnswer = (amounts: Amounts, quantified: boolean) => ({
  estimated: answerOf(amounts.estimated, quantified),
  requested: answerOf(amounts.requested, quantified),
  ordered: answerOf(amounts.ordered, quantified),
  received: answerOf(amounts.received, quantified),
  invoiced: answerOf(amounts.invoiced, quantified),
  paid: answerOf(amounts.paid, quantified),
  balance: answerOf(balanceOf(amounts), quantified),
});
