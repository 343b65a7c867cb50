import { closedSentence } from '#domain/financial/monthClosing/months.ts';
import type { ConstraintText, DetailedText } from '../../platform/db/constraints.ts';

interface Refused {
  month: string;
  company: string;
  field: string | null;
}

const closedMonth: DetailedText = (detail) => {
  // Written by `refuse_closed_months` (migration 0070).
  const { month, company, field } = JSON.parse(detail) as Refused;
  return { message: closedSentence(month, company), ...(field === null ? {} : { field }) };
};

/** Sentences of the constraints of migration 0070. */
export const SENTENCES: Record<string, ConstraintText | DetailedText> = {
  closed_months: closedMonth,
  month_closings_month_key: { message: 'Este mês já foi fechado por outra pessoa. Atualize a tela.' },
};
