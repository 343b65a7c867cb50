import type { PaymentMethod } from '#domain/paymentMethods.ts';
import type { DebitCategory } from './data/categories.ts';
import type { BuildingKey, WalletKey } from './data/company.ts';
import type { SupplierKey } from './data/partners.ts';
import type { StageCode } from './data/stages.ts';

/** Documents alike for one stage: materials, a contractor's measurements, rentals. */
export interface Package {
  building: BuildingKey;
  stage: string;
  supplier: SupplierKey;
  category: DebitCategory;
  what: string;
  documents: number;
  /** First and last month, counted from the month of the seed date. */
  months: readonly [number, number];
  /** Smallest and largest document, in whole reais. */
  amount: readonly [number, number];
  /** Days from emission to each due date: one installment each. */
  terms: readonly number[];
}

type PackageRow<B extends BuildingKey> = readonly [
  stage: StageCode<B>,
  supplier: SupplierKey,
  category: DebitCategory,
  what: string,
  documents: number,
  months: readonly [number, number],
  amount: readonly [number, number],
  terms: readonly number[],
];

/** Reads a table of packages of one obra. */
export const packagesOf = <B extends BuildingKey>(building: B, rows: readonly PackageRow<B>[]): Package[] =>
  rows.map(([stage, supplier, category, what, documents, months, amount, terms]) => ({
    building,
    stage: String(stage),
    supplier,
    category,
    what,
    documents,
    months,
    amount,
    terms,
  }));

/** Obras that a recurring expense is shared over; a weight counts while its obra is under way. */
export type Weights = Partial<Record<BuildingKey, { weight: number; stage: string | null }>>;

/** An expense that comes back on a day of the month. */
export interface Recurring {
  what: string;
  /** How its documents are numbered: "NF 1.204" of a supplier, or "GUIA 10/2026" of a month. */
  document: 'NF' | 'FATURA' | 'RECIBO' | 'GUIA' | 'FOLHA' | 'DARF' | 'CUPOM';
  supplier: SupplierKey | null;
  category: DebitCategory;
  day: number;
  /** Smallest and largest installment, in whole reais. */
  amount: readonly [number, number];
  method: PaymentMethod;
  wallet: WalletKey;
  /** Calendar months in which it falls (1 to 12); all of them when left out. */
  inMonths?: readonly number[];
  months?: readonly [number, number];
  /** A contract of so many monthly installments, renewed every so many months if it is at all. */
  installments?: number;
  every?: number;
  shares?: Weights;
}
