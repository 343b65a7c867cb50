import { formatCurrency, sum, type Money } from '#domain/money.ts';
import type { WalletBalance } from '#schema/financial/wallets.rest.ts';
import { postMessage, type NewMessage } from '../../assistant/postMessage.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Reader } from './reader.ts';
import type { StoredInstallment, StoredTransaction } from './read.ts';
import { visibleBalance } from './visibleBalance.ts';

/** Data for the message about a payment or an undone payment, collected after its transaction is stored. */
export interface Movement {
  transactionId: number;
  buildingIds: number[];
  /** "Concreteira Paulista, NF 10.482, parcela 1/3" */
  name: string;
  value: Money;
  walletId: number | null;
  installmentId: number;
  /** Of the document afterwards. */
  version: number;
}

export type Happening = 'recorded' | 'undone';

/**
 * Builds the movement from the paid installment (for an undone payment, as it was before) and the stored transaction
 * afterwards.
 */
export const movementOf = (stored: StoredTransaction, installment: StoredInstallment): Movement => ({
  transactionId: stored.id,
  buildingIds: buildingsOf(stored),
  name: `${nameOf(stored)}${partOf(stored, installment)}`,
  value: installment.value,
  walletId: installment.walletId,
  installmentId: installment.id,
  version: stored.version,
});

/**
 * Stores a message for the user who paid, with payment and wallet balance (domain.md §6), in the command's SQL
 * transaction. Returns the wallet's balance, or null when the user may not see it.
 */
export const announceMovement = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  movement: Movement,
  happening: Happening,
): Promise<WalletBalance | null> => {
  const { transactionId, buildingIds, name, value, installmentId, version } = movement;
  const balance = await balanceOf(trx, reader, [movement]);
  const verb = happening === 'recorded' ? 'registrado' : 'desfeito';
  const text = `${reader.kind.words.payment} de ${formatCurrency(value)} ${verb}: ${name}.`;
  const undo = happening === 'recorded' ? { installmentId, version } : undefined;
  await post(
    trx,
    work,
    reader,
    { text, buildingIds, link: `${reader.kind.screen}?id=${transactionId}`, undo },
    balance,
  );
  return balance;
};

/** Stores one message for all movements of a bulk command. */
export const announceBatch = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  movements: readonly Movement[],
  happening: Happening,
): Promise<WalletBalance | null> => {
  const [first, second] = movements;
  if (!first) return null;
  if (!second) return announceMovement(trx, work, reader, first, happening);
  const balance = await balanceOf(trx, reader, movements);
  const { words, installmentsScreen } = reader.kind;
  const what = happening === 'recorded' ? words.paymentsRecorded : words.paymentsUndone;
  const text = `${what(movements.length)}, ${totalOf(movements)} no total.`;
  const link = `${installmentsScreen}?${happening === 'recorded' ? 'status=PAID&sort=paymentDate:desc' : 'sort=dueDate'}`;
  const buildingIds = [...new Set(movements.flatMap((movement) => movement.buildingIds))];
  await post(trx, work, reader, { text, buildingIds, link }, balance);
  return balance;
};

/** Stores a message for the payments made by saving a transaction; `numbers` are those of the paid installments. */
export const announcePayments = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  stored: StoredTransaction,
  numbers: readonly number[],
): Promise<void> => {
  const movements = stored.installments
    .filter(({ number }) => numbers.includes(number))
    .map((installment) => movementOf(stored, installment));
  const [first, second] = movements;
  if (!first) return;
  if (!second) {
    await announceMovement(trx, work, reader, first, 'recorded');
    return;
  }
  const balance = await balanceOf(trx, reader, movements);
  const text = `${reader.kind.words.paymentsRecorded(movements.length)}, ${totalOf(movements)} no total: ${nameOf(stored)}.`;
  const link = `${reader.kind.screen}?id=${stored.id}`;
  await post(trx, work, reader, { text, buildingIds: buildingsOf(stored), link }, balance);
};

const totalOf = (movements: readonly Movement[]): string => formatCurrency(sum(movements.map(({ value }) => value)));

/** Balance of the wallet that all movements share; null when they differ. */
const balanceOf = (trx: Trx, reader: Reader, movements: readonly Movement[]): Promise<WalletBalance | null> => {
  const [walletId = null, ...others] = new Set(movements.map((movement) => movement.walletId));
  return walletId === null || others.length > 0 ? Promise.resolve(null) : visibleBalance(trx, reader, walletId);
};

const buildingsOf = ({ apportionments }: StoredTransaction): number[] => [
  ...new Set(apportionments.map(({ buildingId }) => buildingId)),
];

/** "Concreteira Paulista, NF 10.482": partner and number, else description, else id. */
const nameOf = ({ partnerName, documentNumber, description, id }: StoredTransaction): string => {
  const number = documentNumber !== null && /^\d/.test(documentNumber) ? `documento ${documentNumber}` : documentNumber;
  const parts = [partnerName ?? description, number].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : `lançamento ${id}`;
};

const partOf = ({ installmentCount }: StoredTransaction, { number }: StoredInstallment): string =>
  installmentCount > 1 ? `, parcela ${number}/${installmentCount}` : '';

interface Told {
  text: string;
  buildingIds: readonly number[];
  link: string;
  undo?: NewMessage['undo'];
}

const post = (
  trx: Trx,
  work: Work,
  { session, companyId, kind }: Reader,
  { text, buildingIds, link, undo }: Told,
  balance: WalletBalance | null,
): Promise<void> =>
  postMessage(trx, work, {
    userIds: [session.userId],
    about: { companyId, permission: kind.permission, buildingIds, withBalance: balance !== null },
    event: 'PAYMENT',
    kind: 'SUCCESS',
    text: balance ? `${text} Saldo de ${balance.identifier}: ${formatCurrency(balance.balance)}.` : text,
    link,
    undo,
  });
