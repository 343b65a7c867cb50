import type { IsoDate } from '#domain/dates.ts';
import type { Money } from '#domain/money.ts';

/** Who issued a nota, or whom it is for. */
export interface NfeParty {
  /** CNPJ or CPF, without mask; null of a foreigner. */
  taxId: string | null;
  name: string;
}

export interface NfeIssuer extends NfeParty {
  taxId: string;
  tradeName: string | null;
  street: string | null;
  streetNumber: string | null;
  district: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  phone: string | null;
}

/** An item of a nota. Quantities and prices are decimals as the file has them. */
export interface NfeItem {
  /** 1 to 990. */
  number: number;
  /** The issuer's own code. */
  code: string;
  /** GTIN; null for "SEM GTIN". */
  ean: string | null;
  name: string;
  ncm: string | null;
  unit: string;
  quantity: string;
  unitPrice: string;
  /** The same quantity in the unit of the tax law; null where the file has none. */
  taxUnit: string | null;
  taxQuantity: string | null;
  value: Money;
  discount: Money;
  freight: Money;
  insurance: Money;
  other: Money;
  ipi: Money;
  /** ICMS and FCP by tax substitution. */
  st: Money;
  /** False: its value is no part of the total (indTot 0). */
  counts: boolean;
  /** Number of the buyer's order, and item of it. */
  order: string | null;
  orderItem: string | null;
}

/** Totals of a nota. `taxes` are all that add to it besides IPI. */
export interface NfeTotals {
  products: Money;
  services: Money;
  freight: Money;
  insurance: Money;
  other: Money;
  discount: Money;
  /** ICMS that the law waives; some notas deduct it from their total. */
  waived: Money;
  ipi: Money;
  taxes: Money;
  /** Value of the nota (vNF). */
  total: Money;
}

export interface NfeInstallment {
  number: string | null;
  dueDate: IsoDate | null;
  value: Money;
}

/** A tax that whoever pays keeps back and collects. CSRF: PIS, COFINS and CSLL together. */
export interface Withheld {
  tax: 'ISS' | 'INSS' | 'IRRF' | 'CSRF';
  base: Money;
  value: Money;
}

/** An authorised NF-e of model 55 of goods that are sold, as its XML says. */
export interface Nfe {
  accessKey: string;
  series: string;
  number: string;
  /** Day that the file writes, at its own offset. */
  emissionDate: IsoDate;
  operation: string;
  issuer: NfeIssuer;
  receiver: NfeParty;
  items: NfeItem[];
  totals: NfeTotals;
  /** Taxes that are kept back of what is paid, each once. */
  withheld: Withheld[];
  /** Empty where the file has none, as half of real ones. */
  installments: NfeInstallment[];
  /** Codes of the means of payment (tPag). */
  payments: string[];
  notes: string | null;
  /** Number of the buyer's order of the whole nota. */
  order: string | null;
  protocol: string;
}
