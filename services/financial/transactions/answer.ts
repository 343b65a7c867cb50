import { compareDates } from '#domain/dates.ts';
import { subtract, sum, type Money } from '#domain/money.ts';
import { fiscalContentPath } from '#schema/financial/fiscalDocuments/fiscalDocuments.rest.ts';
import type {
  Apportionment,
  Attachment,
  Installment,
  InstallmentMatch,
  Transaction,
  TransactionSummary,
} from '#schema/financial/transactions/transactions.rest.ts';
import { retentionAnswer, retentionOfAnswer } from '../retentions/answer.ts';
import { namesPlace, type Place } from './filters.ts';
import type { Kind } from './kinds.ts';
import type {
  StoredApportionment,
  StoredAttachment,
  StoredInstallment,
  StoredShare,
  StoredSummary,
  StoredTransaction,
} from './read.ts';
import type { Reader } from './reader.ts';
import { mayChange, seesBuilding } from './visibility.ts';

type Seen = readonly StoredApportionment[];

const seenBy = ({ view }: Reader, { apportionments }: StoredSummary): Seen =>
  apportionments.filter(({ buildingId }) => seesBuilding(view, buildingId));

/** Converts a stored transaction to its list form for one reader, with its overdue value (domain.md §2, §3). */
export const summaryAnswer = (stored: StoredSummary, overdueValue: Money, reader: Reader): TransactionSummary => {
  const visible = seenBy(reader, stored);
  return {
    id: stored.id,
    version: stored.version,
    type: stored.type,
    ...stateOf(stored, reader.today),
    documentNumber: stored.documentNumber,
    description: stored.description,
    ...figuresOf(stored),
    overdueValue,
    referenceDueDate: stored.referenceDueDate,
    emissionDate: stored.emissionDate,
    competenceDate: stored.competenceDate,
    expectedBank: walletReference(stored.expectedWalletId, stored.expectedWalletName),
    preferredPaymentMethod: stored.preferredPaymentMethod,
    category: namedReference(stored.categoryId, stored.categoryName),
    partner: partnerReference(stored),
    company: { id: stored.companyId, name: stored.companyName },
    installmentCount: stored.installmentCount,
    paidInstallmentCount: stored.paidInstallmentCount,
    transactionRecordBuildings: visible.map((one) => apportionmentAnswer(one, visible, reader.kind)),
    otherBuildingsValue:
      visible.length === stored.apportionments.length
        ? null
        : subtract(stored.value, sum(visible.map(({ value }) => value))),
    canChange: mayChange(
      reader.session,
      reader.companyId,
      reader.kind,
      stored.apportionments.map(({ buildingId }) => buildingId),
    ),
    closedMonth: stored.closedMonth,
    closedException: stored.closedException,
  };
};

/** Converts a stored transaction with its installments, apportionment and files to its REST form for one reader. */
export const transactionAnswer = (stored: StoredTransaction, reader: Reader): Transaction => {
  const visible = seenBy(reader, stored);
  const shares = byInstallment(stored.shares);
  return {
    ...summaryAnswer(stored, overdueOf(stored, reader.today), reader),
    ...paidWith(stored),
    transactionRecordList: stored.installments.map((one) =>
      installmentAnswer(one, visible, shares.get(one.id) ?? [], reader.kind),
    ),
    attachments: stored.attachments.map((one) => attachmentAnswer(one, stored, reader.kind)),
    fiscalDocument: stored.fiscalDocument && {
      ...stored.fiscalDocument,
      link: fiscalContentPath
        .replace(':companyId', String(stored.companyId))
        .replace(':id', String(stored.fiscalDocument.id)),
    },
    retentions: stored.retentions.map(retentionAnswer),
    retentionOf: retentionOfAnswer(stored.retentionOf),
  };
};

/** Sums the open installments due before today; the rest of the transaction is not overdue (domain.md §3). */
const overdueOf = ({ installments }: StoredTransaction, today: string): Money =>
  sum(
    installments
      .filter(({ forecast, dueDate }) => forecast && compareDates(dueDate, today) < 0)
      .map(({ value }) => value),
  );

const stateOf = ({ status, referenceDueDate, paidInstallmentCount }: StoredSummary, today: string) => ({
  status,
  overdue: status !== 'PAID' && compareDates(referenceDueDate, today) < 0,
  forecast: paidInstallmentCount === 0,
  // §4: both dates are null once an installment is paid; before that, dueDate is the reference due date.
  dueDate: paidInstallmentCount === 0 ? referenceDueDate : null,
  paymentDate: null,
});

/** Wallet and method common to all payments; the expected wallet while nothing is paid (§3, §4). */
const paidWith = ({ installments, expectedWalletId, expectedWalletName }: StoredTransaction) => {
  const paid = installments.filter(({ forecast }) => !forecast);
  const [first] = paid;
  if (!first) return { bank: walletReference(expectedWalletId, expectedWalletName), paymentMethod: null };
  return {
    bank: paid.every(({ walletId }) => walletId === first.walletId)
      ? walletReference(first.walletId, first.walletName)
      : null,
    paymentMethod: paid.every(({ paymentMethod }) => paymentMethod === first.paymentMethod)
      ? first.paymentMethod
      : null,
  };
};

