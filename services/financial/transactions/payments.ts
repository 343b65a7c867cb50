import { beforeBalance } from '#domain/messages.ts';
import { money, ZERO } from '#domain/money.ts';
import type { BulkPaymentBody } from '#schema/financial/installments.rest.ts';
import type { PaymentBody } from '#schema/financial/transactions/bodies.rest.ts';
import type { Transaction } from '#schema/financial/transactions/transactions.rest.ts';
import type { WalletBalance } from '#schema/financial/wallets.rest.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { transactionAnswer } from './answer.ts';
import type { Reader } from './reader.ts';
import { ENTITY, lockTransaction, type Locked } from './lock.ts';
import { announceMovement, movementOf, type Movement } from './paymentMessages.ts';
import { partProblems, planPayment, type PaymentPlan } from './paymentPlan.ts';
import { paymentProblems, type Payment } from './paymentRules.ts';
import { planUndo } from './paymentUndo.ts';
import { refuseProblems } from '../../platform/problems.ts';
import { UNLINKED, unlink } from '../reconciliation/unlink.ts';
import { followPayments } from '../retentions/store.ts';
import { readTransaction, type StoredInstallment, type StoredTransaction } from './read.ts';
import { findReferences, walletProblems } from './references.ts';
import { refreshHeader, removeGone, storeInstallments, storeShares } from './store.ts';

/** Result of a payment or an undone payment. */
export interface PaymentResult {
  answer: { transaction: Transaction; walletBalance: WalletBalance | null; message: string | null };
  /** Data for its message. */
  movement: Movement;
}

/**
 * Stores the message about a movement and returns the wallet's balance. A bulk command stores one message at its end.
 */
export type MovementAnnouncer = typeof announceMovement;

/** Teller of bulk commands: stores no message for a single movement. */
export const withoutAnnouncement: MovementAnnouncer = () => Promise.resolve(null);

/** A payment whose wallet and method may be those that are expected of the document. */
export type PaymentOrder = Omit<PaymentBody, 'bank' | 'paymentMethod'> &
  Partial<Pick<BulkPaymentBody, 'bank' | 'paymentMethod' | 'asExpected'>>;

interface Key {
  id: number;
  installmentId: number;
}

/** Pays one installment, whole or in part (domain.md §3). */
export const payInstallment = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  key: Key,
  body: PaymentOrder,
  announce: MovementAnnouncer = announceMovement,
): Promise<PaymentResult> => {
  const locked = await lockTransaction(trx, reader, { id: key.id, version: body.version });
  const installment = findInstallment(locked, key.installmentId);
  if (!installment.forecast) throw conflict('Esta parcela já está paga.');
  const gross = body.grossValue == null ? installment.grossValue : money(body.grossValue);
  const payment = paymentOf(body, locked.stored);
  const find = await findReferences(trx, reader.companyId, { ...NOTHING, walletIds: [payment.walletId] });
  refuseProblems([
    ...partProblems(locked.stored, installment, gross),
    ...paymentProblems(payment, gross, reader.today),
    ...walletProblems(payment.walletId, null, 'bank', find),
  ]);

  const stored = await apply(
    trx,
    work,
    reader,
    locked,
    planPayment(locked.stored, installment, payment, gross, reader.today),
  );
  work.audit({
    action: 'pay',
    entity: ENTITY,
    entityId: stored.id,
    details: {
      version: stored.version,
      installmentId: installment.id,
      number: installment.number,
      grossValue: gross,
      ...payment,
    },
  });
  const paid = stored.installments.find(({ number }) => number === installment.number) ?? installment;
  const movement = movementOf(stored, paid);
  const balance = await announce(trx, work, reader, movement, 'recorded');
  const wallet = find('wallet', payment.walletId ?? 0);
  const uncounted = wallet?.balanceDate && body.paymentDate < wallet.balanceDate;
  const message = uncounted ? beforeBalance(wallet.name ?? '', wallet.balanceDate ?? '') : null;
  return { answer: { transaction: transactionAnswer(stored, reader), walletBalance: balance, message }, movement };
};

/** Estorno: turns a paid installment back into a forecast; the audit log keeps the payment. */
export const undoPayment = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  key: Key,
  version: number | undefined,
  announce: MovementAnnouncer = announceMovement,
): Promise<PaymentResult> => {
  const locked = await lockTransaction(trx, reader, { id: key.id, version });
  const installment = findInstallment(locked, key.installmentId);
  if (installment.forecast) throw conflict('Esta parcela não está paga.');
  const unlinked = await unlink(trx, work, { installmentId: installment.id });
  const plan = planUndo(locked.stored, installment);
  const stored = await apply(trx, work, reader, locked, plan);
  const { walletName: _name, value: _value, ...before } = installment;
  work.audit({
    action: 'undo',
    entity: ENTITY,
    entityId: stored.id,
    details: { version: stored.version, installmentId: installment.id, before, absorbed: plan.absorbed },
  });
  const movement = movementOf(stored, installment);
  const balance = await announce(trx, work, reader, movement, 'undone');
  const sentences = [...(unlinked ? [UNLINKED] : []), ...(plan.apart ? [STAYS_APART] : [])];
  const message = sentences.length > 0 ? sentences.join(' ') : null;
  return { answer: { transaction: transactionAnswer(stored, reader), walletBalance: balance, message }, movement };
};

const NOTHING = { categoryIds: [], partnerIds: [], walletIds: [], buildingIds: [], stageIds: [] };

const findInstallment = ({ stored }: Locked, id: number): StoredInstallment => {
  const installment = stored.installments.find((one) => one.id === id);
  if (!installment) throw notFound('Parcela não encontrada.');
  return installment;
};

const paymentOf = (body: PaymentOrder, stored: StoredTransaction): Payment => ({
  paymentDate: body.paymentDate,
  walletId: (body.asExpected ? stored.expectedWalletId : null) ?? body.bank?.id ?? null,
  paymentMethod: (body.asExpected ? stored.preferredPaymentMethod : null) ?? body.paymentMethod?.trim() ?? null,
  increase: body.increase == null ? ZERO : money(body.increase),
  discount: body.discount == null ? ZERO : money(body.discount),
});

/** Writes the changed rows and the header, then reads the transaction back. */
const apply = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { owner, stored }: Locked,
  plan: PaymentPlan,
): Promise<StoredTransaction> => {
  await removeGone(trx, owner, 'installments', stored.installments, plan.installments);
  const ids = await storeInstallments(trx, owner, plan.installments, stored.installments);
  await storeShares(
    trx,
    owner,
    {
      installmentIds: plan.touched.flatMap(({ index }) => ids[index] ?? []),
      apportionmentIds: stored.apportionments.map(({ id }) => id),
      shares: plan.touched.map(({ shares }) => shares),
    },
    stored.shares,
  );
  await refreshHeader(trx, work, owner);
  const fresh = await readTransaction(trx, owner.transactionId);
  if (!fresh) throw notFound('Lançamento não encontrado.');
  if (!(await followPayments(trx, work, reader, fresh))) return fresh;
  return (await readTransaction(trx, owner.transactionId)) ?? fresh;
};

const STAYS_APART = 'O restante desta parcela mudou desde o pagamento parcial: as duas partes continuam separadas.';
