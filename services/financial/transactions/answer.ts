import { compareDates } from '#domain/dates.ts';
import { subtract, sum, type Money } from '#domain/money.ts';
import { headerDueDate } from '#domain/transactions.ts';
import type { Apportionment, Attachment, Installment, Transaction } from '#schema/financial/transactions.rest.ts';
import type { Session } from '../../platform/session.ts';
import type { Kind } from './kinds.ts';
import type {
  StoredApportionment,
  StoredAttachment,
  StoredInstallment,
  StoredShare,
  StoredTransaction,
} from './read.ts';
import { mayChange, seesBuilding, viewOf, type View } from './visibility.ts';

/** Who reads: decides which shares are shown and what counts as overdue. */
export interface Reader {
  session: Session;
  companyId: number;
  kind: Kind;
  today: string;
  view: View;
}

export const readerOf = (session: Session, companyId: number, kind: Kind, today: string): Reader => ({
  session,
  companyId,
  kind,
  today,
  view: viewOf(session, companyId, kind),
});

/** Shares of one installment or of one apportionment. */
type ShareIndex = ReadonlyMap<number, readonly StoredShare[]>;

/** A stored document as the wire shows it to one reader (domain.md §2, §3). */
export const transactionAnswer = (stored: StoredTransaction, reader: Reader): Transaction => {
  const visible = stored.apportionments.filter(({ buildingId }) => seesBuilding(reader.view, buildingId));
  const byApportionment = indexBy(stored.shares, 'apportionmentId');
  const byInstallment = indexBy(stored.shares, 'installmentId');
  const apportionments = visible.map((one) => apportionmentAnswer(one, visible, byApportionment, reader.kind));
  return {
    id: stored.id,
    version: stored.version,
    type: stored.type,
    ...stateOf(stored, reader.today),
    documentNumber: stored.documentNumber,
    description: stored.description,
    ...figuresOf(stored),
    referenceDueDate: stored.referenceDueDate,
    emissionDate: stored.emissionDate,
    competenceDate: stored.competenceDate,
    bank: walletReference(stored.expectedWalletId, stored.expectedWalletName),
    preferredPaymentMethod: stored.preferredPaymentMethod,
    category: namedReference(stored.categoryId, stored.categoryName),
    partner: namedReference(stored.partnerId, stored.partnerName),
    company: { id: stored.companyId, name: stored.companyName },
    installmentCount: stored.installmentCount,
    paidInstallmentCount: stored.paidInstallmentCount,
    transactionRecordList: stored.installments.map((one) =>
      installmentAnswer(one, visible, byInstallment.get(one.id) ?? [], reader.kind),
    ),
    apportionments,
    otherBuildingsValue:
      visible.length === stored.apportionments.length
        ? null
        : subtract(stored.value, sum(apportionments.map(({ value }) => value))),
    attachments: stored.attachments.map((one) => attachmentAnswer(one, stored, reader.kind)),
    canChange: mayChange(
      reader.session,
      reader.companyId,
      reader.kind,
      stored.apportionments.map(({ buildingId }) => buildingId),
    ),
  };
};

const stateOf = (stored: StoredTransaction, today: string) => ({
  status: stored.status,
  overdue: stored.status !== 'PAID' && compareDates(stored.referenceDueDate, today) < 0,
  forecast: stored.paidInstallmentCount === 0,
  dueDate: headerDueDate(stored.installments),
  // §4: null once an installment is paid, and a forecast has none.
  paymentDate: null,
});

const figuresOf = ({ value, grossValue, increase, discount, paidValue, openValue }: StoredTransaction) => ({
  value,
  grossValue,
  increase,
  discount,
  paidValue,
  openValue,
});

/** One installment with the shares that the reader may see. */
export const installmentAnswer = (
  stored: StoredInstallment,
  visible: readonly StoredApportionment[],
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

const apportionmentAnswer = (
  stored: StoredApportionment,
  visible: readonly StoredApportionment[],
  shares: ShareIndex,
  kind: Kind,
): Apportionment => {
  const own = shares.get(stored.id) ?? [];
  const sameBuilding = visible.filter(({ buildingId }) => buildingId === stored.buildingId);
  return {
    id: stored.id,
    ...targetOf(stored),
    value: sum(own.map(({ value }) => value)),
    grossValue: stored.grossValue,
    increase: sum(own.map(({ increase }) => increase)),
    discount: sum(own.map(({ discount }) => discount)),
    ...amountPerBuilding(
      kind,
      sameBuilding.flatMap(({ id }) => (shares.get(id) ?? []).map(({ value }) => value)),
    ),
  };
};

const targetOf = (stored: StoredApportionment) => ({
  building: { id: stored.buildingId, name: stored.buildingName },
  costEstimateGroup: namedReference(stored.stageId, stored.stageName),
  percentage: stored.percentage,
  isCustomerCharged: stored.isCustomerCharged,
});

/** §3: expenses also tell what all shares of the same building come to. */
const amountPerBuilding = (kind: Kind, values: readonly Money[]): { amountPerBuilding?: Money } =>
  kind.type === 'DEBIT' ? { amountPerBuilding: sum(values) } : {};

/** Where a file of a document is fetched from. */
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

const walletReference = (id: number | null, name: string | null) => (id === null ? null : { id, text: name ?? '' });

const indexBy = (shares: readonly StoredShare[], key: 'apportionmentId' | 'installmentId'): ShareIndex => {
  const index = new Map<number, StoredShare[]>();
  for (const share of shares) {
    const list = index.get(share[key]);
    if (list) list.push(share);
    else index.set(share[key], [share]);
  }
  return index;
};
