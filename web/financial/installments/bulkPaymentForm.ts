import { isIsoDate } from '#domain/dates.ts';
import { sum, type Money } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/paymentMethods.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { BulkPaymentInput } from '#web/generated/financial.ts';
import { today } from '#web/ui/clock.ts';
import type { Option } from '#web/ui/useOptions.ts';
import type { Row } from './row.ts';

export interface BulkForm {
  /** Each one's expected wallet and method where it has them, or the same for all. */
  choice: 'EACH' | 'SAME';
  wallet: Option | null;
  paymentDate: string;
  paymentMethod: PaymentMethod | '';
}

/** How many of the rows have a wallet and a method of their own. */
export interface Own {
  rows: number;
  wallets: number;
  methods: number;
}

export const ownOf = (rows: readonly Row[]): Own => ({
  rows: rows.length,
  wallets: rows.filter(({ transaction }) => transaction.expectedWallet).length,
  methods: rows.filter(({ transaction }) => transaction.preferredPaymentMethod).length,
});

/** Which of wallet and method some row needs from the form. */
export const needsOf = ({ choice }: BulkForm, own: Own) => ({
  wallet: choice === 'SAME' || own.wallets < own.rows,
  method: choice === 'SAME' || own.methods < own.rows,
});

export const problemsOf = (form: BulkForm, own: Own): Problems => {
  const needs = needsOf(form, own);
  const { wallet, paymentMethod, paymentDate } = form;
  return {
    ...(needs.wallet && !wallet ? { wallet: 'Escolha a carteira' } : {}),
    ...(needs.method && !paymentMethod ? { paymentMethod: 'Escolha a forma' } : {}),
    ...(isIsoDate(paymentDate) ? {} : { paymentDate: 'Informe a data' }),
    ...(paymentDate > today() ? { paymentDate: 'A data não pode ser futura' } : {}),
  };
};

/** What no row needs is not sent: the service refuses it. */
export const inputOf = (form: BulkForm, own: Own): BulkPaymentInput => {
  const needs = needsOf(form, own);
  const { choice, wallet, paymentMethod, paymentDate } = form;
  return {
    paymentDate,
    ...(needs.wallet && wallet && { walletId: wallet.id }),
    ...(needs.method && paymentMethod && { paymentMethod }),
    ...(choice === 'EACH' && { asExpected: true }),
  };
};

/** The rows that are paid from one wallet. */
export interface WalletPart {
  id: string;
  name: string;
  count: number;
  value: Money;
}

/** The rows by their wallets; those whose wallet is yet to be chosen are in none. */
export const partsOf = ({ choice, wallet }: BulkForm, rows: readonly Row[]): WalletPart[] => {
  const chosen = wallet && { id: wallet.id, name: wallet.label };
  const parts = new Map<string, { name: string; values: Money[] }>();
  for (const { installment, transaction } of rows) {
    const { expectedWallet: own } = transaction;
    const to = choice === 'EACH' && own ? { id: own.id, name: own.identifier } : chosen;
    if (!to) continue;
    const part = parts.get(to.id) ?? { name: to.name, values: [] };
    parts.set(to.id, { ...part, values: [...part.values, installment.value] });
  }
  return [...parts].map(([id, { name, values }]) => ({ id, name, count: values.length, value: sum(values) }));
};
