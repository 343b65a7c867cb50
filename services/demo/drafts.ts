import type { IsoDate } from '#domain/dates.ts';
import { addDays } from '#domain/dates.ts';
import { fromCents, type Money } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/paymentMethods.ts';
import type { CreditCategory, DebitCategory } from './data/categories.ts';
import type { BuildingKey, WalletKey } from './data/company.ts';
import type { CustomerKey, SupplierKey } from './data/partners.ts';
import type { Random } from './random.ts';

export interface DraftPayment {
  date: IsoDate;
  increase: Money;
  discount: Money;
  /** The wallet that was meant; the treasury may have had to take another. */
  wallet: WalletKey;
  method: PaymentMethod;
}

export interface DraftInstallment {
  dueDate: IsoDate;
  gross: Money;
  /** Null while it is a forecast. */
  payment: DraftPayment | null;
}

export interface DraftShare {
  building: BuildingKey;
  stage: string | null;
  weight: number;
}

interface DraftBase {
  /** Says which stream of numbers decides about its payment, and orders equal dates. */
  key: string;
  what: string;
  /** Complete, or one of the series of numbering.ts whose next number it takes. */
  documentNumber: string;
  emission: IsoDate;
  competence: IsoDate;
  method: PaymentMethod;
  wallet: WalletKey;
  installments: DraftInstallment[];
  shares: DraftShare[];
}

export interface ExpenseDraft extends DraftBase {
  type: 'DEBIT';
  partner: SupplierKey | null;
  category: DebitCategory;
}

export interface IncomeDraft extends DraftBase {
  type: 'CREDIT';
  partner: CustomerKey | null;
  category: CreditCategory;
}

/** A document before it has ids: what happened or is planned, in words and keys of the data files. */
export type Draft = ExpenseDraft | IncomeDraft;

/** Amount between two sums in whole reais; contractors and the like charge in tens, materials in cents. */
export const amountBetween = (random: Random, [min, max]: readonly [number, number], inTens = false): Money =>
  fromCents(BigInt(inTens ? random.int(min / 10, max / 10) * 1000 : random.int(min * 100, max * 100)));

/** Whole reais as money. */
export const reais = (amount: number): Money => fromCents(BigInt(amount) * 100n);

/** What lies ahead was entered in the weeks before the seed date. */
export const enteredOn = (planned: IsoDate, seedDate: IsoDate, random: Random): IsoDate =>
  planned <= seedDate ? planned : addDays(seedDate, -random.int(0, 20));

export const forecast = (dueDate: IsoDate, gross: Money): DraftInstallment => ({ dueDate, gross, payment: null });
