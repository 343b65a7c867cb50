import type { CashFlowEntry } from '#schema/financial/cashFlows/cashFlows.rest.ts';
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
  closedMonth: row.closedMonth,
  otherBuildingsValue: row.otherBuildingsValue,
  category: named(row.category),
  partner: named(row.partner),
  apportionments: row.transactionRecordBuildings.map(({ id, building, costEstimateGroup: stage }) => ({
    id: String(id),
    building: named(building),
    stage: stage && { id: String(stage.id) },
  })),
});

const retentionOf = (one: Transaction['retentions'][number]) => ({
  id: String(one.id),
  tax: one.tax,
  city: one.city,
  base: one.base,
  rate: one.rate,
  value: one.value,
  reason: one.reason,
  dueDate: one.dueDate,
  partner: named(one.partner),
  payable: { id: String(one.payable.id), status: one.payable.status },
});

const withheldFrom = (one: Transaction['retentionOf']) =>
  one && {
    tax: one.tax,
    transactionId: String(one.transaction.id),
    documentNumber: one.transaction.documentNumber,
    partnerName: one.transaction.partner?.name ?? null,
  };

const noteOf = (note: Transaction['fiscalDocument']) =>
  note && {
    id: String(note.id),
    kind: note.kind,
    accessKey: note.accessKey,
    number: note.number,
    series: note.series,
    fileName: note.fileName,
    link: note.link,
  };

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
  closedException: row.closedException,
  grossValue: row.grossValue,
  invoiceValue: row.invoiceValue,
  increase: row.increase,
  discount: row.discount,
  dueDate: row.dueDate,
  competenceDate: row.competenceDate,
  preferredPaymentMethod: row.preferredPaymentMethod,
  retentions: row.retentions.map(retentionOf),
  retentionOf: withheldFrom(row.retentionOf),
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
    reconciled: one.reconciled,
    paymentCode: one.paymentCode,
    wallet: walletOf(one.bank),
  })),
  apportionments: row.transactionRecordBuildings.map((one) => ({
    id: String(one.id),
    building: named(one.building),
    value: one.value,
    grossValue: one.grossValue,
    invoiceValue: one.invoiceValue,
    percentage: one.percentage,
    isCustomerCharged: one.isCustomerCharged,
    stage: named(one.costEstimateGroup),
  })),
  attachments: row.attachments.map(({ id, ...file }) => ({ id: String(id), ...file })),
  fiscalDocument: noteOf(row.fiscalDocument),
});

/** Builds a day of the cash flow, with the nine fields that the query selects. */
export const answerDay = (day: CashFlowEntry) => ({
  date: day.date,
  paid: day.paid,
  received: day.received,
  toPay: day.toPay,
  toReceive: day.toReceive,
  overdueToPay: day.overdueToPay,
  overdueToReceive: day.overdueToReceive,
  actualBalance: day.actualBalance,
  expectedBalance: day.expectedBalance,
});
