import type { DocumentModel } from '#web/form/document/model.ts';
import type { TransactionDetailFragment } from '#web/generated/financial.ts';
import { fields, mergedInstallments, moneyFields } from './fields.ts';
import { formOf, isTransactionForm, nextForm, type TransactionForm } from './model.ts';
import { formPath, problemsOf } from './validate.ts';

/** The document model of a transaction; value, installments and apportionment are merged together. */
export const transactionDocument: DocumentModel<TransactionDetailFragment, TransactionForm> = {
  formOf,
  nextOf: nextForm,
  isForm: isTransactionForm,
  problemsOf,
  pathOf: formPath,
  fields,
  together: moneyFields,
  mergeTogether: (merged, before, theirs) => ({
    ...merged,
    installments: mergedInstallments(merged, before, theirs),
  }),
};
