import { formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/money.ts';
import type { DuplicateTransactionsQuery } from '#web/generated/financial.ts';
import { Banner } from '#web/ui/index.ts';

export interface DuplicateBannerProps {
  duplicate: NonNullable<DuplicateTransactionsQuery['duplicateTransactions']>[number];
  /** The duplicate has stopped a save; the next save stores the transaction. */
  confirmed: boolean;
}

/** Warns that another transaction of the partner has the same number and value. */
export const DuplicateBanner = ({ duplicate, confirmed }: DuplicateBannerProps) => (
  <Banner tone="warning" problem={confirmed}>
    Possível duplicidade: o documento {duplicate.documentNumber}, de {formatCurrency(duplicate.value)}, emitido em{' '}
    {formatDate(duplicate.emissionDate)}, já existe para este parceiro.
  </Banner>
);
