import { extensionOf, safeFileName } from '../../../platform/http/fileName.ts';

/** Shorter than what any system allows, with the folders around it. */
const LONGEST = 100;

/** Names that Windows keeps for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Name of the n-th file of a folder: "0001 NF 5187 Clima Norte.pdf". The number makes it unique, also where a system knows no case,
 * and sorts it.
 */
export const numberedName = (number: number, document: string, sentAs: string): string => {
  const extension = extensionOf(sentAs);
  const words = document.replace(/[/\\]/g, '-').replace(/\s+/g, ' ').trim();
  const stem = [...`${String(number).padStart(4, '0')} ${words}`].slice(0, LONGEST - extension.length).join('');
  return safeFileName(`${stem.replace(/[\s.]+$/, '')}${extension}`, extension === '' ? [] : [extension]);
};

/** A folder name of text that a person has typed. */
export const folderName = (text: string): string => {
  const safe = safeFileName(text.replace(/[/\\]/g, '-').slice(0, LONGEST), []);
  return RESERVED.test(safe) ? `_${safe}` : safe;
};
