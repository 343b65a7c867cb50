import type { PaymentMethod } from '#domain/paymentMethods.ts';
import type { DebitCategory } from './data/categories.ts';
import type { BuildingKey, WalletKey } from './data/company.ts';
import type { SupplierKey } from './data/partners.ts';
import type { StageCode } from './data/stages.ts';

/** Similar transactions of one stage: materials, a contractor's measurements, rentals. */
export interface Package {
  building: BuildingKey;
  stage: string;
  supplier: SupplierKey;
  category: DebitCategory;
  what: string;
  transactions: number;
  /** First and last month, relative to the month of the seed date. */
  months: readonly [number, number];
  /** Smallest and largest amount of a transaction, in whole reais. */
  amount: readonly [number, number];
  /** Days from emission to each due date, one installment each. */
  terms: readonly number[];
}

type PackageRow<B extends BuildingKey> = readonly [
  stage: StageCode<B>,
  supplier: SupplierKey,
  category: DebitCategory,
  what: string,
  transactions: number,
  months: readonly [number, number],
  amount: readonly [number, number],
  terms: readonly number[],
];

/** Converts a table of packages of one building. */
export const packagesOf = <B extends BuildingKey>(building: B, rows: readonly PackageRow<B>[]): Package[] =>
  rows.map(([stage, supplier, category, what, transactions, months, amount, terms]) => ({
    building,
    stage: String(stage),
    supplier,
    category,
    what,
    transactions,
    months,
    amount,
    terms,
  }));

/** Shares of a recurring expense; a weight applies while its obra is under way. */
export type Weights = Partial<Record<BuildingKey, { weight: number; stage: string | null }>>;

/** An expense that recurs on a day of the month. */
export interface Recurring {
  what: string;
  /** Kind of number: "NF 1.204" for a supplier's series, or "GUIA 10/2026" for a month. */
  document: 'NF' | 'FATURA' | 'RECIBO' | 'GUIA' | 'FOLHA' | 'DARF' | 'CUPOM';
  supplier: SupplierKey | null;
  category: DebitCategory;
  day: number;
  /** Smallest and largest installment, in whole reais. */
  amount: readonly [number, number];
  method: PaymentMethod;
  wallet: WalletKey;
  /** Calendar months in which it occurs (1 to 12); all of them by default. */
  inMonths?: readonly number[];
  months?: readonly [number, number];
  /** A contract of this many monthly installments, renewed every `every` months if set. */
  installments?: number;
  every?: number;
  shares?: Weights;
}
