import type { PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import { copyText } from '#web/client/copyText.ts';
import { copiedText, factsOf } from './reading.ts';

/** Puts a code on the clipboard, as banks take it: digits alone, or the text of the Pix. */
export const copyCode = (code: PaymentCode): Promise<void> => copyText(code.code, copiedText(code), factsOf(code));
