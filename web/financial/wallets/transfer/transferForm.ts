import { formatDate, isIsoDate, type IsoDate } from '#domain/dates.ts';
import { add, isNegative, isPositive, subtract, ZERO, type Money } from '#domain/money.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { TransferInput } from '#web/generated/financial.ts';
import type { Wallet } from '../useWallets.ts';

/** Values of the form; '' and null are none. */
export interface TransferForm {
  sourceWalletId: string | null;
  targetWalletId: string | null;
  amount: Money | '';
  date: IsoDate | '';
  description: string;
}

/** Returns problems by field path, with the service's sentences; the service checks again. */
export const problemsOf = ({ sourceWalletId, targetWalletId, amount, date }: TransferForm): Problems => ({
  ...(sourceWalletId === null ? { sourceWalletId: 'Escolha a carteira de origem.' } : {}),
  ...(targetWalletId === null ? { targetWalletId: 'Escolha a carteira de destino.' } : {}),
  ...(sourceWalletId !== null && sourceWalletId === targetWalletId
    ? { targetWalletId: 'Escolha duas carteiras diferentes.' }
    : {}),
  ...(amount !== '' && isPositive(amount) ? {} : { amount: 'Informe um valor maior que zero.' }),
  ...(isIsoDate(date) ? {} : { date: 'Informe a data.' }),
});

/** Returns the input of the mutation, or null while a required value is missing. */
export const inputOf = (form: TransferForm): TransferInput | null => {
  const { sourceWalletId, targetWalletId, amount, date, description } = form;
  if (sourceWalletId === null || targetWalletId === null || amount === '' || date === '') return null;
  return { sourceWalletId, targetWalletId, amount, date, description: description.trim() || null };
};

/** A wallet's balance before and after the transfer. */
export interface Effect {
  wallet: Wallet;
  before: Money;
  after: Money;
  /** Why the balance does not change, or what is wrong with the result. */
  remark: string | null;
}

const effectOn = (wallet: Wallet, form: TransferForm, today: IsoDate, moved: (balance: Money) => Money): Effect => {
  const before = wallet.balance?.balance ?? ZERO;
  const { balanceDate } = wallet;
  const day = form.date || today;
  if (day > today) return { wallet, before, after: before, remark: `muda em ${formatDate(day)}` };
  if (balanceDate && day < balanceDate) {
    return { wallet, before, after: before, remark: `não conta: antes do saldo inicial, ${formatDate(balanceDate)}` };
  }
  const after = moved(before);
  return { wallet, before, after, remark: isNegative(after) && !isNegative(before) ? 'fica negativa' : null };
};

/**
 * Returns today's balance of each chosen wallet after the transfer, which counts from its date and from the wallet's
 * balanceDate.
 */
export const effectsOf = (form: TransferForm, wallets: readonly Wallet[], today: IsoDate): Effect[] => {
  const amount = form.amount || ZERO;
  const find = (id: string | null) => wallets.filter((wallet) => wallet.id === id);
  if (form.sourceWalletId === form.targetWalletId) return [];
  return [
    ...find(form.sourceWalletId).map((wallet) => effectOn(wallet, form, today, (held) => subtract(held, amount))),
    ...find(form.targetWalletId).map((wallet) => effectOn(wallet, form, today, (held) => add(held, amount))),
  ];
};
