import { receiverOf } from '#domain/financial/paymentCodes/check.ts';
import { printedCode } from '#domain/financial/paymentCodes/read.ts';
import type { FiscalKey, PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import type { ReadCode } from '#schema/financial/paymentCodes/paymentCodes.rest.ts';

const NOTHING = {
  barcode: null,
  bank: null,
  segment: null,
  receiver: null,
  amount: null,
  dueDate: null,
  key: null,
  url: null,
  city: null,
  txid: null,
  dynamic: false,
};

/** What a code says, for a client. */
export const codeAnswer = (code: PaymentCode | FiscalKey): ReadCode => {
  if (code.kind === 'ACCESS_KEY') return { ...NOTHING, ...code, printed: code.code.replace(/(.{4})(?=.)/g, '$1 ') };
  const told = { ...NOTHING, printed: printedCode(code), receiver: receiverOf(code) };
  if (code.kind !== 'PIX') return { ...told, ...code };
  const { name: _receiver, ...pix } = code;
  return { ...told, ...pix };
};
