/** Longest address that mail can be sent to (RFC 5321). */
export const EMAIL_LENGTH = 254;

const FORM = /^[^\s@<>()[\],;:\\"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,63}$/u;

/** Addresses are compared, and kept, without case and stray spaces. */
export const normalizeEmail = (text: string): string => text.trim().normalize('NFC').toLowerCase();

/** Whether it has the form of an address that mail can be sent to; that somebody reads it only a mail can tell. */
export const isEmail = (text: string): boolean =>
  text.length <= EMAIL_LENGTH && FORM.test(text) && !/^\.|\.\.|\.@/.test(text);
