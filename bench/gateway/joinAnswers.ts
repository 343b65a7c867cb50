import type {
  Transaction,
  TransactionSummary,
  TransactionTotals,
} from '#schema/financial/transactions/transactions.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';

export interface Variables {
  companyId: string;
  page: number;
  size: number;
  sort: { id: string }[];
  id: string;
  from: string;
  to: string;
}

type Named = { id: number; name: string } | null;

const named = (one: Named) => one && { id: String(one.id), name: one.name };
const walletOf = (bank: Transaction['bank']) => bank && { id: String(bank.id), identifier: bank.text };

const rowOf = (row: TransactionSummary) => ({
  id: String(row.id),
  version: row.version,
  type: row.type,
  status: row.status,
  overdue: row.overdue,
  documentNumber: row.documentNumber,
  description: row.description,
  value: row.value,
  paidValue: row.paidValue,
  openValue: row.openValue,
  overdueValue: row.overdueValue,
  referenceDueDate: row.referenceDueDate,
  emissionDate: row.emissionDate,
  installmentCount: row.installmentCount,
  paidInstallmentCount: row.paidInstallmentCount,
  canChange: row.canChange,
  otherBuildingsValue: row.otherBuildingsValue,
  category: named(row.category),
  partner: named(row.partner),
  apportionments: row.transactionRecordBuildings.map(({ id, building }) => ({
    id: String(id),
    building: named(building),
  })),
});

/** Builds the page of the expenses screen. */
export const answerList = (
  { content, number, size, last, totalElements }: PageOf<TransactionSummary>,
  totals: TransactionTotals,
) => ({
  content: content.map(rowOf),
  // Empty: the list filters neither by building nor by days.
  matching: [],
  number,
  size,
  last,
  totalElements,
  totals: {
    count: totals.count,
    value: totals.value,
    grossValue: totals.grossValue,
    paidValue: totals.paidValue,
    openValue: totals.openValue,
    overdueValue: totals.overdueValue,
    counts: totals.counts,
  },
});

/** Builds the transaction of the drawer, with its partner's tax id. */
export const answerOne = (row: Transaction) => ({
  ...rowOf(row),
  partner: row.partner && { id: String(row.partner.id), name: row.partner.name, taxId: row.partner.taxId },
  forecast: row.forecast,
  grossValue: row.grossValue,
  increase: row.increase,
  discount: row.discount,
  dueDate: row.dueDate,
  competenceDate: row.competenceDate,
  preferredPaymentMethod: row.preferredPaymentMethod,
  expectedWallet: walletOf(row.expectedBank),
  installments: row.transactionRecordList.map((one) => ({
    id: String(one.id),
    number: one.number,
    forecast: one.forecast,
    date: one.date,
    dueDate: one.dueDate,
    paymentDate: one.paymentDate,
    paymentMethod: one.paymentMethod,
    increase: one.increase,
    discount: one.discount,
    grossValue: one.grossValue,
    value: one.value,
    wallet: walletOf(one.bank),
  })),
  apportionments: row.transactionRecordBuildings.map((one) => ({
    id: String(one.id),
    building: named(one.building),
    value: one.value,
    grossValue: one.grossValue,
    percentage: one.percentage,
    isCustomerCharged: one.isCustomerCharged,
    stage: named(one.costEstimateGroup),
  })),
  attachments: row.attachments.map(({ id, ...file }) => ({ id: String(id), ...file })),
});
