import { formatDate, isIsoDate, type IsoDate } from '#domain/dates.ts';
import { add, isNegative, isPositive, subtract, ZERO, type Money } from '#domain/money.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { TransferInput } from '#web/generated/financial.ts';
import type { Wallet } from '../useWallets.ts';

/** What the dialog edits; '' and null are nothing. */
export interface TransferForm {
  sourceWalletId: string | null;
  targetWalletId: string | null;
  amount: Money | '';
  date: IsoDate | '';
  description: string;
}

/** Sentences are those of the service, which checks again. */
export const problemsOf = ({ sourceWalletId, targetWalletId, amount, date }: TransferForm): Problems => ({
  ...(sourceWalletId === null ? { sourceWalletId: 'Escolha a carteira de origem.' } : {}),
  ...(targetWalletId === null ? { targetWalletId: 'Escolha a carteira de destino.' } : {}),
  ...(sourceWalletId !== null && sourceWalletId === targetWalletId
    ? { targetWalletId: 'Escolha duas carteiras diferentes.' }
    : {}),
  ...(amount !== '' && isPositive(amount) ? {} : { amount: 'Informe um valor maior que zero.' }),
  ...(isIsoDate(date) ? {} : { date: 'Informe a data.' }),
});

/** Null while something is missing. */
export const inputOf = (form: TransferForm): TransferInput | null => {
  const { sourceWalletId, targetWalletId, amount, date, description } = form;
  if (sourceWalletId === null || targetWalletId === null || amount === '' || date === '') return null;
  return { sourceWalletId, targetWalletId, amount, date, description: description.trim() || null };
};

/** One wallet before and after what is being typed. */
export interface Effect {
  wallet: Wallet;
  before: Money;
  after: Money;
  /** Why the balance does not move, or what is wrong with where it goes. */
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

/** What each chosen wallet will hold today; a transfer counts from its own day and from the wallet's balanceDate. */
export const effectsOf = (form: TransferForm, wallets: readonly Wallet[], today: IsoDate): Effect[] => {
  const amount = form.amount || ZERO;
  const find = (id: string | null) => wallets.filter((wallet) => wallet.id === id);
  if (form.sourceWalletId === form.targetWalletId) return [];
  return [
    ...find(form.sourceWalletId).map((wallet) => effectOn(wallet, form, today, (held) => subtract(held, amount))),
    ...find(form.targetWalletId).map((wallet) => effectOn(wallet, form, today, (held) => add(held, amount))),
  ];
};
