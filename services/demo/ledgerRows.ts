import { materialize, shareAlong, splitByWeights } from '#domain/apportionment.ts';
import type { IsoDate } from '#domain/dates.ts';
import { isPositive, percentageOf, sum, ZERO, type Money } from '#domain/money.ts';
import { nextDueDate, transactionFigures, transactionStatus, type InstallmentFigures } from '#domain/transactions.ts';
import type { Draft, DraftInstallment } from './drafts.ts';
import type { Row } from './insert.ts';
import type { Registers } from './registers.ts';

/** Reserved ids of the ledger's tables, returned in order. */
export interface LedgerIds {
  transaction: () => number;
  installment: () => number;
  apportionment: () => number;
}

/** Rows of one or several transactions, by table. */
export interface LedgerRows {
  transactions: Row[];
  installments: Row[];
  apportionments: Row[];
  apportionment_shares: Row[];
}

interface Numbered {
  draft: Draft;
  documentNumber: string | null;
  createdBy: number;
}

const figuresOf = ({ dueDate, gross, payment }: DraftInstallment): InstallmentFigures => ({
  forecast: payment === null,
  dueDate,
  grossValue: gross,
  increase: payment?.increase ?? ZERO,
  discount: payment?.discount ?? ZERO,
});

const lastDueDate = (draft: Draft): IsoDate =>
  draft.installments
    .map(({ dueDate }) => dueDate)
    .sort()
    .at(-1) ?? '';

const transactionRow = ({ draft, documentNumber, createdBy }: Numbered, id: number, registers: Registers): Row => {
  const installments = draft.installments.map(figuresOf);
  const figures = transactionFigures(installments);
  const createdAt = `${draft.emission}T10:30:00-03:00`;
  return {
    account_id: registers.accountId,
    id,
    company_id: registers.companyId,
    type: draft.type,
    document_number: documentNumber,
    description: draft.what,
    emission_date: draft.emission,
    competence_date: draft.competence,
    category_id:
      draft.type === 'DEBIT' ? registers.expenseCategory(draft.category) : registers.incomeCategory(draft.category),
    partner_id: partnerOf(draft, registers),
    expected_wallet_id: registers.wallet(draft.wallet),
    preferred_payment_method: draft.method,
    status: transactionStatus(installments),
    installment_count: installments.length,
    paid_installment_count: installments.filter(({ forecast }) => !forecast).length,
    gross_value: figures.gross,
    increase: figures.increase,
    discount: figures.discount,
    paid_value: figures.paid,
    reference_due_date: nextDueDate(installments) ?? lastDueDate(draft),
    created_by: createdBy,
    created_at: createdAt,
    updated_at: createdAt,
    version: 1,
  };
};

const partnerOf = (draft: Draft, registers: Registers): number | null => {
  if (draft.partner === null) return null;
  return draft.type === 'DEBIT' ? registers.supplier(draft.partner) : registers.customer(draft.partner);
};

const installmentRows = (
  draft: Draft,
  transactionId: number,
  ids: LedgerIds,
  registers: Registers,
): (Row & { id: number })[] =>
  draft.installments.map((one, index) => ({
    account_id: registers.accountId,
    id: ids.installment(),
    company_id: registers.companyId,
    transaction_id: transactionId,
    type: draft.type,
    number: index + 1,
    forecast: one.payment === null,
    created_on: draft.emission,
    due_date: one.dueDate,
    gross_value: one.gross,
    increase: one.payment?.increase ?? ZERO,
    discount: one.payment?.discount ?? ZERO,
    payment_date: one.payment?.date ?? null,
    wallet_id: one.payment ? registers.wallet(one.payment.wallet) : null,
    payment_method: one.payment?.method ?? null,
  }));

const apportionmentRows = (
  draft: Draft,
  transactionId: number,
  values: readonly Money[],
  ids: LedgerIds,
  registers: Registers,
) =>
  draft.shares.map(({ building, stage }, index) => ({
    account_id: registers.accountId,
    id: ids.apportionment(),
    company_id: registers.companyId,
    transaction_id: transactionId,
    position: index + 1,
    building_id: registers.building(building),
    cost_estimate_group_id: stage === null ? null : registers.stage(building, stage),
    gross_value: values[index] ?? ZERO,
    percentage: percentageOf(values[index] ?? ZERO, sum(values)),
    // The clinic's administration contract charges every cost to its customer.
    is_customer_charged: draft.type === 'DEBIT' && building === 'clinica',
  }));

/** Builds the rows of one transaction. Sums and shares use the same domain rules as the services. */
export const rowsOf = (numbered: Numbered, ids: LedgerIds, registers: Registers): LedgerRows => {
  const { draft } = numbered;
  const transactionId = ids.transaction();
  const gross = draft.installments.map((one) => one.gross);
  const installments = installmentRows(draft, transactionId, ids, registers);
  const values = draft.shares.length
    ? splitByWeights(
        sum(gross),
        draft.shares.map(({ weight }) => `${weight}.00`),
      )
    : [];
  const apportionments = apportionmentRows(draft, transactionId, values, ids, registers);
  const cells = apportionments.length ? materialize(gross, values) : [];
  const shares = cells.flatMap((row, index) => {
    const payment = draft.installments[index]?.payment;
    const increases = shareAlong(payment?.increase ?? ZERO, row);
    const discounts = shareAlong(payment?.discount ?? ZERO, row);
    const all = row.map((cell, column) => ({
      account_id: registers.accountId,
      transaction_id: transactionId,
      installment_id: installments[index]?.id ?? 0,
      apportionment_id: apportionments[column]?.id ?? 0,
      gross_value: cell,
      increase: increases[column] ?? ZERO,
      discount: discounts[column] ?? ZERO,
    }));
    return all.filter(({ gross_value: cell }) => isPositive(cell));
  });
  const transactions = [transactionRow(numbered, transactionId, registers)];
  return { transactions, installments, apportionments, apportionment_shares: shares };
};
