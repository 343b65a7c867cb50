import { notifyError, notifySuccess } from './notify.ts';

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
