import { materialize } from '#domain/apportionment.ts';
import { MAX_INSTALLMENTS, splitForPartPayment } from '#domain/installments.ts';
import { compare, formatCurrency, type Money, ZERO } from '#domain/money.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { Payment } from './paymentRules.ts';
import type { PlannedInstallment } from './planInstallments.ts';
import type { StoredInstallment, StoredTransaction } from './read.ts';
import { spread, type ShareValues } from './shares.ts';

/** Changes to a transaction when one installment is paid or its payment is undone. */
export interface PaymentPlan {
  installments: PlannedInstallment[];
  /** Indexes of the installments whose shares are written; no other row changes. */
  touched: { index: number; shares: ShareValues[] }[];
}

/** Problems with a part payment's gross value; none for a payment of the whole installment. */
export const partProblems = (stored: StoredTransaction, installment: StoredInstallment, gross: Money): FieldError[] => {
  const difference = compare(gross, installment.grossValue);
  if (difference === 0) return [];
  if (difference > 0) {
    const limit = formatCurrency(installment.grossValue);
    const message = `O pagamento passa do valor da parcela (${limit}). Lance juros e multa como acréscimo.`;
    return [{ path: 'grossValue', message }];
  }
  if (stored.installments.length >= MAX_INSTALLMENTS) {
    return [
      { path: 'grossValue', message: `O lançamento já tem ${MAX_INSTALLMENTS} parcelas: pague a parcela inteira.` },
    ];
  }
  const split = splitForPartPayment(installment.grossValue, gross);
  return split.ok ? [] : [{ path: split.field ?? 'grossValue', message: split.message }];
};

/**
 * Plans the payment of an installment. A part payment splits it in two with the same due date, the paid one first, and
 * renumbers the later ones. The two divide exactly the original shares, so apportionments do not change (domain.md §3).
 */
export const planPayment = (
  stored: StoredTransaction,
  installment: StoredInstallment,
  payment: Payment,
  gross: Money,
  today: string,
): PaymentPlan => {
  const paid: PlannedInstallment = {
    ...plannedOf(installment),
    ...payment,
    grossValue: gross,
    forecast: false,
    paidNow: true,
  };
  const columns = grossShares(stored, installment.id);
  const split = compare(gross, installment.grossValue) < 0 ? splitForPartPayment(installment.grossValue, gross) : null;
  if (!split?.ok) {
    return replaced(stored, installment, [paid], [columns]);
  }
  const rest: PlannedInstallment = {
    ...plannedOf(installment),
    id: null,
    createdOn: today,
    grossValue: split.remaining,
    splitFrom: installment.id,
    splitGross: installment.grossValue,
    // The code was for the whole, and paid with the part: the rest gets one of its own.
    paymentCode: null,
  };
  return replaced(
    stored,
    installment,
    [paid, rest],
    columns.length > 0 ? materialize([split.paid, split.remaining], columns) : [[], []],
  );
};

export const plannedOf = ({
  walletName: _name,
  value: _value,
  ...installment
}: StoredInstallment): PlannedInstallment => ({
  ...installment,
  paidNow: false,
});

/** Gross shares of one installment, in the order of the apportionments. */
export const grossShares = (stored: StoredTransaction, installmentId: number): Money[] => {
  const own = stored.shares.filter((share) => share.installmentId === installmentId);
  return stored.apportionments.map(({ id }) => own.find((share) => share.apportionmentId === id)?.grossValue ?? ZERO);
};

/** Replaces one installment by `rows` and renumbers the list. */
export const replaced = (
  stored: StoredTransaction,
  old: StoredInstallment,
  rows: readonly PlannedInstallment[],
  columns: readonly (readonly Money[])[],
): PaymentPlan => {
  const at = stored.installments.findIndex(({ id }) => id === old.id);
  const list = [
    ...stored.installments.slice(0, at).map(plannedOf),
    ...rows,
    ...stored.installments.slice(at + 1).map(plannedOf),
  ];
  return {
    installments: list.map((one, index) => ({ ...one, number: index + 1 })),
    touched: rows.map((row, index) => ({ index: at + index, shares: spread(row, columns[index] ?? []) })),
  };
};