const figuresOf = (stored: StoredSummary) => {
  const { value, grossValue, invoiceValue, increase, discount, paidValue, openValue } = stored;
  return { value, grossValue, invoiceValue, increase, discount, paidValue, openValue };
};

/** Converts one installment with the shares that the reader may see. */
export const installmentAnswer = (
  stored: StoredInstallment,
  visible: Seen,
  shares: readonly StoredShare[],
  kind: Kind,
): Installment => {
  const byApportionment = new Map(shares.map((share) => [share.apportionmentId, share]));
  const shown = visible.flatMap((apportionment) => {
    const share = byApportionment.get(apportionment.id);
    return share ? [{ apportionment, share }] : [];
  });
  return {
    id: stored.id,
    number: stored.number,
    forecast: stored.forecast,
    date: stored.createdOn,
    dueDate: stored.dueDate,
    paymentDate: stored.paymentDate,
    bank: walletReference(stored.walletId, stored.walletName),
    paymentMethod: stored.paymentMethod,
    increase: stored.forecast ? null : stored.increase,
    discount: stored.forecast ? null : stored.discount,
    grossValue: stored.grossValue,
    value: stored.value,
    reconciled: stored.reconciled,
    paymentCode: stored.paymentCode,
    transactionRecordBuildings: shown.map(({ apportionment, share }) => ({
      apportionmentId: apportionment.id,
      ...targetOf(apportionment),
      value: share.value,
      grossValue: share.grossValue,
      increase: share.increase,
      discount: share.discount,
      ...amountPerBuilding(
        kind,
        shown
          .filter((other) => other.apportionment.buildingId === apportionment.buildingId)
          .map((one) => one.share.value),
      ),
    })),
  };
};

/** Sums an installment's shares in the building or stage that a list filters by. */
export const matchingShares = (
  { transactionRecordBuildings: shares }: Pick<Installment, 'transactionRecordBuildings'>,
  place: Place,
  stages: ReadonlySet<number> | undefined,
): { matching?: InstallmentMatch } => {
  if (!namesPlace(place)) return {};
  const { building, costEstimateGroup: stage, withinStage } = place;
  const meant = shares.filter(
    ({ building: { id }, costEstimateGroup: of }) =>
      (building === undefined || id === building) &&
      (stage === undefined || of?.id === stage) &&
      (withinStage !== -1 || of === null) &&
      (stages === undefined || (of !== null && stages.has(of.id))),
  );
  return {
    matching: {
      value: sum(meant.map(({ value }) => value)),
      grossValue: sum(meant.map(({ grossValue }) => grossValue)),
    },
  };
};

const apportionmentAnswer = (stored: StoredApportionment, visible: Seen, kind: Kind): Apportionment => ({
  id: stored.id,
  ...targetOf(stored),
  value: stored.value,
  grossValue: stored.grossValue,
  invoiceValue: stored.invoiceValue,
  increase: stored.increase,
  discount: stored.discount,
  ...amountPerBuilding(
    kind,
    visible.filter(({ buildingId }) => buildingId === stored.buildingId).map(({ value }) => value),
  ),
});

const targetOf = (stored: StoredApportionment) => ({
  building: { id: stored.buildingId, name: stored.buildingName },
  costEstimateGroup: namedReference(stored.stageId, stored.stageName),
  percentage: stored.percentage,
  isCustomerCharged: stored.isCustomerCharged,
});

/** §3: expenses also return the sum of all shares of the same building. */
const amountPerBuilding = (kind: Kind, values: readonly Money[]): { amountPerBuilding?: Money } =>
  kind.type === 'DEBIT' ? { amountPerBuilding: sum(values) } : {};

/** Converts a stored file to its REST form, with its download address. */
export const attachmentAnswer = (
  stored: StoredAttachment,
  transaction: { id: number; companyId: number },
  kind: Kind,
): Attachment => ({
  id: stored.id,
  name: stored.name,
  mediaType: stored.mediaType,
  size: stored.size,
  createdAt: new Date(stored.createdAt).toISOString(),
  link: kind.endpoints.download.path
    .replace(':companyId', String(transaction.companyId))
    .replace(':id', String(transaction.id))
    .replace(':attachmentId', String(stored.id)),
});

const namedReference = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

const partnerReference = ({ partnerId: id, partnerName: name, partnerTaxId: taxId }: StoredSummary) =>
  id === null ? null : { id, name: name ?? '', taxId };

const walletReference = (id: number | null, name: string | null) => (id === null ? null : { id, text: name ?? '' });

const byInstallment = (shares: readonly StoredShare[]): ReadonlyMap<number, readonly StoredShare[]> => {
  const index = new Map<number, StoredShare[]>();
  for (const share of shares) {
    const list = index.get(share.installmentId);
    if (list) list.push(share);
    else index.set(share.installmentId, [share]);
  }
  return index;
};
