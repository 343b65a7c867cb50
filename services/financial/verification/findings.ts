/** A stored value that does not follow from the rows that it is derived from. */
export interface Difference {
  accountId: string;
  /** Row that differs: "despesa 812 (NF 10.482)", "carteira 3 (Itaú)". */
  subject: string;
  /** Stored value and computed value, in Portuguese. */
  problem: string;
}

/** Number of rows checked, by kind. */
export interface Checked {
  accounts: number;
  transactions: number;
  installments: number;
  apportionments: number;
  shares: number;
  wallets: number;
  movements: number;
  transfers: number;
  orders: number;
  /** Foreign keys whose rows were all checked. */
  references: number;
}

export const NOTHING_CHECKED: Checked = {
  accounts: 0,
  transactions: 0,
  installments: 0,
  apportionments: 0,
  shares: 0,
  wallets: 0,
  movements: 0,
  transfers: 0,
  orders: 0,
  references: 0,
};

/** Differences kept in full; the rest is only counted, to bound memory on a badly damaged database. */
export const KEPT_DIFFERENCES = 1_000;

/** Collects the differences that the checks find. */
export class Findings {
  readonly checked: Checked = { ...NOTHING_CHECKED };
  readonly differences: Difference[] = [];
  omitted = 0;

  note(accountId: string, subject: string, problem: string): void {
    if (this.differences.length < KEPT_DIFFERENCES) this.differences.push({ accountId, subject, problem });
    else this.omitted += 1;
  }

  count(what: keyof Checked, rows: number): void {
    this.checked[what] += rows;
  }
}
