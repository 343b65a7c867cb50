/** What may be withheld from the invoice of a service; GUARANTEE is money kept back until a day (caução). */
export const RETENTION_TAXES = ['ISS', 'INSS', 'IRRF', 'CSRF', 'GUARANTEE'] as const;
export type RetentionTax = (typeof RETENTION_TAXES)[number];

/** Those that a law rules; what is kept as a guarantee, the contract says. */
export const RULED_TAXES = ['ISS', 'INSS', 'IRRF', 'CSRF'] as const;
export type RuledTax = (typeof RULED_TAXES)[number];

export const TAX_LABELS: Record<RetentionTax, string> = {
  ISS: 'ISS',
  INSS: 'INSS',
  IRRF: 'IRRF',
  CSRF: 'CSRF',
  GUARANTEE: 'Retenção contratual',
};

export const isRuledTax = (tax: string): tax is RuledTax => RULED_TAXES.some((one) => one === tax);

/** When the tax is owed: by the issue of the invoice, by each payment of it, or when a guarantee is released. */
export const RETENTION_FACTS = ['ISSUE', 'PAYMENT', 'RELEASE'] as const;
export type RetentionFact = (typeof RETENTION_FACTS)[number];

/** Most retentions of one invoice. */
export const MAX_RETENTIONS = 20;
