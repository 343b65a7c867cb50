import type { PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import { notifyError, notifySuccess } from '#web/client/notify.ts';
import { copiedText, factsOf } from './reading.ts';

const NO_CLIPBOARD = 'O navegador não deixou copiar. Selecione o código na tela e copie com Ctrl+C.';

/** Puts a code on the clipboard, as banks take it: digits alone, or the text of the Pix. */
export const copyCode = async (code: PaymentCode): Promise<void> => {
  try {
    await navigator.clipboard.writeText(code.code);
    notifySuccess(copiedText(code), { detail: factsOf(code) });
  } catch {
    notifyError(NO_CLIPBOARD);
  }
};
