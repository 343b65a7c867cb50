import type { IsoDate } from '#domain/dates.ts';
import { addDays } from '#domain/dates.ts';
import { fromCents, type Money } from '#domain/money.ts';
import type { RuledTax } from '#domain/financial/retentions/taxes.ts';
import type { PaymentMethod } from '#domain/paymentMethods.ts';
import type { CreditCategory, DebitCategory } from './data/categories.ts';
import type { BuildingKey, WalletKey } from './data/company.ts';
import type { CustomerKey, SupplierKey } from './data/partners.ts';
import type { WithheldTax } from './data/withheld.ts';
import type { Random } from './random.ts';

export interface DraftPayment {
  date: IsoDate;
  increase: Money;
  discount: Money;
  /** The planned wallet; runTreasury replaces it if its cash does not suffice. */
  wallet: WalletKey;
  method: PaymentMethod;
}

export interface DraftInstallment {
  dueDate: IsoDate;
  gross: Money;
  /** Null for a forecast. */
  payment: DraftPayment | null;
}

export interface DraftShare {
  building: BuildingKey;
  stage: string | null;
  weight: number;
}

interface DraftBase {
  /** Selects the random stream of its payments and orders equal dates. */
  key: string;
  what: string;
  /** A complete number, or the name of a series in numbering.ts. */
  documentNumber: string;
  emission: IsoDate;
  competence: IsoDate;
  method: PaymentMethod;
  wallet: WalletKey;
  installments: DraftInstallment[];
  shares: DraftShare[];
  /** Made by closing this measurement of the house, instead of being inserted. */
  measured?: { side: 'CUSTOMER' | 'CONTRACTOR'; number: number };
}

export interface ExpenseDraft extends DraftBase {
  type: 'DEBIT';
  partner: SupplierKey | null;
  category: DebitCategory;
  /** Taxes that were withheld of it: it is entered with them, instead of being inserted. */
  withheld?: readonly WithheldTax[];
  /** Of what was withheld: made by entering the invoice with this key. */
  payableOf?: { key: string; tax: RuledTax };
}

export interface IncomeDraft extends DraftBase {
  type: 'CREDIT';
  partner: CustomerKey | null;
  category: CreditCategory;
}

/** A transaction before it has ids: it refers to the data files by key. */
export type Draft = ExpenseDraft | IncomeDraft;

/** Random amount between two amounts in whole reais: in tens for contractors and the like, in cents for materials. */
export const amountBetween = (random: Random, [min, max]: readonly [number, number], inTens = false): Money =>
  fromCents(BigInt(inTens ? random.int(min / 10, max / 10) * 1000 : random.int(min * 100, max * 100)));

/** Converts whole reais to money. */
export const reais = (amount: number): Money => fromCents(BigInt(amount) * 100n);

/** Day of entry: a transaction planned for the future was entered in the weeks before the seed date. */
export const enteredOn = (planned: IsoDate, seedDate: IsoDate, random: Random): IsoDate =>
  planned <= seedDate ? planned : addDays(seedDate, -random.int(0, 20));

export const forecast = (dueDate: IsoDate, gross: Money): DraftInstallment => ({ dueDate, gross, payment: null });
