import { notifySuccess } from './notify.ts';

/** Puts a link on the clipboard and says so. Returns it where the browser has no clipboard, to be shown. */
export const copyLink = async (url: string): Promise<string | null> => {
  try {
    await navigator.clipboard.writeText(url);
    notifySuccess('Link copiado');
    return null;
  } catch {
    return url;
  }
};
