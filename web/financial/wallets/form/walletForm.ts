import { isIsoDate, type IsoDate } from '#domain/dates.ts';
import { ZERO, type Money } from '#domain/money.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { WalletInput } from '#web/generated/financial.ts';
import { today } from '#web/ui/clock.ts';
import type { Wallet } from '../useWallets.ts';

/** Values of the form; '' is none. */
export interface WalletForm {
  identifier: string;
  description: string;
  initialBalance: Money | '';
  balanceDate: IsoDate | '';
  active: boolean;
}

/** Returns the form of a wallet; for a new one the balance date is today. */
export const formOf = (wallet: Wallet | null): WalletForm => ({
  identifier: wallet?.identifier ?? '',
  description: wallet?.description ?? '',
  initialBalance: wallet ? (wallet.initialBalance ?? '') : ZERO,
  balanceDate: wallet ? (wallet.balanceDate ?? '') : today(),
  active: wallet?.active ?? true,
});

/** Returns whether a stored draft has the shape of this form. */
export const isWalletForm = (value: unknown): value is WalletForm =>
  isRecord(value) &&
  [value.identifier, value.description, value.initialBalance, value.balanceDate].every(isText) &&
  typeof value.active === 'boolean';

export const problemsOf = (form: WalletForm): Problems => ({
  ...(normalizeSpaces(form.identifier) ? {} : { identifier: 'Informe o nome da carteira' }),
  ...(form.initialBalance === '' ? { initialBalance: 'Informe o saldo inicial, 0,00 se não houver' } : {}),
  ...(isIsoDate(form.balanceDate) ? {} : { balanceDate: 'Informe a data do saldo inicial' }),
});

export const inputOf = (form: WalletForm): WalletInput => ({
  identifier: form.identifier,
  description: form.description.trim() || null,
  initialBalance: form.initialBalance || ZERO,
  balanceDate: form.balanceDate,
  active: form.active,
});
