import type { PaymentChange } from '#domain/financial/partners/paymentChanges.ts';
import type { PaymentChangeRowFragment } from '#web/generated/financial.ts';

/** A change as the domain has it: of a key, or of an account. */
export const changeOf = (row: PaymentChangeRowFragment): PaymentChange => {
  const { action, pixKeyBefore, pixKeyAfter, bankAccountBefore, bankAccountAfter } = row;
  return pixKeyBefore || pixKeyAfter
    ? { target: 'PIX_KEY', action, before: pixKeyBefore ?? null, after: pixKeyAfter ?? null }
    : { target: 'BANK_ACCOUNT', action, before: bankAccountBefore ?? null, after: bankAccountAfter ?? null };
};
