import { Decimal } from 'decimal.js';

/** Decimal arithmetic of the model, apart from the product's. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN });
export type Exact = Decimal;
export const exact = (value: Decimal.Value): Exact => new Exact(value);
const cents = (value: Exact): Exact => value.toDecimalPlaces(2);
export const money = (value: Exact): string => value.toFixed(2);

/** What a side says of a line. */
export interface Terms {
  quantity: Exact;
  price: Exact;
}

/** What was typed in a line of one measurement. */
export interface Typed {
  accumulated: Exact;
  confirmed: boolean;
  reason: string | null;
  version: number;
}

export interface Bill {
  id: number;
  value: string;
  paid: boolean;
}

/** What a measurement shows; frozen when it is closed. */
export interface Shown {
  contracted: Exact;
  before: Exact;
  until: Exact;
  excess: Exact;
  unresolved: number;
  /** Accumulated value of each line. */
  lines: Map<number, Exact>;
}

export interface Measured {
  id: number;
  closed: boolean;
  review: boolean;
  typed: Map<number, Typed>;
  frozen: Shown | null;
  retention: Exact;
  bill: Bill | null;
}

export interface Release {
  id: number;
  value: Exact;
  bill: Bill;
}

const sum = (values: Iterable<Exact>): Exact => [...values].reduce((total, value) => total.plus(value), exact(0));

/** One side of the measurements of an estimate, told from the first measurement on, without anything that is stored. */
export class NaiveSide {
  readonly measurements: Measured[] = [];
  readonly releases: Release[] = [];
  percentage = exact(5);

  constructor(
    readonly id: number,
    readonly terms: Map<number, Terms>,
  ) {}

  get latest(): Measured | undefined {
    return this.measurements.at(-1);
  }

  /** Accumulated quantity of a line once the measurement at an index counts, whether it was typed there or before. */
  accumulated(line: number, index: number): Exact {
    for (let at = index; at >= 0; at -= 1) {
      const typed = this.measurements[at]?.typed.get(line);
      if (typed) return typed.accumulated;
    }
    return exact(0);
  }

  #valueBefore(line: number, index: number): Exact {
    return this.measurements[index - 1]?.frozen?.lines.get(line) ?? exact(0);
  }

  /** Figures of the measurement at an index by the terms of now, or as it was closed. */
  shown(index: number): Shown {
    const measured = this.measurements[index];
    if (measured?.frozen) return measured.frozen;
    const shown: Shown = {
      ...{ contracted: exact(0), before: exact(0), until: exact(0), excess: exact(0), unresolved: 0 },
      lines: new Map(),
    };
    for (const [line, { quantity, price }] of this.terms) {
      const [before, until] = [this.accumulated(line, index - 1), this.accumulated(line, index)];
      const worth = cents(quantity.times(price));
      const valueBefore = this.#valueBefore(line, index);
      const value = until.eq(before) ? valueBefore : cents(until.times(price));
      const typed = measured?.typed.get(line);
      const silent = (typed?.reason ?? '') === '';
      const above = until.gt(quantity);
      const asks = until.lt(before) ? silent : above && until.gt(before) && (silent || !typed?.confirmed);
      shown.contracted = shown.contracted.plus(worth);
      shown.before = shown.before.plus(valueBefore);
      shown.until = shown.until.plus(value);
      if (above) shown.excess = shown.excess.plus(value.minus(worth));
      if (asks) shown.unresolved += 1;
      shown.lines.set(line, value);
    }
    return shown;
  }

  /** What is kept back of the measurement at an index. */
  kept(index: number): Exact {
    const measured = this.measurements[index];
    if (measured?.frozen) return measured.retention;
    const { until, before } = this.shown(index);
    return Decimal.max(0, cents(until.minus(before).times(this.percentage).div(100)));
  }

  get retained(): Exact {
    return sum(this.measurements.filter(({ closed }) => closed).map(({ retention }) => retention)).minus(
      sum(this.releases.map(({ value }) => value)),
    );
  }

  /** Status that typing in the latest measurement is refused with; 200: accepted. */
  typing(approved: boolean): number {
    if (this.latest?.closed) return 409;
    return approved ? 200 : 422;
  }

  beginning(approved: boolean): number {
    if (!approved) return 422;
    return this.latest && !this.latest.closed ? 409 : 200;
  }

  closing(approved: boolean): number {
    const { until, before, unresolved } = this.shown(this.measurements.length - 1);
    return !approved || unresolved > 0 || until.lt(before) ? 422 : 200;
  }

  reopening(measured: Measured): number {
    if (measured !== this.latest) return 409;
    return measured.retention.gt(this.retained) || measured.bill?.paid ? 422 : 200;
  }
}
