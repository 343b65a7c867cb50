import { splitByWeights } from '#domain/apportionment.ts';
import { buildInstallments } from '#domain/installments.ts';
import { ZERO } from '#domain/money.ts';
import type { ModelRowFragment, TransactionModelDraftQuery } from '#web/generated/financial.ts';
import { emptyForm, forecastOf, type TransactionForm } from './model.ts';

/** What a new transaction begins with: a model, and its next document. */
export interface GivenModel {
  /** Tells the draft of one such transaction from that of another. */
  key: string;
  model: ModelRowFragment;
  draft: NonNullable<TransactionModelDraftQuery['draft']>;
}

const optionOf = (row: { id: string; name: string } | null | undefined) =>
  row ? { id: row.id, label: row.name } : null;

const apportionmentsOf = ({ model, draft }: GivenModel): TransactionForm['apportionments'] => {
  const weights = model.shares.map(({ weight }) => weight);
  const values = draft.value != null && weights.length > 0 ? splitByWeights(draft.value, weights) : [];
  return model.shares.map(({ building, stage, weight, isCustomerCharged }, index) => ({
    key: `r${index + 1}`,
    building: optionOf(building),
    stage: optionOf(stage),
    grossValue: values[index] ?? '',
    isCustomerCharged,
    weight,
  }));
};

/** The form of a new transaction as its model has it. */
export const givenForm = (given: GivenModel, today: string): TransactionForm => {
  const { model, draft } = given;
  const built = buildInstallments(draft.value ?? ZERO, model.installmentCount, draft.dueDate);
  return {
    ...emptyForm(today),
    documentNumber: draft.documentNumber ?? '',
    description: draft.description,
    grossValue: draft.value ?? '',
    competenceDate: draft.competenceDate === today ? '' : draft.competenceDate,
    partner: optionOf(model.partner),
    category: optionOf(model.category),
    expectedWallet: model.expectedWallet && { id: model.expectedWallet.id, label: model.expectedWallet.identifier },
    preferredPaymentMethod: model.preferredPaymentMethod ?? '',
    ...(built.ok && { installments: built.installments.map(forecastOf) }),
    apportionments: apportionmentsOf(given),
  };
};
