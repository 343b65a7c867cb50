import { formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/money.ts';
import type { DuplicateTransactionsQuery } from '#web/generated/financial.ts';
import { Banner } from '#web/ui/index.ts';

export interface DuplicateBannerProps {
  duplicate: NonNullable<DuplicateTransactionsQuery['duplicateTransactions']>[number];
  /** It stood in the way of a save; the next one means it. */
  confirmed: boolean;
}

/** Another document of the same partner has the same number and value. */
export const DuplicateBanner = ({ duplicate, confirmed }: DuplicateBannerProps) => (
  <Banner tone="warning" problem={confirmed}>
    Possível duplicidade: o documento {duplicate.documentNumber}, de {formatCurrency(duplicate.value)}, emitido em{' '}
    {formatDate(duplicate.emissionDate)}, já existe para este parceiro.
  </Banner>
);
