import type { RuledTax } from '#domain/financial/retentions/taxes.ts';
import type { SupplierKey } from './partners.ts';

/** A tax as the standard rules have it (migration 0069), and to whom it is paid; null: to the collector of its rule. */
export interface WithheldTax {
  tax: RuledTax;
  rate: string;
  fact: 'ISSUE' | 'PAYMENT';
  dueDay: number;
  workingDayRule: 'NEXT' | 'PREVIOUS';
  collector: SupplierKey | null;
}

const OF_THE_UNION = { dueDay: 20, workingDayRule: 'PREVIOUS', collector: null } as const;

const TAXES: Record<RuledTax, WithheldTax> = {
  ISS: { tax: 'ISS', rate: '5', fact: 'ISSUE', dueDay: 10, workingDayRule: 'NEXT', collector: 'prefeitura' },
  INSS: { tax: 'INSS', rate: '11', fact: 'ISSUE', ...OF_THE_UNION },
  IRRF: { tax: 'IRRF', rate: '1.5', fact: 'ISSUE', ...OF_THE_UNION },
  CSRF: { tax: 'CSRF', rate: '4.65', fact: 'PAYMENT', ...OF_THE_UNION },
};

const LABOUR = [TAXES.ISS, TAXES.INSS];
const PROFESSIONAL = [TAXES.IRRF, TAXES.CSRF];

export interface WithheldSample {
  /** Key of the draft of the invoice; where `month` is given, the day of that month follows it. */
  key: string;
  /** Relative to the month of the seed date. */
  month?: number;
  taxes: readonly WithheldTax[];
  /** A payable that nobody has paid, though it was due. */
  forgotten?: RuledTax;
}

/** Invoices of which taxes are withheld: labour for the house and the clinic, both in Campinas, and the accountant. */
export const WITHHELD: readonly WithheldSample[] = [
  { key: 'casa 6 Montagem da cobertura 0', taxes: LABOUR },
  { key: 'clinica 5 Acabamentos da recepção e consultórios 1', taxes: LABOUR, forgotten: 'ISS' },
  { key: 'casa 7 Instalações hidráulicas 3', taxes: LABOUR },
  ...[-2, -1, 0].map((month) => ({ key: 'Honorários contábeis', month, taxes: PROFESSIONAL })),
];

/** Day of the month on which the accountant is paid. */
export const WITHHELD_DAY = 10;
