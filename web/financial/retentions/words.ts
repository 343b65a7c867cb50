import { addMonths } from '#domain/dates.ts';
import type { RetentionFact, RetentionStatus, RetentionTax } from '#web/generated/financial.ts';
import type { Tone } from '#web/ui/StatusPill.tsx';

export const TAXES: readonly RetentionTax[] = ['ISS', 'INSS', 'IRRF', 'CSRF', 'GUARANTEE'];

export const isTax = (text: string | undefined): text is RetentionTax => TAXES.some((tax) => tax === text);

export const STATUSES: Record<RetentionStatus, { label: string; tone: Tone }> = {
  OPEN: { label: 'A recolher', tone: 'info' },
  OVERDUE: { label: 'Vencida', tone: 'out' },
  PAID: { label: 'Recolhida', tone: 'in' },
};

export const FACTS: Record<RetentionFact, string> = { ISSUE: 'Emissão da nota', PAYMENT: 'Cada pagamento' };

export const isMonth = (text: string | undefined): text is string =>
  /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text ?? '');

/** The days of a month, its end excluded. */
export const daysOf = (month: string) => ({ start: `${month}-01`, end: addMonths(`${month}-01`, 1) });

export const failures = {
  list: 'Falha para buscar retenções',
  rules: 'Falha para buscar regras de retenção',
};
