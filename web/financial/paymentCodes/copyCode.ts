import type { PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import { notifyError, notifySuccess } from '#web/client/notify.ts';
import { copiedText, factsOf } from './reading.ts';

const NO_CLIPBOARD = 'O navegador não deixou copiar. Selecione o código na tela e copie com Ctrl+C.';

/** Puts a text on the clipboard, and says so. */
export const copyText = async (text: string, told: string, detail?: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess(told, detail === undefined ? {} : { detail });
  } catch {
    notifyError(NO_CLIPBOARD);
  }
};

/** Puts a code on the clipboard, as banks take it: digits alone, or the text of the Pix. */
export const copyCode = (code: PaymentCode): Promise<void> => copyText(code.code, copiedText(code), factsOf(code));
