/** Something in the books that does not follow from the rows it should follow from. */
export interface Difference {
  accountId: string;
  /** What differs: "despesa 812 (NF 10.482)", "carteira 3 (Itaú)". */
  subject: string;
  /** What is written and what the rows say, in Portuguese. */
  problem: string;
}

/** How many of each kind were looked at. */
export interface Checked {
  accounts: number;
  transactions: number;
  installments: number;
  apportionments: number;
  shares: number;
  wallets: number;
  movements: number;
  transfers: number;
  /** Foreign keys whose rows were all looked up again. */
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
  references: 0,
};

/** Differences that are kept in full; of the rest only their number, so that a ruined database fits in memory. */
export const KEPT_DIFFERENCES = 1_000;

/** Gathers what a check finds. */
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
