/** Maximum length of an address (RFC 5321). */
export const EMAIL_LENGTH = 254;

const FORM = /^[^\s@<>()[\],;:\\"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,63}$/u;

/** Normalizes an address for storage and comparison: trimmed, NFC, lower case. */
export const normalizeEmail = (text: string): string => text.trim().normalize('NFC').toLowerCase();

/** Returns true when the text has the form of an email address; does not check that the mailbox exists. */
export const isEmail = (text: string): boolean =>
  text.length <= EMAIL_LENGTH && FORM.test(text) && !/^\.|\.\.|\.@/.test(text);
