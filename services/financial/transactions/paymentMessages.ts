import { formatCurrency, sum } from '#domain/money.ts';
import type { WalletBalance } from '#schema/financial/wallets.rest.ts';
import { postMessage } from '../../assistant/postMessage.ts';
import type { Trx, Work } from '../../platform/unitOfWork.ts';
import type { Reader } from './answer.ts';
import type { StoredInstallment, StoredTransaction } from './read.ts';
import { visibleBalance } from './visibleBalance.ts';

/**
 * Tells the person who paid what was paid and where the wallet stands (domain.md §6), in the command itself. Answers
 * the balance of the wallet, or null: it may not be seen, or several wallets were used.
 */
export const announcePayments = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  stored: StoredTransaction,
  numbers: readonly number[],
): Promise<WalletBalance | null> => {
  const paid = stored.installments.filter(({ number }) => numbers.includes(number));
  const [first, second] = paid;
  if (!first) return null;
  const wallets = new Set(paid.map(({ walletId }) => walletId));
  const balance = wallets.size === 1 ? await balanceOf(trx, reader, first) : null;
  const what = second
    ? `${reader.kind.words.paymentsRecorded(paid.length)}, ${formatCurrency(sum(paid.map(({ value }) => value)))} no total: ${nameOf(stored)}.`
    : `${reader.kind.words.payment} de ${formatCurrency(first.value)} registrado: ${nameOf(stored)}${partOf(stored, first)}.`;
  await post(trx, work, reader, stored, what, balance);
  return balance;
};

/** The same for an estorno; `before` is the installment as it was paid. */
export const announceUndo = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  stored: StoredTransaction,
  before: StoredInstallment,
): Promise<WalletBalance | null> => {
  const balance = await balanceOf(trx, reader, before);
  const what = `${reader.kind.words.payment} de ${formatCurrency(before.value)} desfeito: ${nameOf(stored)}${partOf(stored, before)}.`;
  await post(trx, work, reader, stored, what, balance);
  return balance;
};

const balanceOf = (trx: Trx, reader: Reader, { walletId }: StoredInstallment): Promise<WalletBalance | null> =>
  walletId === null ? Promise.resolve(null) : visibleBalance(trx, reader, walletId);

/** "Concreteira Paulista, NF 10.482"; whatever the document has that a person knows it by. */
const nameOf = ({ partnerName, documentNumber, description, id }: StoredTransaction): string => {
  const number = documentNumber !== null && /^\d/.test(documentNumber) ? `documento ${documentNumber}` : documentNumber;
  const parts = [partnerName ?? description, number].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : `lançamento ${id}`;
};

const partOf = ({ installmentCount }: StoredTransaction, { number }: StoredInstallment): string =>
  installmentCount > 1 ? `, parcela ${number}/${installmentCount}` : '';

const post = (
  trx: Trx,
  work: Work,
  { session, kind }: Reader,
  { id }: StoredTransaction,
  what: string,
  balance: WalletBalance | null,
): Promise<void> =>
  postMessage(trx, work, {
    userIds: [session.userId],
    kind: 'SUCCESS',
    text: balance ? `${what} Saldo de ${balance.identifier}: ${formatCurrency(balance.balance)}.` : what,
    link: `${kind.screen}?id=${id}`,
  });
