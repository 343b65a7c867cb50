import { isIsoDate } from '#domain/dates.ts';
import {
  useRetentionProposalsQuery,
  type RetentionProposalFragment,
  type RetentionTax,
} from '#web/generated/financial.ts';
import type { FormRetention } from './retentions.ts';
import type { TransactionForm } from './model.ts';

const NONE: readonly RetentionProposalFragment[] = [];

/** The rules in force on the day of the invoice; asked once something is withheld, or about to be. */
export const useRetentionProposals = (form: TransactionForm, wanted: boolean): readonly RetentionProposalFragment[] => {
  const { emissionDate, installments } = form;
  const paymentDate = installments.find((one) => one.forecast)?.dueDate ?? '';
  const { data, previousData } = useRetentionProposalsQuery({
    variables: { emissionDate, paymentDate: isIsoDate(paymentDate) ? paymentDate : null },
    skip: !wanted || !isIsoDate(emissionDate),
    context: { quiet: true },
  });
  return (data ?? previousData)?.retentionProposals ?? NONE;
};

/** The rule of a row: that of its city, or of its collector where he has one, else that of every city. */
export const proposalOf = (
  proposals: readonly RetentionProposalFragment[],
  { key, city, partner }: Pick<FormRetention, 'key' | 'city' | 'partner'>,
): RetentionProposalFragment | null => {
  const own = proposals.filter(({ rule }) => rule.tax === key);
  if (city !== null) return own.find(({ rule }) => rule.city === city) ?? null;
  return (
    own.find(({ rule }) => rule.collector === partner?.label) ??
    own.find(({ rule }) => rule.city == null) ??
    (own.length === 1 ? own[0] : undefined) ??
    null
  );
};

const ORDER: readonly RetentionTax[] = ['ISS', 'INSS', 'IRRF', 'CSRF'];

/** What may still be added: each tax once, ISS by its city. */
export const addable = (
  proposals: readonly RetentionProposalFragment[],
  rows: readonly FormRetention[],
): RetentionProposalFragment[] =>
  ORDER.flatMap((tax) => (rows.some(({ key }) => key === tax) ? [] : proposals.filter(({ rule }) => rule.tax === tax)));
